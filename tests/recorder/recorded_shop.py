"""The bundled bookshop, recorded and crawled by the real commands: once for all tests and all sessions, until the
sources change that made the recording. Whoever writes in its database takes a copy.

A recording holds addresses, so the shop opens again at the port it was recorded at. One process at a time can do that:
another one meanwhile makes a recording of its own, which is not kept.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from recorder.demo import DemoServer
from recorder.fetching.browser_finding import find_browser
from tests.shop.owned import OwnedShop

ROOT = Path(__file__).parents[2]
MADE_BY = ("recorder", "forms", "patterns", "store")
SOURCES = frozenset({".py", ".sql", ".toml", ".html"})
BOOKS = 150
DATABASE, TOLD = "shop.db", "told.json"

Run = Callable[..., Any]
"""Runs a command that must end well, and gives the JSON it printed."""


@dataclass(frozen=True)
class RecordedShop:
    """The shop, open; its database; and what the commands printed."""

    site: OwnedShop
    database: Path
    recorded: Any
    crawled: Any


@contextmanager
def recorded_shop(kept: Path, own: Path, run: Run) -> Iterator[RecordedShop]:
    """From the folder `kept`, where it stays from session to session; or made in the folder `own`."""
    with (kept / "lock").open("w") as lock, ExitStack() as stack:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield stack.enter_context(made(own, run))
        else:
            yield stack.enter_context(kept_shop(kept, run))


@contextmanager
def kept_shop(kept: Path, run: Run) -> Iterator[RecordedShop]:
    """As it was left by an earlier session, or made anew: what is stale goes."""
    folder, making = kept / digest(), kept / "making"
    with ExitStack() as stack:
        if folder.is_dir():
            shop = None
            with suppress(OSError):  # the port is taken
                shop = stack.enter_context(reopened(folder))
            if shop is not None:
                yield shop
                return
        for stale in [each for each in kept.iterdir() if each.is_dir()]:
            shutil.rmtree(stale)
        making.mkdir()
        shop = stack.enter_context(made(making, run))
        making.rename(folder)
        yield replace(shop, database=folder / DATABASE)


@contextmanager
def reopened(folder: Path) -> Iterator[RecordedShop]:
    told = json.loads((folder / TOLD).read_text())
    with DemoServer(OwnedShop(books=BOOKS, port=told["port"])) as site:
        yield RecordedShop(site, folder / DATABASE, told["recorded"], told["crawled"])


@contextmanager
def made(folder: Path, run: Run) -> Iterator[RecordedShop]:
    database = folder / DATABASE
    with DemoServer(OwnedShop(books=BOOKS)) as site:
        recorded = run("record", site.entry_url, "--like", site.sample_url, "--db", database, "--name", "shop")
        crawled = run("crawl", "--db", database)
        port = int(site.base_url.rpartition(":")[2])
        (folder / TOLD).write_text(json.dumps({"port": port, "recorded": recorded, "crawled": crawled}))
        yield RecordedShop(site, database, recorded, crawled)


def digest() -> str:
    """Of everything a recording may depend on."""
    made_of = hashlib.sha256(f"{sys.version} {find_browser().path}".encode())
    sources = [path for package in MADE_BY for path in (ROOT / package).rglob("*") if path.suffix in SOURCES]
    for path in sorted([*sources, Path(__file__), ROOT / "requirements.lock"]):
        made_of.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return made_of.hexdigest()
