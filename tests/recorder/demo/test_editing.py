"""The owner's hands: what an edit changes, what it leaves alone, and that validators tell the truth about it."""

import re
from dataclasses import replace

import pytest
from aiohttp import ClientSession

from recorder.demo import Arrangement, Door
from tests.recorder.demo.browsing import get, walk
from tests.recorder.demo.test_links import CLOSED
from tests.shop.owned import OwnedShop

VISIT = re.compile(rb"(sid|jsessionid)=\w+")


async def _bodies(site: OwnedShop, client: ClientSession) -> dict[str, bytes]:
    return {url: VISIT.sub(b"", (await get(client, url)).body) for url in sorted(site.truth.linked_urls)}


async def test_an_edit_changes_exactly_what_it_says(client: ClientSession) -> None:
    async with OwnedShop(seed=5, books=150) as site:
        before, old_truth = await _bodies(site, client), site.truth
        edit = site.edit(add=12, change=4, restructure=3, remove=5)
        after = await _bodies(site, client)
        assert (len(edit.added), len(edit.changed), len(edit.restructured), len(edit.removed)) == (12, 4, 3, 5)
        assert set(after) - set(before) == set(map(site.truth.url, edit.added))
        assert set(before) - set(after) == set(map(site.truth.url, edit.removed))
        changed = {url for url in before.keys() & after.keys() if before[url] != after[url]}
        assert changed == {site.truth.url(book) for book in (*edit.changed, *edit.restructured)}
        for book in edit.removed:
            assert (await get(client, site.truth.url(book))).status == 404
        assert old_truth.linked_urls == set(before), "the truth of a moment stays"
        pages = await walk(client, site.entry_url, avoid=CLOSED, through_books=True)
        books = {page.url for page in pages.values() if page.content_type == "text/html" and page.is_book}
        assert {url for url in books if "?" not in url} == site.truth.linked_urls


async def test_a_text_change_keeps_the_structure_and_a_structural_one_does_not(client: ClientSession) -> None:
    async with OwnedShop(seed=5, books=100) as site:
        before = {url: await get(client, url) for url in site.truth.linked_urls}
        edit = site.edit(change=5, restructure=5)
        for books, same in ((edit.changed, True), (edit.restructured, False)):
            for book in books:
                url = site.truth.url(book)
                tags = [[element.tag for element in page.tree.iter()] for page in (before[url], await get(client, url))]
                assert (tags[0] == tags[1]) is same


async def test_edits_repeat_and_differ_from_one_another() -> None:
    first, second = OwnedShop(seed=9, books=80), OwnedShop(seed=9, books=80)
    for _ in range(3):
        assert first.edit(add=2, change=2, remove=2) == second.edit(add=2, change=2, remove=2)
    assert first.edit(change=3).changed != first.edit(change=3).changed
    assert first.sample_url in first.truth.linked_urls
    with pytest.raises(ValueError, match="only"):
        first.edit(remove=1000)


async def test_validators_are_honest(client: ClientSession) -> None:
    async with OwnedShop(seed=3, books=120) as site:
        known = {}
        for url in sorted(site.truth.linked_urls):
            async with client.get(url) as answer:
                known[url] = (answer.headers.get("ETag"), answer.headers.get("Last-Modified"))
        assert {(tag is not None, date is not None) for tag, date in known.values()} == {
            (True, True),
            (True, False),
            (False, True),
            (False, False),
        }
        edit = site.edit(change=15, restructure=15, add=3, remove=3)
        changed = {site.truth.url(book) for book in (*edit.changed, *edit.restructured)}
        gone = set(map(site.truth.url, edit.removed))
        for url, (tag, date) in known.items():
            headers = {"If-None-Match": tag} if tag else {"If-Modified-Since": date} if date else {}
            expected = 404 if url in gone else 200 if url in changed or not headers else 304
            assert (await get(client, url, headers)).status == expected
        assert site.tally.statuses[304] > 20


async def test_a_senseless_date_is_ignored(site: OwnedShop, client: ClientSession) -> None:
    book = next(book for book in site.truth.books if book.number % 10 == 8)
    assert (await get(client, site.truth.url(book), {"If-Modified-Since": "yesterday"})).status == 200


async def test_the_redesign_keeps_every_fact_and_little_of_the_markup(client: ClientSession) -> None:
    async with OwnedShop(seed=3, books=100) as site:
        book = site.truth.book_at(site.sample_url)
        assert book is not None
        async with client.get(site.sample_url) as answer:
            tag, before = answer.headers.get("ETag"), await answer.read()
        site.redesign()
        page = await get(client, site.sample_url, {"If-None-Match": tag} if tag else {})
        assert page.status == 200
        assert page.body != before
        assert not page.is_book
        text = page.text("//main")
        for fact in (book.title, book.author.name, book.isbn, book.publisher, str(book.pages), *book.description):
            assert " ".join(fact.split()) in text
        assert (
            set((await get(client, site.base_url + "/lists/best-of-2024.html")).links_to_books())
            <= site.truth.linked_urls
        )


async def test_each_arrangement_changes_what_it_says(client: ClientSession) -> None:
    async with OwnedShop(seed=3, books=100) as site:
        plain = Arrangement()
        books = max((b.category for b in site.truth.books if b.category.numbered), key=lambda c: c.slug)
        rows = f"{site.base_url}/books/{books.parent_slug}/{books.slug}/"
        assert (await get(client, rows)).links_to_books("//ul[@class='books']//a")
        old = site.sample_url

        site.rearrange(replace(plain, book_folder="titles"))
        assert site.sample_url == old.replace("/book/", "/titles/")
        assert (await get(client, site.sample_url)).is_book
        assert (await get(client, old)).status == 404

        site.rearrange(replace(plain, lists_empty=True))
        assert (await get(client, rows)).links_to_books("//ul[@class='books']//a") == []

        site.rearrange(replace(plain, lists_need_script=True))
        assert (await get(client, rows)).links_to_books("//ul[@class='books']//a") == []
        assert b"/book/" in (await get(client, rows + "rows.json?page=1")).body

        site.rearrange(replace(plain, robots_forbid_books=True))
        assert b"Disallow: /book/" in (await get(client, site.base_url + "/robots.txt")).body

        site.rearrange(replace(plain, page_parameter="seite"))
        assert (await get(client, rows + "?seite=99")).status == 404
        assert (await get(client, rows + "?page=99")).status == 200

        site.rearrange(replace(plain, search_method="post", word_field="phrase"))
        async with client.post(site.base_url + "/search/results", data={"phrase": "the", "category": ""}) as answer:
            assert b"books found" in await answer.read()
        assert site.tally.unsafe == []

        site.rearrange(replace(plain, search_needs_language=True))
        asked = site.base_url + "/search/results?q=the"
        assert (await get(client, asked)).tree.xpath("//p[@class='complaint']")
        assert not (await get(client, asked + "&language=any")).tree.xpath("//p[@class='complaint']")


async def test_books_added_later_are_linked_books() -> None:
    site = OwnedShop(seed=3, books=100)
    edit = site.edit(add=30)
    assert {book.door for book in edit.added} == {Door.LINKS}
    assert len({book.number for book in site.truth.books}) == 130
