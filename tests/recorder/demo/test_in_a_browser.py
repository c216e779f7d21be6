"""What the shop does only in a browser: its finder of used books, and the lists that a choice puts in order."""

from collections.abc import Iterator
from urllib.request import urlopen

import lxml.html
import pytest
from playwright.sync_api import Page

from recorder.demo import DemoServer, UsedQuery
from tests.shop.owned import OwnedShop


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop()) as opened:
        yield opened


def test_the_finder_works_in_a_browser_and_only_there(site: OwnedShop, page: Page) -> None:
    with urlopen(site.base_url + "/used") as answer:
        plain = lxml.html.parse(answer)
    assert not plain.xpath("//main//a[contains(@href, '/book/')]") and not plain.xpath("//main//form")
    expected = site.truth.answer(UsedQuery("the"))
    assert len(expected) > 10, "or there would be no second page to ask for"
    page.goto(site.base_url + "/used")
    page.fill("#finder-words", "the")
    page.click("#finder-go")
    page.wait_for_selector("#finder-found li")
    assert page.url == site.base_url + "/used"
    while page.is_visible("#finder-more"):
        shown = page.locator("#finder-found li").count()
        page.click("#finder-more")
        page.wait_for_function(f"document.querySelectorAll('#finder-found li').length > {shown}")
    links = page.eval_on_selector_all("#finder-found a", "all => all.map(link => link.href)")
    assert len(links) == len(expected)
    assert set(links) == expected


def test_a_choice_of_order_sends_its_form_at_once(site: OwnedShop, page: Page) -> None:
    page.goto(site.base_url + "/books/fiction/historical-novels/")
    site.tally.clear()
    with page.expect_navigation():
        page.select_option("form.sort select", "price")
    assert page.url.endswith("?sort=price")
    assert site.tally.unsafe == []
