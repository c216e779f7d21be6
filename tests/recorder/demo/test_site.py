"""The site as a whole: it repeats itself exactly, shows its books as they are, and runs where a test needs it."""

import asyncio
import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest
from aiohttp import ClientSession

from recorder.demo import DemoServer, Door
from tests.hash_seeds import printed_by_processes
from tests.recorder.demo.browsing import Answer, get
from tests.shop.owned import OwnedShop

PATHS = ("/", "/books/", "/books/fiction/crime/", "/authors/?letter=M", "/series/", "/lists/best-of-2023.html", "/rare")


async def _visit_all(site: OwnedShop, client: ClientSession) -> list[bytes]:
    urls = [*(site.base_url + path for path in PATHS), *sorted(site.truth.all_urls)[:40]]
    return [(await get(client, url)).body.replace(site.base_url.encode(), b"") for url in urls]


async def test_the_same_seed_gives_the_same_bytes() -> None:
    answers = []
    for seed in (11, 11, 12):
        async with OwnedShop(seed, 100) as site, ClientSession() as client:
            answers.append([body.replace(site.base_url[5:].encode(), b"") for body in await _visit_all(site, client)])
    assert answers[0] == answers[1]
    assert answers[0] != answers[2]


def test_the_catalogue_is_the_same_in_every_process() -> None:
    program = (
        "from hashlib import sha256; from recorder.demo.invention import invent;"
        "print(sha256(repr(invent(4, 90)).encode()).hexdigest())"
    )
    assert len(printed_by_processes(program)) == 1


async def test_a_book_page_shows_every_field(site: OwnedShop, client: ClientSession) -> None:
    for book in [book for book in site.truth.books if book.door is Door.LINKS][:60]:
        page = await get(client, site.truth.url(book))
        assert page.text("//h1") == book.title
        assert page.text("//p[@class='author']/a") == book.author.name
        assert page.text("//p[@class='price']") == f"£{book.price / 100:.2f}"
        assert _cells(page, "details") == [
            ["Published", str(book.year)],
            ["Publisher", book.publisher],
            ["Language", book.language],
            ["Pages", str(book.pages)],
            ["ISBN", book.isbn],
        ]
        assert _cells(page, "editions")[1:] == [
            [each.binding, str(each.year), each.isbn, f"£{each.price / 100:.2f}"] for each in book.editions
        ]
        assert len(page.tree.xpath("//ol[@class='reviews']/li")) == len(book.reviews)
        assert bool(page.tree.xpath("//figure[@class='cover']")) == book.has_cover
        assert page.text("//p[@class='award']") == (f"Winner of {book.award}" if book.award else "")
        shown = page.text("//p[@class='series']")
        assert shown == (f"Volume {book.volume} of {book.series.title}" if book.series else "")
        assert page.text("//p[@class='breadcrumbs']/a[last()]") == book.category.title
        assert set(page.links_to_books()) <= site.truth.linked_urls | {site.truth.url(book)}
        assert site.truth.book_at(page.url) == book


def _cells(page: Answer, section: str) -> list[list[str]]:
    rows = page.tree.xpath(f"//section[@class='{section}']//tr")
    return [[cell.text_content() for cell in row] for row in rows]


def test_isbns_are_valid(site: OwnedShop) -> None:
    for book in site.truth.books:
        digits = [int(digit) for digit in book.isbn]
        assert len(digits) == 13
        assert (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 == 0


def test_the_server_runs_beside_the_test_and_counts() -> None:
    with DemoServer(OwnedShop(books=40)) as site:
        with urlopen(site.sample_url) as answer:
            assert answer.status == 200
        assert site.tally.total == 1
        removed = site.edit(remove=1).removed[0]
        assert site.truth.url(removed) not in site.truth.all_urls
    with pytest.raises(OSError, match="refused"):
        urlopen(site.sample_url)


def test_it_is_served_by_a_command_until_it_is_interrupted() -> None:
    program = [sys.executable, "-m", "recorder", "demo", "--serve", "0"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        entry, sample = process.stdout.readline().strip(), process.stdout.readline().strip()
        for url in (entry, sample):
            with urlopen(url) as answer:
                assert answer.status == 200
        process.send_signal(signal.SIGINT)
        _, trouble = process.communicate(timeout=60)
    assert (process.returncode, trouble.strip()) == (0, "Closed.")


def test_a_command_says_that_its_port_is_taken() -> None:
    with DemoServer(OwnedShop(books=20)) as site:
        port = site.base_url.rsplit(":", 1)[1]
        done = subprocess.run(
            [sys.executable, "-m", "recorder", "demo", "--serve", port], capture_output=True, text=True
        )
    assert done.returncode == 2
    assert f"cannot open at port {port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_an_error_and_leaves_no_thread() -> None:
    with DemoServer(OwnedShop(books=20)) as site:
        port = int(site.base_url.rsplit(":", 1)[1])
        with pytest.raises(OSError, match="address"), DemoServer(OwnedShop(books=20, port=port)):
            pytest.fail("two servers on one port")


async def test_the_site_opens_again_on_its_port(client: ClientSession) -> None:
    site = OwnedShop(books=30)
    async with site:
        first = site.base_url
    async with site:
        assert site.base_url == first
        assert (await get(client, site.entry_url)).status == 200


async def test_answers_wait_as_long_as_they_are_told(client: ClientSession) -> None:
    async with OwnedShop(books=30) as prompt, OwnedShop(books=30, delay=30.0) as slow:
        waiting = asyncio.create_task(get(client, slow.entry_url))
        await get(client, prompt.entry_url)
        assert not waiting.done()
        waiting.cancel()


@pytest.mark.parametrize("size", [12, 30, 420])
def test_small_shops_work_too(size: int) -> None:
    site = OwnedShop(books=size)
    assert len(site.truth.all_urls) == size
    assert all(site.truth.only_through(door) for door in Door)
    assert site.sample_url in site.truth.linked_urls
