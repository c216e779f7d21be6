"""What a recording says of itself: how many pages there are, how many its pattern reaches, and whether another sample
would have led elsewhere.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from recorder.cli.commands.crawl import said_before
from recorder.fetching.options import FetchOptions, Render
from recorder.inspecting.recording_report import in_short
from recorder.knowledge.coverage import Coverage, load_coverage
from recorder.mapping.mapper import MappingLimits
from recorder.mapping.survey import SelfCheck, Survey
from recorder.patterns.navigation.estimate import Amount, Forecast
from recorder.recording.doubts import Ends, coverage_of
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import Event, Note, nobody
from recorder.runtime.stopping import Continuation, Stop
from recorder.store import open_store
from tests.recorder.conftest import Command, RecordedShop
from tests.recorder.fetching.station import Seen, Station, page, redirect

OVER_HTTP = FetchOptions(attempts=1, render=Render.NEVER)
TREES = "alder ash aspen beech birch cedar elm fir hazel larch lime maple oak pine rowan spruce willow yew".split()  # noqa: SIM905


LABELS = ("Height", "Leaf", "Bark", "Wood")


def tree_page(name: str) -> str:
    """A page of a field guide: what it says differs, how it is built does not."""
    lines = "".join(f"<dt>{label}</dt><dd>{label.lower()} of the {name}</dd>" for label in LABELS)
    return f"<title>{name}</title><div class=page><h1>{name}</h1><dl>{lines}</dl><p>More of the {name}.</div>"


def listed(folder: str, names: list[str]) -> str:
    return "".join(f"<li><a href=/{folder}/{name}.html>{name}</a>" for name in names)


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    station = await Station().start()
    yield station
    await station.stop()


def one_kind(station: Station) -> None:
    """A guide to trees, and a few pages about itself."""
    station.on("/", f"<title>Guide</title><h1>Trees</h1><ul>{listed('trees', TREES)}</ul><a href=/about.html>About</a>")
    station.on("/about.html", "<title>About</title><h1>About</h1><p>Written in <em>spring</em>.")
    for name in TREES:
        station.on(f"/trees/{name}.html", tree_page(name))


def many_places(station: Station) -> None:
    """The same trees again in the folders of ten valleys, worded alike; those of the first differ in one element, and
    so do the lists.
    """
    valleys = [f"{first}{last}" for first in ("amber", "brook") for last in ("dale", "mere", "ton", "well", "wick")]
    links = "".join(f"<p><a href=/{valley}/index.html>{valley}</a>" for valley in valleys)
    station.on("/", f"<title>Valleys</title><h1>Valleys</h1>{links}")
    for at, valley in enumerate(valleys):
        names = TREES[at : at + 7]
        table = (
            f"<table><tr><td><ul>{listed(valley, names)}</ul></table>" if at else f"<ul>{listed(valley, names)}</ul>"
        )
        station.on(f"/{valley}/index.html", f"<title>{valley}</title><h1>{valley}</h1>{table}")
        for name in names:
            page = tree_page(name)
            station.on(f"/{valley}/{name}.html", page.replace("<p>", "<section><p>") if at else page)


async def told(station: Station, sample: str, database: Path, **more: object) -> tuple[Coverage, list[str]]:
    events: list[Event] = []
    options = RecordOptions(f"{station.base}/", (station.base + sample,), database, fetching=OVER_HTTP, **more)  # type: ignore[arg-type]
    result = await record(options, events.append, Stop())
    assert result.coverage is not None
    with open_store(database, read_only=True) as store:
        assert load_coverage(store.recordings.find()) == result.coverage
    return result.coverage, [event.text for event in events if isinstance(event, Note)]


async def test_a_site_of_one_kind_of_pages_is_clear(station: Station, tmp_path: Path) -> None:
    one_kind(station)
    coverage, notes = await told(station, "/trees/oak.html", tmp_path / "trees.db")
    assert (coverage.estimate, coverage.reached) == (len(TREES), len(TREES))
    assert coverage.low <= len(TREES) <= coverage.high
    assert coverage.unclear == ()
    assert notes == []


async def test_pages_that_only_answers_of_forms_lead_to_are_told(station: Station, tmp_path: Path) -> None:
    one_kind(station)
    form = "<form action=/find><label>Search trees <input type=search name=q></label><button>Search</button></form>"
    station.on("/", f"<title>Guide</title><h1>Trees</h1><ul>{listed('trees', TREES[:6])}</ul>{form}")

    async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
        asked = parse_qs(urlsplit(seen.path).query).get("q", [""])[0].lower()
        found = [name for name in TREES if asked in tree_page(name).lower()]
        await page(f"<title>Found</title><h1>Found</h1><ol>{listed('trees', found)}</ol>{form}")(seen, writer)

    station.on("/find", answer)
    coverage, notes = await told(station, "/trees/ash.html", tmp_path / "trees.db")
    assert coverage.known == coverage.reached == len(TREES)
    hidden = len(TREES) - 6
    assert [f"forms lead to {hidden} of {len(TREES)} known pages" in each for each in coverage.unclear] == [True]
    assert "--param" in notes[-1] and "--exhaust" in notes[-1]


async def test_all_that_answers_have_listed_is_known(station: Station, tmp_path: Path) -> None:
    """On further pages, too, whose addresses forget the question."""
    one_kind(station)
    forest = [f"{name}-{number}" for name in TREES for number in range(6)]
    for name in forest:
        station.on(f"/trees/{name}.html", tree_page(name))
    form = "<form action=/find><label>Search trees <input type=search name=q></label><button>Search</button></form>"
    station.on("/", f"<title>Guide</title><h1>Trees</h1><ul>{listed('trees', forest[:6])}</ul>{form}")
    shown = set(forest[:6])

    async def find(seen: Seen, writer: asyncio.StreamWriter) -> None:
        asked = seen.path.partition("?")[2]
        await redirect("/found", Set_Cookie=f"asked={asked or 'q='}; Path=/")(seen, writer)

    async def found(seen: Seen, writer: asyncio.StreamWriter) -> None:
        asked = parse_qs(seen.headers.get("cookie", "").partition("asked=")[2]).get("q", [""])[0].lower()
        all_of_them = [name for name in forest if asked in tree_page(name).lower()]
        number = int(parse_qs(urlsplit(seen.path).query).get("page", ["1"])[0])
        names = all_of_them[8 * number - 8 : 8 * number]
        shown.update(names)
        turns = "".join(f"<a href=/found?page={each}>{each}</a> " for each in range(1, len(all_of_them) // 8 + 2))
        body = f"<title>Found</title><h1>Found</h1><ol>{listed('trees', names)}</ol><p>{turns}</p>{form}"
        await page(body)(seen, writer)

    station.on("/find", find)
    station.on("/found", found)
    coverage, _ = await told(station, f"/trees/{forest[0]}.html", tmp_path / "trees.db")
    assert len(shown) > 30
    assert coverage.known == coverage.reached == len(shown)


async def test_a_search_that_robots_may_not_send_is_told(station: Station, tmp_path: Path) -> None:
    one_kind(station)
    form = "<form action=/find><label>Search trees <input type=search name=q></label><button>Search</button></form>"
    station.on("/", f"<title>Guide</title><h1>Trees</h1><ul>{listed('trees', TREES)}</ul>{form}")
    station.on("/robots.txt", "User-agent: *\nDisallow: /find\n", "text/plain")
    coverage, notes = await told(station, "/trees/ash.html", tmp_path / "trees.db")
    assert coverage.unclear == ()
    assert [note.partition(":")[0] for note in notes] == ["robots.txt asks robots not to send 1 search form"]
    assert "--ignore-robots" in notes[0]
    assert not station.asked("/find")


async def test_a_site_most_of_which_robots_may_not_visit_is_told(station: Station, tmp_path: Path) -> None:
    one_kind(station)
    lists = "".join(f"<li><a href=/lists/{name}>{name}</a>" for name in TREES)
    station.on("/", f"<title>Guide</title><h1>Trees</h1><ul>{listed('trees', TREES[:4])}</ul><ol>{lists}</ol>")
    station.on("/robots.txt", "User-agent: *\nDisallow: /lists/\n", "text/plain")
    coverage, notes = await told(station, "/trees/ash.html", tmp_path / "trees.db")
    assert any("not to visit as many pages as could be seen" in each and "/lists/" in each for each in coverage.unclear)
    assert any("--ignore-robots" in note for note in notes)


async def test_a_site_where_pages_alike_were_left_out_is_not(station: Station, tmp_path: Path) -> None:
    many_places(station)
    coverage, notes = await told(station, "/amberdale/ash.html", tmp_path / "valleys.db")
    assert coverage.high > 5 * coverage.reached
    assert notes == [f"Unclear: {each}" for each in coverage.unclear]
    (left_out,) = (each for each in coverage.unclear if "were left out" in each)
    assert "/ambermere/" in left_out
    (example,) = re.findall(r"give (\S+) or another of them as a second sample with --like", left_out)
    assert example.startswith(station.base)
    assert "/amberdale/" not in example


async def test_a_recording_that_ended_at_a_limit_says_so(station: Station, tmp_path: Path) -> None:
    one_kind(station)
    coverage, _ = await told(station, "/trees/oak.html", tmp_path / "trees.db", limits=MappingLimits(pages=8))
    assert any("the limit of 8 pages" in each for each in coverage.unclear)
    coverage, _ = await told(station, "/trees/oak.html", tmp_path / "trees.db")
    assert coverage.unclear == ()


async def test_what_is_begun_anew_says_nothing_until_it_is_done(station: Station, tmp_path: Path) -> None:
    one_kind(station)
    database = tmp_path / "trees.db"
    await told(station, "/trees/oak.html", database)
    del station.paths["/trees/oak.html"]
    options = RecordOptions(
        f"{station.base}/",
        (f"{station.base}/trees/oak.html",),
        database,
        fetching=OVER_HTTP,
        continuation=Continuation.FRESH,
    )
    with pytest.raises(RecorderError):
        await record(options, nobody, Stop())
    with open_store(database, read_only=True) as store:
        assert load_coverage(store.recordings.find()) is None


def test_every_command_tells_of_it(database: Path, shop: RecordedShop, recorder: Command) -> None:
    coverage = shop.recorded["coverage"]
    assert coverage["low"] <= coverage["estimate"] <= coverage["high"]
    shown = recorder("show", "--db", database, "--json").json
    assert shown["coverage"] == coverage
    lines = recorder("show", "--db", database).lines
    assert any(line.startswith("Coverage   There are about") and "the pattern reaches" in line for line in lines)
    crawled = recorder("crawl", "--fresh", "--render", "never", "--db", database, "--json")
    assert crawled.json["coverage"] == coverage


def test_every_count_of_targets_says_which_of_them_it_counts(
    database: Path, shop: RecordedShop, recorder: Command
) -> None:
    """A mapping looks at some of the targets that it knows of: two numbers, told together wherever runs are listed."""
    known = shop.recorded["coverage"]["known"]
    lines = recorder("runs", "--db", database).lines
    heads, mapping = (line.split() for line in lines[1:3])
    assert len(mapping) == len(heads) - len(("new", "changed", "gone", "off")) + 1, "a start is a day and a time"
    looked_at = mapping[heads.index("targets") + 1]
    assert f"  Run 1 is a mapping: it looked at {looked_at} of the {known} targets it knows of." in lines


def test_what_only_forms_lead_to_is_told_with_what_nothing_leads_to_if_both_together_are_many() -> None:
    asked, lost = (frozenset(f"http://h/{name}/{number}" for number in range(7)) for name in ("asked", "lost"))

    def sentences(reached: int, only_asked: frozenset[str], missed: frozenset[str]) -> tuple[str, ...]:
        expected = Forecast(Amount(reached), Amount(100 - reached), Amount())
        check = SelfCheck(frozenset(f"http://h/{number}" for number in range(90)))
        return coverage_of(Survey(expected, missed, only_asked, frozenset(), 0.0, check), Ends()).unclear

    not_to, only_forms = sentences(93, asked, lost)
    assert "Not to these: 7 in /lost/" in not_to and "Only the answers of its forms lead to 7 of" in only_forms
    assert sentences(100, asked, frozenset()) == sentences(93, frozenset(), lost) == ()


def test_it_is_told_in_one_line() -> None:
    told = Coverage(500, 490, 512, 500, 498)
    assert in_short(told) == "There are about 500 such pages (490 to 512); the pattern reaches all 500 that are known"
    told = Coverage(1500, 20, 1512, 1500, 98, ("First.", "Second."))
    assert in_short(told) == (
        "There are about 1,500 such pages (20 to 1,512); the pattern reaches 98 of the 1,500 that are known; "
        "2 things are unclear"
    )
    assert in_short(Coverage(8, 8, 8, 8, 8)) == "There are 8 such pages; the pattern reaches all 8 that are known"


def test_a_crawl_says_what_it_came_to_where_the_recording_led_to_expect_more() -> None:
    told = Coverage(101, 97, 105, 101, 101)
    assert list(said_before(told, 97)) == ["The recording said: There are about 101 such pages (97 to 105)."]
    assert list(said_before(told, 88))[1] == "This crawl came to 88, which is fewer."
