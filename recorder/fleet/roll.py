"""The queue as an operator sees it: add sites, choose among them, try again, pause, do first, remove."""

import ipaddress
import json
import socket
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase

from recorder.fetching.scope import registrable_domain
from recorder.fleet.connecting import Connection
from recorder.fleet.queue import PROMOTE
from recorder.fleet.site_list import SiteRow
from recorder.runtime.errors import UsageError

_FIRST = 1000
"""The priority of what is to be done first."""
_TOLD = 5
_LOOKED_UP_AT_ONCE = 32

_ADD = """
INSERT INTO fleet_sites (name, entry, samples, options, params, every, relearn, extra, domain, address)
VALUES (%(name)s, %(entry)s, %(samples)s, %(options)s, %(params)s, %(every)s, %(relearn)s, %(extra)s, %(domain)s,
    %(address)s)
ON CONFLICT (name) DO UPDATE SET options = excluded.options, params = excluded.params, every = excluded.every,
    relearn = excluded.relearn, extra = excluded.extra
"""
_MOVE = """
UPDATE fleet_sites SET domain = %(domain)s, address = %(address)s WHERE name = %(name)s AND state IN ('waiting', 'done')
"""
_AGAIN = """
UPDATE fleet_sites SET state = 'waiting', due_at = now(), rest_until = NULL, failures = 0, lost = 0, rests = 0,
    relearnt = false, paused = false, reason = NULL, priority = greatest(priority, %(priority)s)
WHERE name = ANY(%(names)s) AND state NOT IN ('queued', 'running')
"""
_HURRY = """
WITH site AS (
    UPDATE fleet_sites SET priority = %(priority)s WHERE name = ANY(%(names)s) AND state = 'queued' RETURNING job_id
)
UPDATE procrastinate_jobs SET priority = %(priority)s FROM site WHERE id = site.job_id AND status = 'todo'
"""
_PAUSE = """
WITH site AS (
    UPDATE fleet_sites SET paused = %(paused)s WHERE name = ANY(%(names)s) AND paused <> %(paused)s RETURNING job_id
),
job AS (DELETE FROM procrastinate_jobs USING site WHERE id = site.job_id AND status = 'todo' RETURNING id)
SELECT (SELECT count(*) FROM site) AS sites, (SELECT array_agg(id) FROM job) AS jobs
"""
_UNQUEUE = "UPDATE fleet_sites SET state = 'waiting', job_id = NULL WHERE job_id = ANY(%(jobs)s) AND state = 'queued'"
_REMOVE = """
WITH site AS (DELETE FROM fleet_sites WHERE name = ANY(%(names)s) RETURNING job_id)
DELETE FROM procrastinate_jobs USING site WHERE id = site.job_id
"""


@dataclass(frozen=True)
class Added:
    """How many sites are new, and how many were there and are asked for as the list says now."""

    new: int
    known: int


class Roll:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, sites: Sequence[SiteRow]) -> Added:
        """All of them or none; one that is there already keeps what became of it."""
        self._refuse_others(sites)
        before = self._count()
        addresses = addresses_of({site.host for site in sites})
        rows = [_row(site, addresses[site.host]) for site in sites]
        with self._connection.transaction(), self._connection.cursor() as cursor:
            cursor.executemany(_ADD, rows)
            cursor.executemany(_MOVE, rows)
        new = self._count() - before
        return Added(new, len(sites) - new)

    def matching(self, patterns: Sequence[str]) -> list[str]:
        """Names of the sites meant: by name, host or address, each with `*` and `?`, or by state (`state:parked`)."""
        rows = self._connection.execute("SELECT name, domain, address, entry, state FROM fleet_sites ORDER BY id")
        known = [{key: str(value or "") for key, value in row.items()} for row in rows]
        chosen: dict[str, None] = {}
        for pattern in patterns:
            found = [each["name"] for each in known if _matches(pattern, each)]
            if not found:
                names = ", ".join(each["name"] for each in known[:_TOLD])
                raise UsageError(f"No site is called {pattern!r}.", f"There are: {names or 'none'}.")
            chosen.update(dict.fromkeys(found))
        return list(chosen)

    def retry(self, names: Sequence[str], *, first: bool = False) -> int:
        """Let them wait to be taken now, whatever became of them; how many were not waiting or at work already."""
        priority = _FIRST if first else 0
        done = self._connection.execute(_AGAIN, {"names": list(names), "priority": priority}).rowcount
        if first:
            self._connection.execute(_HURRY, {"names": list(names), "priority": priority})
            self._connection.execute(PROMOTE.encode(), {"most": len(names), "lane": 1, "least": 1})
        return done

    def pause(self, names: Sequence[str], *, paused: bool) -> int:
        """A site that is at work stops with everything saved at its worker's next beat."""
        with self._connection.transaction():
            row = self._connection.execute(_PAUSE, {"names": list(names), "paused": paused}).fetchone()
            assert row is not None
            if row["jobs"]:
                self._connection.execute(_UNQUEUE, {"jobs": row["jobs"]})
        return int(str(row["sites"]))

    def remove(self, names: Sequence[str]) -> int:
        """From the queue; their files stay. A command at work on one is ended."""
        before = self._count()
        self._connection.execute(_REMOVE, {"names": list(names)})
        return before - self._count()

    def setting(self, name: str) -> str | None:
        row = self._connection.execute("SELECT value FROM fleet_settings WHERE name = %s", [name]).fetchone()
        return None if row is None else str(row["value"])

    def set(self, name: str, value: str) -> None:
        sql = "INSERT INTO fleet_settings VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        self._connection.execute(sql, [name, value])

    def _count(self) -> int:
        row = self._connection.execute("SELECT count(*) AS sites FROM fleet_sites").fetchone()
        assert row is not None
        return int(str(row["sites"]))

    def _refuse_others(self, sites: Sequence[SiteRow]) -> None:
        """A name that means another site in the queue: its file would be of both."""
        asked = {site.name: (site.entry, list(site.samples)) for site in sites}
        sql = "SELECT name, entry, samples FROM fleet_sites WHERE name = ANY(%s)"
        rows = self._connection.execute(sql, [list(asked)]).fetchall()
        others = [str(row["name"]) for row in rows if asked[str(row["name"])] != (row["entry"], row["samples"])]
        if others:
            raise UsageError(
                f"In the queue these names mean sites with another entry or other samples: {', '.join(others[:_TOLD])}"
                f"{' …' if len(others) > _TOLD else ''}.",
                "Give them other names in the column name, or take the old ones out with `recorder fleet remove`.",
            )


def _row(site: SiteRow, address: str | None) -> dict[str, object]:
    return {
        "name": site.name,
        "entry": site.entry,
        "samples": list(site.samples),
        "options": json.dumps(dict(site.options)),
        "params": site.params,
        "every": site.every,
        "relearn": site.relearn,
        "extra": json.dumps(dict(site.extra)),
        "domain": registrable_domain(site.host),
        "address": address,
    }


def _matches(pattern: str, site: dict[str, str]) -> bool:
    if pattern.startswith("state:"):
        return site["state"] == pattern.removeprefix("state:")
    with suppress(ValueError):
        return any(fnmatchcase(site[key], pattern) for key in ("name", "domain", "address", "entry"))
    return False


def addresses_of(hosts: Collection[str]) -> Mapping[str, str | None]:
    """Sites whose names lead to one address are not visited at once, as those of one registrable domain. None where a
    name leads nowhere today: the domain alone counts then, and the job will tell.
    """
    with ThreadPoolExecutor(_LOOKED_UP_AT_ONCE) as threads:
        return dict(zip(hosts, threads.map(address_of, hosts), strict=True))


def address_of(host: str) -> str | None:
    """A name with several addresses counts by the smallest, so that sites behind the same servers agree on it."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    addresses = {ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found}
    return str(min(addresses, key=lambda address: (address.version, int(address)))) if addresses else None
