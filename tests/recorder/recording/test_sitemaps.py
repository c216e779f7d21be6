"""Pages that only a sitemap leads to: recorded, crawled, handed on; and sites whose sitemaps are none."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from recorder.exporting.handed_on import PatternFormat, export_pattern
from recorder.exporting.scrapy_project import export_scrapy
from recorder.fetching.answers import Outcome, Request
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.mapping.mapper import MappingLimits
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import LinkStep
from recorder.patterns.pages.sitemaps import WHERE_NAMED
from recorder.runtime.errors import RecorderError
from recorder.runtime.stopping import Continuation
from recorder.store import open_store
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import OVER_HTTP, Glossary

SHOWN = 3
"""Entries that the entry page links to."""


class Hidden(Glossary):
    """No list of its entries but in a sitemap."""

    def furnish(self) -> None:
        super().furnish()
        links = "".join(f"<li><a href={self.term(n)}>{n}</a>" for n in range(SHOWN))
        self.station.on(
            "/", f"<title>Glossary</title><h1>New entries</h1><ul>{links}</ul><a href=/about.html>About</a>"
        )

    def sitemap(self, paths: set[str]) -> str:
        return "<urlset>" + "".join(f"<url><loc>{self.url(path)}</loc></url>" for path in sorted(paths)) + "</urlset>"


@pytest.fixture
async def hidden(tmp_path: Path) -> AsyncIterator[Hidden]:
    found = Hidden(await Station().start(), tmp_path / "site.db")
    found.furnish()
    yield found
    await found.station.stop()


def first_steps(hidden: Hidden) -> set[tuple[str, str | None]]:
    with open_store(hidden.database) as store:
        pattern = from_text(store.patterns.latest(store.recordings.find().id).text)
    firsts = [path.steps[0] for path in pattern.paths]
    return {(step.regex, step.place) for step in firsts if isinstance(step, LinkStep)}


def address(hidden: Hidden, path: str) -> str:
    return "^" + hidden.url(path).replace(".", r"\.") + "$"


async def test_where_it_usually_is(hidden: Hidden) -> None:
    hidden.station.on("/sitemap.xml", hidden.sitemap(hidden.terms | {"/about.html"}), "application/xml")
    found = await hidden.record(exhaustive=False)
    assert found.targets == len(hidden.terms)
    assert first_steps(hidden) == {(address(hidden, "/sitemap.xml"), WHERE_NAMED)}
    assert await hidden.crawled() == hidden.terms


async def test_the_entry_page_has_it_at_other_addresses_too(hidden: Hidden) -> None:
    """What was seen last of a page is what is known of it."""
    hidden.station.on("/sitemap.xml", hidden.sitemap(hidden.terms), "application/xml")
    hidden.station.on("/about.html", "<title>About</title><p>Of old books.</p><a href='/#/news/'>News</a>")
    await hidden.record(exhaustive=False)
    assert first_steps(hidden) == {(address(hidden, "/sitemap.xml"), WHERE_NAMED)}


async def test_packed_ones_in_an_index_that_robots_txt_names(hidden: Hidden) -> None:
    terms = sorted(hidden.terms)
    for number, some in enumerate((terms[::2], terms[1::2])):
        packed = gzip.compress(hidden.sitemap(set(some)).encode())
        hidden.station.on(f"/maps/part-{number}.xml.gz", packed, "application/x-gzip")
    parts = "".join(f"<sitemap><loc>{hidden.url(f'/maps/part-{n}.xml.gz')}</loc></sitemap>" for n in range(2))
    hidden.station.on("/maps/index.xml", f"<sitemapindex>{parts}</sitemapindex>", "text/xml")
    elsewhere = "Sitemap: http://127.0.0.2/sitemap.xml"
    hidden.station.on("/robots.txt", f"Sitemap: {hidden.url('/maps/index.xml')}\n{elsewhere}\n", "text/plain")
    await hidden.record(exhaustive=False)
    assert first_steps(hidden) == {(address(hidden, "/maps/index.xml"), WHERE_NAMED)}
    assert await hidden.crawled() == hidden.terms
    assert not hidden.station.asked("/sitemap.xml")


async def test_an_index_is_looked_for_though_what_it_lists_is_called_like_it(hidden: Hidden) -> None:
    hidden.station.on("/sitemap.xml", hidden.sitemap(hidden.terms), "application/xml")
    parts = f"<sitemap><loc>{hidden.url('/sitemap.xml')}</loc></sitemap>"
    hidden.station.on("/sitemapindex.xml", f"<sitemapindex>{parts}</sitemapindex>", "application/xml")
    hidden.station.on("/robots.txt", f"Sitemap: {hidden.url('/sitemapindex.xml')}", "text/plain")
    await hidden.record(exhaustive=False)
    assert first_steps(hidden) == {(address(hidden, "/sitemapindex.xml"), WHERE_NAMED)}
    assert await hidden.crawled() == hidden.terms


async def test_one_of_plain_text(hidden: Hidden) -> None:
    hidden.station.on("/maps/all.txt", "\n".join(map(hidden.url, sorted(hidden.terms))), "text/plain")
    hidden.station.on("/robots.txt", f"Sitemap: {hidden.url('/maps/all.txt')}", "text/plain")
    await hidden.record(exhaustive=False)
    assert first_steps(hidden) == {(address(hidden, "/maps/all.txt"), WHERE_NAMED)}
    assert await hidden.crawled() == hidden.terms


async def test_one_that_is_too_large_when_unpacked_is_said_to_be(hidden: Hidden) -> None:
    packed = gzip.compress(hidden.sitemap(hidden.terms).replace("<urlset>", f"<urlset><!--{'x' * 50_000}-->").encode())
    hidden.station.on("/maps/all.xml.gz", packed, "application/gzip")
    hidden.station.on("/robots.txt", f"Sitemap: {hidden.url('/maps/all.xml.gz')}", "text/plain")
    fetcher = SiteFetcher(replace(OVER_HTTP, max_body=20_000))
    outcome = await fetcher.fetch(Request(hidden.url("/maps/all.xml.gz")))
    await fetcher.close()
    assert isinstance(outcome, Outcome)
    assert outcome.reason == "the sitemap is larger than 20,000 bytes"


async def test_a_new_address_in_it_is_collected(hidden: Hidden) -> None:
    late = hidden.term(7)
    hidden.station.on("/sitemap.xml", hidden.sitemap(hidden.terms - {late}), "application/xml")
    await hidden.record(exhaustive=False)
    assert await hidden.crawled() == hidden.terms - {late}
    hidden.station.on("/sitemap.xml", hidden.sitemap(hidden.terms), "application/xml")
    assert await hidden.crawled() == hidden.terms


async def test_a_recording_that_goes_on_looks_for_none_again(hidden: Hidden) -> None:
    hidden.station.on("/sitemap.xml", hidden.sitemap(hidden.terms), "application/xml")
    await hidden.record(exhaustive=False, limits=MappingLimits(pages=6))
    found = await hidden.record(exhaustive=False, continuation=Continuation.RESUME)
    assert found.targets == len(hidden.terms)
    asked = hidden.station.asked("/sitemap.xml")
    await hidden.record(exhaustive=False, continuation=Continuation.REOPEN)
    assert hidden.station.asked("/sitemap.xml") == asked


@pytest.mark.parametrize("body", ["<title>Sorry</title>Not found", "<urlset><url><loc>", ""])
async def test_one_that_leads_nowhere_changes_nothing(hidden: Hidden, body: str) -> None:
    hidden.station.on("/sitemap.xml", body, "text/html")
    found = await hidden.record(exhaustive=False)
    assert found.targets == SHOWN
    assert await hidden.crawled() == {hidden.term(n) for n in range(SHOWN)}


async def test_a_site_without_one_has_no_page_for_it(hidden: Hidden) -> None:
    await hidden.record(exhaustive=False)
    with open_store(hidden.database) as store:
        assert not [page for page in store.pages.of_run(1) if page.url.endswith(".xml")]
    asked = hidden.station.asked("/sitemap.xml")
    await hidden.crawled()
    assert hidden.station.asked("/sitemap.xml") == asked


async def test_it_may_be_the_entry_page_itself(hidden: Hidden) -> None:
    hidden.station.on("/all.xml", hidden.sitemap(hidden.terms), "application/xml")
    await hidden.record(exhaustive=False, entry=hidden.url("/all.xml"))
    assert await hidden.crawled() == hidden.terms


async def test_programs_that_see_what_a_browser_shows_are_told(hidden: Hidden, tmp_path: Path) -> None:
    hidden.station.on("/sitemap.xml", hidden.sitemap(hidden.terms), "application/xml")
    await hidden.record(exhaustive=False)
    with pytest.raises(RecorderError, match="begins at a sitemap"):
        export_pattern(PatternFormat.PLAYWRIGHT, hidden.database, tmp_path / "script.py")
    project = export_scrapy(hidden.database, tmp_path / "project")
    assert repr(hidden.url("/sitemap.xml"))[1:-1] in next(
        text for name, text in project.files.items() if name.endswith("/pattern.py")
    )
