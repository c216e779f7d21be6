"""Sitemaps that lead nowhere, round in a ring, on for ever, or hold more than anybody can read: a recording ends, and
finds what it finds without them.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.mapping.mapper import MappingLimits
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.recording.glossary import TERMS, Glossary
from tests.recorder.weather.test_bombs import bounded

MOST_OF_ONE_ROBOTS_TXT = 100
ENOUGH = 400
"""Requests of a recording that does not go on for ever."""


@pytest.fixture
async def glossary(tmp_path: Path) -> AsyncIterator[Glossary]:
    found = Glossary(await Station().start(), tmp_path / "site.db")
    found.furnish()
    yield found
    await found.station.stop()


async def finds_its_terms(glossary: Glossary, **more: object) -> bool:
    return (await glossary.record(**more)).targets >= TERMS


def index(*addresses: str) -> str:
    return "<sitemapindex>" + "".join(f"<sitemap><loc>{each}</loc></sitemap>" for each in addresses) + "</sitemapindex>"


async def test_a_ring_of_indexes_is_gone_round_once(glossary: Glossary) -> None:
    ring = ("/sitemap.xml", "/a.xml", "/b.xml")
    for path in ring:
        glossary.station.on(path, index(*map(glossary.url, ring)), "application/xml")
    assert await finds_its_terms(glossary)
    assert [glossary.station.asked(path) for path in ring] == [2, 1, 1]  # the first was looked for before


@pytest.mark.parametrize("children", [1, 2, 50])
async def test_indexes_that_go_on_for_ever_are_left(glossary: Glossary, children: int) -> None:
    async def goes_on(seen: Seen, writer: asyncio.StreamWriter) -> None:
        number = int(seen.path.partition("=")[2] or 0)
        following = (f"/sitemap.xml?part={number * children + child + 1}" for child in range(children))
        await page(index(*map(glossary.url, following)), "application/xml")(seen, writer)

    glossary.station.on("/sitemap.xml", goes_on)
    assert await finds_its_terms(glossary, exhaustive=False, limits=MappingLimits(pages=ENOUGH))
    assert len(glossary.station.seen) < ENOUGH


async def test_one_robots_txt_names_no_end_of_them(glossary: Glossary) -> None:
    named = "\n".join(f"Sitemap: {glossary.url(f'/maps/{number}.xml')}" for number in range(5_000))
    glossary.station.on("/robots.txt", named, "text/plain")
    assert await finds_its_terms(glossary, exhaustive=False)
    assert sum(seen.path.startswith("/maps/") for seen in glossary.station.seen) == MOST_OF_ONE_ROBOTS_TXT
    assert any("names 5,000 sitemaps: the first 100 are looked at" in each for each in glossary.said)


async def test_a_packed_one_is_unpacked_no_further_than_a_page_may_be_long(glossary: Glossary) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = packer.compress(b"<urlset>") + b"".join(packer.compress(bytes(10**6)) for _ in range(100)) + packer.flush()
    glossary.station.on("/sitemap.xml", packed, "application/gzip")
    with bounded():
        assert await finds_its_terms(glossary, exhaustive=False)


@pytest.mark.parametrize(
    "sitemap",
    [
        '<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
        + "]><urlset><url><loc>&j;</loc></url><url x='&j;'/></urlset>",
        '<!DOCTYPE urlset [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&a;</loc></url></urlset>',
        "<urlset>" + "<url>" * 100_000,
        "<urlset" + "".join(f" a{number}='1'" for number in range(100_000)) + "/>",
        "<urlset>" + "<url><loc>/x</loc></url>" * 20_000 + "</urlset>",
        "<!---->" * 140 + "<urlse",
    ],
    ids=["laughs", "entity", "levels", "attributes", "repeated", "comments"],
)
async def test_what_is_made_to_be_hard_to_read_is_not(glossary: Glossary, sitemap: str) -> None:
    glossary.station.on("/sitemap.xml", sitemap, "application/xml")
    with bounded():
        assert await finds_its_terms(glossary, exhaustive=False)
    assert not any("root:" in seen.path for seen in glossary.station.seen)
