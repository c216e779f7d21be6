"""A record that is shown in every album it is in is asked for once, whatever the way to it."""

from asyncio import StreamWriter
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.fetching.station import Seen, Station, Weather, page, redirect
from tests.recorder.recording.test_coverage import OVER_HTTP, TREES, told, tree_page

WAYS = ("woods", "parks", "gardens", "streets", "2019", "2020", "2021", "rated", "visited")


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    """A guide that shows each tree below every list it is in, and says which is the tree's own address."""
    station = await Station().start()
    links = "".join(f"<li><a href=/list/{way}>{way}</a>" for way in WAYS)
    station.on("/", f"<title>Guide</title><h1>Guide</h1><ul>{links}</ul>")
    for way in WAYS:
        rows = "".join(f"<li><a href=/tree/{number}/{way}>{name}</a>" for number, name in enumerate(TREES))
        station.on(f"/list/{way}", f"<title>{way}</title><h1>{way}</h1><ol>{rows}</ol>")
        for number, name in enumerate(TREES):
            own = f"<link rel=canonical href={station.base}/tree/{number}>"
            station.on(f"/tree/{number}/{way}", tree_page(name).replace("</title>", f"</title>{own}"))
    yield station
    await station.stop()


def shown(requests: list[Seen]) -> list[str]:
    """The trees asked for, by their numbers."""
    return [seen.path.split("/")[2] for seen in requests if seen.path.startswith("/tree/")]


async def test_a_record_is_asked_for_once_in_a_crawl_and_counted_once(station: Station, tmp_path: Path) -> None:
    database = tmp_path / "trees.db"
    coverage, _ = await told(station, f"/tree/3/{WAYS[0]}", database)
    assert coverage.low <= len(TREES) <= coverage.high
    assert coverage.reached == len(TREES)
    for _ in range(2):  # nobody ever looked at a record's own address, and it need not be there
        station.seen.clear()
        await crawl(CrawlOptions(database, fetching=OVER_HTTP), lambda _: None, Stop())
        assert sorted(shown(station.seen)) == sorted(map(str, range(len(TREES))))
        with open_store(database, read_only=True) as store:
            targets = [target.url for target in store.targets.list(1)]
        assert sorted(targets) == sorted(f"{station.base}/tree/{number}" for number in range(len(TREES)))


def tree(station: Station, *, beside: bool = False) -> Weather:
    """A tree at whatever address leads to it, with a link to the next one that no list has, if asked for."""

    async def answer(seen: Seen, writer: StreamWriter) -> None:
        number = int(_said(seen)["id"])
        own = f"<link rel=canonical href='{station.base}/tree?id={number}'>"
        near = f"<p><a href='/tree?id={(number + 1) % len(TREES)}&near={number}'>The next one</a>" if beside else ""
        await page(f"{tree_page(TREES[number])}{near}".replace("</title>", f"</title>{own}"))(seen, writer)

    return answer


async def click(seen: Seen, writer: StreamWriter) -> None:
    said = _said(seen)
    await redirect(f"/tree?id={said['tree']}&seen={said['list']}")(seen, writer)


def _said(seen: Seen) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(seen.path).query))


async def test_a_record_behind_links_that_are_counted_is_asked_for_and_kept_once(
    station: Station, tmp_path: Path
) -> None:
    """By the list and the place in it, before the site shows the tree."""
    for at, way in enumerate(WAYS):
        clicks = (f"/click?list={way}&tree={number}&place={at + number}" for number in range(len(TREES)))
        rows = "".join(f"<li><a href='{link}'>{name}</a>" for link, name in zip(clicks, TREES, strict=True))
        station.on(f"/list/{way}", f"<title>{way}</title><h1>{way}</h1><ol>{rows}</ol>")
    station.on("/click", click)
    station.on("/tree", tree(station))
    database = tmp_path / "trees.db"
    coverage, _ = await told(station, f"/tree?id=3&seen={WAYS[0]}", database)
    assert coverage.reached == len(TREES)
    assert coverage.low <= len(TREES) <= coverage.high
    station.on("/tree", tree(station, beside=True))
    station.seen.clear()
    await crawl(CrawlOptions(database, fetching=OVER_HTTP), lambda _: None, Stop())
    asked = [seen.path.partition("?")[0] for seen in station.seen]
    assert asked.count("/click") == asked.count("/tree") == len(TREES)
    with open_store(database, read_only=True) as store:
        targets = [target.url for target in store.targets.list(1)]
    assert sorted(targets) == sorted(f"{station.base}/tree?id={number}" for number in range(len(TREES)))


async def test_capitals_make_no_other_record_where_the_site_knows_none(station: Station, tmp_path: Path) -> None:
    """As of programs that links write in any way."""
    pages = {f"/tree/{name}/about": tree_page(name) for name in TREES}
    for number, way in enumerate(WAYS):
        links = (link if at % 2 == number % 2 else link.title() for at, link in enumerate(pages))
        rows = "".join(f"<li><a href={link}>{name}</a>" for link, name in zip(links, TREES, strict=True))
        station.on(f"/list/{way}", f"<title>{way}</title><h1>{way}</h1><ol>{rows}</ol>")
    for link, shown in pages.items():
        station.on(link, shown)
        station.on(link.title(), shown)
    database = tmp_path / "trees.db"
    coverage, _ = await told(station, next(iter(pages)), database)
    assert coverage.reached == len(TREES)
    station.seen.clear()
    await crawl(CrawlOptions(database, fetching=OVER_HTTP), lambda _: None, Stop())
    asked = [seen.path.casefold() for seen in station.seen if seen.path.casefold().startswith("/tree/")]
    assert sorted(asked) == sorted(pages)


async def test_a_route_that_no_browser_is_needed_for_makes_no_other_record(station: Station, tmp_path: Path) -> None:
    """Lists add where somebody comes from behind the `#`, which no server is told."""
    for number, way in enumerate(WAYS):
        rows = "".join(f"<li><a href=/tree/{name}#/{way}?list={number}>{name}</a>" for name in TREES)
        station.on(f"/list/{way}", f"<title>{way}</title><h1>{way}</h1><ol>{rows}</ol>")
    for name in TREES:
        station.on(f"/tree/{name}", tree_page(name))
    database = tmp_path / "trees.db"
    coverage, _ = await told(station, f"/tree/{TREES[0]}#/{WAYS[0]}?list=0", database)
    assert coverage.reached == len(TREES)
    assert coverage.low <= len(TREES) <= coverage.high
    station.seen.clear()
    await crawl(CrawlOptions(database, fetching=OVER_HTTP), lambda _: None, Stop())
    asked = [seen.path for seen in station.seen if seen.path.startswith("/tree/")]
    assert sorted(asked) == sorted(f"/tree/{name}" for name in TREES)
