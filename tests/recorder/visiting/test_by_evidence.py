"""Sites that need a browser here and there, recorded and crawled as they come: everything is found, and only what needs
the browser is rendered.
"""

from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from recorder.cli.commands.show import show_command
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import Event, Note
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from recorder.store.page import StoredPage
from recorder.store.runs import Run
from recorder.visiting.page_reader import Reader
from recorder.visiting.render_comparison import Additions
from recorder.visiting.visitor import open_visitor
from tests.recorder.fetching.station import Station
from tests.recorder.visiting.script_site import (
    ROOMS,
    Annotated,
    Depot,
    Framed,
    HashApp,
    Manual,
    Museum,
    NamedApp,
    Winged,
)

Site = Museum | HashApp | Depot | Manual


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    station = await Station().start()
    yield station
    await station.stop()


class Collected:
    """What recording and crawling a site came to."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.notes: list[str] = []

    def listen(self, event: Event) -> None:
        if isinstance(event, Note):
            self.notes.append(event.text)

    async def record(self, site: Site, sample: str, **fetching: object) -> Run:
        options = RecordOptions(
            site.entry,
            (sample,),
            self.database,
            forms=FormChoice.NONE,
            fetching=FetchOptions(**fetching),  # type: ignore[arg-type]
        )
        result = await record(options, self.listen, Stop())
        assert result.run is not None
        return result.run

    async def crawl(self, **fetching: object) -> Run:
        options = CrawlOptions(self.database, fetching=FetchOptions(**fetching))  # type: ignore[arg-type]
        result = await crawl(options, self.listen, Stop())
        assert result.run is not None
        return result.run

    def targets(self) -> set[str]:
        with open_store(self.database, read_only=True) as store:
            return {target.url for target in store.targets.list(1)}

    def pages(self, run: Run) -> dict[str, StoredPage]:
        with open_store(self.database, read_only=True) as store:
            return {page.url: page for page in store.pages.of_run(run.id)}

    def body(self, page: StoredPage) -> bytes:
        with open_store(self.database, read_only=True) as store:
            return store.pages.body(page.id) or b""


@pytest.fixture
def collected(tmp_path: Path) -> Collected:
    return Collected(tmp_path / "museum.db")


async def test_only_the_pages_that_scripts_fill_are_rendered_also_when_these_become_more(
    station: Station, collected: Collected
) -> None:
    site = Museum(station)
    mapped = await collected.record(site, f"{site.entry}exhibit/3.html")
    crawled = await collected.crawl()
    assert collected.targets() == site.exhibits
    pages = collected.pages(crawled)
    rendered = {url for url, page in pages.items() if page.rendered}
    assert rendered == site.exhibits
    assert all(b"<article>" in collected.body(pages[url]) for url in site.exhibits)
    assert mapped.rendered >= 3
    # Nothing was left to find out: only what needs the browser, and what was drawn for a check, was rendered.
    assert len(site.exhibits) <= crawled.rendered <= len(site.exhibits) + 1
    with open_store(collected.database, read_only=True) as store:
        steps = store.patterns.steps(store.patterns.latest(1).id)
    assert {(step.rendering or {})["way"] for step in steps if "exhibit" in str(step.regex)} == {"browser"}
    assert {(step.rendering or {})["way"] for step in steps if "exhibit" not in str(step.regex)} == {"http"}
    shown = CliRunner().invoke(show_command, ["--db", str(collected.database)]).stdout
    assert re.search(r"exhibit.*\n.*\n +rendered in a browser: \d+ of \d+ pages compared, 0 the same both ways", shown)
    assert re.search(r"room.*\n.*\n +plain HTTP", shown)
    site.fill_rooms_by_script()  # and from now on these need a browser, too
    crawled = await collected.crawl()
    assert crawled.targets == len(site.exhibits)
    rooms = [page for url, page in collected.pages(crawled).items() if "/room/" in url]
    assert {(page.compared or {})["brings"] for page in rooms} == {True}


async def test_what_is_known_of_the_site_is_asked_for_where_it_is_learnt(
    station: Station, collected: Collected, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[threading.Thread] = set()
    common = Additions.common

    def asking(additions: Additions) -> frozenset[str]:
        asked.add(threading.current_thread())
        return common(additions)

    monkeypatch.setattr(Additions, "common", asking)
    site = Museum(station)
    await collected.record(site, f"{site.entry}exhibit/3.html")
    assert asked == {threading.main_thread()}  # in another thread, it was learnt more of while it was being read


async def test_a_menu_of_the_whole_site_that_scripts_draw_is_no_reason_to_show_every_page(
    station: Station, collected: Collected
) -> None:
    site = Manual(station)
    mapped = await collected.record(site, f"{site.entry}part/3.html")
    crawled = await collected.crawl()
    assert collected.targets() == site.exhibits
    assert not any(page.rendered for run in (mapped, crawled) for page in collected.pages(run).values())
    assert mapped.rendered < mapped.pages / 2
    assert crawled.rendered <= 3  # of 42 pages: the way in, which only a browser shows, and what was drawn for a check


async def test_what_scripts_add_to_every_page_is_no_reason_to_render_even_the_first_ones(
    station: Station, collected: Collected
) -> None:
    site = Annotated(station)
    mapped = await collected.record(site, f"{site.entry}part/3.html")
    crawled = await collected.crawl()
    assert collected.targets() == site.exhibits
    assert not any(page.rendered for run in (mapped, crawled) for page in collected.pages(run).values())


async def test_what_nobody_wants_followed_is_not_looked_at_beside_the_first_page(station: Station) -> None:
    site = Annotated(station)
    async with open_visitor(FetchOptions(), Reader(Scope.of(site.entry)), lambda _: None) as visitor:
        visitor.leaves_out = lambda url: url.endswith("/parts.html")
        await visitor.visit(f"{site.entry}part/3.html")
    assert {seen.path for seen in station.seen if seen.path.endswith(".html")} == {"/part/3.html"}


async def test_a_link_that_scripts_bring_counts_for_whichever_path_of_the_pattern_begins_with_it(
    station: Station, collected: Collected
) -> None:
    site = Winged(station)
    await collected.record(site, f"{site.entry}part/3.html")
    crawled = await collected.crawl()
    assert collected.targets() == site.exhibits
    assert not crawled.drift
    assert {page.position for page in collected.pages(crawled).values()} == {0, 1, 2}  # no straggler brought them


async def test_pages_that_put_themselves_into_a_frame_are_taken_as_they_are_written(
    station: Station, collected: Collected
) -> None:
    site = Framed(station)
    await collected.record(site, f"{site.entry}part/3.html")
    crawled = await collected.crawl()
    assert collected.targets() == site.exhibits
    assert not any(page.rendered for url, page in collected.pages(crawled).items() if url in site.exhibits)


@pytest.mark.parametrize("kind", [pytest.param(HashApp, marks=pytest.mark.slow), NamedApp])
async def test_routes_of_an_app_are_pages(station: Station, collected: Collected, kind: type[HashApp]) -> None:
    site = kind(station)
    await collected.record(site, f"{site.entry}#{site.mark}exhibit/3")
    crawled = await collected.crawl()
    assert collected.targets() == site.exhibits
    assert crawled.rendered == crawled.pages


async def test_lists_without_end_and_shadow_roots_and_frames(station: Station, collected: Collected) -> None:
    site = Depot(station)
    await collected.record(site, f"{site.entry}thing/3")
    crawled = await collected.crawl()
    assert collected.targets() == site.exhibits
    assert all(
        b"<article>" in collected.body(page) for url, page in collected.pages(crawled).items() if "/thing/" in url
    )


async def test_without_a_browser_a_site_is_recorded_all_the_same(station: Station, collected: Collected) -> None:
    site = Museum(station)
    await collected.record(site, f"{site.entry}room/1.html", browser="/bin/false")
    assert len([note for note in collected.notes if "/bin/false" in note]) == 1
    crawled = await collected.crawl(browser="/bin/false")
    assert (crawled.status, crawled.rendered) == ("done", 0)
    assert {url for url in collected.targets() if "/room/" in url} == {
        f"{site.entry}room/{n}.html" for n in range(ROOMS)
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "sample"),
    [(Museum, "exhibit/3.html"), (HashApp, "#/exhibit/3"), (Depot, "thing/3")],
    ids=["museum", "app", "depot"],
)
async def test_the_same_is_collected_as_when_everything_is_rendered(
    station: Station, collected: Collected, tmp_path: Path, kind: type[Site], sample: str
) -> None:
    site, everything = kind(station), Collected(tmp_path / "all.db")
    await collected.record(site, f"{site.entry}{sample}")
    await everything.record(site, f"{site.entry}{sample}", render=Render.ALWAYS)
    by_evidence, always = await collected.crawl(), await everything.crawl(render=Render.ALWAYS)
    assert collected.targets() == everything.targets() == site.exhibits
    assert always.rendered == always.pages
    plain = 0 if kind is HashApp else 1  # an app of one page has nothing that needs no browser
    assert by_evidence.rendered <= always.rendered - plain
