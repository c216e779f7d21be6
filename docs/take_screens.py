"""Takes the pictures of the terminal UI that the docs show, from the real application at work on the demo site.

`PYTHONPATH=. python docs/take_screens.py [FOLDER [exhaust]]` writes one SVG a screen, into the folder of this file
unless told otherwise; with `exhaust` only that of an exhausted form, over packages of Debian.
"""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from bench.hidden_catalogue import Manners, catalogue, described, write_recording
from recorder.demo import DemoServer, DemoSite
from recorder.face import CrawlOptions, ExhaustOptions, RecordOptions
from recorder.face.fleet import FleetDesk
from recorder.fleet.connecting import queue_place
from recorder.tui.app import RecorderApp
from recorder.tui.messages import StartRun
from recorder.tui.widgets.lazy_table import LazyTable

SIZE = (120, 34)
PATIENCE = 300
FONTS_FROM_ELSEWHERE = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""A picture in the documentation must not make a reader's browser ask others for anything."""


async def until(pilot: Pilot[str], holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await pilot.pause(0.1)


async def settled(pilot: Pilot[str]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause(0.5)


async def take(site: DemoSite, database: Path, folder: Path) -> None:
    app = RecorderApp()
    async with app.run_test(size=SIZE) as pilot:

        def picture(name: str) -> None:
            svg = FONTS_FROM_ELSEWHERE.sub("", app.export_screenshot(title="recorder"))
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")

        await settled(pilot)
        app.post_message(StartRun(RecordOptions(site.entry_url, (site.sample_url,), database, "bookshop")))
        await until(pilot, lambda: len(app.session.watch.found) > 60)
        picture("map")
        await until(pilot, lambda: app.session.watch.status == "done" and not app.session.running)
        for key, name in (("3", "forms"), ("4", "pattern")):
            await pilot.press(key)
            await settled(pilot)
            app.clear_notifications()
            await settled(pilot)
            picture(name)
        app.post_message(StartRun(CrawlOptions(database)))
        await until(pilot, lambda: app.session.watch.kind == "crawl" and app.session.watch.targets > 60)
        await pilot.pause(1.5)
        picture("crawl")
        await until(pilot, lambda: app.session.watch.status == "done" and not app.session.running)
        await pilot.press("6")
        await settled(pilot)
        picture("pages")
        await pilot.press("1")
        await settled(pilot)
        picture("open")
        app.session.close()


async def take_exhausted(database: Path, folder: Path) -> None:
    """A form that shows no more than a hundred records, asked until little is missing."""
    app = RecorderApp(database)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await pilot.press("5")
        app.post_message(StartRun(CrawlOptions(database, exhaust=ExhaustOptions())))
        await until(pilot, lambda: app.session.watch.found_by_asking)
        await until(pilot, lambda: not app.session.running)
        await pilot.press("w")
        app.clear_notifications()
        await pilot.pause(1.5)
        svg = FONTS_FROM_ELSEWHERE.sub("", app.export_screenshot(title="recorder"))
        (folder / "exhaust.svg").write_text(svg, encoding="utf-8")


SHELVES = ("antiquarian", "city-library", "film-archive", "institute", "map-room", "museum", "press-archive")


@contextmanager
def fleet_at_work(home: Path) -> Iterator[FleetDesk]:
    """Seven shops, one of them with a sample page that is not there, and a worker that visits two at a time."""
    home.chmod(0o755)  # for the account PostgreSQL runs as, where this runs as root
    with ExitStack() as stack:
        sites = [stack.enter_context(DemoServer(DemoSite(books=60))) for _ in SHELVES]
        like = [site.sample_url for site in sites]
        like[3] += "-that-was-taken-down"
        rows = [f"{name},{site.entry_url},{page}" for name, site, page in zip(SHELVES, sites, like, strict=True)]
        text = "\n".join(["name,entry,like,options", *(f"{row},--render never" for row in rows)])
        (home / "sites.csv").write_text(text, encoding="utf-8")
        run = ["run", str(home / "sites.csv"), "--to", str(home), "-j", "2", "--per-host", "2", "--quiet"]
        place = stack.enter_context(queue_place(None, home))
        worker = subprocess.Popen([sys.executable, "-m", "recorder", "fleet", *run], stdout=subprocess.DEVNULL)
        yield stack.enter_context(FleetDesk(place))
        worker.terminate()
        worker.wait()


async def take_fleet(desk: FleetDesk, folder: Path) -> None:
    app = RecorderApp(None, desk)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.screen.query("#sites") and app.screen.query_one("#sites", LazyTable).count)
        table = app.screen.query_one("#sites", LazyTable)
        await until(pilot, lambda: sum(site.is_done for site in table._source.things) >= 3)
        table.cursor = next(row for row, site in enumerate(table._source.things) if site.name == SHELVES[3])
        await pilot.pause(3)
        svg = FONTS_FROM_ELSEWHERE.sub("", app.export_screenshot(title="recorder"))
        (folder / "fleet.svg").write_text(svg, encoding="utf-8")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="recorder-screens-") as place, DemoServer(DemoSite(books=300)) as site:
        os.environ["XDG_STATE_HOME"] = place
        with catalogue(described(500), Manners(limit=100)) as hidden:
            write_recording(Path(place) / "packages.db", hidden)
            asyncio.run(take_exhausted(Path(place) / "packages.db", folder))
        if sys.argv[2:] == ["exhaust"]:
            return
        asyncio.run(take(site, Path(place) / "bookshop.db", folder))
        with fleet_at_work(Path(place)) as desk:
            asyncio.run(take_fleet(desk, folder))


if __name__ == "__main__":
    main()
