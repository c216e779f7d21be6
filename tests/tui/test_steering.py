"""What a person steers by hand: keys that come faster than the screen, forms, columns, kinds of links, exports."""

import gzip
import json
from pathlib import Path

from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Checkbox, Input, Select

from recorder.face import LinkClasses, load_groups
from recorder.knowledge.coverage import Coverage, save_coverage
from recorder.patterns.navigation.notation import from_text
from recorder.runtime.events import LinkGroupSeen, Note, RecordsFound, RunBegan
from recorder.store import FieldRow, FormRow, NewPage, open_store
from recorder.tui.screens.area import AreaLink
from recorder.tui.screens.dialogs import ReadText
from recorder.tui.screens.forms import FillForm
from recorder.tui.screens.groups import TargetGroups
from recorder.tui.screens.links import LinkKinds, LinkTree
from recorder.tui.screens.new_recording import NewRecording
from recorder.tui.screens.records import RecordsArea
from recorder.tui.widgets.bars import Histogram
from recorder.tui.widgets.lazy_table import LazyTable
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import Glossary
from tests.recorder.small_shop import ENTRY, PATTERN, SITE, book
from tests.tui.conftest import idle_job, press, running, settled, text_of, until


def type_ahead(pilot: Pilot[str], *keys: str) -> None:
    """As a person who does not wait for the screen, or a terminal that pastes."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_what_is_typed_ahead_reaches_the_field_it_is_meant_for() -> None:
    async with running() as pilot:
        type_ahead(pilot, *"one", "tab", *"two", "tab", *"three", "shift+tab", "X")
        await settled(pilot)
        values = [pilot.app.screen.query_one(f"#{which}", Input).value for which in ("entry", "sample-1", "database")]
        assert values == ["one", "X", "three"], "to come back into a field selects what it holds"


async def test_pages_that_are_not_meant_are_asked_for() -> None:
    async with running() as pilot:
        form = pilot.app.screen.query_one(NewRecording)
        unlike = "http://h/tool-1 http://h/tool-2"
        for which, text in (("entry", "http://h/"), ("sample-1", "http://h/term-1"), ("unlike", unlike)):
            form.query_one(f"#{which}", Input).value = text
        assert form.asked().unlike == ("http://h/tool-1", "http://h/tool-2")


async def test_keys_typed_ahead_of_another_area_are_that_areas(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "1")
        pilot.app.screen.query_one("#entry").focus()
        type_ahead(pilot, "8", "escape", "4", "d")
        await settled(pilot)
        assert "edited, not accepted yet" in text_of(pilot.app)
        await press(pilot, "1")
        assert pilot.app.screen.query_one("#entry", Input).value == "8", "a digit in a field is a digit"


async def test_keys_typed_ahead_go_where_they_would_if_typed_slowly(full: Path) -> None:
    async with running(full) as pilot:
        await press(pilot, "5")
        type_ahead(pilot, "i", "tab", *"a.csv", "tab", "1", "2")
        await settled(pilot)
        fields = [pilot.app.screen.query_one(which, Input) for which in ("#table", "#limit")]
        assert [field.value for field in fields] == ["a.csv", "12"]
        type_ahead(pilot, "escape", "3", "f", *"one", "ctrl+r", "x")
        await settled(pilot)
        wishes = pilot.app.session.form_overrides
        assert (wishes.filled, wishes.refused) == ({"search": {"q": "one"}}, {"search"}), "through a window, and back"


async def test_what_is_typed_after_a_crawl_began_is_for_its_area(full: Path) -> None:
    async with running(full) as pilot:
        app = pilot.app
        await press(pilot, "5")
        app.screen.query_one("#limit", Input).focus()
        type_ahead(pilot, "0", "ctrl+r")
        await settled(pilot)
        assert app.focused is app.screen.query_one("#limit"), "nothing was begun: the field is to be mended"
        type_ahead(pilot, "backspace", "1", "ctrl+r", "8")
        await settled(pilot)
        assert "began" in text_of(app)
        app.session.job.stop()
        await until(pilot, lambda: not app.session.running)


async def test_a_form_is_filled_in_by_hand_and_that_is_asked_for(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "3", "f", "enter", "down", "enter")
        assert isinstance(pilot.app.screen, FillForm)
        await press(pilot, "ctrl+r")
        wishes = pilot.app.session.form_overrides
        assert wishes.filled == {"find": {"author": "Ada"}}
        assert wishes.allowed == {"find"}
        await press(pilot, "x")
        assert (pilot.app.session.form_overrides.refused, pilot.app.session.form_overrides.allowed) == ({"find"}, set())
        assert "(refused)" in text_of(pilot.app)
        assert pilot.app.session.asked_again().form_overrides == pilot.app.session.form_overrides


async def test_a_note_of_a_run_is_shown_at_once_and_kept(small: Path) -> None:
    async with running(small) as pilot:
        app = pilot.app
        app.session.job, app._noticed = idle_job(), False
        app.session.inbox(RunBegan(4, "mapping", ENTRY, False, 0))
        app.session.inbox(Note("the browser was lost [/b]"))
        await until(pilot, lambda: "the browser was lost [/b]" in text_of(app))
        app.clear_notifications()
        await press(pilot, "2", "n")
        assert "the browser was lost [/b]" in text_of(app)


async def test_the_counts_of_a_run_move_while_it_goes_on(small: Path) -> None:
    """The Runs area counts what is stored, not what is announced."""
    async with running(small) as pilot:
        app = pilot.app
        with open_store(small) as store:
            run = store.runs.begin(1, "crawl").result()
            app.session.job, app._noticed = idle_job(), False
            app.session.inbox(RunBegan(run.id, "crawl", ENTRY, False, 0))
            await press(pilot, "8")
            for number in range(11, 18):
                store.pages.record(NewPage(run_id=run.id, url=book(number), role="target", body=b"x")).result()
            await until(pilot, lambda: _first_row(app.screen.query_one("#runs", LazyTable))[5:7] == ("7", "7"))
            store.pages.record(NewPage(run_id=run.id, url=book(18), role="error")).result()
            await until(pilot, lambda: _first_row(app.screen.query_one("#runs", LazyTable))[-2] == "1")
            store.runs.end(run.id, "done").result()


async def test_what_a_question_found_that_was_collected_before_is_told(small: Path) -> None:
    with open_store(small) as store:
        run = store.runs.begin(1, "crawl", {"queries": [{"author": "Ada"}]}).result()
        for number in (1, 9):
            store.pages.record(NewPage(run_id=run.id, url=book(number), role="target", body=b"x")).result()
        store.runs.end(run.id, "done").result()
    async with running(small) as pilot:
        await press(pilot, "8")
        words = "2 new (1 never collected before, 1 only new to this question)"
        assert f"Run {run.id}: {words}." in text_of(pilot.app)
        await press(pilot, "down")
        assert "never collected before" not in text_of(pilot.app)
        await press(pilot, "5")
        assert words in text_of(pilot.app)


def _first_row(table: LazyTable) -> tuple[object, ...]:
    return tuple(table._row(0))


async def test_kinds_of_links_are_marked(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "2", "k")
        kinds = pilot.app.screen
        assert isinstance(kinds, LinkKinds)
        assert "Learnt from" in text_of(pilot.app)
        await press(pilot, "w")
        assert "wanted" in text_of(pilot.app)
        chosen = kinds._kinds[0].pattern
        assert _marks(kinds) == {chosen: True}
        await press(pilot, "i")
        assert _marks(kinds) == {chosen: False}
        assert "not followed any more" in text_of(pilot.app)
        await press(pilot, "u")
        assert _marks(kinds) == {}
        await press(pilot, "enter")
        assert "for example" in text_of(pilot.app)


def _marks(kinds: LinkKinds) -> dict[str, bool]:
    """As they are stored."""
    stored: LinkClasses = kinds._library.link_classes(kinds._recording)
    return dict(stored.marks)


async def test_columns_are_renamed_and_left_out_and_records_written_in_a_format_of_choice(full: Path) -> None:
    async with running(full) as pilot:
        app = pilot.app
        await press(pilot, "7", "x")
        await until(pilot, lambda: not app.session.running)
        await until(pilot, lambda: "born" in text_of(app))
        await press(pilot, "c")
        table = app.screen.query_one("#columns", LazyTable)
        names = [str(table._row(row)[0]) for row in range(table.count)]
        await press(pilot, *["down"] * names.index("born"), "r")
        app.screen.query_one(Input).value = "year"
        await press(pilot, "enter")
        await press(pilot, "home", *["down"] * names.index("known_for"), "x")
        assert "left out" in text_of(app)
        await press(pilot, "escape")
        shown = text_of(app)
        assert "year" in shown and "known_for" not in shown

        await press(pilot, "e")
        app.screen.query_one("#format", Select).value = "jsonl"
        await settled(pilot)
        assert app.screen.query_one("#file", Input).value == "records.jsonl"
        await press(pilot, "ctrl+r")
        await until(pilot, Path("records.jsonl").exists)
        rows = lines_of(Path("records.jsonl"))
        assert {str(row["year"]) for row in rows} >= {"1800", "1805"}
        assert not any("known_for" in row for row in rows)

        await press(pilot, "e")
        app.screen.query_one("#file", Input).value = "records.jsonl"
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: "is there already" in text_of(app))
        app.screen.query_one("#format", Select).value = "warc"
        app.screen.query_one("#replace", Checkbox).value = True
        await settled(pilot)
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: b"WARC/1" in gunzipped(Path("records.jsonl")))


def lines_of(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def gunzipped(file: Path) -> bytes:
    content = file.read_bytes()
    return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content


async def test_a_folder_of_one_kind_is_one_line_until_another_is_seen(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "2")
        tree = pilot.app.screen.query_one(LinkTree)
        books = LinkGroupSeen("book/", "*", 60, 30, 30, 0, 0, (book(1),))
        lists = LinkGroupSeen("book/", "?page=*", 4, 4, 0, 4, 0, (f"{SITE}/book/?page=1",))
        tree.show(SITE, ())
        tree.show(SITE, (books,))
        await settled(pilot)
        assert "● targets  /book/*  60 links, 30 seen" in text_of(pilot.app)
        tree.show(SITE, (books, lists))
        await settled(pilot)
        seen = text_of(pilot.app)
        assert "/book/  64 links, 30 targets seen" in seen
        assert "● targets  *" in seen and "▸ on the way  ?page=*" in seen


async def test_a_step_that_no_known_link_matches_is_marked(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "4")
        await until(pilot, lambda: "✓ 1 known link would be followed" in text_of(pilot.app))
        await press(pilot, "enter", "end", "left")
        await pilot.press("x")
        await until(pilot, lambda: "✗ No known link matches: this step would lead to nothing" in text_of(pilot.app))
        await until(pilot, lambda: "✓" not in text_of(pilot.app) and "1 no longer" in text_of(pilot.app))
        await pilot.press("backspace")
        await until(pilot, lambda: "✓ 1 known link would be followed" in text_of(pilot.app))
        assert "✗" not in text_of(pilot.app)


async def test_an_earlier_version_of_the_pattern_is_looked_at_and_restored(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "4", "d", "a", "escape")
        assert "version 2, edited" in text_of(pilot.app)
        await press(pilot, "u", "enter")
        assert "The former path 1, with 2 steps, is left out." in text_of(pilot.app)
        await press(pilot, "escape", "down", "r")
        assert "Version 3 is in force now. Against version 2:" in text_of(pilot.app)
        await press(pilot, "escape")
        assert "version 3, restored" in text_of(pilot.app)
    with open_store(small) as store:
        assert from_text(store.patterns.latest(1).text) == PATTERN


async def test_the_mouse_leads_everywhere(full: Path) -> None:
    async with running(full, (120, 40)) as pilot:
        app = pilot.app
        await pilot.click(AreaLink, offset=(2, 0))
        await settled(pilot)
        assert "Record a new site" in text_of(app)
        links = list(app.screen.query(AreaLink))
        await pilot.click(links[1])
        await settled(pilot)
        histogram = app.screen.query_one(Histogram)
        histogram.show([0.2, 0.9], 0.8)
        await pilot.click(histogram, offset=(histogram.size.width // 2, 1))
        assert histogram.moved and histogram.cut is not None and 0.4 < histogram.cut < 0.6
        await pilot.click(list(app.screen.query(AreaLink))[5])
        await settled(pilot)
        await pilot.click("#pages", offset=(20, 3))
        await settled(pilot)
        assert app.screen.query_one("#pages", LazyTable).cursor == 2
        await pilot.click("#pages", offset=(20, 2), times=2)
        await settled(pilot)
        assert isinstance(app.screen, ReadText)


async def test_what_changed_in_a_page_is_shown(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "8", "tab")
        await until(pilot, lambda: "changed" in text_of(pilot.app).split("From run")[-1])
        changes = pilot.app.screen.query_one("#changes", LazyTable)
        lines = text_of(pilot.app).split("From run")[-1].splitlines()[1:]
        row = next(number for number, line in enumerate(lines) if "changed" in line)
        await press(pilot, *["down"] * (row - 1), "enter")
        assert changes.cursor == row - 1
        await until(pilot, lambda: "What changed in /book/2" in text_of(pilot.app))
        assert "- two" in text_of(pilot.app) and "+ TWO" in text_of(pilot.app)


async def test_a_mapping_that_is_done_ends_in_a_card_that_leads_on(small: Path) -> None:
    with open_store(small) as store:
        save_coverage(store, 1, Coverage(240, 230, 250, 200, 200))
    async with running(small, (160, 30)) as pilot:
        await press(pilot, "2")
        await until(pilot, lambda: "About 240 such pages (230 to 250)" in text_of(pilot.app))
        assert "the pattern reaches all 200 that are known; 1 search form may find more" in text_of(pilot.app)
        await pilot.resize_terminal(80, 24)
        await press(pilot, "1", "2")
        shown = [line.strip() for line in text_of(pilot.app).splitlines()]
        assert shown[1].endswith("the pattern reaches all 200 that are known") and shown[2].startswith("1 search form")
        await pilot.resize_terminal(160, 30)
        await press(pilot, "r")
        assert "Map the site again?" in text_of(pilot.app)
        await press(pilot, "escape")
        assert pilot.app.session.job is None, "a key alone asks a site for nothing"
        await press(pilot, "greater_than_sign")
        assert "(200 known when recorded)" in text_of(pilot.app)
        await press(pilot, "r")
        assert pilot.app.session.job is None
        await press(pilot, "greater_than_sign")
        assert isinstance(pilot.app.screen, RecordsArea)


async def test_a_group_of_targets_is_left_out_and_taken_in_again(tmp_path: Path) -> None:
    site = await Station().start()
    glossary = Glossary(site, tmp_path / "glossary.db")
    glossary.furnish()
    await glossary.record()
    async with running(glossary.database) as pilot:
        app = pilot.app
        for mark in ("left out", "taken"):
            await press(pilot, "2", "g")
            assert "tool-*" in text_of(app)
            before, asked = app.session.job, len(site.seen)
            await press(pilot, "end", "x", "enter")
            assert "for example" in text_of(app)
            await press(pilot, "escape")
            assert isinstance(app.screen, TargetGroups)
            assert app.screen.left_out == ({"tool-*"} if mark == "left out" else set())
            assert any(mark in line and "tool-*" in line for line in text_of(app).splitlines())
            await press(pilot, "r")
            await until(pilot, lambda: app.session.job is not before and not app.session.running)  # noqa: B023
            await until(pilot, lambda: app._noticed)
            await settled(pilot)
            assert (app.session.watch.trouble, len(site.seen)) == ("", asked)
            left = {group.name for group in load_groups(app.session.recording) if not group.taken}
            assert left == ({"tool-*"} if mark == "left out" else set())
        await press(pilot, "g", "r")
        assert app.screen.query("#targets"), "nothing was changed: nothing is learnt"
    await site.stop()


async def test_a_form_being_exhausted_shows_its_curve_its_estimate_and_its_words(small: Path) -> None:
    async with running(small) as pilot:
        app = pilot.app
        app.session.job, app._noticed = idle_job(), False
        app.session.inbox(RunBegan(4, "crawl", ENTRY, False, 0))
        app.session.inbox(RecordsFound("word", "harbour", 20, 20, 1, 20, None, None, None))
        app.session.inbox(RecordsFound("check", "tide [bold]", 20, 15, 2, 35, 40, 36, 44, 7))
        await press(pilot, "5", "w")
        await until(pilot, lambda: "35 records are known after 2 result pages" in text_of(app))
        shown = text_of(app)
        assert "about 40 (36-44) can be found; about 7 more pages" in shown
        assert "harbour" in shown
        assert "tide [bold]" in shown
        assert any(block in shown for block in "▁▂▃▄▅▆▇█⣀⣤⣶⣿"), "a curve"


async def test_forms_that_ask_the_same_and_were_not_tried_are_one_line(small: Path) -> None:
    with open_store(small) as store:
        for page in ("books", "films", "maps"):
            form = FormRow(
                signature=f"sort {page}", url=f"{SITE}/{page}", method="GET", action=f"{SITE}/{page}",
                verdict="left alone", reason="it sorts",
            )  # fmt: skip
            store.forms.save(1, form, (FieldRow(name="by", kind="select", label="Sort"),)).result()
    async with running(small) as pilot:
        await press(pilot, "3")
        assert text_of(pilot.app).count("Sort, and 2 more like it") == 1
        assert "/films" not in text_of(pilot.app)
