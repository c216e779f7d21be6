"""Answers that offer a next page for ever: left soon after they have nothing new, and no result is missed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Set
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from recorder.crawling.link_follower import MOST_REPEATING, repeats_itself
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.crawling.test_crawler import record_by_hand
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.interrupting import rows

WORDS = ("ape", "bee", "cat")
FULL, ON_A_PAGE = 4, 3
LEAPT = 6
"""So many pages without results stand in the middle of the answer about bees."""


def items(word: str, number: int) -> list[str]:
    if word == "bee" and 2 <= number < 2 + LEAPT:
        return []
    number -= LEAPT if word == "bee" and number >= 2 else 0
    if number >= FULL:
        return items("cat", FULL - 1) if word == "cat" else []
    return [f"/item/{word}{number * ON_A_PAGE + each}" for each in range(ON_A_PAGE)]


async def _answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
    asked = parse_qs(urlsplit(seen.path).query)
    word, number = asked["q"][0], int(asked.get("page", ["0"])[0])
    found = "".join(f"<li><a href={item}>i</a>" for item in items(word, number))
    more = f"<a href='/find?q={word}&page={number + 1}'>next</a>"
    await page(f"<title>{number}</title><ul>{found}</ul>{more}")(seen, writer)


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    station = await Station().start()
    station.on("/", "<title>t</title><form action=/find><input name=q><button>Find</button></form>")
    station.on("/find", _answer)
    for word in WORDS:
        for number in range(FULL * ON_A_PAGE):
            station.on(f"/item/{word}{number}", "<title>i</title><ul><li>x</ul>")
    yield station
    await station.stop()


def learn(station: Station, database: Path) -> None:
    record_by_hand(database, station.base)
    ask = FormStep("GET", f"{station.base}/find?q=*", None, (Parameter("q", "Words", "text", required=True),))
    learnt = NavigationPattern((PatternPath((ask, LinkStep(f"^{station.base}/item/[a-z0-9]+$")), 1, 1),))
    with open_store(database) as store:
        store.patterns.save(1, to_text(learnt), step_rows(learnt)).result()


async def test_an_answer_that_has_nothing_new_is_turned_no_further(station: Station, tmp_path: Path) -> None:
    database = tmp_path / "site.db"
    learn(station, database)
    queries = tuple((("q", word),) for word in WORDS)
    options = CrawlOptions(database, queries=queries, fetching=FetchOptions(attempts=1))
    result = await crawl(options, lambda event: None, Stop())
    assert result.run is not None
    assert result.run.targets == len(WORDS) * FULL * ON_A_PAGE
    lists = result.run.pages - result.run.targets
    assert lists == len(WORDS) * (FULL + MOST_REPEATING) + LEAPT
    assert rows(database, "SELECT count(*) FROM pages WHERE reason LIKE '%pages of the answer in a row%'") == [(3,)]


def counted(shown: list[Set[str]], asked: list[Set[str]]) -> Iterator[Set[str]]:
    for each in shown:
        asked.append(each)
        yield each


@pytest.mark.parametrize(
    ("shown", "before", "repeats", "looked_at"),
    [
        ({"a"}, [{"a"}] * (MOST_REPEATING - 1), False, MOST_REPEATING - 1),
        ({"a"}, [{"a"}] * MOST_REPEATING, True, MOST_REPEATING),
        ({"a"}, [{"a"}] * 100, True, MOST_REPEATING),
        (set(), [{"a"}] * MOST_REPEATING, True, MOST_REPEATING),
        ({"a"}, [{"a", "b"}] * MOST_REPEATING, True, MOST_REPEATING),
        ({"a", "b"}, [{"a"}] * MOST_REPEATING, False, 1),
        ({"a"}, [set(), *[{"a"}] * MOST_REPEATING], False, 1),
        (set(), [], False, 0),
    ],
)
def test_many_pages_in_a_row_must_show_no_more_than_the_one_before(
    shown: Set[str], before: list[Set[str]], repeats: bool, looked_at: int
) -> None:
    asked: list[Set[str]] = []
    assert repeats_itself(shown, counted(before, asked)) is repeats
    assert len(asked) == looked_at
