"""Takes pictures of every area of the terminal UI at three sizes, with what was recorded of three unlike sites: a shop,
a catalogue that only a search leads to, and a manual of plain pages.

`PYTHONPATH=. python docs/take_areas.py FOLDER [SITE …]` writes an SVG of each area, and a PNG to look at.
"""

import asyncio
import os
import pkgutil
import pydoc
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from textual.pilot import WaitForScreenTimeout

from bench.hidden_catalogue import Manners, catalogue, described
from docs.take_screens import FONTS_FROM_ELSEWHERE, settled, until
from recorder import crawl, extract, record
from recorder.demo import DemoServer
from recorder.tui.app import RecorderApp
from recorder.tui.screens.area import AREAS
from tests.shop.owned import OwnedShop

SIZES = ((80, 24), (120, 40), (200, 60))
MODULES = sorted(
    found.name
    for found in pkgutil.iter_modules([str(Path(os.__file__).parent)])
    if not found.name.startswith("_") and found.name not in ("antigravity", "this", "idlelib", "turtledemo", "test")
)[:90]
"""Of Python itself; some of the others do something as soon as they are imported."""


_SOURCE = re.compile(r'<a href="file:[^"]*">[^<]*</a>')
"""Where a module lies on the machine that takes the pictures."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def manual(folder: Path) -> Iterator[str]:
    """The documentation of Python's modules as pydoc writes it, a list for each letter."""
    folder.mkdir()
    for name in MODULES:
        page = _SOURCE.sub("", pydoc.html.page(f"{name} - Python", pydoc.html.document(*pydoc.resolve(name))))
        (folder / f"{name}.html").write_text(page, encoding="utf-8", errors="xmlcharrefreplace")
    letters = sorted({name[0] for name in MODULES})
    front = "".join(f"<li><a href=letter-{letter}.html>{letter.upper()}</a>" for letter in letters)
    (folder / "index.html").write_text(f"<title>Modules</title><h1>Modules by letter</h1><ul>{front}</ul>")
    for letter in letters:
        names = (name for name in MODULES if name.startswith(letter))
        rows = "".join(f"<tr><td><a href={name}.html>{name}</a><td>module" for name in names)
        text = f"<title>Modules in {letter}</title><h2>{letter.upper()}</h2><table>{rows}</table>"
        (folder / f"letter-{letter}.html").write_text(text)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def recorded_shop(stack: ExitStack, database: Path) -> None:
    """With a search that was asked, and a second crawl after prices have changed."""
    site = stack.enter_context(DemoServer(OwnedShop(books=150)))
    record(site.entry_url, site.sample_url, database, name="bookshop")
    crawl(database)
    extract(database)
    crawl(database, {"Title or author": "the"})
    site.edit(add=3, change=6, restructure=2, remove=2)
    crawl(database)


def recorded_packages(stack: ExitStack, database: Path) -> None:
    site = stack.enter_context(catalogue(described(300), Manners()))
    record(f"{site.base}/", f"{site.base}/record/1", database, name="packages")
    crawl(database, exhaust="")
    extract(database)


def recorded_manual(stack: ExitStack, database: Path) -> None:
    entry = stack.enter_context(manual(database.with_suffix("")))
    record(entry, f"{entry}ast.html", database, name="manual")
    crawl(database)
    extract(database)


MORE = {"records": (("record", ("enter",)), ("spread", ("escape", "right", "d")))}
"""What else there is to see in an area, with the keys that lead there, one after the other."""
SITES = {"bookshop": recorded_shop, "packages": recorded_packages, "manual": recorded_manual}


async def take(database: Path, name: str, size: tuple[int, int], folder: Path) -> None:
    app = RecorderApp(database)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.area is not None and app.area.is_mounted)
        for area in AREAS:
            for shown, keys in ((area.mode, ("escape", area.key)), *MORE.get(area.mode, ())):
                with suppress(WaitForScreenTimeout):  # on a busy machine; it is waited for in any case
                    await pilot.press(*keys)
                await settled(pilot)
                app.clear_notifications()
                await settled(pilot)
                svg = FONTS_FROM_ELSEWHERE.sub("", app.export_screenshot(title=f"recorder, {size[0]}x{size[1]}"))
                (folder / f"{name}-{shown}-{size[0]}x{size[1]}.svg").write_text(svg, encoding="utf-8")
        app.session.close()


def as_png(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    from recorder.fetching.browser_finding import find_browser

    with sync_playwright() as playwright:
        found = find_browser()
        browser = playwright.chromium.launch(executable_path=found.path, args=["--no-sandbox"])
        page = browser.new_page()
        for file in sorted(folder.glob("*.svg")):
            page.goto(file.as_uri())
            page.locator("svg").screenshot(path=str(file.with_suffix(".png")))
        browser.close()


def main() -> None:
    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="recorder-areas-") as home, ExitStack() as stack:
        place = Path(home)
        os.environ["XDG_STATE_HOME"] = home
        os.chdir(home)  # where it lies on this machine is nobody's matter
        for name in sys.argv[2:] or SITES:
            SITES[name](stack, place / f"{name}.db")
            for size in SIZES:
                asyncio.run(take(place / f"{name}.db", name, size, folder))
    as_png(folder)


if __name__ == "__main__":
    main()
