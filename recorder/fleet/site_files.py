"""Where the files of sites lie: a folder that all workers reach.

    sites/NAME/7.db       the file in place: 7 is the token under which it was published, and only grows
    work/NAME/8/site.db   what the worker with token 8 writes; whoever takes the site after it goes on with it
    logs/NAME.log         what the commands said, taking after taking

A file is put in place whole, by one rename, under a name that nobody else can write: a worker that was thought dead and
comes back can neither overwrite a newer file nor be read in its place, since the queue says which number counts.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from recorder.fleet.site import Taken

_LONGEST_LOG = 1 << 20
"""Bytes; an older log beyond that makes room."""


@dataclass(frozen=True)
class SiteFiles:
    """`scratch`: where work is done, if not in the folder; on a network file system SQLite is no good."""

    folder: Path
    scratch: Path | None = None

    def in_place(self, name: str, number: int) -> Path:
        return self.folder / "sites" / name / f"{number}.db"

    def log(self, name: str) -> Path:
        return self.folder / "logs" / f"{name}.log"

    def begin(self, site: Taken) -> Path:
        """The file to work on: what another worker left half done, else a copy of that in place, else none yet."""
        works = (self.scratch or self.folder / "work") / site.name
        mine = works / str(site.token)
        works.mkdir(parents=True, exist_ok=True)
        earlier = sorted((each for each in works.iterdir() if _number(each) < site.token), key=_number, reverse=True)
        for left in earlier:
            with suppress(OSError):
                left.rename(mine) if _number(left) >= site.published and not mine.exists() else shutil.rmtree(left)
        mine.mkdir(exist_ok=True)
        file = mine / "site.db"
        if not file.exists() and site.published:
            _copied(self.in_place(site.name, site.published), file)
        if site.params is not None:
            (mine / "params.csv").write_text(site.params, encoding="utf-8")
        return file

    def publish(self, site: Taken, file: Path) -> bool:
        """Put the file in place under its number; whether there was one. What is older is removed by `tidy`."""
        if not file.exists():
            return False
        with closing(sqlite3.connect(file)) as connection:  # what a killed command left in its log
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        target = self.in_place(site.name, site.token)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            file.rename(target)
        except OSError:  # another file system
            partial = target.with_suffix(".partial")
            _copied(file, partial)
            partial.rename(target)
        return True

    def tidy(self, site: Taken) -> None:
        """After the queue knows the new number: older files leave, and the place of work."""
        for each in self.in_place(site.name, 0).parent.glob("*.db*"):  # with what their readers left beside them
            if _number(each) < site.token:
                each.unlink(missing_ok=True)
        works = (self.scratch or self.folder / "work") / site.name
        shutil.rmtree(works / str(site.token), ignore_errors=True)
        with suppress(OSError):  # not while somebody is at work there
            works.rmdir()

    @contextmanager
    def logging(self, name: str) -> Iterator[TextIO]:
        path = self.log(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _LONGEST_LOG:
            path.replace(path.with_suffix(".log.old"))
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            yield log


def _number(path: Path) -> int:
    number = path.name.partition(".")[0]
    return int(number) if number.isdigit() else -1


def _copied(source: Path, target: Path) -> None:
    partial = target.with_suffix(".copy")
    shutil.copyfile(source, partial)
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.rename(target)
