"""Pages that a person does not mean: they and what is built like them are outside, in a mapping, a crawl and later."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from recorder.face.library import Library
from recorder.inspecting.why import UrlVerdict
from recorder.probing.choices import FormChoice
from recorder.recording.again import record_again
from recorder.recording.options import RecordOptions, as_before, checked
from recorder.runtime.errors import UsageError
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.conftest import Command, in_a_process
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import ORIGINS, OVER_HTTP, PRICES, Glossary


@pytest.fixture
async def glossary(tmp_path: Path) -> AsyncIterator[Glossary]:
    found = Glossary(await Station().start(), tmp_path / "site.db")
    found.furnish()
    yield found
    await found.station.stop()


@pytest.fixture
def mixed(glossary: Glossary) -> Glossary:
    """Only how a page is built says which of the two it is; alone it does not say so clearly."""
    glossary.besides, glossary.named = PRICES, False
    glossary.furnish()
    return glossary


async def test_what_is_built_like_a_page_that_is_not_meant_is_not_collected(mixed: Glossary) -> None:
    await mixed.record()
    assert await mixed.crawled() == mixed.terms | mixed.tools
    before = len(mixed.station.seen)
    told = await mixed.record(unlike=(mixed.url(mixed.tool(0)),))
    assert told.run is not None and told.run.id == 1, "judged anew by what is stored"
    assert len(mixed.station.seen) - before <= 2
    assert await mixed.crawled() == mixed.terms


async def test_what_comes_later_is_told_apart_by_its_words(mixed: Glossary) -> None:
    """Both are built alike, so that nothing else tells a crawl which of the new pages are meant."""
    mixed.of_terms = ORIGINS
    mixed.furnish()
    await mixed.record(unlike=(mixed.url(mixed.tool(0)),))
    assert await mixed.crawled() == mixed.terms
    assert mixed.asks_more_than_structure()
    before, mixed.later = mixed.terms, 10
    mixed.furnish()
    assert await mixed.crawled() == mixed.terms > before


async def test_why_never_says_that_a_page_above_the_cut_is_left_out_for_its_structure(mixed: Glossary) -> None:
    mixed.of_terms = ORIGINS
    mixed.furnish()
    await mixed.record(unlike=(mixed.url(mixed.tool(0)),))
    before, mixed.later = mixed.tools, 10
    mixed.furnish()
    assert await mixed.crawled() == mixed.terms
    for tool in mixed.tools - before:
        met = mixed.why(tool)
        assert (met.verdict, "rather that of other pages" in met.because) == (UrlVerdict.OFF_PATTERN, True), met
    assert "rather" not in mixed.why(mixed.term(2)).because


async def test_a_cut_that_a_person_moves_decides_alone(mixed: Glossary) -> None:
    mixed.of_terms = ORIGINS
    mixed.furnish()
    await mixed.record(unlike=(mixed.url(mixed.tool(0)),))
    assert mixed.asks_more_than_structure()
    with Library(mixed.database) as library:
        recording = library.recordings()[0]
        library.move_threshold(recording, recording.threshold or 0)
    assert not mixed.asks_more_than_structure()


async def test_a_crawl_asks_no_more_than_structure_where_that_tells_all(mixed: Glossary) -> None:
    await mixed.record()
    assert not mixed.asks_more_than_structure()
    assert await mixed.crawled() == mixed.terms | mixed.tools


async def test_what_was_said_is_kept_until_it_is_said_otherwise(mixed: Glossary) -> None:
    unlike = (mixed.url(mixed.tool(0)),)
    await mixed.record(unlike=unlike)
    with open_store(mixed.database) as store:
        before = as_before(store.recordings.get(1), mixed.database)
    assert before.unlike == unlike
    await record_again(replace(before, forms=FormChoice.NONE, fetching=OVER_HTTP), mixed.listen, Stop())
    assert await mixed.crawled() == mixed.terms
    await mixed.record()
    assert await mixed.crawled() == mixed.terms | mixed.tools


async def test_a_further_sample_is_taken_into_the_recording(mixed: Glossary) -> None:
    """With what is stored; a recording of other samples is none of this one."""
    await mixed.record(threshold=0.85)
    assert await mixed.crawled() == mixed.terms
    samples = tuple(map(mixed.url, (mixed.term(1), mixed.tool(3))))
    told = await mixed.record(threshold=0.85, samples=samples)
    assert told.run is not None and told.run.id == 1
    assert await mixed.crawled() == mixed.terms | mixed.tools
    with pytest.raises(UsageError, match="already holds a recording"):
        await mixed.record(samples=samples[1:])


async def test_a_page_that_is_not_meant_may_be_gone(mixed: Glossary) -> None:
    await mixed.record(unlike=(mixed.url("/entry/gone.html"),))
    assert any("/entry/gone.html could not be had" in said for said in mixed.said)
    assert await mixed.crawled() == mixed.terms | mixed.tools


def test_no_page_is_both_meant_and_not(tmp_path: Path) -> None:
    asked = RecordOptions("http://h/", ("http://h/a",), tmp_path / "x.db", unlike=("http://h/b", "http://h/#a"))
    assert checked(asked).unlike == ("http://h/b", "http://h/")
    with pytest.raises(UsageError, match="both"):
        checked(replace(asked, unlike=("http://H/a",)))
    with pytest.raises(UsageError, match="not on the site"):
        checked(replace(asked, unlike=("http://other/a",)))


async def test_on_the_command_line(mixed: Glossary, recorder: Command) -> None:
    entry, sample, unlike = (mixed.url(path) for path in ("/", mixed.term(1), mixed.tool(0)))
    given = ("record", entry, "--like", sample, "--db", mixed.database, "--render", "never", "--exhaustive")
    assert (await to_thread(in_a_process, *given, "--unlike", sample)).code == 2
    assert (await to_thread(in_a_process, *given, "--like", mixed.url(mixed.term(2)), "--unlike", unlike)).code == 0
    shown = recorder("show", "--db", mixed.database)
    assert f"Unlike     {unlike}" in shown.lines
    assert recorder("show", "--db", mixed.database, "--json").json["unlike"] == [unlike]
    assert await mixed.crawled() == mixed.terms
