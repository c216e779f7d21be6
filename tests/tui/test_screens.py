"""Every screen in three states and two sizes, held against stored pictures in text.

After a change, take them anew and look at each: RECORDER_TAKE_SCREENS=1 python -m pytest tests/tui/test_screens.py
"""

import os
import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from recorder.runtime.events import (
    Activity,
    FormJudged,
    JudgedPage,
    LinkGroupSeen,
    Note,
    PageFetched,
    PagesJudged,
    ProbesAnswered,
    RunBegan,
    SiteSeen,
)
from recorder.tui.screens.area import AREAS
from tests.recorder.small_shop import ENTRY, SITE, book
from tests.tui.conftest import idle_job, press, running, settled, text_of, until

STORED = Path(__file__).parent / "stored_screens"
SIZES = (pytest.param((80, 24), id="small"), pytest.param((140, 45), id="large", marks=pytest.mark.slow))
AREA_KEYS = tuple((area.mode, (area.key,)) for area in AREAS)
"""What to press for each area."""
WINDOWS = (
    *((name, ("7", "x", *keys) if name == "records" else keys) for name, keys in AREA_KEYS),
    ("columns", ("7", "c")),
    ("export", ("7", "e")),
    ("kinds", ("2", "k")),
    ("groups", ("2", "g")),
    ("fill", ("3", "f")),
    ("help", ("2", "question_mark")),
    ("why", ("6", "w", "enter")),
)
"""Once all is done, also the windows over the areas."""
PASSING = (
    (re.compile(r"20\d\d-\d\d-\d\d"), "2026-01-01"),
    (re.compile(r"(?<!\d)-\d\d-\d\d\b"), "-01-01"),
    (re.compile(r"(?<=2026-01-01 )\d\d:\d\d"), "00:00"),
    (re.compile(r"00:00:\d\d"), "00:00:00"),
    (re.compile(r"\b\d+ s\b"), "0 s"),
)


async def begin(pilot: Pilot[str], kind: str) -> None:
    """A run that is half way, by what it announces."""
    app = pilot.app
    app.session.job, app._noticed = idle_job(), False
    tell = app.session.inbox
    tell(RunBegan(4, kind, ENTRY, False, 0))
    for number in range(1, 31):
        role = "target" if number % 3 else "other"
        tell(PageFetched(book(number), role, "", None, number % 10 == 0, number, number * 2 // 3, 60 - number))
    tell(PageFetched(book(99), "error", "it took longer than 60 s", None, False, 31, 20, 29))
    judged = tuple(JudgedPage(book(n), 0.2 + (n % 3) * 0.35, n % 3 == 2) for n in range(1, 31))
    tell(PagesJudged(judged, 0.73))
    groups = (
        LinkGroupSeen("", "shelf?page=*", 4, 4, 0, 4, 0, (f"{SITE}/shelf?page=1",)),
        LinkGroupSeen("", "*.html", 9, 6, 0, 0, 3, (f"{SITE}/about.html",)),
        LinkGroupSeen("book/", "*", 60, 30, 30, 0, 0, (book(1), book(2))),
        LinkGroupSeen("news/", "*", 12, 1, 0, 0, 0, (f"{SITE}/news/1",)),
    )
    tell(SiteSeen(groups))
    tell(FormJudged(1, f"{SITE}/find", "not tried", "it searches"))
    tell(ProbesAnswered(f"{SITE}/find", 12, 5))
    tell(Note("Paths through forms are left out."))
    tell(Activity("probing the form"))
    await until(pilot, lambda: app.session.watch.activity == "probing the form")


def still(text: str) -> str:
    """Without what differs from run to run."""
    for pattern, instead in PASSING:
        text = pattern.sub(instead, text)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", ["empty", "running", "done"])
async def test_screens_look_as_they_did(full: Path, stage: str, size: tuple[int, int]) -> None:
    wrong = []
    async with running(None if stage == "empty" else full, size) as pilot:
        if stage == "running":
            await begin(pilot, "mapping")
        for name, keys in WINDOWS if stage == "done" else AREA_KEYS:
            if stage == "running" and name == "crawl":
                pilot.app.session.watch.kind = "crawl"
            await press(pilot, "escape", "escape", *keys)
            if stage == "done":  # an extraction is no worker of the screen's
                await until(pilot, lambda: pilot.app._noticed)
                await settled(pilot)
            pilot.app.clear_notifications()
            await until(pilot, lambda: not pilot.app.screen.query("Toast"))
            # A rate depends on the clock.
            pilot.app.session.watch.rates.clear()
            await settled(pilot)
            seen = still(text_of(pilot.app))
            if stage == "running":
                seen = re.sub(r"[▁▂▃▄▅▆▇█]* ?\d+/s(, about \d+ \w+ left)?( +waiting [▁▂▃▄▅▆▇█]+ \d+)?", "RATE", seen)
            file = STORED / f"{name}-{stage}-{size[0]}x{size[1]}.txt"
            if os.environ.get("RECORDER_TAKE_SCREENS"):
                STORED.mkdir(exist_ok=True)
                file.write_text(seen, encoding="utf-8")
            elif file.read_text(encoding="utf-8") != seen:
                wrong.append(f"{file.name} is now:\n{seen}")
    assert not wrong, "\n".join(wrong)
