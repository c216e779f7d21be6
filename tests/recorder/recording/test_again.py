"""`recorder record --again`: where is the old sample's content now, and is all collected again, the history kept?"""

from __future__ import annotations

from asyncio import StreamWriter
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from urllib.parse import parse_qs

import pytest

from recorder.cli.terminal import ExitCode
from recorder.crawling.session import CrawlOptions, CrawlResult, crawl
from recorder.fetching.options import FetchOptions, Render
from recorder.mapping.mapper import MappingLimits
from recorder.probing.choices import FormChoice
from recorder.recording.again import record_again
from recorder.recording.options import RecordOptions
from recorder.recording.second_look import LOOKS
from recorder.recording.session import record
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import Event, Note, nobody
from recorder.runtime.stopping import Continuation, Stop
from recorder.store import open_store
from tests.recorder.conftest import Command, copied
from tests.recorder.fetching.station import Seen, Station, page, redirect, reset, status

OVER_HTTP = FetchOptions(render=Render.NEVER, attempts=1)
BOOKS = range(1, 13)
OLD = "<html><title>{title} - Shop</title><h1>{title}</h1><table><tr><td>Price<td>9</table><p>{text}</p><p>Buy it</p>"
NEW = "<html><title>{title}</title><body><main><dl><dt>Cost<dd>9</dl><section><div>{text}</div><b>{title}</b></section>"


def book_words(number: int) -> dict[str, str]:
    stream = Random(number)
    made = ["".join(stream.choices("aeioklmnrst", k=7)) for _ in range(30)]
    return {"title": " ".join(made[:2]).title(), "text": " ".join(made)}


@dataclass
class Library:
    """A shop of a dozen books on three shelves, which can be furnished in any way; and its recording."""

    station: Station
    database: Path
    said: list[str] = field(default_factory=list)

    def furnish(
        self, folder: str = "book", design: str = OLD, books: Iterable[int] = BOOKS, shelf: str = "shelf"
    ) -> None:
        """Whatever stood there before is gone."""
        self.station.paths.clear()
        shelves = "".join(f"<li><a href=/{shelf}/{n}>Shelf {n}</a>" for n in range(3))
        self.station.on("/", f"<title>Shop</title><ul>{shelves}</ul><a href=/about>About us</a>")
        self.station.on("/about", "<title>About</title><p>All about this shop and nothing else</p>")
        for n in range(3):
            rows = (f"<li><a href=/{folder}/{b}>{book_words(b)['title']}</a>" for b in books if b % 3 == n)
            self.station.on(f"/{shelf}/{n}", f"<title>Shelf {n}</title><h2>Books</h2><ul>{''.join(rows)}</ul>")
        for b in books:
            self.station.on(f"/{folder}/{b}", design.format(**book_words(b)))

    def _options(self, *samples: str) -> RecordOptions:
        base = self.station.base
        return RecordOptions(f"{base}/", samples, self.database, "shop", forms=FormChoice.NONE, fetching=OVER_HTTP)

    async def record(self) -> None:
        await record(self._options(f"{self.station.base}/book/1"), nobody, Stop())

    async def again(self) -> None:
        await record_again(self._options(), self.listen, Stop())

    async def crawl(self) -> CrawlResult:
        return await crawl(CrawlOptions(self.database, fetching=OVER_HTTP), nobody, Stop())

    def samples(self) -> list[str]:
        with open_store(self.database) as store:
            return [url.removeprefix(self.station.base) for url in store.recordings.get(1).samples]

    def history(self) -> tuple[list[tuple[str, str]], int]:
        """The runs, and the number of pattern versions."""
        with open_store(self.database) as store:
            return [(run.kind, run.status) for run in store.runs.all(1)], len(store.patterns.versions(1))

    def listen(self, event: Event) -> None:
        if isinstance(event, Note):
            self.said.append(event.text.replace(self.station.base, ""))


@pytest.fixture(scope="module")
async def recorded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Library]:
    """Recorded and crawled once."""
    station = await Station().start()
    library = Library(station, tmp_path_factory.mktemp("recorded") / "site.db")
    library.furnish()
    await library.record()
    assert (await library.crawl()).drift is None
    yield library
    await station.stop()


@pytest.fixture
def library(recorded: Library, tmp_path: Path) -> Library:
    """The same shop, furnished as when it was recorded, and a copy of the recording."""
    recorded.furnish()
    recorded.station.seen.clear()
    return Library(recorded.station, copied(recorded.database, tmp_path / "site.db"))


async def relearnt(library: Library, targets: int, patterns: int = 2) -> None:
    """After a crawl that drifted, one that collects all; nothing of the history is lost."""
    drifted = await library.crawl()
    assert drifted.drift is not None
    await library.again()
    healed = await library.crawl()
    assert healed.run is not None and healed.drift is None
    assert (healed.run.status, healed.run.targets) == ("done", targets)
    kinds = ("mapping", "crawl", "crawl", "mapping", "crawl")
    assert library.history() == ([(kind, "done") for kind in kinds], patterns)


async def test_renamed_paths(library: Library) -> None:
    library.furnish(folder="title", shelf="room")
    await relearnt(library, len(BOOKS))
    assert library.samples() == ["/title/1"]
    assert library.said[0] == "/book/1 is now /title/1: 100% of what set it apart."


async def test_another_design(library: Library) -> None:
    library.furnish(design=NEW)
    await relearnt(library, len(BOOKS), patterns=1)  # the same links lead there
    assert library.samples() == ["/book/1"]
    assert library.said[0].startswith("/book/1 is still there: ")


async def test_another_design_elsewhere(library: Library) -> None:
    library.furnish(folder="title", design=NEW)
    await relearnt(library, len(BOOKS))
    assert library.samples() == ["/title/1"]


async def test_what_took_the_place_of_the_sample_is_not_taken_for_it(library: Library) -> None:
    library.furnish(folder="title")
    for number in BOOKS:
        library.station.on(f"/book/{number}", "<title>Shop</title><p>We have moved. Please look for the book</p>")
    await relearnt(library, len(BOOKS))
    assert library.samples() == ["/title/1"]


async def test_the_old_url_leads_to_the_new_one(library: Library) -> None:
    library.furnish(folder="title")
    library.station.on("/book/1", redirect("/title/1"))
    asked = library.station.asked("/about")
    await library.again()
    assert library.samples() == ["/title/1"]
    assert library.station.asked("/about") <= asked + 1  # by the recording alone


async def test_another_target_serves_when_the_sample_is_gone(library: Library) -> None:
    library.furnish(design=NEW, books=BOOKS[1:])
    await relearnt(library, len(BOOKS) - 1)
    assert library.samples()[0] in {f"/book/{number}" for number in BOOKS[1:]}


async def test_another_target_elsewhere_serves_when_the_sample_is_gone(library: Library) -> None:
    library.furnish(folder="title", design=NEW, books=BOOKS[1:])
    await relearnt(library, len(BOOKS) - 1)
    assert library.samples()[0] in {f"/title/{number}" for number in BOOKS[1:]}


async def test_another_site_is_refused_and_nothing_is_changed(library: Library) -> None:
    library.station.paths.clear()
    rooms = "".join(f"<li><a href=/room/{n}>Room {n}</a>" for n in range(5))
    library.station.on("/", f"<title>Hotel</title><ul>{rooms}</ul>")
    for n in range(5):
        library.station.on(f"/room/{n}", f"<title>Room {n}</title><h1>Room</h1><p>A bed, a price, a shop nearby</p>")
    before = library.history()
    with pytest.raises(RecorderError, match="has the content of") as caught:
        await library.again()
    assert caught.value.exit_code == ExitCode.FAILED
    assert "--like SAMPLE" in caught.value.hint
    assert (library.history(), library.samples()) == (before, ["/book/1"])


async def test_a_recording_that_leads_nowhere_leaves_what_was_learnt(library: Library) -> None:
    library.station.on("/", status("500 Internal Server Error"))
    with pytest.raises(RecorderError, match="entry page"):
        await library.again()
    library.furnish()
    healed = await library.crawl()
    assert healed.run is not None and healed.drift is None and healed.run.unchanged == len(BOOKS)


async def test_a_site_that_is_down_is_not_taken_for_another(library: Library) -> None:
    before = library.history()
    library.station.paths = dict.fromkeys([*library.station.paths, "/robots.txt"], reset)
    with pytest.raises(RecorderError, match=r"entry page .* cannot be used") as caught:
        await library.again()
    assert caught.value.exit_code == ExitCode.FAILED
    assert library.history() == before


async def test_a_stop_while_searching_changes_nothing(library: Library) -> None:
    before = library.history()
    library.furnish(folder="title")
    stop = Stop()
    stop.request("stopped by a test")
    with pytest.raises(RecorderError, match="Stopped while") as caught:
        await record_again(library._options(), nobody, stop)
    assert caught.value.exit_code == ExitCode.STOPPED
    assert library.history() == before


@pytest.mark.parametrize("given", [("http://127.0.0.1:1/",), ("--like", "http://127.0.0.1:1/a")])
def test_again_takes_no_addresses(recorder: Command, small: Path, given: tuple[str, ...]) -> None:
    done = recorder("record", "--again", *given, "--db", small)
    assert done.code == ExitCode.WRONG_USE and "--again" in done.err


def test_again_needs_a_recording(recorder: Command, tmp_path: Path, small: Path) -> None:
    assert recorder("record", "--again", "--db", tmp_path / "none.db").code != 0
    assert not (tmp_path / "none.db").exists()
    done = recorder("record", "--again", "--db", small, "--name", "other")
    assert done.code != 0 and "no recording named 'other'" in done.err


def test_without_again_both_addresses_are_needed(recorder: Command, tmp_path: Path) -> None:
    for given in ((), ("http://127.0.0.1:1/",), ("--like", "http://127.0.0.1:1/a")):
        done = recorder("record", *given, "--db", tmp_path / "none.db")
        assert done.code == ExitCode.WRONG_USE and "ENTRY and --like" in done.err


async def test_what_was_interrupted_is_gone_on_with(library: Library) -> None:
    library.furnish(folder="title", shelf="room")
    stopped = await record_again(replace(library._options(), limits=MappingLimits(pages=5)), nobody, Stop())
    assert stopped.stopped and library.samples() == ["/title/1"]
    asked = len(library.station.seen)
    await record_again(replace(library._options(), continuation=Continuation.RESUME), nobody, Stop())
    fresh = {seen.path for seen in library.station.seen[asked:-LOOKS]}
    kept = {seen.path for seen in library.station.seen[:asked]} - fresh
    assert {"/", "/title/1"} <= kept  # stored when it was stopped, and not asked for again
    healed = await library.crawl()
    assert healed.run is not None and healed.drift is None and healed.run.targets == len(BOOKS)
    kinds = [("mapping", "done"), ("crawl", "done"), ("mapping", "done"), ("crawl", "done")]
    assert library.history()[0] == kinds


async def test_nothing_to_go_on_with(library: Library) -> None:
    before = library.history()
    result = await record_again(replace(library._options(), continuation=Continuation.RESUME), nobody, Stop())
    assert result.run is None and library.history() == before


@dataclass
class Desk:
    """A shop whose books are found by a search alone: every word of a book finds it."""

    station: Station
    folder: str = "book"

    def furnish(self, folder: str) -> None:
        self.folder = folder
        self.station.paths.clear()
        form = "<form action=/find><label>Words <input name=words></label><button>Search</button></form>"
        self.station.on("/", f"<title>Shop</title><h1>Welcome</h1>{form}")
        self.station.on("/find", self._answer)
        for number in BOOKS:
            self.station.on(f"/{folder}/{number}", OLD.format(**self._words(number)))

    def _words(self, number: int) -> dict[str, str]:
        kind = ("novel", "travel", "poetry")[number % 3]
        return {"title": f"{book_words(number)['title']} {kind}", "text": f"{book_words(number)['text']} {kind}"}

    def _all_words(self, number: int) -> set[str]:
        return set(" ".join(self._words(number).values()).casefold().split())

    async def _answer(self, seen: Seen, writer: StreamWriter) -> None:
        asked = parse_qs(seen.path.partition("?")[2]).get("words", [""])[0].casefold().split()
        found = [number for number in BOOKS if asked and set(asked) <= self._all_words(number)]
        rows = "".join(f"<li><a href=/{self.folder}/{each}>{self._words(each)['title']}</a>" for each in found)
        await page(f"<title>Found</title><h1>{len(found)} books</h1><ul>{rows}</ul>")(seen, writer)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Library]:
    """Recorded."""
    station = await Station().start()
    yield Library(station, tmp_path / "site.db")
    await station.stop()


async def test_books_that_only_a_form_finds_are_found_elsewhere(desk: Library) -> None:
    shop = Desk(desk.station)
    shop.furnish("book")
    searching = replace(desk._options(f"{desk.station.base}/book/1"), forms=FormChoice.SEARCH)
    await record(searching, nobody, Stop())
    shop.furnish("title")
    asked = len(desk.station.seen)
    with pytest.raises(RecorderError, match="has the content of"):
        await record_again(desk._options(), nobody, Stop())
    assert not [seen for seen in desk.station.seen[asked:] if seen.path.startswith("/find")]  # no form was to be sent
    await record_again(replace(searching, samples=()), desk.listen, Stop())
    assert desk.samples()[0].startswith("/title/")
    question = CrawlOptions(desk.database, queries=((("words", "travel"),),), fetching=OVER_HTTP)
    found = await crawl(question, nobody, Stop())
    assert found.run is not None and found.run.targets == sum(number % 3 == 1 for number in BOOKS)
