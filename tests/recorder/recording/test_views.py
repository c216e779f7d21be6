"""Pages that say a record again at another address: its history and its source, and the same page for every shelf that
leads to it. One record is collected once, whatever else is built like it, and read once where that is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.recording.boutique import KEYS, SHELF, SHELVES, Boutique
from tests.recorder.recording.glossary import Glossary, words

VIEWS = ("history", "source")


class Wiki(Glossary):
    """Every article in the frame that its views have, too."""

    def furnish(self) -> None:
        listed = "".join(f"<li><a href=/wiki/{key}/>{key}</a> {self._views(key)}" for key in KEYS)
        self.station.on("/", f"<title>Wiki</title><h2>All</h2><ul>{listed}</ul>")
        for key in KEYS:
            self.station.on(f"/wiki/{key}/", self._page(key, "article"))
            for view in VIEWS:
                self.station.on(f"/wiki/{key}/{view}/", self._page(key, view))

    def _page(self, key: str, view: str) -> str:
        text = f"<p>{words(key)} {words((key, view), 5)}</p><p>{words((key, 2))} {words((key, view, 2), 5)}</p>"
        return f"<title>{key}</title><div class=tabs>{self._views(key)}</div><main><h1>{key}</h1>{text}</main>"

    def _views(self, key: str) -> str:
        return "".join(f"<a href=/wiki/{key}/{each}/>{each}</a> " for each in VIEWS)

    def term(self, number: int) -> str:
        return f"/wiki/{KEYS[number]}/"


class Shop(Glossary):
    """All by one program: a thing has an address for every shelf, and a plain one where others are told of."""

    def furnish(self) -> None:
        shelves = "".join(f"<li><a href='/at?show=shelf&shelf={n}'>Shelf {n}</a>" for n in range(SHELVES))
        self.station.on("/", f"<title>Shop</title><ul>{shelves}</ul>")
        self.station.on("/at", self._answer)

    async def _answer(self, seen: Seen, writer: asyncio.StreamWriter) -> None:
        said = dict(piece.split("=") for piece in seen.path.partition("?")[2].split("&"))
        html = self._shelf(int(said["shelf"])) if said["show"] == "shelf" else self._thing(int(said["id"]))
        await page(html)(seen, writer)

    def _shelf(self, shelf: int) -> str:
        on_it = [number for number in range(len(KEYS)) if number % SHELVES in (shelf, (shelf + 1) % SHELVES)]
        listed = "".join(f"<li><a href='/at?show=thing&id={n}&shelf={shelf}'>{KEYS[n]}</a>" for n in on_it)
        return f"<title>Shelf {shelf}</title><h2>Shelf {shelf}</h2><ul>{listed}</ul>"

    def _thing(self, number: int) -> str:
        key, other = KEYS[number], (number + 1) % len(KEYS)
        text = f"<p>{words((key, 1))}</p><p>{words((key, 2))}</p>"
        beside = f"<p class=beside><a href='/at?show=thing&id={other}'>{KEYS[other]}</a></p>"
        return f"<title>{key}</title><main><h1>{key}</h1>{text}</main>{beside}"

    def term(self, number: int) -> str:
        return f"/at?show=thing&id={number}"


class Guide(Glossary):
    """Places in two languages, the second at addresses of its own words below a code; each page names both."""

    def furnish(self) -> None:
        for home, other, numbered in (("/", "/fr/", self.term), ("/fr/", "/", self.french)):
            listed = "".join(f"<li><a href={numbered(n)}>{numbered(n)}</a>" for n in range(len(KEYS)))
            self.station.on(home, f"<title>Guide</title><a href={other}>{other}</a><h2>All</h2><ul>{listed}</ul>")
            for number in range(len(KEYS)):
                self.station.on(numbered(number), self._place(number, home))

    def _place(self, number: int, home: str) -> str:
        ours, theirs = self.term(number), self.french(number)
        named = f"<link rel=alternate hreflang=en href={ours}><link rel=alternate hreflang=fr href={theirs}>"
        text = f"<p>{words((number, home))}</p><p>{words((number, home, 2))}</p>"
        beside = f"<div><a href={ours}>EN</a> <a href={theirs}>FR</a></div>"
        return f"<title>{KEYS[number]}</title>{named}{beside}<main><h1>{KEYS[number]}</h1>{text}</main>"

    def term(self, number: int) -> str:
        return f"/places/{KEYS[number]}"

    def french(self, number: int) -> str:
        return f"/fr/lieux/{KEYS[-number - 1]}"


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    found = await Station().start()
    yield found
    await found.stop()


async def test_views_of_an_article_are_left_aside_and_told(station: Station, tmp_path: Path) -> None:
    wiki = Wiki(station, tmp_path / "site.db")
    wiki.furnish()
    told = await wiki.record()
    assert any("left aside: 48" in each for each in wiki.said)
    assert told.coverage is not None and told.coverage.estimate == len(KEYS)
    assert await wiki.crawled() == {f"/wiki/{key}/" for key in KEYS}


async def test_a_view_is_collected_where_it_is_the_sample(station: Station, tmp_path: Path) -> None:
    wiki = Wiki(station, tmp_path / "site.db")
    wiki.furnish()
    await wiki.record(samples=(wiki.url(f"/wiki/{KEYS[1]}/history/"),))
    assert {f"/wiki/{key}/history/" for key in KEYS} <= await wiki.crawled()


async def test_a_thing_on_several_shelves_is_collected_once_and_not_read_for_each(
    station: Station, tmp_path: Path
) -> None:
    shop = Shop(station, tmp_path / "site.db")
    shop.furnish()
    told = await shop.record(exhaustive=False)
    assert told.coverage is not None and told.coverage.estimate == len(KEYS)
    station.seen.clear()
    assert await shop.crawled() == {f"/at?show=thing&id={number}" for number in range(len(KEYS))}
    assert sum("show=thing" in seen.path for seen in station.seen) == len(KEYS)


@pytest.mark.parametrize("below_a_shelf", [False, True])
async def test_a_thing_that_says_which_of_its_addresses_is_its_own_is_collected_there(
    station: Station, tmp_path: Path, below_a_shelf: bool
) -> None:
    shop = Boutique(station, tmp_path / "site.db")
    shop.furnish()
    sample = shop.url(f"/shelves/{SHELF[1]}/things/{KEYS[1]}" if below_a_shelf else shop.term(1))
    await shop.record(samples=(sample,), exhaustive=False)
    assert await shop.crawled() == set(map(shop.term, range(len(KEYS))))


async def test_pages_that_all_call_one_address_their_own_are_not_taken_at_their_word(
    station: Station, tmp_path: Path
) -> None:
    shop = Boutique(station, tmp_path / "site.db")
    shop.is_true = False
    shop.furnish()
    await shop.record()
    found = await shop.crawled()
    assert {path.rpartition("/")[2] for path in found} == set(KEYS)


async def test_translations_at_addresses_of_other_words_are_left_aside_and_told(
    station: Station, tmp_path: Path
) -> None:
    guide = Guide(station, tmp_path / "site.db")
    guide.furnish()
    await guide.record()
    assert any("in another language" in each and "/fr/lieux/" in each for each in guide.said)
    assert await guide.crawled() == set(map(guide.term, range(len(KEYS))))


async def test_a_translation_is_collected_where_it_is_the_sample(station: Station, tmp_path: Path) -> None:
    guide = Guide(station, tmp_path / "site.db")
    guide.furnish()
    await guide.record(samples=(guide.url(guide.french(1)),))
    assert any("in another language" in each and "/places/" in each for each in guide.said)
    assert await guide.crawled() == set(map(guide.french, range(len(KEYS))))
