"""A recording of DevTools as the way to the sample: what it says of forms is found on their pages."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recorder.demo import DemoServer
from recorder.probing.hand_steps import load_steps
from recorder.runtime.errors import UsageError
from tests.recorder.conftest import Command
from tests.shop.owned import OwnedShop


def recording(tmp_path: Path, *steps: dict[str, Any]) -> Path:
    file = tmp_path / "recording.json"
    view = {"type": "setViewport", "width": 800, "height": 600, "deviceScaleFactor": 1, "isMobile": False}
    file.write_text(json.dumps({"title": "A way", "steps": [view, *steps]}))
    return file


def went(url: str) -> dict[str, Any]:
    return {"assertedEvents": [{"type": "navigation", "url": url, "title": ""}]}


def change(value: str, *selectors: str) -> dict[str, Any]:
    return {"type": "change", "target": "main", "value": value, "selectors": [[each] for each in selectors]}


@pytest.mark.parametrize(
    "selectors",
    [
        ("aria/Search the catalogue",),
        ("div >> unknown:pseudo(", "xpath///*[", "text/nothing", "xpath//html/body/header/form[1]/input"),
    ],
)
def test_what_was_entered_is_asked_first(recorder: Command, tmp_path: Path, selectors: tuple[str, ...]) -> None:
    with DemoServer(OwnedShop(books=12)) as site:
        answer = f"{site.entry_url}search/results?q=zanzibar"
        steps = recording(
            tmp_path,
            {"type": "navigate", "url": site.entry_url},
            change("zanzibar", *selectors),
            {"type": "keyDown", "target": "main", "key": "Enter", **went(answer)},
            {"type": "click", "target": "main", "selectors": [["aria/Order now"]], **went(site.sample_url)},
        )
        database = tmp_path / "a.db"
        done = recorder("record", "--steps", steps, "--db", database, "--render", "never", "--max-probes", 2)
        assert done.code == 0, done.err
        assert "1 value in 1 form" in done.err
        assert site.tally.unsafe == []
    with closing(sqlite3.connect(database)) as opened:
        asked = [row[0] for row in opened.execute("SELECT field_values FROM probes ORDER BY id")]
        samples = [row[0] for row in opened.execute("SELECT url FROM samples")]
    assert '{"q":["zanzibar"]}' in asked
    assert samples == [site.sample_url]


def test_options_that_were_chosen_and_boxes_that_were_ticked_are_entered_too_and_no_password_is(tmp_path: Path) -> None:
    from recorder.forms.finding import find_forms
    from recorder.patterns.pages.documents import Document
    from recorder.probing.choices import FormOverrides
    from recorder.probing.hand_steps import HandSteps, filled_by_hand

    body = b"""<form action=/find><label>Words<input name=w></label><select name=kind id=k><option>all
        <option value=b>Books</select><label id=l><input type=checkbox name=new value=yes>New only</label>
        <input type=checkbox name=old checked></form>
        <form action=/login><input name=who><input type=password name=secret id=s></form>"""
    page = Document.parse(body, content_type="text/html; charset=utf-8", url="https://a.example/")

    class Seen:
        """What filled_by_hand asks of a site that was mapped: one page."""

        def forms(self) -> list[Any]:
            return [find_forms(page)]

        def final(self, url: str) -> str:
            return url

        def document(self, _: str) -> Document:
            return page

    def clicked(selector: str) -> dict[str, Any]:
        return {"type": "click", "selectors": [selector]}

    file = recording(
        tmp_path,
        {"type": "navigate", "url": "https://a.example"},
        change("b", "#k"),
        clicked("#l"),
        clicked("[name=old]"),
        clicked("h1"),
        change("hunter2", "#s"),
        change("owls", "aria/Words"),
    )
    steps: HandSteps = load_steps(file)
    overrides, count = filled_by_hand(steps, Seen(), FormOverrides())  # type: ignore[arg-type]
    (entered,) = overrides.filled.values()
    assert (entered, count) == ({"kind": "b", "new": "yes", "w": "owls"}, 3)
    assert "hunter2" not in repr(steps) + repr(overrides)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"steps": 3}', '{"steps": [{"type": "click"}]}', '{"steps": [7]}', "\x00"),
        '{"steps": [{"type": "click", "selectors": [[]]}]}',
    ],
)
def test_what_is_no_recording_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text)
    with pytest.raises(UsageError, match="no recording of DevTools"):
        load_steps(file)


def test_a_recording_that_opens_no_page_leads_nowhere(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="opens no page"):
        load_steps(recording(tmp_path))
