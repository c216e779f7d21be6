"""Groups of what was found: told, left out and taken in again, by what is stored; a crawl collects no other."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.inspecting.recording_report import group_words
from recorder.inspecting.why import explain
from recorder.knowledge.coverage import load_choice, load_coverage, load_groups
from recorder.patterns.classes.groups import TargetGroup
from recorder.patterns.navigation.notation import from_text
from recorder.recording.session import RecordResult
from recorder.runtime.errors import UsageError
from recorder.runtime.stopping import Continuation
from recorder.store import Recording, open_store
from tests.recorder.conftest import in_a_process
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import TERMS, TOOLS, Glossary


@pytest.fixture
async def glossary(tmp_path: Path) -> AsyncIterator[Glossary]:
    """Only the names of the pages say which of the two they are."""
    found = Glossary(await Station().start(), tmp_path / "site.db")
    found.furnish()
    yield found
    await found.station.stop()


def kept(glossary: Glossary) -> Recording:
    with open_store(glossary.database, read_only=True) as store:
        (recording,) = store.recordings.all()
    return recording


def counts(groups: tuple[TargetGroup, ...]) -> dict[str, tuple[int, bool]]:
    return {group.name: (group.pages, group.taken) for group in groups}


def asked_nothing_for(glossary: Glossary, before: int, result: RecordResult) -> bool:
    return len(glossary.station.seen) == before and result.run is not None and result.run.id == 1


async def test_a_group_is_left_out_and_taken_in_again(glossary: Glossary) -> None:
    found = await glossary.record(exhaustive=False)
    assert counts(found.groups) == {"term-*": (TERMS, True), "tool-*": (TOOLS, True)}
    assert await glossary.crawled() == glossary.terms | glossary.tools

    before = len(glossary.station.seen)
    left = await glossary.record(exhaustive=False, without=("tool",))
    assert asked_nothing_for(glossary, before, left)
    assert counts(left.groups) == {"term-*": (TERMS, True), "tool-*": (TOOLS, False)}
    assert left.targets == TERMS
    assert left.coverage is not None and not left.coverage.unclear, "what a person leaves out is no doubt"
    assert await glossary.crawled() == glossary.terms
    assert not any(seen.path in glossary.tools for seen in glossary.station.seen[before:])

    with open_store(glossary.database) as store:
        recording = store.recordings.get(1)
        assert counts(load_groups(recording)) == counts(left.groups)
        assert load_choice(recording).without == ("tool-*",)
        last = from_text(store.patterns.latest(1).text).paths[0].steps[-1]
        assert last.matches(glossary.url(glossary.term(3)))
        assert not last.matches(glossary.url(glossary.tool(3)))
        mapped = {page.url for page in store.pages.of_run(1, "target")}
        assert mapped <= set(map(glossary.url, glossary.terms))

    again = await glossary.record(exhaustive=False, continuation=Continuation.FRESH)
    assert counts(again.groups) == counts(left.groups), "kept for later recordings"
    before = len(glossary.station.seen)
    all_of_them = await glossary.record(exhaustive=False, only=("all",))
    assert len(glossary.station.seen) == before
    assert counts(all_of_them.groups) == counts(found.groups)
    assert await glossary.crawled() == glossary.terms | glossary.tools


async def test_a_group_is_taken_in_alone_from_the_beginning(glossary: Glossary) -> None:
    found = await glossary.record(only=("term-*",))
    assert counts(found.groups) == {"term-*": (TERMS, True), "tool-*": (TOOLS, False)}
    assert await glossary.crawled() == glossary.terms


async def test_an_old_pattern_leads_to_no_group_that_is_left_out(glossary: Glossary) -> None:
    """Whatever a pattern matches: a person may have put an earlier one in force again."""
    await glossary.record()
    with open_store(glossary.database) as store:
        wide = store.patterns.latest(1).text
    await glossary.record(without=("tool-*",))
    with open_store(glossary.database) as store:
        store.patterns.save(1, wide, ()).result()
    assert await glossary.crawled() == glossary.terms
    assert any(f"{TOOLS} addresses were left out: tool-*" in said for said in glossary.said)
    with open_store(glossary.database) as store:
        why = explain(store, store.recordings.get(1), from_text(wide), glossary.url(glossary.tool(2)))
    assert "left out: tool-*" in why.because


async def test_of_pages_in_one_template_those_of_the_kind_that_is_not_meant_are_left_out(glossary: Glossary) -> None:
    await glossary.record(unlike=(glossary.url(glossary.tool(0)),))
    assert f"Left out as of one kind with the pages given with --unlike: {TOOLS - 1} in /entry/." in glossary.said
    assert await glossary.crawled() == glossary.terms


async def test_what_cannot_be_meant_changes_nothing(glossary: Glossary) -> None:
    await glossary.record(without=("tols",))
    assert any("called tols" in said for said in glossary.said)
    before = kept(glossary)
    for wrong, words in (("tols", "called tols"), ("term", "sample")):
        with pytest.raises(UsageError, match=words):
            await glossary.record(without=(wrong,))
    assert load_coverage(before) is not None
    assert kept(glossary) == before
    assert await glossary.crawled() == glossary.terms | glossary.tools


async def test_on_the_command_line(glossary: Glossary) -> None:
    place = ("--db", glossary.database, "--render", "never")
    entry, sample = glossary.url("/"), glossary.url(glossary.term(1))
    first = await to_thread(in_a_process, "record", entry, "--like", sample, "--forms", "none", *place)
    assert f"Groups: term-* {TERMS}, tool-* {TOOLS}." in first.err
    assert "--only 'term-*' takes in your sample's alone." in first.err
    before = len(glossary.station.seen)
    left = await to_thread(in_a_process, "record", "--without", "tool", *place, "--json")
    assert left.code == 0, left.err
    told = {group["name"]: (group["pages"], group["taken"]) for group in left.json["groups"]}
    assert told == {"term-*": (TERMS, True), "tool-*": (TOOLS, False)}
    assert set(left.json["groups"][0]) == {"name", "by", "pages", "examples", "taken"}
    assert len(glossary.station.seen) == before
    said = await to_thread(in_a_process, "record", "--without", "tool", *place)
    assert "(left out). --without NAME leaves one out, --only NAME all others." in said.err
    shown = await to_thread(in_a_process, "show", "--db", glossary.database)
    assert f"Groups     term-* {TERMS}, tool-* {TOOLS} (left out)" in shown.lines
    wrong = await to_thread(in_a_process, "record", "--only", "nothing", *place)
    assert (wrong.code, "tool-*" in wrong.err) == (2, True)


def test_groups_in_words() -> None:
    some = tuple(TargetGroup(f"g{n}", "folder", 9 - n) for n in range(9))
    words = group_words((*some, TargetGroup("de", "host", 4), TargetGroup("fr", "host", 3, taken=False)))
    assert words.startswith("g0 9, g1 8, ")
    assert words.endswith("g7 2 and 1 more; de 4, fr 3 (left out)")
