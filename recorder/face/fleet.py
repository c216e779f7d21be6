"""A fleet, for a user interface to show: how it stands, site by site, and the few things an operator does. Every call
asks the queue anew, from any thread. Loads what belongs to the extra: only where there is a fleet.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recorder.fleet.connecting import QueuePlace, connected
from recorder.fleet.depot import Depot, depot_at
from recorder.fleet.roll import Roll
from recorder.fleet.standing import Standing, all_sites, in_words, said_state, standing
from recorder.runtime.errors import RecorderError
from recorder.runtime.plain_text import moment

_LOG_LINES = 200
_ORDER = ("running", "queued", "parked", "waiting", "done")
"""What an operator looks at first."""


@dataclass(frozen=True)
class FleetSite:
    """`state`: in words, as `again at …`; `is_well`: nothing went wrong lately. `number`: of its file in place, 0 for
    none.
    """

    name: str
    entry: str
    domain: str
    state: str
    is_at_work: bool
    is_well: bool
    is_done: bool
    is_paused: bool
    doing: str
    pages: int
    targets: int
    reason: str
    number: int


@dataclass(frozen=True)
class FleetView:
    """`lines`: the whole in words. `hosts`: domain, sites that are open, and what it is at. `workers`: name, sites at
    work, slots and seconds since it was heard of.
    """

    lines: tuple[str, ...]
    sites: tuple[FleetSite, ...]
    hosts: tuple[tuple[str, int, str], ...]
    workers: tuple[tuple[str, int, int, float], ...]


class FleetDesk:
    """Close it, or use it as a context manager."""

    def __init__(self, place: QueuePlace) -> None:
        self._place = place
        self._copies = ExitStack()

    def __enter__(self) -> "FleetDesk":
        return self

    def __exit__(self, *_: object) -> None:
        self._copies.close()

    def look(self) -> FleetView:
        with connected(self._place) as connection:
            found, sites = standing(connection), all_sites(connection)
        sites.sort(key=lambda site: (_ORDER.index(site["state"]), site["reason"] is None))
        return FleetView(
            lines=tuple(in_words(found)),
            sites=tuple(map(_site, sites)),
            hosts=tuple(_hosts(found)),
            workers=tuple((each["name"], each["sites"], each["slots"], each["silent"]) for each in found.workers),
        )

    def retry(self, names: Sequence[str], *, first: bool = False) -> int:
        """To be visited now, whatever became of them; `first`: before all others."""
        with connected(self._place) as connection:
            return Roll(connection).retry(names, first=first)

    def pause(self, names: Sequence[str], *, paused: bool) -> int:
        with connected(self._place) as connection:
            return Roll(connection).pause(names, paused=paused)

    def log(self, name: str) -> tuple[str, ...]:
        """The end of what its commands said."""
        try:
            return tuple(self._depot().log(name).splitlines()[-_LOG_LINES:])
        except OSError as error:
            raise RecorderError(f"The log of {name} cannot be read: {error}") from error

    def file(self, site: FleetSite) -> Path:
        """Its database as a file of this machine; from object storage, a copy for as long as this is open."""
        if not site.number:
            raise RecorderError(f"{site.name} has no database yet.", "It has one once a visit has ended.")
        try:
            return self._copies.enter_context(self._depot().reading(site.name, site.number))
        except OSError as error:
            raise RecorderError(f"The database of {site.name} cannot be had: {error}") from error

    def _depot(self) -> Depot:
        with connected(self._place) as connection:
            home = Roll(connection).setting("folder")
        if home is None:
            raise RecorderError("Nobody has said yet where the files of this fleet lie.", "Name its folder with --to.")
        return depot_at(home)


def _site(row: Mapping[str, Any]) -> FleetSite:
    return FleetSite(
        name=row["name"],
        entry=row["entry"],
        domain=row["domain"],
        state=said_state(row),
        is_at_work=row["state"] in ("running", "queued"),
        is_well=row["state"] != "parked" and row["reason"] is None,
        is_done=row["state"] == "done",
        is_paused=row["paused"],
        doing=row["doing"] or "",
        pages=row["pages"],
        targets=row["targets"],
        reason=row["reason"] or " ".join(row["unclear"]),
        number=row["published"],
    )


def _hosts(found: Standing) -> list[tuple[str, int, str]]:
    return [
        (
            host["domain"],
            host["sites"] - host["done"] - host["parked"],
            f"left alone until {moment(host['rest_until'].isoformat())}"
            if host["rest_until"]
            else "at work" * host["busy"],
        )
        for host in found.hosts
    ]
