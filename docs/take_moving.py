"""Takes the moving picture of the terminal UI, from the real application: two addresses are typed in, a shop is mapped,
its pages are collected and become a table. One SVG, which asks nobody for anything.

`PYTHONPATH=. python docs/take_moving.py [FILE]`
"""

import asyncio
import os
import re
import sys
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from docs.take_screens import FONTS_FROM_ELSEWHERE, settled, until
from recorder.demo import DemoServer, DemoSite
from recorder.tui.app import RecorderApp

SIZE = (96, 28)
Frame = tuple[str, float]
"""A picture, and the seconds it is shown."""
_BOX = re.compile(r'viewBox="([^"]+)"')


def moving(frames: list[Frame]) -> str:
    """One picture of many: each is visible for its own part of the whole time, the last where nothing may move."""
    whole = sum(seconds for _, seconds in frames)
    ends = list(accumulate(100 * seconds / whole for _, seconds in frames))
    styles, pictures = ["@media (prefers-reduced-motion: reduce) { .frame { animation: none } }"], []
    for number, ((svg, _), begin, end) in enumerate(zip(frames, [0.0, *ends], ends, strict=False)):
        steps = f"0%, {end:.2f}%" if number == 0 else f"{begin:.2f}%, {end:.2f}%"
        hidden = "" if number == 0 else f"0%, {begin - 0.01:.2f}% {{ visibility: hidden }} "
        after = "" if number == len(frames) - 1 else f"{end + 0.01:.2f}%, 100% {{ visibility: hidden }} "
        styles.append(f"@keyframes f{number} {{ {hidden}{steps} {{ visibility: visible }} {after}}}")
        shown = "visible" if number == len(frames) - 1 else "hidden"
        styles.append(f".f{number} {{ visibility: {shown}; animation: f{number} {whole:.1f}s step-end infinite }}")
        pictures.append(f'<g class="frame f{number}">{svg}</g>')
    box = _BOX.search(frames[0][0])
    assert box
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}">'
    return f"{head}<style>{' '.join(styles)}</style>{''.join(pictures)}</svg>"


async def take(site: DemoSite, database: Path) -> list[Frame]:
    frames: list[Frame] = []
    app = RecorderApp()
    async with app.run_test(size=SIZE) as pilot:

        def frame(seconds: float) -> None:
            app.clear_notifications()
            frames.append((FONTS_FROM_ELSEWHERE.sub("", app.export_screenshot(title="recorder")), seconds))

        await _type(pilot, "#entry", site.entry_url)
        frame(1.2)
        await _type(pilot, "#sample-1", site.sample_url)
        await _type(pilot, "#database", str(database))
        await settled(pilot)
        frame(2.5)
        await pilot.press("ctrl+r")
        for count in (5, 25, 50):
            await until(pilot, lambda count=count: len(app.session.watch.judged) >= count or not app.session.running)
            frame(1.2)
        await _over(pilot)
        frame(3)
        await pilot.press("greater_than_sign", "ctrl+r")
        await until(pilot, lambda: app.session.watch.kind == "crawl" and app.session.watch.targets > 20)
        frame(1.2)
        await _over(pilot)
        frame(2)
        await pilot.press("greater_than_sign", "x")
        await until(pilot, lambda: app.session.watch.kind == "extraction")
        await _over(pilot)
        frame(4)
        app.session.close()
    return frames


async def _type(pilot: Pilot[str], field: str, text: str) -> None:
    await settled(pilot)
    pilot.app.screen.query_one(field).focus()
    await pilot.press(*text)


async def _over(pilot: Pilot[str]) -> None:
    """The run that goes on has ended, and what came of it is on the screen."""
    await until(pilot, lambda: not pilot.app.session.running)  # type: ignore[attr-defined]
    await pilot.pause(1)
    await settled(pilot)
    pilot.app.clear_notifications()
    await settled(pilot)


def main() -> None:
    file = (Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("moving.svg")).absolute()
    with TemporaryDirectory(prefix="recorder-moving-") as place, DemoServer(DemoSite(books=80)) as site:
        os.environ["XDG_STATE_HOME"] = place
        os.chdir(place)
        file.write_text(moving(asyncio.run(take(site, Path("shop.db")))), encoding="utf-8")


if __name__ == "__main__":
    main()
