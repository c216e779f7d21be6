"""Redirects, dead ends, charsets, robots and the calendar."""

from urllib.robotparser import RobotFileParser

import pytest
from aiohttp import ClientSession, TooManyRedirects

from recorder.demo import Door
from tests.recorder.demo.browsing import get, without_visit
from tests.shop.owned import OwnedShop


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/help/faq-2009.html", 404),
        ("/nothing/at/all", 404),
        ("/books/fiction/crime/?page=99", 404),
        ("/reports/sales.html", 500),
        ("/shop/gift-cards.html", 200),
        ("/news/2009/summer-fair.html", 200),
        ("/lists/no-such-list.html", 200),
    ],
)
async def test_dead_ends(site: OwnedShop, client: ClientSession, path: str, status: int) -> None:
    page = await get(client, site.base_url + path)
    assert page.status == status
    assert not page.is_book
    assert ("We are sorry" in page.text("//h1")) == (status == 200)


async def test_stale_entries_stand_in_lists_and_are_dead(site: OwnedShop, client: ClientSession) -> None:
    later = [place for number in range(2, 7) for place in (f"page-{number}.html", f"?page={number}")]
    dead: set[str] = set()
    for category in {book.category for book in site.truth.books}:
        folder = f"{site.base_url}/books/{category.parent_slug}/{category.slug}/"
        for place in ("", *later):
            page = await get(client, folder + place)
            dead |= set(page.links_to_books("//ul[@class='books']//a")) - site.truth.all_urls
    answers = [await get(client, url) for url in dead]
    assert {(answer.status, answer.is_book) for answer in answers} == {(404, False), (200, False)}
    assert len(answers) == 2


async def test_old_addresses_lead_to_the_canonical_one(site: OwnedShop, client: ClientSession) -> None:
    book = site.truth.book_at(site.sample_url)
    assert book is not None
    ways = {f"/book.php?id={book.number}": 301, f"/go/{book.number}": 302, f"/book/old-name-{book.number}.html": 301}
    for path, status in ways.items():
        assert (await get(client, site.base_url + path, follow=False)).status == status
        assert (await get(client, site.base_url + path)).url == site.sample_url


async def test_news_mention_books_by_old_addresses(site: OwnedShop, client: ClientSession) -> None:
    page = await get(client, site.base_url + "/news/2026/3.html")
    links = page.links("//article//a")
    assert ["/book.php?id=" in links[0], "/go/" in links[1], "utm_" in links[2]] == [True] * 3
    for url in links:
        assert without_visit((await get(client, without_visit(url))).url) in site.truth.linked_urls


async def test_redirects_that_lead_nowhere(site: OwnedShop, client: ClientSession) -> None:
    with pytest.raises(TooManyRedirects):
        await get(client, site.base_url + "/club/join")
    async with client.get(site.base_url + "/out/guild", allow_redirects=False) as answer:
        assert answer.headers["Location"].startswith("https://www.booksellers.example/")
    assert (await get(client, site.base_url + "/books")).url == site.base_url + "/books/"
    assert (await get(client, site.base_url + "/index.html")).url == site.entry_url


async def test_robots_forbid_the_staff_room_and_links_lead_there(site: OwnedShop, client: ClientSession) -> None:
    rules = RobotFileParser()
    rules.parse((await get(client, site.base_url + "/robots.txt")).body.decode().splitlines())
    room = site.base_url + "/staff/picks.html"
    assert not rules.can_fetch("anybody", room)
    assert rules.can_fetch("anybody", site.sample_url)
    assert room in (await get(client, site.entry_url)).links()
    site.tally.clear()
    await get(client, room)
    await get(client, site.base_url + "/staff/open-day.html")
    assert site.tally.forbidden == ["/staff/picks.html"]


async def test_the_calendar_never_ends(site: OwnedShop, client: ClientSession) -> None:
    site.tally.clear()
    url, seen = site.base_url + "/events/2026/11/", set[str]()
    for _ in range(30):
        page = await get(client, url)
        seen.add(url)
        url = page.links("//main//p/a")[-1]
    assert len(seen) == 30
    assert url == site.base_url + "/events/2029/5/"
    assert (await get(client, site.base_url + "/events/123456789/12/")).status == 200
    assert site.tally.total == 31


@pytest.mark.parametrize(
    ("language", "header", "meta"),
    [
        ("English", "utf-8", b"utf-8"),
        ("German", "iso-8859-1", None),
        ("French", None, b"windows-1252"),
        ("Russian", None, b"koi8-r"),
        ("Japanese", "shift_jis", b"shift_jis"),
    ],
)
async def test_books_come_in_their_languages_charset(
    site: OwnedShop, client: ClientSession, language: str, header: str | None, meta: bytes | None
) -> None:
    book = next(book for book in site.truth.books if book.language == language and book.door is Door.LINKS)
    page = await get(client, site.truth.url(book))
    assert page.charset == header
    assert (b"<meta charset=" in page.body) == (meta is not None)
    assert meta is None or b'<meta charset="' + meta + b'">' in page.body
    assert page.text("//h1") == book.title
    assert page.text("//section[@class='description']").startswith("About this book " + book.description[0][:30])


async def test_text_pages_come_in_other_charsets_too(site: OwnedShop, client: ClientSession) -> None:
    assert (await get(client, site.base_url + "/help/francais.html")).charset == "iso-8859-1"
    japanese = await get(client, site.base_url + "/help/nihongo.html")
    assert (japanese.charset, japanese.text("//h1")) == ("shift_jis", "日本のお客様へ")
    assert b'<meta charset="windows-1252">' in (await get(client, site.base_url + "/news/2023/18.html")).body
