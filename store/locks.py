"""One process at a time on a recording, and who it is.

The kernel holds the lock (flock on a small file beside the database) and drops it with the process, SIGKILL and power
cut included: there is no stale lock to judge and no process number that could have been given to another program. The
file's content only names the holder for whoever is refused; it is removed on release and overwritten after a kill.
"""

import errno
import fcntl
import json
import os
import platform
import shlex
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from recorder.store.errors import ReadOnlyError, RecordingInUseError, StoreError

_READS = 20
_BETWEEN_READS = 0.02


@dataclass(frozen=True, slots=True)
class Holder:
    """The process at work on a recording."""

    pid: int
    host: str
    command: str
    since: str


class Hold:
    """The right to work on one recording, until released; a context manager."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def release(self) -> None:
        """Safe to call twice."""
        if self._descriptor < 0:
            return
        # Removed while still locked: whoever waits for this very file notices that it is no longer the one at the path.
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = -1

    def __enter__(self) -> "Hold":
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def this_process(since: str, command: str | None = None) -> Holder:
    words = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]) if command is None else command
    return Holder(os.getpid(), platform.node(), words, since)


def take(path: Path, name: str, holder: Holder) -> Hold:
    """Hold the lock at `path` for recording `name`, or raise RecordingInUseError naming the process that does."""
    while True:
        descriptor = _open(path)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise _in_use(name, _read_holder(path)) from None
            raise StoreError(
                f"{path.parent} does not support file locks ({error.strerror}).", "Put the database on a local disk."
            ) from error
        if _still_at(path, descriptor):
            _write_holder(descriptor, holder)
            return Hold(path, descriptor)
        os.close(descriptor)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        message = f"The lock file {path} cannot be written: {error.strerror}."
        raise ReadOnlyError(message, "Allow writing to the folder of the database.") from error


def _still_at(path: Path, descriptor: int) -> bool:
    """False when the former holder removed the file between our opening and our locking it."""
    ours = os.fstat(descriptor)
    try:
        there = path.stat()
    except FileNotFoundError:
        return False
    return (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino)


def _write_holder(descriptor: int, holder: Holder) -> None:
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(asdict(holder)).encode(), 0)


def _read_holder(path: Path) -> Holder | None:
    """Who holds it; None when that cannot be read, which happens only in the instant of taking or releasing."""
    for _ in range(_READS):
        try:
            return Holder(**json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError):
            time.sleep(_BETWEEN_READS)
    return None


def _in_use(name: str, holder: Holder | None) -> RecordingInUseError:
    if holder is None:
        return RecordingInUseError(f"Another process is working on recording {name!r}.", "Wait for it to end.")
    return RecordingInUseError(
        f"Recording {name!r} is in use by process {holder.pid} on {holder.host} since {holder.since}: {holder.command}",
        "Wait for it to end, or stop it: it saves its work and can be gone on with.",
    )
