"""Where a worker works on the file of a site, between taking it from the depot and putting it in place there.

work/NAME/8/site.db   what the worker with token 8 writes; whoever takes the site after it goes on with it
"""

import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from recorder.fleet.depot import Depot, number_of
from recorder.fleet.site import Taken


@dataclass(frozen=True)
class SiteFiles:
    """`work`: on a disk of this machine, for on a network file system SQLite is no good; or, for all workers of one
    machine or of a file system that can be trusted, in the folder of the fleet."""

    depot: Depot
    work: Path

    def begin(self, site: Taken) -> Path:
        """The file to work on: what another worker left half done, else a copy of that in place, else none yet."""
        works = self.work / site.name
        mine = works / str(site.token)
        works.mkdir(parents=True, exist_ok=True)
        earlier = sorted(
            (each for each in works.iterdir() if number_of(each.name) < site.token),
            key=lambda each: number_of(each.name),
            reverse=True,
        )
        for left in earlier:
            goes_on = number_of(left.name) >= site.published and not mine.exists()
            with suppress(OSError):
                left.rename(mine) if goes_on else shutil.rmtree(left)
        mine.mkdir(exist_ok=True)
        file = mine / "site.db"
        if not file.exists() and site.published:
            self.depot.fetch(site.name, site.published, file)
        if site.params is not None:
            (mine / "params.csv").write_text(site.params, encoding="utf-8")
        return file

    def publish(self, site: Taken, file: Path) -> bool:
        """Put the file in place under its number; whether there was one. What is older is removed by `tidy`."""
        if not file.exists():
            return False
        with closing(sqlite3.connect(file)) as connection:  # what a killed command left in its log
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.depot.put(file, site.name, site.token)
        return True

    def tidy(self, site: Taken) -> None:
        """After the queue knows the new number: older files leave, and the place of work."""
        with suppress(OSError):  # after the next visit, then
            self.depot.remove_older(site.name, site.token)
        works = self.work / site.name
        shutil.rmtree(works / str(site.token), ignore_errors=True)
        with suppress(OSError):  # not while somebody is at work there
            works.rmdir()
