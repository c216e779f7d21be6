"""Forms that must not be sent, and that whoever sends them is counted."""

import pytest
from aiohttp import ClientSession

from recorder.demo.tally import is_unsafe
from tests.recorder.demo.browsing import get, post
from tests.shop.owned import OwnedShop

SEARCHES = {"/search/results", "/rare/results", "/branches/stock", "/branches/books"}


async def _forms(site: OwnedShop, client: ClientSession, path: str) -> dict[str, str]:
    page = await get(client, site.base_url + path if path.startswith("/") else path)
    return {form.get("action") or "": (form.get("method") or "get").upper() for form in page.tree.forms}


async def test_every_page_has_forms_to_search_choose_and_subscribe(site: OwnedShop, client: ClientSession) -> None:
    for path in ("/", "/books/", "/help/delivery.html", site.sample_url):
        forms = await _forms(site, client, path)
        assert (forms["/search/results"], forms["/language"], forms["/newsletter"]) == ("GET", "POST", "POST")


@pytest.mark.parametrize(
    ("path", "actions"),
    [
        ("/", {"/poll/vote": "POST"}),
        ("/account/", {"/account/login": "POST", "/account/register": "POST", "/account/delete": "POST"}),
        ("/account/", {"/newsletter/leave": "GET"}),
        ("/contact", {"/contact/send": "POST", "/sell/offer": "POST"}),
        ("/basket", {"/basket/order": "POST"}),
        ("/book/", {"/basket/add": "GET", "/wishlist/add": "POST", "/reviews/": "POST"}),
    ],
)
async def test_a_form_that_changes_something_is_there_works_and_is_counted(
    site: OwnedShop, client: ClientSession, path: str, actions: dict[str, str]
) -> None:
    forms = await _forms(site, client, site.sample_url if path == "/book/" else path)
    for beginning, method in actions.items():
        action = next(each for each in forms if each.startswith(beginning))
        assert forms[action] == method
        site.tally.clear()
        send = (
            post(client, site.base_url + action, {"id": "1"})
            if method == "POST"
            else get(client, f"{site.base_url}{action}?id=1")
        )
        assert "Thank you" in (await send).text("//h1")
        assert [submission.method for submission in site.tally.unsafe] == [method]


async def test_every_form_on_the_site_is_a_search_a_sort_or_counted(site: OwnedShop, client: ClientSession) -> None:
    paths = ("/", "/books/", "/books/fiction/historical-novels/", "/rare", "/search", "/branches", "/used", "/contact")
    for path in (*paths, "/account/", "/basket", "/branches/stock?region=north", site.sample_url):
        for action, method in (await _forms(site, client, path)).items():
            assert action == "" or action in SEARCHES or is_unsafe(method, action), (path, action)


async def test_sorting_by_select_is_no_change(site: OwnedShop, client: ClientSession) -> None:
    url = site.base_url + "/books/fiction/historical-novels/"
    form = next(form for form in (await get(client, url)).tree.forms if form.get("class") == "sort")
    assert form.xpath(".//select/@onchange") == ["this.form.submit()"]
    site.tally.clear()
    assert (await get(client, url + "?sort=price")).status == 200
    assert site.tally.unsafe == []


async def test_posting_to_a_page_is_refused_and_counted(site: OwnedShop, client: ClientSession) -> None:
    site.tally.clear()
    assert (await post(client, site.entry_url, {})).status == 405
    assert [(each.method, each.address) for each in site.tally.unsafe] == [("POST", "/")]
