"""Counts what visitors asked for, so that a test can tell what a robot did, above all what it should not have."""

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock

from recorder.demo.traps import CALENDAR, FORBIDDEN

_SEARCHES = frozenset({"/search/results", "/rare/results", "/branches/stock", "/branches/books"})
_UNSAFE = frozenset({"/basket/add", "/wishlist/add", "/poll/vote", "/newsletter/leave"})
_OPEN = f"{FORBIDDEN}open-day.html"


def is_unsafe(method: str, path: str) -> bool:
    """Whether a request changes something: an order, a vote, or anything posted that is no search."""
    return path in _UNSAFE or (method not in {"GET", "HEAD"} and path not in _SEARCHES)


@dataclass(frozen=True)
class Submission:
    """One request that changes something."""

    method: str
    address: str


@dataclass
class Tally:
    """What was asked of the site. Written by the server's thread, read by anybody."""

    hits: Counter[str] = field(default_factory=Counter)
    addresses: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    not_modified: Counter[str] = field(default_factory=Counter)
    unsafe: list[Submission] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def count(self, method: str, path: str, address: str, status: int) -> None:
        """One request, answered: `path` without session number and query, `address` as it came."""
        with self._lock:
            self.hits[path] += 1
            self.addresses[address] += 1
            self.statuses[status] += 1
            if status == 304:
                self.not_modified[path] += 1
            if is_unsafe(method, path):
                self.unsafe.append(Submission(method, address))
            if path.startswith(FORBIDDEN) and path != _OPEN:
                self.forbidden.append(address)

    @property
    def total(self) -> int:
        """All requests."""
        return sum(self.statuses.values())

    @property
    def trapped(self) -> int:
        """Requests spent in the calendar without end."""
        return sum(count for path, count in self.hits.items() if path.startswith(CALENDAR))

    @property
    def off_trap(self) -> int:
        """Requests spent anywhere else."""
        return self.total - self.trapped

    def clear(self) -> None:
        """Begin again, for the next run of a test."""
        with self._lock:
            for counter in (self.hits, self.addresses, self.statuses, self.not_modified):
                counter.clear()
            self.unsafe.clear()
            self.forbidden.clear()
