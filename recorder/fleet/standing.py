"""How a fleet stands: counts, workers, hosts, what failed and why, how long still. Reads the queue; changes nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from recorder.fleet.connecting import Connection
from recorder.runtime.plain_text import duration, many, moment

STATES = ("waiting", "queued", "running", "done", "parked")
_FEW = 20

_COUNTS = """
SELECT state, count(*) AS sites, count(*) FILTER (WHERE paused) AS paused, coalesce(sum(targets), 0)::bigint AS targets,
    coalesce(sum(pages), 0)::bigint AS pages,
    count(*) FILTER (WHERE unclear <> '{}') AS doubtful,
    count(*) FILTER (
        WHERE NOT paused AND state = 'waiting' AND due_at <= now() AND coalesce(rest_until, now()) <= now()
    ) AS due
FROM fleet_sites GROUP BY state
"""
_SITES = """
SELECT name, entry, domain, address, state, paused, reason, doing, pages, targets, seconds, failures, due_at, taken_at,
    ended_at, every, published, worker_id AS worker, unclear, extra FROM fleet_sites
"""
_UNCLEAR = f"{_SITES} WHERE unclear <> '{{}}' ORDER BY ended_at DESC NULLS LAST LIMIT %s"
_FAILED = f"""{_SITES} WHERE reason IS NOT NULL AND (state = 'parked' OR failures + rests + lost > 0)
ORDER BY state = 'parked' DESC, ended_at DESC NULLS LAST LIMIT %s"""
_WORKERS = """
SELECT name, slots, began_at, extract(epoch FROM now() - last_heartbeat)::float8 AS silent,
    (SELECT count(*) FROM fleet_sites WHERE worker_id = worker.id AND state = 'running') AS sites
FROM fleet_workers AS worker JOIN procrastinate_workers USING (id) ORDER BY worker.id
"""
_HOSTS = """
SELECT domain, count(*) AS sites, count(*) FILTER (WHERE state = 'done') AS done,
    count(*) FILTER (WHERE state = 'parked') AS parked, bool_or(state IN ('queued', 'running')) AS busy,
    max(rest_until) FILTER (WHERE rest_until > now()) AS rest_until
FROM fleet_sites GROUP BY domain HAVING count(*) FILTER (WHERE state <> 'done') > 0
ORDER BY count(*) FILTER (WHERE state IN ('waiting', 'queued', 'running')) DESC, domain LIMIT %s
"""
_PACE = """
SELECT count(*) AS ended, extract(epoch FROM now() - min(ended_at))::float8 AS seconds
FROM (
    SELECT ended_at FROM fleet_endings WHERE ended_at > now() - interval '1 hour' ORDER BY ended_at DESC LIMIT 500
) AS late
"""


@dataclass(frozen=True)
class Standing:
    """`failed`: sites with a reason, the latest first; `unclear`: sites whose recordings say that something is;
    `running` what is at work. All are cut to a few; `doubtful` is how many are unclear.
    """

    sites: Mapping[str, int]
    paused: int
    due: int
    pages: int
    targets: int
    doubtful: int
    seconds_left: float | None
    workers: tuple[Mapping[str, Any], ...]
    hosts: tuple[Mapping[str, Any], ...]
    running: tuple[Mapping[str, Any], ...]
    failed: tuple[Mapping[str, Any], ...]
    unclear: tuple[Mapping[str, Any], ...]

    def as_plain(self) -> Mapping[str, Any]:
        return _plain(asdict(self))  # type: ignore[no-any-return]

    @property
    def total(self) -> int:
        return sum(self.sites.values())

    @property
    def open(self) -> int:
        """At work, or due."""
        return self.sites["queued"] + self.sites["running"] + self.due


def standing(connection: Connection, *, few: int = _FEW) -> Standing:
    counts = {row["state"]: row for row in connection.execute(_COUNTS)}

    def total(key: str) -> int:
        return sum(int(str(row[key])) for row in counts.values())

    sites = {state: int(str(counts[state]["sites"])) if state in counts else 0 for state in STATES}
    open_sites = sites["queued"] + sites["running"] + total("due")
    return Standing(
        sites=sites,
        paused=total("paused"),
        due=total("due"),
        pages=total("pages"),
        targets=total("targets"),
        doubtful=total("doubtful"),
        seconds_left=_seconds_left(connection, open_sites),
        workers=tuple(connection.execute(_WORKERS)),
        hosts=tuple(connection.execute(_HOSTS, [few])),
        running=tuple(
            connection.execute(f"{_SITES} WHERE state = 'running' ORDER BY taken_at LIMIT %s".encode(), [few])
        ),
        failed=tuple(connection.execute(_FAILED.encode(), [few])),
        unclear=tuple(connection.execute(_UNCLEAR.encode(), [few])),
    )


def all_sites(connection: Connection, names: list[str] | None = None) -> list[Mapping[str, Any]]:
    """Everything that is known of each site, in the order they were added; of these alone, if names are given."""
    if names is None:
        rows = connection.execute(f"{_SITES} ORDER BY id".encode())
    else:
        rows = connection.execute(f"{_SITES} WHERE name = ANY(%s) ORDER BY id".encode(), [names])
    return [_plain(row) for row in rows]


def in_words(found: Standing) -> Iterator[str]:
    """The whole, for people."""
    counts = ", ".join(f"{count:,} {state}" for state, count in found.sites.items() if count)
    paused = f" ({found.paused} of them paused)" if found.paused else ""
    came = f"{many(found.pages, 'page')}, {many(found.targets, 'target')}"
    yield f"{many(found.total, 'site')}: {counts or 'none'}{paused}; {came}"
    if found.open:
        left = (
            "" if found.seconds_left is None else f", about {duration(found.seconds_left)} at the pace of the last hour"
        )
        yield f"{many(found.open, 'site')} to go now{left}"
    if found.doubtful:
        whose = "its recording says" if found.doubtful == 1 else "their recordings say"
        yield f"{many(found.doubtful, 'site')} may have too little or too much: {whose} what is unclear"
    yield f"{many(len(found.workers), 'worker')}, {many(sum(each['slots'] for each in found.workers), 'slot')}"


def said_state(site: Mapping[str, Any]) -> str:
    """The state of a site for people."""
    if site["state"] == "waiting" and not site["paused"]:
        due = site["due_at"] if isinstance(site["due_at"], datetime) else datetime.fromisoformat(site["due_at"])
        return "waiting" if due <= datetime.now(UTC) else f"again at {moment(due.isoformat())}"
    return "paused" if site["paused"] and site["state"] != "done" else str(site["state"])


def _seconds_left(connection: Connection, open_sites: int) -> float | None:
    """By the pace of the last hour; None where nothing has ended yet."""
    pace = connection.execute(_PACE).fetchone()
    if not open_sites:
        return 0.0
    if pace is None or not pace["ended"] or not pace["seconds"]:
        return None
    return float(str(pace["seconds"])) / int(str(pace["ended"])) * open_sites


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value


def prometheus(found: Standing) -> str:
    """In the text format of Prometheus."""
    samples: list[tuple[str, str, float]] = [
        ("recorder_fleet_sites", f'state="{state}"', count) for state, count in found.sites.items()
    ]
    samples += [
        ("recorder_fleet_sites_paused", "", found.paused),
        ("recorder_fleet_sites_due", "", found.due),
        ("recorder_fleet_sites_unclear", "", found.doubtful),
        ("recorder_fleet_pages", "", found.pages),
        ("recorder_fleet_targets", "", found.targets),
        ("recorder_fleet_workers", "", len(found.workers)),
        ("recorder_fleet_slots", "", sum(int(worker["slots"]) for worker in found.workers)),
        ("recorder_fleet_worker_silence_seconds", "", max((worker["silent"] for worker in found.workers), default=0.0)),
    ]
    lines: list[str] = []
    for name, labels, value in samples:
        if f"# TYPE {name} gauge" not in lines:
            lines += [f"# HELP {name} {_HELP[name]}", f"# TYPE {name} gauge"]
        lines.append(f"{name}{{{labels}}} {value}" if labels else f"{name} {value}")
    return "\n".join(lines) + "\n"


_HELP = {
    "recorder_fleet_sites": "Sites by state.",
    "recorder_fleet_sites_paused": "Sites that a person has paused.",
    "recorder_fleet_sites_due": "Sites that wait for a worker or for their host.",
    "recorder_fleet_sites_unclear": "Sites whose recordings say that something is unclear.",
    "recorder_fleet_pages": "Pages of the latest run of every site.",
    "recorder_fleet_targets": "Target pages of the latest run of every site.",
    "recorder_fleet_workers": "Workers that are registered.",
    "recorder_fleet_slots": "Sites that they can work on at the same time.",
    "recorder_fleet_worker_silence_seconds": "Seconds since the most silent worker was heard of.",
}
