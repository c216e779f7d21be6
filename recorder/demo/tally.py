"""Counts what visitors asked for, so that a test can tell what a robot did, above all what it should not have."""

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock

from recorder.demo.traps import FORBIDDEN

_SEARCHES = frozenset({"/search/results", "/rare/results", "/branches/stock", "/branches/books"})
_UNSAFE = frozenset({"/basket/add", "/wishlist/add", "/poll/vote", "/newsletter/leave"})
_OPEN = f"{FORBIDDEN}open-day.html"


def is_unsafe(method: str, path: str) -> bool:
    """Whether a request changes something: an order, a vote, or anything posted that is no search."""
    return path in _UNSAFE or (method not in {"GET", "HEAD"} and path not in _SEARCHES)


@dataclass(frozen=True)
class UnsafeRequest:
    """One request that changes something."""

    method: str
    address: str


@dataclass
class Tally:
    """What was asked of the site. Written by the server's thread, read by anybody."""

    addresses: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    unsafe: list[UnsafeRequest] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def count(self, method: str, path: str, address: str, status: int) -> None:
        """One request, answered: `path` without session number and query, `address` as it came."""
        with self._lock:
            self.addresses[address] += 1
            self.statuses[status] += 1
            if is_unsafe(method, path):
                self.unsafe.append(UnsafeRequest(method, address))
            if path.startswith(FORBIDDEN) and path != _OPEN:
                self.forbidden.append(address)

    @property
    def total(self) -> int:
        return sum(self.statuses.values())

    def clear(self) -> None:
        """Begin again, for the next run of a test."""
        with self._lock:
            for counted in (self.addresses, self.statuses, self.unsafe, self.forbidden):
                counted.clear()
