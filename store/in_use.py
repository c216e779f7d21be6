"""Which database files this process has open.

Closing any descriptor of a file takes away all POSIX locks that the process has on it. A look at a header while SQLite
has the file open would do that: another process would then believe itself alone with the database when it leaves, and
remove the log that is still being written. So nobody looks at a file, SQLite aside, while it is open.
"""

from collections import Counter
from pathlib import Path
from threading import RLock

opening = RLock()
"""Held from the look at a file to the moment it counts as open."""

_open: Counter[tuple[int, int]] = Counter()


class InUse:
    """A file that is open, until `end`; made while `opening` is held."""

    def __init__(self, path: Path) -> None:
        self._identity = _identity(path)
        self._ended = False
        _open[self._identity] += 1

    def end(self) -> None:
        """Once all connections are closed; safe to call twice."""
        with opening:
            if not self._ended:
                self._ended = True
                _open[self._identity] -= 1


def is_open(path: Path) -> bool:
    """By this process."""
    try:
        return _open[_identity(path)] > 0
    except OSError:
        return False


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino
