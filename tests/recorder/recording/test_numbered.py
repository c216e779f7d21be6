"""Targets whose addresses are numbered, and whose lists leave some of them out."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.mapping.between import TRIED
from recorder.mapping.mapper import MappingLimits
from recorder.runtime.events import Note
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.recording.test_coverage import LABELS, OVER_HTTP, TREES, told, tree_page

ALL = range(1, 81)
LISTED = range(1, 81, 2)


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    """A tracker that has every ticket, and lists every other one."""
    station = await Station().start()
    links = "".join(f"<li><a href=/ticket/{number}>Ticket {number}</a>" for number in LISTED)
    station.on("/", f"<title>Tracker</title><h1>Open</h1><ul>{links}</ul><a href=/about.html>About</a>")
    station.on("/about.html", "<title>About</title><h1>About</h1><p>Written in <em>spring</em>.")
    for number in ALL:
        station.on(f"/ticket/{number}", tree_page(f"{TREES[number % len(TREES)]} of plot {number}"))
    yield station
    await station.stop()


def only_those_listed(station: Station) -> None:
    for number in set(ALL) - set(LISTED):
        del station.paths[f"/ticket/{number}"]


def asked(station: Station) -> list[str]:
    """The numbers that were asked for though no page names them."""
    unnamed = {f"/ticket/{number}" for number in set(ALL) - set(LISTED)}
    return [seen.path for seen in station.seen if seen.path in unnamed]


def errors(database: Path) -> list[int]:
    """Of each run."""
    with open_store(database, read_only=True) as store:
        return [run.errors for run in store.runs.all(store.recordings.find().id)]


async def collected(station: Station, database: Path) -> tuple[set[int], int, list[str]]:
    """By a crawl: which tickets, how many beside the pattern, and what it said of those."""
    notes: list[str] = []
    result = await crawl(
        CrawlOptions(database, fetching=OVER_HTTP),
        lambda event: notes.append(event.text) if isinstance(event, Note) else None,
        Stop(),
    )
    assert result.run is not None
    with open_store(database, read_only=True) as store:
        urls = [each.url for each in store.pages.of_run(result.run.id, "target")]
    beside = [note for note in notes if note.startswith("Beside")]
    return {int(url.rpartition("/")[2]) for url in urls}, result.stragglers, beside


async def test_what_nothing_leads_to_is_told_and_collected(station: Station, tmp_path: Path) -> None:
    coverage, notes = await told(station, "/ticket/7", tmp_path / "tickets.db")
    assert (coverage.estimate, coverage.reached) == (79, 40)
    (unnamed,) = coverage.unclear
    assert notes == [f"Unclear: {unnamed}"]
    assert "About 29 more pages" in unnamed
    (example,) = re.findall(r"(\d+) is one of them", unnamed)
    assert int(example) % 2 == 0
    assert len(set(asked(station))) == len(asked(station)) == TRIED
    tickets, beside, said = await collected(station, tmp_path / "tickets.db")
    assert (tickets, beside) == (set(range(1, 80)), 39)
    assert [note.partition(".")[0] for note in said] == ["Beside the pattern: 39 of 79 targets"]


async def test_numbers_that_are_no_pages_are_let_be(station: Station, tmp_path: Path) -> None:
    only_those_listed(station)
    coverage, _ = await told(station, "/ticket/7", tmp_path / "tickets.db")
    assert (coverage.estimate, coverage.reached, coverage.unclear) == (40, 40, ())
    station.seen.clear()
    assert await collected(station, tmp_path / "tickets.db") == (set(LISTED), 0, [])
    assert not asked(station)
    assert errors(tmp_path / "tickets.db") == [0, 0]


async def test_a_crawl_gives_up_where_they_are_gone(station: Station, tmp_path: Path) -> None:
    await told(station, "/ticket/7", tmp_path / "tickets.db")
    only_those_listed(station)
    station.seen.clear()
    assert await collected(station, tmp_path / "tickets.db") == (set(LISTED), 0, [])
    assert 0 < len(asked(station)) < len(ALL) / 4
    assert errors(tmp_path / "tickets.db") == [0, 0]


@pytest.mark.parametrize(
    "said",
    [
        "<h1>Ticket {0}</h1><p>Ticket {0} does not exist.",
        "<h1>Ticket {0}</h1><dl>{1}</dl><p>No ticket {0}.",
        "<h1>Ticket</h1><dl>{1}</dl><p>",
    ],
    ids=["a page of its own", "an empty ticket", "always the same empty ticket"],
)
async def test_what_a_site_says_of_any_number_is_no_target(station: Station, tmp_path: Path, said: str) -> None:
    async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
        empty = "".join(f"<dt>{label}</dt><dd></dd>" for label in LABELS)
        text = said.format(seen.path.rpartition("/")[2], empty)
        await page(f"<title>Ticket</title><div class=page>{text}</div>")(seen, writer)

    for number in {*ALL, 9999} - set(LISTED):
        station.on(f"/ticket/{number}", answer)
    coverage, _ = await told(station, "/ticket/7", tmp_path / "tickets.db")
    assert (coverage.estimate, coverage.reached, coverage.unclear) == (40, 40, ())
    assert await collected(station, tmp_path / "tickets.db") == (set(LISTED), 0, [])


_MENU = "".join(f"<li><a href=/{name}.html>{name.title()}</a>" for name in ("news", "members", "bills", "contact"))


def in_the_frame_of_the_site(title: str, text: str) -> str:
    """As all its pages are."""
    foot = "<div class=box><h3>Business today</h3><p>The house sits at two.</p></div><p class=foot>Legal notices"
    return f"<title>{title}</title><ul class=menu>{_MENU}</ul><div class=page>{text}</div>{foot}"


async def test_a_page_for_every_number_that_says_there_is_nothing_is_no_target(tmp_path: Path) -> None:
    station = await Station().start()
    links = "".join(f"<li><a href='/Questions/QuestionDetail.aspx?qid={number}'>{number}</a>" for number in LISTED)
    station.on("/", in_the_frame_of_the_site("Questions", f"<h1>Questions</h1><ul>{links}</ul>"))
    for name in ("news", "members", "bills", "contact"):
        others = "".join(f"<tr><td><a href=/{name}/{number}.html>{name} {number}</a>" for number in range(15))
        station.on(f"/{name}.html", in_the_frame_of_the_site(name, f"<h1>{name}</h1><table>{others}</table>"))
        for number in range(15):
            other = f"<h1>{name} {number}</h1><div class={name}><p>About {name}.<ul><li>One<li>Two {number}</ul></div>"
            station.on(f"/{name}/{number}.html", in_the_frame_of_the_site(f"{name} {number}", other))

    async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
        number = int(seen.path.rpartition("=")[2])
        whole = "<title>Error</title><center><table><tr><td><b>Record not found</b><br>It may be withdrawn."
        if number in LISTED:
            about = f"<p>To ask about {TREES[number % len(TREES)]} {number}." * (number % 3 + 1)
            parts = (
                "<table><tr><td>2 of 3</table>",
                "<blockquote>Aye</blockquote>",
                "<pre>No</pre>",
                "<ol><li>One</ol>",
            )
            some = "".join(part for place, part in enumerate(parts) if number >> 1 & 1 << place)
            text = f"<h1>{number} {TREES[number % 7]}</h1><div class=q>{about}{some}<h2>Answer</h2>{about}</div>"
            whole = in_the_frame_of_the_site("Questions", text)
        await page(whole)(seen, writer)

    station.on("/Questions/QuestionDetail.aspx", answer)
    coverage, notes = await told(station, "/Questions/QuestionDetail.aspx?qid=7", tmp_path / "questions.db")
    assert (coverage.estimate, coverage.reached, coverage.unclear, notes) == (40, 40, (), [])
    with open_store(tmp_path / "questions.db", read_only=True) as store:
        mapped = store.runs.all(1)[0]
        targets = {page.url.rpartition("=")[2] for page in store.pages.of_run(mapped.id, "target")}
    assert targets <= set(map(str, LISTED))
    await station.stop()


async def test_the_limit_of_pages_holds(station: Station, tmp_path: Path) -> None:
    limits = MappingLimits(pages=len(LISTED) + 5)
    await told(station, "/ticket/7", tmp_path / "tickets.db", limits=limits)
    pages = [seen.path for seen in station.seen if seen.path not in ("/robots.txt", "/sitemap.xml")]
    assert len(pages) <= len(LISTED) + 5
