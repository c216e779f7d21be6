"""Real `recorder` processes that a test can wait on, signal and kill, and what they leave in a database."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.store import NewPage, Recording, Store, open_store
from recorder.store.page import OTHER
from tests.recorder.conftest import Done
from tests.shop.owned import OwnedShop

PATIENCE = 120.0
Process = subprocess.Popen[str]

PLAIN = ("--render", "never")
"""For what has nothing to do with a browser: starting one takes longer than most of these commands."""


def start(*arguments: object, under: Sequence[str] = ()) -> Process:
    """`recorder` as a user starts it, perhaps `under` another program."""
    settings = {name: value for name, value in os.environ.items() if name != "RECORDER_DEBUG"}
    return subprocess.Popen(
        [*under, sys.executable, "-m", "recorder", *map(str, arguments)],
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: Process) -> Done:
    """Wait for a process; what it wrote fits the pipes."""
    out, err = process.communicate(timeout=PATIENCE)
    return Done(process.returncode, out, err)


def until(condition: Callable[[], bool], process: Process) -> bool:
    """Wait until something is so; False if the process ended first."""
    ends = time.monotonic() + PATIENCE
    while not condition():
        if process.poll() is not None:
            return False
        assert time.monotonic() < ends, "it never happened"
        time.sleep(0.005)
    return True


def until_asked(site: OwnedShop, requests: int, process: Process) -> bool:
    """Wait until the site has answered so many more requests."""
    goal = site.tally.total + requests
    return until(lambda: site.tally.total >= goal, process)


def rows(database: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql).fetchall()


def targets(database: Path) -> list[str]:
    return sorted(str(url) for (url,) in rows(database, "SELECT url FROM targets"))


def pattern(database: Path) -> object:
    return rows(database, "SELECT text FROM patterns ORDER BY version DESC LIMIT 1")


def stored(database: Path) -> int:
    return len(rows(database, "SELECT 1 FROM pages"))


def is_sound(database: Path) -> bool:
    return rows(database, "PRAGMA integrity_check") == [("ok",)] and not rows(database, "PRAGMA foreign_key_check")


def write_recording(database: Path, site: OwnedShop) -> None:
    """A recording of the bookshop by hand: every category, its further pages, the books there; whatever the pattern
    calls a book passes for one."""
    category = rf"{site.base_url}/books/[^/]+/[^/]+/"
    further = LinkStep(rf"^{category}(page-[0-9]+\.html|\?page=[0-9]+)$", repeat=True)
    first, book = LinkStep(rf"^{category}$"), LinkStep(rf"^{site.base_url}/book/[^/?]+\.html$")
    learnt = NavigationPattern((PatternPath((first, book), 1, 1), PatternPath((first, further, book), 1, 1)))
    with open_store(database, create=True) as store:
        recording = store.recordings.create("shop", site.entry_url, [site.sample_url], {"scope": "host"}).result()
        with urlopen(site.sample_url) as answer:
            sample = NewPage(run_id=_mapping(store, recording), url=site.sample_url, role=OTHER, body=answer.read())
        store.recordings.set_threshold(recording.id, 0.0, {"exemplars": [store.pages.record(sample).result()]})
        store.patterns.save(recording.id, to_text(learnt), step_rows(learnt)).result()


def _mapping(store: Store, recording: Recording) -> int:
    run = store.runs.begin(recording.id, "mapping").result()
    return store.runs.end(run.id, "done").result().id


def no_traceback(ending: Done) -> bool:
    return "Traceback" not in ending.err and "fault of recorder" not in ending.err
