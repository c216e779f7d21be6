"""What a crawl says at its end of the site it was on: drift, a slow fade, or trouble that tells nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from recorder.cli.commands.crawl import as_plain, summary
from recorder.crawling.crawler import AT_ONCE
from recorder.crawling.session import CrawlOptions, CrawlResult, crawl
from recorder.fetching.options import FetchOptions, Render
from recorder.forms.parameters import Given
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.runtime.events import Event, Note
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from recorder.visiting.site_errors import MOST_IN_A_ROW
from tests.recorder.conftest import Command
from tests.recorder.crawling.test_crawler import record_by_hand
from tests.recorder.fetching.station import Station, status

OVER_HTTP = FetchOptions(render=Render.NEVER, attempts=1)
BOOK = "/book/[0-9]+"
DESK = """<title>Desk</title><form action="{action}" method="{method}">
<label>Words <input name="{name}"></label>{more}<button>Find</button></form>"""
ASKED: tuple[Given, ...] = ((("Words", "tea"),),)


@dataclass
class Shelves:
    """Books on a list whose later pages are linked by number; and a desk that finds books by a word."""

    station: Station
    database: Path
    said: list[str]
    pattern: NavigationPattern = field(default_factory=NavigationPattern)

    def fill(self, books: Iterable[int], *, turned_by: str = "page", folder: str = "book") -> None:
        self.station.paths.clear()
        numbers = list(books)
        first, second = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
        self._list("/", first, f'<p><a href="/more?{turned_by}=2">2</a></p>', folder)
        self._list("/more", second, "", folder)
        for number in numbers:
            self.station.on(f"/{folder}/{number}", f"<title>{number}</title><p>Book {number}</p>")
        self.furnish()

    def furnish(self, *, name: str = "q", method: str = "get", action: str = "/find", more: str = "") -> None:
        self.station.on("/desk", DESK.format(name=name, method=method, action=action, more=more))
        self._list("/find", [1, 2], "", "book")

    def _list(self, path: str, books: list[int], more: str, folder: str) -> None:
        rows = "".join(f"<li><a href=/{folder}/{number}>Book number {number}</a>" for number in books)
        self.station.on(path, f"<title>{path}</title><ul>{rows}</ul>{more}")

    async def crawl(self, *queries: Given) -> CrawlResult:
        self.said.clear()
        return await crawl(CrawlOptions(self.database, queries=queries, fetching=OVER_HTTP), self._listen, Stop())

    def _listen(self, event: Event) -> None:
        if isinstance(event, Note):
            self.said.append(event.text)

    def asked(self, path: str) -> int:
        return sum(seen.path.partition("?")[0] == path for seen in self.station.seen)


@pytest.fixture
async def shelves(tmp_path: Path) -> AsyncIterator[Shelves]:
    """Twenty books on two pages; recorded, and crawled by links once."""
    station = await Station().start()
    shelves = Shelves(station, tmp_path / "site.db", [])
    shelves.fill(range(20))
    record_by_hand(shelves.database, station.base)
    shelves.pattern = pattern = NavigationPattern((*_links(station.base), _form(shelves)))
    with open_store(shelves.database) as store:
        store.patterns.save(1, to_text(pattern), step_rows(pattern), "imported").result()
    assert (await shelves.crawl()).drift is None
    yield shelves
    await station.stop()


def _links(base: str) -> tuple[PatternPath, ...]:
    book, more = LinkStep(f"^{base}{BOOK}$"), LinkStep(rf"^{base}/more\?page=2$")
    return PatternPath((book,), 10, 10), PatternPath((more, book), 10, 11)


def _form(shelves: Shelves) -> PatternPath:
    base = shelves.station.base
    words = Parameter("q", "Words", "text", required=True, example="tea")
    signature = f"GET {base}/find text:q"
    step = FormStep("GET", f"{base}/find?q=*", parameters=(words,), page=f"{base}/desk", form=signature)
    return PatternPath((step, LinkStep(f"^{base}{BOOK}$")), 2, 2)


async def test_renamed_pages_of_a_list_are_named_however_few_they_are(shelves: Shelves) -> None:
    shelves.fill(range(20), turned_by="p")
    found = (await shelves.crawl()).drift
    assert found is not None and (found.path, found.step) == (2, 1)
    assert found.message.endswith("/more?page=2 is now " + shelves.station.base + "/more?p=2")


async def test_a_list_that_has_become_one_page_is_no_drift_as_long_as_its_books_are_met(shelves: Shelves) -> None:
    shelves.fill(range(40))
    shelves._list("/", list(range(34)), '<p><a href="/more?page=2">2</a></p>', "book")
    shelves._list("/more", list(range(34, 40)), "", "book")
    assert (await shelves.crawl()).drift is None
    shelves._list("/", list(range(1, 40)), "", "book")
    result = await shelves.crawl()
    assert result.run is not None and (result.run.targets, result.run.gone, result.drift) == (39, 1, None)


async def test_a_list_whose_further_pages_are_gone_with_their_books_is_drift(shelves: Shelves) -> None:
    shelves._list("/", list(range(10)), "", "book")
    found = (await shelves.crawl()).drift
    assert found is not None and (found.path, found.step) == (2, 1)


async def test_a_renamed_folder_is_named_with_where_it_is_now(shelves: Shelves) -> None:
    shelves.fill(range(20), folder="title")
    found = (await shelves.crawl()).drift
    assert found is not None and (found.path, found.step) == (1, 1)
    assert "/title/" in found.message


async def test_a_persons_own_narrower_pattern_is_no_drift(shelves: Shelves) -> None:
    base = shelves.station.base
    narrow = NavigationPattern((PatternPath((LinkStep(f"^{base}/book/[12]$"),), 10, 10),))
    with open_store(shelves.database) as store:
        store.patterns.save(1, to_text(narrow), step_rows(narrow), "edited").result()
    result = await shelves.crawl()
    assert result.run is not None and (result.run.targets, result.drift) == (2, None)


async def test_what_is_new_to_a_question_may_have_been_collected_before(shelves: Shelves, recorder: Command) -> None:
    shelves._list("/find", [1, 2, 77], "", "book")
    shelves.station.on("/book/77", "<title>77</title><p>Book 77</p>")
    first, again = await shelves.crawl(*ASKED), await shelves.crawl(*ASKED)
    assert first.run is not None and (first.run.new, first.never_collected) == (3, 1)
    assert "3 new (1 never collected before, 2 only new to this question)" in summary(first.run, first.never_collected)
    assert as_plain(first)["never_collected"] == 1
    assert again.run is not None and (again.run.new, again.never_collected) == (0, 0)
    assert ": 0 new, 0 changed, 3 unchanged" in summary(again.run, again.never_collected)
    words = f"Run {first.run.id}: 3 new (1 never collected before, 2 only new to this question)."
    told = recorder("runs", "--db", shelves.database).out
    assert words in told and told.count("never collected before") == 1
    listed = recorder("runs", "--db", shelves.database, "--json").json
    assert [run["never_collected"] for run in listed if run["run"] in (first.run.id, again.run.id)] == [1, 0]


async def test_books_that_come_and_go_are_no_drift(shelves: Shelves) -> None:
    shelves.fill(range(4, 30))
    result = await shelves.crawl()
    assert result.drift is None and result.run is not None
    assert (result.run.new, result.run.gone, result.run.complete) == (10, 4, True)


async def test_a_slow_fade_is_told_and_is_no_drift(shelves: Shelves) -> None:
    for least in (2, 4, 6):
        shelves.fill(range(least, 20))
        result = await shelves.crawl()
        assert result.drift is None
    assert result.fading is not None and (result.fading.path, result.fading.links) == (1, (10, 9, 8, 7))
    assert any("fades" in text for text in shelves.said)


async def test_a_site_of_errors_is_no_drift_and_nothing_is_gone(shelves: Shelves) -> None:
    for number in range(20):
        shelves.station.on(f"/book/{number}", status("500 Internal Server Error"))
    result = await shelves.crawl()
    assert result.run is not None and result.drift is None
    assert (result.run.status, result.run.complete, result.run.gone) == ("failed", False, 0)
    assert [text for text in shelves.said if "20 of 22 pages could not be had" in text]
    shelves.fill(range(20))
    after = await shelves.crawl()
    assert after.run is not None and (after.run.unchanged, after.run.new) == (20, 0)


async def test_answers_of_errors_are_no_drift(shelves: Shelves) -> None:
    shelves.station.on("/find", status("500 Internal Server Error"))
    result = await shelves.crawl(*ASKED)
    assert result.drift is None and "1 of 1 page could" in result.trouble


async def test_health_is_kept_with_every_run(shelves: Shelves) -> None:
    with open_store(shelves.database, read_only=True) as store:
        run = store.runs.all(1)[-1]
        health = [(step.path_index, step.step_index, step.links, step.targets) for step in store.health.of_run(run.id)]
    assert health == [(0, 0, 10, 10), (1, 0, 1, 0), (1, 1, 10, 10)]


async def test_a_form_as_it_was_is_asked(shelves: Shelves) -> None:
    shelves.furnish(more='<input type="checkbox" name="old" value="1"><input name="year">')
    result = await shelves.crawl(*ASKED)
    assert result.drift is None and result.run is not None and result.run.targets == 2


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": "words"}, "no longer asks for q (Words), but for words"),
        ({"method": "post"}, "is sent by POST now, not by GET"),
        ({"action": "/seek"}, "/seek now, not to "),
        ({"more": "<select name=language required><option value=''><option>fr</select>"}, "needs language"),
    ],
)
async def test_a_form_that_has_changed_is_named_and_not_asked(
    shelves: Shelves, changed: dict[str, str], words: str
) -> None:
    shelves.furnish(**changed)
    result = await shelves.crawl(*ASKED)
    assert result.drift is not None and (result.drift.path, result.drift.step) == (3, 1)
    assert words in result.drift.message and "/desk" in result.drift.message
    assert shelves.asked("/find") == 0


@pytest.mark.parametrize("answers", [True, False])
async def test_a_form_that_is_gone_from_its_page_is_asked_and_named_if_it_finds_nothing(
    shelves: Shelves, answers: bool
) -> None:
    shelves.station.on("/desk", "<title>Desk</title><p>Nobody is here")
    if not answers:
        shelves.station.on("/find", "<title>Find</title><p>Nothing found")
    result = await shelves.crawl(*ASKED)
    assert (result.drift is None) == answers
    assert result.drift is None or "no longer where it was" in result.drift.message


async def test_a_site_that_goes_down_is_left_until_it_is_back(shelves: Shelves) -> None:
    shelves.fill(range(100))
    for number in range(100):
        shelves.station.on(f"/book/{number}", status("500 Internal Server Error"))
    down = await shelves.crawl()
    assert down.run is not None and down.drift is None
    assert f"{MOST_IN_A_ROW} pages in a row could not be had" in down.trouble and down.trouble in down.stopped
    assert (down.run.status, down.run.complete) == ("stopped", False)
    assert down.run.errors == 0  # they wait to be tried again
    assert sum(shelves.asked(f"/book/{number}") > 0 for number in range(100)) < MOST_IN_A_ROW + 2 * AT_ONCE
    shelves.fill(range(100))
    back = await shelves.crawl()
    assert back.run is not None and back.run.id == down.run.id
    assert (back.run.status, back.run.targets) == ("done", 100)
    assert back.trouble == "" and back.run.gone == 0


async def test_pages_that_are_gone_are_no_outage(shelves: Shelves) -> None:
    shelves.fill(range(200))
    for number in range(200):
        shelves.station.on(f"/book/{number}", status("404 Not Found"))
    result = await shelves.crawl()
    assert result.trouble == "" and result.stopped == ""
    assert result.drift is not None and "not there any more" in result.drift.message


async def test_pages_that_were_never_there_are_no_drift_before_anything_was_collected(tmp_path: Path) -> None:
    station = await Station().start()
    shelves = Shelves(station, tmp_path / "new.db", [])
    shelves.fill(range(4))
    shelves._list("/", list(range(10)), "", "book")
    record_by_hand(shelves.database, station.base, (BOOK,))
    result = await shelves.crawl()
    await station.stop()
    assert result.run is not None and (result.run.targets, result.drift) == (4, None)
