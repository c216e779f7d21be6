"""Whatever a site wrote, what is shown is one line of harmless text; and every screen shows it without raising."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.runtime.events import (
    Activity,
    JudgedPage,
    LinkGroupSeen,
    Note,
    PageFetched,
    PagesJudged,
    RunBegan,
    SiteSeen,
)
from recorder.store import NewPage, open_store
from recorder.store.forms import FieldRow, FormRow
from recorder.store.page import LinkRow
from recorder.store.probes import ProbeRow
from recorder.tui.text import LONGEST, shown
from recorder.tui.widgets.lazy_table import LazyTable
from tests.tui.conftest import idle_job, press, running, settled, text_of, until

HOSTILE = (
    "[/foo] [bold red]x[/] [@click=app.quit]y[/]",
    "\x1b[31mred\x1b]0;title\x07\x1b]8;;http://evil\x1b\\link\x9b31m\x90q\x9c",
    "\u202egnp.exe\u2066 zero\u200bwidth\ufeff\u00ad \U000e0041 lone \ud800 end",
    "long " * 2_000,
    "a\nb\tc\rd\x00e $primary {x} %s \\[ \\",
    "e" + "\u0301" * 3_000,
)
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


@given(st.text() | st.sampled_from(HOSTILE))
def test_shown_text_is_one_short_visible_line(text: str) -> None:
    line = shown(text)
    assert line.isprintable()
    assert len(line) <= LONGEST
    assert shown(line) == line


@given(st.text(st.characters(codec="ascii", min_codepoint=33, max_codepoint=126), max_size=LONGEST))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert shown(text) == text


def hostile_database(database: Path) -> None:
    """A recording whose every text of the site is hostile."""
    site = "http://shop.example"
    with open_store(database, create=True) as store:
        recording = store.recordings.create("shop", f"{site}/", [f"{site}/1"], {"scope": "host"}).result()
        store.recordings.set_threshold(recording.id, 0.5, {"because": list(HOSTILE[:2])}).result()
        steps = tuple(
            FormStep(
                "GET", f"{site}/?q=*&x={text[:50]}", None, (Parameter(f"q{n}", text, "select", (text,), texts=(text,)),)
            )
            for n, text in enumerate(HOSTILE)
        )
        links = tuple(LinkStep(re.escape(shown(text, 80)), text[:90].replace("\ud800", "")) for text in HOSTILE)
        paths = tuple(PatternPath((step, link), 1, 1) for step, link in zip(steps, links, strict=True))
        pattern = NavigationPattern((*paths, PatternPath((LinkStep(f"^{site}/.*$"),), 3, 3)))
        text = to_text(pattern).encode("utf-8", "replace").decode()
        store.patterns.save(recording.id, text, step_rows(pattern)).result()
        for kind in ("mapping", "crawl", "crawl"):
            run = store.runs.begin(
                recording.id, kind, {"queries": [{"q": shown(HOSTILE[1])}]} if kind == "crawl" else {}
            ).result()
            for number, words in enumerate(HOSTILE):
                body = f"<title>{words}</title><h1>{words}</h1><dl><dt>{HOSTILE[0]}<dd>{words}</dl>".encode(
                    "utf-8", "replace"
                )
                role = "hub" if kind == "mapping" else "target" if number % 2 else "error"
                page = NewPage(
                    run_id=run.id, url=f"{site}/{number}?{words[:40]}", role=role, title=words, reason=words,
                    similarity=0.9, body=body, content_type="text/html", text=words,
                    links=(LinkRow(f"{site}/{number}/{words[:200]}", words[:50], words),),
                )  # fmt: skip
                store.pages.record(page).result()
            store.runs.end(run.id, "done", drift={"message": HOSTILE[0]} if kind == "crawl" else None).result()
        for number, words in enumerate(HOSTILE):
            row = FormRow(
                signature=str(number), url=words, method="GET", action=words, verdict="not tried", reason=words,
                generic_url=words, generic_body=words,
            )  # fmt: skip
            field = FieldRow(name=words, kind="select", label=words, options=(words, ""), value=words, example=words)
            form = store.forms.save(recording.id, row, (field,)).result()
            probe = ProbeRow(field_values={"q": [words]}, method="GET", url=words, outcome=words, size=10)
            store.probes.save(1, form, [probe]).result()


async def test_every_screen_bears_hostile_text(tmp_path: Path) -> None:
    database = tmp_path / "hostile.db"
    hostile_database(database)
    async with running(database, (120, 40)) as pilot:
        app = pilot.app
        app.session.job, app._noticed = idle_job(), False
        app.session.inbox(RunBegan(9, "mapping", HOSTILE[0], False, 0))
        for words in HOSTILE:
            app.session.inbox(Activity(words))
            app.session.inbox(Note(words))
            app.session.inbox(PageFetched(words, "error", words, None, False, 1, 1, 1))
            app.session.inbox(PagesJudged((JudgedPage(words, 0.7, True),), 0.5))
            app.session.inbox(SiteSeen((LinkGroupSeen(words, words, 3, 3, 3, 0, 0, (words,)),)))
            await pilot.pause(0.15)
        for area, keys in (
            ("2", ("tab", "enter", "escape", "tab", "tab", "enter", "escape")),
            ("3", ("down", "down", "f", "escape")),
            ("4", ("down", "enter", "escape")),
            ("5", ("x", "n", "t", "enter", "escape", "i", "enter", "down", "enter")),
            ("6", ("o", "w", "v", "enter", "escape", "slash", "x", "left_square_bracket", "escape")),
            ("2", ("k", "w", "enter", "escape", "escape", "n", "escape")),
            ("7", ("right", "e", "escape")),
            ("8", ("down", "tab", "enter", "escape")),
            ("1", ("question_mark", "escape")),
        ):
            await press(pilot, "escape", area)
            assert not FORBIDDEN.findall(text_of(app)), area
            for key in keys:
                await pilot.press(key)
                assert not FORBIDDEN.findall(text_of(app)), (area, key)
            await settled(pilot)
        app.area.notify_text(HOSTILE[0])
        app.session.job.stop()
        await until(pilot, lambda: not app.session.running)
        await settled(pilot)
        assert not FORBIDDEN.findall(text_of(app))
        await press(pilot, "7", "x")
        await until(pilot, lambda: app.screen.query_one("#records", LazyTable).count)
        await press(pilot, "c")
        assert app.screen.query_one("#columns", LazyTable).count
        for key in ("down", "enter", "escape"):
            assert not FORBIDDEN.findall(text_of(app)), key
            await pilot.press(key)


@pytest.mark.parametrize("kept", ["{}", "[1, null]", "not json", json.dumps(["/no/such/file.db"])])
async def test_a_damaged_list_of_recent_databases_is_no_trouble(state: Path, kept: str) -> None:
    file = state / "recorder" / "recent.json"
    file.parent.mkdir(parents=True)
    file.write_text(kept)
    async with running() as pilot:
        assert "Record a new site" in text_of(pilot.app)
