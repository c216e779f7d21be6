"""How somebody came to a record, said in the path of its address, is told from what says the record."""

import pytest

from recorder.patterns.repeats.detours import detours
from recorder.patterns.repeats.plain_addresses import Detour, IdleKind, PlainAddresses
from recorder.patterns.repeats.variants import Variants
from tests.patterns.repeats.test_variants import article

SHOP = "http://shop.example"
NAMES = ("red-cap", "wool-hat", "mug-no-9", "tea", "long-scarf-in-blue", "pen", "bag-2")


def learnt(own: dict[str, str]) -> frozenset[Detour]:
    """By pages and what each calls its own."""
    return detours(own.items(), lambda url: own.get(url, url), own)


def in_collections() -> dict[str, str]:
    return {
        f"{SHOP}/collections/{shelf}/products/{name}": f"{SHOP}/products/{name}"
        for shelf in ("winter", "gifts")
        for name in NAMES
    }


def in_albums() -> dict[str, str]:
    ways = ("/category/3-sea", "-IMG_77/tags/5-boat/6-fog", "/category/3-sea&slideshow=", "")
    return {f"{SHOP}/picture.php?/{n}{way}": f"{SHOP}/picture.php?/{n}" for n in range(1, 9) for way in ways}


def with_choices() -> dict[str, str]:
    return {
        f"{SHOP}/en/{shelf}/{n}-{n}7-{name}.html": f"{SHOP}/en/{shelf}/{n}-{name}.html"
        for shelf in ("art", "caps")
        for n, name in enumerate(NAMES)
    }


def on_shelves() -> dict[str, str]:
    return {f"{SHOP}/{shelf}/{name}.html": f"{SHOP}/{name}.html" for shelf in "ab" for name in NAMES}


@pytest.mark.parametrize(
    ("own", "unseen", "kept"),
    [
        (in_collections(), "/collections/sale/products/new-thing", "/products/new-thing"),
        (in_albums(), "/picture.php?/4711/tags/9-dog", "/picture.php?/4711"),
        (with_choices(), "/en/toys/52-1204-top.html", "/en/toys/52-top.html"),
        (on_shelves(), "/c/x.html", "/x.html"),
        (
            {f"{SHOP}/{code}/title/t{n}/?ref={code}_{n}": f"{SHOP}/title/t{n}/" for code in "ab" for n in range(9)},
            "/c/title/t77/?ref=new",
            "/title/t77/",
        ),
    ],
)
def test_the_own_address_of_a_page_that_nobody_has_seen(own: dict[str, str], unseen: str, kept: str) -> None:
    (found,) = learnt(own)
    assert found.own(f"{SHOP}{unseen}") == found.own(f"{SHOP}{kept}") == f"{SHOP}{kept}"


@pytest.mark.parametrize("other", [f"{SHOP}/about/us/pages/team", f"{SHOP}/products", f"{SHOP}/collections/winter"])
def test_other_addresses_have_no_own_one(other: str) -> None:
    (found,) = learnt(in_collections())
    assert found.own(other) == ""


def test_a_page_that_calls_another_address_its_own_contradicts() -> None:
    """Shelves stand where goods do."""
    shelf = f"{SHOP}/a/caps.html"
    assert learnt(on_shelves())
    assert not learnt(on_shelves() | {shelf: shelf})


def test_what_contradicts_one_way_leaves_the_others() -> None:
    """What is below a record may be something else."""
    own = {f"{SHOP}/item/{n}{way}": f"{SHOP}/item/{n}" for n in range(6) for way in ("?from=list", "/usage", "/files")}
    files = {f"{SHOP}/item/{n}/file/{name}": f"{SHOP}/item/{n}/file/{name}" for n in range(6) for name in NAMES}
    plain = PlainAddresses(detours=learnt(own | files))
    assert {plain.own(f"{SHOP}/item/77{way}") for way in ("", "?from=list", "/cited")} == {f"{SHOP}/item/77"}
    assert plain.own(f"{SHOP}/item/77/file/tea") == ""


def test_few_say_nothing() -> None:
    few = dict(list(in_collections().items())[:4])
    assert not learnt(few)


def test_the_first_address_met_of_a_record_stands_for_it() -> None:
    plain = PlainAddresses(detours=learnt(in_collections()))
    first = f"{SHOP}/collections/sale/products/kettle"
    assert plain.plain(first) == first
    assert plain.plain(f"{SHOP}/products/kettle") == plain.plain(f"{SHOP}/collections/new/products/kettle") == first
    assert plain.plain(f"{SHOP}/products/spoon") == f"{SHOP}/products/spoon"
    assert plain.remembers


def test_a_way_is_told_from_parameters_that_say_nothing() -> None:
    idle = IdleKind((SHOP, "products"), frozenset({"lang"}), frozenset())
    plain = PlainAddresses(frozenset({idle}), detours=learnt(in_collections()))
    assert plain.plain(f"{SHOP}/products/pen?lang=en") == f"{SHOP}/products/pen"
    assert plain.plain(f"{SHOP}/collections/new/products/pen") == f"{SHOP}/products/pen"


@pytest.mark.parametrize("wrong", [False, True])
def test_they_are_learnt_where_pages_of_one_own_address_say_the_same(wrong: bool) -> None:
    """On some sites all pages call the same page their own, or any."""
    own = in_collections()
    site = Variants([next(iter(own))])
    for n, (url, address) in enumerate(own.items()):
        site.add(url, article(n if wrong else NAMES.index(address.rpartition("/")[2])), canonical=address)
    found = site.among(list(own), list(own))
    assert bool(found.idle.detours) is not wrong
    assert len(found.urls) == (0 if wrong else len(NAMES))
    if not wrong:
        assert {found.idle.plain(url) for url in own} == own.keys() - found.urls
