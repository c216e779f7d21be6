"""What plain links lead to, and how they are written."""

import re
from collections import Counter
from urllib.parse import unquote, urlsplit

import pytest
from aiohttp import ClientSession

from recorder.demo import Door
from tests.recorder.demo.browsing import get, walk, without_visit
from tests.shop.owned import OwnedShop

OTHER_YEARS = r"/events/(?!2026/|$)"
CLOSED = (OTHER_YEARS, "/staff/", "/club/", "/out/")


@pytest.mark.parametrize("through_books", [False, True], ids=["books are leaves", "books are read"])
async def test_links_lead_to_exactly_the_linked_books(
    site: OwnedShop, client: ClientSession, through_books: bool
) -> None:
    site.tally.clear()
    pages = await walk(client, site.entry_url, avoid=CLOSED, through_books=through_books)
    books = {without_visit(page.url) for page in pages.values() if page.content_type == "text/html" and page.is_book}
    assert books == site.truth.linked_urls
    assert len(books) == 300
    assert len(pages) < 1000
    assert site.tally.unsafe == []


def test_doors_share_no_book_and_leave_none_out(site: OwnedShop) -> None:
    shares = [site.truth.only_through(door) for door in Door]
    assert sum(map(len, shares)) == len(frozenset().union(*shares)) == len(site.truth.all_urls) == 420
    assert {len(share) for share in shares} == {300, 30}


async def test_sample_is_an_ordinary_linked_book(site: OwnedShop, client: ClientSession) -> None:
    page = await get(client, site.sample_url)
    assert page.status == 200
    assert page.is_book
    assert site.sample_url in site.truth.linked_urls


async def test_category_pages_chain_or_count(site: OwnedShop, client: ClientSession) -> None:
    categories = [url for url in (await get(client, site.base_url + "/sitemap.html")).links() if url.count("/") == 6]
    chained, numbered = 0, 0
    for url in dict.fromkeys(categories):
        page = await get(client, url)
        chained += bool(page.tree.xpath("//a[@rel='next']"))
        numbers = [link for link in page.links("//p[@class='pages']/a") if re.search(r"\?page=\d+$", link)]
        numbered += bool(numbers)
        assert not (page.tree.xpath("//a[@rel='next']") and numbers)
    assert min(chained, numbered) >= 4


async def test_next_links_reach_every_book_of_a_chained_category(site: OwnedShop, client: ClientSession) -> None:
    by_name = {book.category: 0 for book in site.truth.books if not book.category.numbered}
    for category in by_name:
        url: str | None = f"{site.base_url}/books/{category.parent_slug}/{category.slug}/"
        found: set[str] = set()
        while url:
            page = await get(client, url)
            found |= set(page.links_to_books("//ul[@class='books']//a"))
            url = next(iter(page.links("//a[@rel='next']")), None)
        linked = {site.truth.url(b) for b in site.truth.books if b.category == category and b.door is Door.LINKS}
        assert linked <= found
        assert len(found - linked) <= 2, "only the stale entries are more"


@pytest.mark.parametrize("order", ["title", "price", "year"])
async def test_sort_links_change_the_order_not_the_books(site: OwnedShop, client: ClientSession, order: str) -> None:
    sizes = Counter(book.category for book in site.truth.books if book.category.numbered)
    category = max(sizes, key=lambda each: sizes[each])
    url = f"{site.base_url}/books/{category.parent_slug}/{category.slug}/?sort={order}"
    first = await get(client, url)
    assert url in first.links("//p[@class='sort']/a")
    pages = [await get(client, link) for link in [url, *first.links("//p[@class='pages']/a")]]
    found = [book for page in pages for book in page.links_to_books("//ul[@class='books']//a")]
    assert len(found) == len(set(found))
    assert {site.truth.url(b) for b in site.truth.books if b.category == category and b.door is Door.LINKS} <= set(
        found
    )


async def test_every_way_to_write_a_link_occurs(site: OwnedShop, client: ClientSession) -> None:
    async def hrefs(path: str, place: str = "//main//a") -> str:
        return " ".join((await get(client, site.base_url + path)).tree.xpath(f"{place}/@href"))

    host = urlsplit(site.base_url).netloc
    assert "../../../book/" in await hrefs("/books/fiction/crime/")
    assert f"http://{host}/book/" in await hrefs("/authors/" + _an_author(site))
    assert f" //{host}/book/" in await hrefs("/lists/best-of-2024.html")
    assert "utm_source=" in await hrefs("/", "//section[@class='new']//a")
    assert "?sid=" in await hrefs("/", "//aside//a")
    assert ";jsessionid=" in await hrefs("/series/")
    series = await get(client, (await get(client, site.base_url + "/series/")).links("//ul[@class='series']//a")[0])
    assert series.tree.xpath("//base/@href") == [f"{site.base_url}/book/"]
    assert "/" not in series.tree.xpath("//article//td/a/@href")[0]
    assert set(series.links_to_books("//article//td/a")) <= site.truth.linked_urls


def _an_author(site: OwnedShop) -> str:
    book = next(book for book in site.truth.books if book.door is Door.LINKS)
    return f"{book.author.slug}.html"


async def test_session_numbers_change_on_every_visit_and_nothing_else_does(
    site: OwnedShop, client: ClientSession
) -> None:
    first, second = [await get(client, site.sample_url) for _ in range(2)]
    number = re.compile(rb"(sid|jsessionid)=\w+")
    assert first.body != second.body
    assert number.sub(b"", first.body) == number.sub(b"", second.body)


async def test_links_that_are_no_pages(site: OwnedShop, client: ClientSession) -> None:
    links = (await get(client, site.sample_url)).links()
    schemes = {urlsplit(link).scheme for link in links}
    assert {"mailto", "tel", "javascript", "https"} <= schemes
    files = (await get(client, site.base_url + "/help/")).links("//ul[@class='files']//a")
    types = {(await get(client, url)).content_type for url in files}
    assert types == {"application/pdf", "application/zip", "text/plain", "text/csv", "application/octet-stream"}
    assert (await get(client, site.base_url + "/covers/1001.jpg")).content_type == "image/jpeg"


def test_book_pages_vary_within_their_class(site: OwnedShop) -> None:
    linked = [book for book in site.truth.books if book.door is Door.LINKS]
    assert {len(book.reviews) for book in linked} >= {0, 1, 2, 3, 10}
    assert max(len(book.reviews) for book in linked) >= 30
    for optional in ("series", "award", "same_author"):
        assert 0 < sum(bool(getattr(book, optional)) for book in linked) < len(linked)
    assert 0 < sum(book.has_cover for book in linked) < len(linked)
    assert {len(book.editions) for book in linked} == {1, 2, 3, 4}


async def test_titles_hold_every_kind_of_letter(site: OwnedShop, client: ClientSession) -> None:
    titles = " ".join(book.title for book in site.truth.books)
    assert all(sign in titles for sign in "&'“é")
    assert re.search("[а-я]", titles)
    assert re.search("[ぁ-ん]", titles)
    elsewhere = sorted(url for url in site.truth.linked_urls if unquote(url) != url)
    assert len(elsewhere) > 5
    for url in elsewhere[:3]:
        assert (await get(client, url)).url == url


async def test_a_print_version_is_no_book_page(site: OwnedShop, client: ClientSession) -> None:
    book = next(book for book in site.truth.books if book.has_print_version)
    page = await get(client, f"{site.base_url}/print/{book.number}.html")
    assert page.status == 200
    assert page.text("//h1") == book.title
    assert not page.is_book
    other = next(book for book in site.truth.books if not book.has_print_version)
    assert (await get(client, f"{site.base_url}/print/{other.number}.html")).status == 404
