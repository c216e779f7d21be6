"""Where the files of all sites lie, for all workers to reach: a folder, or object storage (S3 and its like).

    sites/NAME/7.db     the file in place: 7 is the token under which it was published, and only grows
    logs/NAME.log       what the commands said, taking after taking; in object storage logs/NAME/7.log, of one taking

A file is put in place whole, under a name that nobody else can write: a worker that was thought dead and comes back can
neither overwrite a newer file nor be read in its place, since the queue says which number counts. So nothing is asked
of the storage but that an object is there whole or not at all.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from recorder.runtime.errors import RecorderError, UsageError

_LONGEST_LOG = 1 << 20
"""Bytes; an older log beyond that makes room."""


class Depot(Protocol):
    """What fails fails with an `OSError`."""

    def fetch(self, name: str, number: int, target: Path) -> None:
        """A copy of the file in place."""

    def put(self, file: Path, name: str, number: int) -> None:
        """In place, whole or not at all. The file given may be gone afterwards."""

    def remove_older(self, name: str, number: int) -> None: ...

    def reading(self, name: str, number: int) -> AbstractContextManager[Path]:
        """The file in place as one on this machine."""

    def said(self, name: str, number: int) -> str:
        """Where the file in place is, for people."""

    def log_file(self, name: str, work: Path) -> Path:
        """Where to write down what is said during a taking; `work` is its folder."""

    def keep_log(self, file: Path, name: str, number: int) -> None:
        """The taking is over."""

    def log(self, name: str) -> str:
        """What was said last, or nothing."""


@dataclass(frozen=True)
class FolderDepot:
    folder: Path

    def in_place(self, name: str, number: int) -> Path:
        return self.folder / "sites" / name / f"{number}.db"

    def fetch(self, name: str, number: int, target: Path) -> None:
        _copied(self.in_place(name, number), target)

    def put(self, file: Path, name: str, number: int) -> None:
        target = self.in_place(name, number)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            file.rename(target)
        except OSError:  # another file system
            _copied(file, target)

    def remove_older(self, name: str, number: int) -> None:
        for each in self.in_place(name, 0).parent.glob("*.db*"):  # with what their readers left beside them
            if number_of(each.name) < number:
                each.unlink(missing_ok=True)

    @contextmanager
    def reading(self, name: str, number: int) -> Iterator[Path]:
        yield self.in_place(name, number)

    def said(self, name: str, number: int) -> str:
        return str(self.in_place(name, number))

    def log_file(self, name: str, work: Path) -> Path:  # noqa: ARG002 - one log for all takings
        path = self._log(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _LONGEST_LOG:
            path.replace(path.with_suffix(".log.old"))
        return path

    def keep_log(self, file: Path, name: str, number: int) -> None:
        """It is where it belongs."""

    def log(self, name: str) -> str:
        path = self._log(name)
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def _log(self, name: str) -> Path:
        return self.folder / "logs" / f"{name}.log"


@dataclass(frozen=True)
class StorageDepot:
    """`address`: as `s3://bucket/folder`, of any kind that fsspec knows."""

    address: str

    @cached_property
    def _place(self) -> tuple[Any, str]:
        """The file system of fsspec, and the path in it."""
        try:
            from fsspec.core import url_to_fs

            system, path = url_to_fs(self.address)
        except ImportError as error:
            raise UsageError(f"{self.address} cannot be reached yet: {error}.", "Install it, then try again.") from None
        except ValueError as error:
            raise UsageError(f"{self.address} cannot be meant: {error}.", "Write s3://BUCKET/FOLDER.") from None
        return system, str(path).rstrip("/")

    def check(self) -> None:
        """Raises an error for a person where it cannot be reached at all."""
        try:
            with _as_os_errors():
                system, path = self._place
                system.exists(path)
        except OSError as error:
            raise RecorderError(
                f"{self.address} cannot be reached: {error}",
                "Check the address, and the keys that its client reads from the environment.",
            ) from error

    def fetch(self, name: str, number: int, target: Path) -> None:
        system, path = self._place
        partial = target.with_suffix(".copy")
        with _as_os_errors():
            system.get_file(f"{path}/sites/{name}/{number}.db", str(partial))
        partial.rename(target)

    def put(self, file: Path, name: str, number: int) -> None:
        self._write(file, f"sites/{name}/{number}.db")

    def remove_older(self, name: str, number: int) -> None:
        self._remove_older(f"sites/{name}", number)

    @contextmanager
    def reading(self, name: str, number: int) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="recorder-fleet-") as folder:
            copy = Path(folder) / f"{number}.db"
            self.fetch(name, number, copy)
            yield copy

    def said(self, name: str, number: int) -> str:
        return f"{self.address.rstrip('/')}/sites/{name}/{number}.db"

    def log_file(self, name: str, work: Path) -> Path:  # noqa: ARG002 - in the folder of the taking
        return work / "visit.log"

    def keep_log(self, file: Path, name: str, number: int) -> None:
        """An object cannot be added to: each taking has its own."""
        self._write(file, f"logs/{name}/{number}.log")
        self._remove_older(f"logs/{name}", number)

    def log(self, name: str) -> str:
        system, path = self._place
        with _as_os_errors():
            numbers = self._numbers(f"{path}/logs/{name}")
            return system.cat_file(f"{path}/logs/{name}/{max(numbers)}.log").decode() if numbers else ""

    def _write(self, file: Path, name: str) -> None:
        system, path = self._place
        with _as_os_errors():
            target = f"{path}/{name}"
            system.makedirs(target.rpartition("/")[0], exist_ok=True)
            system.put_file(str(file), target)

    def _remove_older(self, folder: str, number: int) -> None:
        system, path = self._place
        with _as_os_errors():
            for each, name in self._numbers(f"{path}/{folder}").items():
                if each < number:
                    system.rm_file(name)

    def _numbers(self, folder: str) -> dict[int, str]:
        system, _ = self._place
        system.invalidate_cache()
        names = system.ls(folder, detail=False) if system.exists(folder) else []
        return {number: str(name) for name in names if (number := number_of(str(name).rpartition("/")[2])) >= 0}


def depot_at(place: str) -> Depot:
    """What `--to` means: a folder, or an address of object storage."""
    return StorageDepot(place) if is_storage(place) else FolderDepot(Path(place))


def is_storage(place: str) -> bool:
    return "://" in place


def number_of(name: str) -> int:
    """The token in the name of a file; -1 where there is none."""
    number = name.partition(".")[0]
    return int(number) if number.isdigit() else -1


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Each kind of storage has a client with errors of its own."""
    try:
        yield
    except (OSError, RecorderError):
        raise
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


def _copied(source: Path, target: Path) -> None:
    partial = target.with_suffix(".copy")
    shutil.copyfile(source, partial)
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.rename(target)
