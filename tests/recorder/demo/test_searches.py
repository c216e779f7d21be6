"""The four searches: what they mean, and that the site answers what the truth says."""

import json
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from aiohttp import ClientSession, CookieJar

from recorder.demo import BranchQuery, CatalogueQuery, Door, RareQuery, UsedQuery
from recorder.demo.searches import ShopQuery
from tests.recorder.demo.browsing import Answer, all_results, get, post
from tests.shop.owned import OwnedShop

WORDS = ("harbour", "the", "müller", "MULLER", "o'brien", "bour", "the last", "гавань", "港", "xyzzy", "la mer")


@pytest.mark.parametrize("category", ["", "crime", "young-readers"])
@pytest.mark.parametrize("words", WORDS)
async def test_catalogue_search(site: OwnedShop, client: ClientSession, words: str, category: str) -> None:
    url = f"{site.base_url}/search/results?{urlencode({'q': words, 'category': category})}"
    found = await all_results(client, url)
    assert len(found) == len(set(found))
    assert set(found) == site.truth.answer(CatalogueQuery(words, category))


async def test_a_single_hit_leads_to_the_book(site: OwnedShop, client: ClientSession) -> None:
    titles = [book.title for book in site.truth.books if book.door is Door.CATALOGUE]
    single = next(title for title in titles if len(site.truth.answer(CatalogueQuery(title))) == 1)
    page = await get(client, f"{site.base_url}/search/results?{urlencode({'q': single})}")
    assert page.is_book
    assert page.text("//h1") == single


async def test_asking_for_nothing_is_answered_by_a_complaint(site: OwnedShop, client: ClientSession) -> None:
    page = await get(client, f"{site.base_url}/search/results?q=+&category=")
    assert page.tree.xpath("//p[@class='complaint']")
    assert site.truth.answer(CatalogueQuery(" ")) == frozenset()


def _token(page: Answer) -> str:
    return str(page.tree.xpath("//form[@class='cabinet']//input[@name='csrf_token']/@value")[0])


async def _rare(site: OwnedShop, client: ClientSession, fields: dict[str, str]) -> list[str]:
    page = await get(client, site.base_url + "/rare")
    page = await post(client, site.base_url + "/rare/results", {"csrf_token": _token(page), **fields})
    found: list[str] = []
    while True:
        assert page.status == 200
        found += page.links_to_books("//table[@class='rare']//a")
        onward = [form for form in page.tree.forms if form.get("class") == "turn" and "More" in form.text_content()]
        if not onward:
            return found
        page = await post(client, site.base_url + onward[0].get("action"), dict(onward[0].fields))


@pytest.mark.parametrize("period", ["", "before-1900", "1900-1949", "later"])
@pytest.mark.parametrize("words", ["", "the", "The ", "harbour", "müller", "muller", "angelo d", "книга", "xyzzy"])
async def test_rare_search(site: OwnedShop, client: ClientSession, words: str, period: str) -> None:
    for signed in (False, True):
        fields = {"words": words, "period": period, **({"signed": "yes"} if signed else {})}
        found = await _rare(site, client, fields)
        assert len(found) == len(set(found))
        assert set(found) == site.truth.answer(RareQuery(words, period, signed))


async def test_rare_search_refuses_a_wrong_a_spent_and_a_stolen_token(site: OwnedShop, client: ClientSession) -> None:
    address = site.base_url + "/rare/results"
    assert (await post(client, address, {"words": "the", "csrf_token": "0" * 32})).status == 403
    assert (await post(client, address, {"words": "the"})).status == 403
    token = _token(await get(client, site.base_url + "/rare"))
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as stranger:
        assert (await post(stranger, address, {"words": "the", "csrf_token": token})).status == 403
    assert (await post(client, address, {"words": "the", "csrf_token": token})).status == 200
    assert (await post(client, address, {"words": "the", "csrf_token": token})).status == 403
    assert (await get(client, address)).url == site.base_url + "/rare"


async def test_earlier_form_pages_of_one_visitor_stay_good(site: OwnedShop, client: ClientSession) -> None:
    tokens = [_token(await get(client, site.base_url + "/rare")) for _ in range(5)]
    for token in tokens:
        page = await post(client, site.base_url + "/rare/results", {"period": "later", "csrf_token": token})
        assert page.status == 200


@pytest.mark.parametrize("region", ["north", "south", "west"])
@pytest.mark.parametrize("phrase", ["", "the", "the last", "HARBOUR", "ete", "река"])
async def test_two_step_search(site: OwnedShop, client: ClientSession, region: str, phrase: str) -> None:
    first = await get(client, site.base_url + "/branches")
    assert region in first.tree.xpath("//form[@class='region']//select[@name='region']/option/@value")
    second = await get(client, f"{site.base_url}/branches/stock?region={region}")
    form = next(form for form in second.tree.forms if form.get("class") == "shelves")
    assert form.fields["region"] == region
    for branch in form.inputs["branch"].value_options:
        fields = urlencode({"region": region, "branch": branch, "phrase": phrase})
        found = await all_results(client, f"{site.base_url}/branches/books?{fields}")
        assert len(found) == len(set(found))
        assert set(found) == site.truth.answer(BranchQuery(region, branch, phrase))


async def test_two_step_search_needs_its_first_step(site: OwnedShop, client: ClientSession) -> None:
    for address in ("/branches/stock", "/branches/stock?region=mars", "/branches/books?phrase=the"):
        assert (await get(client, site.base_url + address)).url == site.base_url + "/branches"


@pytest.mark.parametrize("words", ["the", "harb", "bour", "muller", "d angelo", ""])
@pytest.mark.parametrize("condition", ["", "good"])
async def test_finder_service(site: OwnedShop, client: ClientSession, words: str, condition: str) -> None:
    found: list[str] = []
    number: int | None = 1
    while number:
        fields = urlencode({"words": words, "condition": condition, "page": number})
        told = json.loads((await get(client, f"{site.base_url}/api/used?{fields}")).body)
        found += [site.base_url + row["url"] for row in told["rows"]]
        number = told["next"]
    assert len(found) == len(set(found)) == told["total"]
    assert set(found) == site.truth.answer(UsedQuery(words, condition))


EVERYTHING: dict[Door, list[ShopQuery]] = {
    Door.CATALOGUE: [CatalogueQuery(letter) for letter in "aeiouгк港図海庭車紙束"],
    Door.RARE: [RareQuery(period=period) for period in ("before-1900", "1900-1949", "later")],
    Door.USED: [UsedQuery(condition=condition) for condition in ("as-new", "good", "worn")],
    Door.BRANCHES: [BranchQuery(region) for region in ("north", "south", "west")],
}


@pytest.mark.parametrize("door", EVERYTHING)
def test_a_search_opens_its_own_door_and_no_other(site: OwnedShop, door: Door) -> None:
    found = frozenset().union(*(site.truth.answer(query) for query in EVERYTHING[door]))
    own = site.truth.only_through(door)
    assert own <= found
    assert found - own <= site.truth.linked_urls
    assert found - own, "some linked books are found as well"


@pytest.mark.parametrize(
    ("query", "title", "author", "finds"),
    [
        (CatalogueQuery("harbo OBR"), "The Harbour", "Niamh O Brien", False),
        (CatalogueQuery("harbo BRI"), "The Harbour", "Niamh O'Brien", True),
        (CatalogueQuery("cœur"), "Le cœur", "X", True),
        (CatalogueQuery("ete"), "L'été", "X", True),
        (CatalogueQuery("été"), "L'ete", "X", True),
        (RareQuery("harbo"), "The Harbour", "X", False),
        (RareQuery("HARBOUR the"), "The Harbour", "X", True),
        (RareQuery("ete"), "L'été", "X", False),
        (RareQuery("d'angelo"), "Z", "Ada D'Angelo", True),
        (UsedQuery("harb"), "The Harbour", "X", True),
        (UsedQuery("bour"), "The Harbour", "X", False),
        (UsedQuery("ete"), "L'été", "X", True),
        (BranchQuery("north", phrase="last harb"), "The Last Harbour", "X", True),
        (BranchQuery("north", phrase="harbour last"), "The Last Harbour", "X", False),
        (BranchQuery("north", phrase="o'BRI"), "The Harbour", "Niamh O'Brien", True),
    ],
)
def test_what_a_word_matches(site: OwnedShop, query: ShopQuery, title: str, author: str, finds: bool) -> None:
    north = next(book.branch for book in site.truth.books if book.branch and book.branch.region == "north")
    some = site.truth.books[0]
    named = replace(some, title=title, author=replace(some.author, name=author), door=Door.LINKS)
    assert query.finds(replace(named, rare=True, condition="good", branch=north)) is finds
