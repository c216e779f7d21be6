"""What several tests of the command line stand on: a way to run it, a recorded shop, and a small database by hand."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from recorder.cli.edge import main
from recorder.store import NewPage, open_store
from tests.recorder.recorded_shop import RecordedShop, recorded_shop
from tests.recorder.small_shop import fill
from tests.recorder.warm import run_warm

PATIENCE = 900
"""Seconds in which any command has ended. On a machine with ten things to do, the shop is recorded in more than five
minutes, and all tests that read it would fail."""


@dataclass(frozen=True)
class Done:
    """How one `recorder` command ended, and what it wrote to the two streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Command = Callable[..., Done]
Crawled = Callable[[list[bytes]], Path]


def in_a_process(*arguments: object, under: Sequence[str] = ()) -> Done:
    """A command in a process of its own; `under` another program it begins in a fresh Python, as a user starts it."""
    if not under and "RECORDER_DEBUG" not in os.environ:
        return Done(*run_warm(list(map(str, arguments)), PATIENCE))
    command = [*under, sys.executable, "-m", "recorder", *map(str, arguments)]
    settings = {name: value for name, value in os.environ.items() if name != "RECORDER_DEBUG"}
    done = subprocess.run(
        command, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def recorder(capsys: pytest.CaptureFixture[str]) -> Command:
    """A command by its own entry point, without the price of a process."""

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Done(code, *capsys.readouterr())

    return run


def told_by(*arguments: object) -> Any:
    """What a command printed as JSON, which ended well."""
    done = in_a_process(*arguments, "--json")
    assert done.code == 0, done.err
    return done.json


@pytest.fixture(scope="session")
def shop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecordedShop]:
    """For all tests, which only read, and open until the end. On CI nothing is kept from earlier sessions."""
    own = tmp_path_factory.mktemp("shop")
    cache = None if os.environ.get("CI") else getattr(request.config, "cache", None)
    kept = cache.mkdir("recorded-shop") if cache else tmp_path_factory.mktemp("kept")
    with recorded_shop(kept, own, told_by) as found:
        yield replace(found, database=copied(found.database, own / "copy.db"))


@pytest.fixture
def database(shop: RecordedShop, tmp_path: Path) -> Path:
    """A copy of the recorded shop, to write in."""
    return copied(shop.database, tmp_path / "shop.db")


def copied(database: Path, to: Path) -> Path:
    with closing(sqlite3.connect(database)) as source:
        source.execute("VACUUM INTO ?", (str(to),))
    return to


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A database of a few pages, two mappings apart, with everything in it that a report has to tell."""
    database = tmp_path / "small.db"
    fill(database)
    return database


def store_crawl(database: Path, bodies: Sequence[bytes | None], name: str = "pages") -> None:
    """A crawl of a recording of this name that brought these target pages; None: one whose content was not kept."""
    with open_store(database, create=True) as store:
        known = [each for each in store.recordings.all() if each.name == name]
        recording = known[0] if known else store.recordings.create(name, "http://a.example/", ["x"], {}).result()
        run = store.runs.begin(recording.id, "crawl").result()
        for number, body in enumerate(bodies):
            page = NewPage(
                run_id=run.id, url=f"http://a.example/{number}", role="target", body=body, content_type="text/html"
            )
            store.pages.record(page).result()
        store.runs.end(run.id, "done", complete=True).result()


@pytest.fixture
def pages(tmp_path: Path) -> Crawled:
    """Makes a database of target pages; each further list of pages is another crawl of the same addresses."""
    database = tmp_path / "pages.db"

    def crawled(bodies: list[bytes]) -> Path:
        store_crawl(database, bodies)
        return database

    return crawled
