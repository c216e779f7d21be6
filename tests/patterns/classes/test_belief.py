"""How much pages share, and what is believed of them by it."""

import json
from importlib.resources import files
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes import belief_tables
from recorder.patterns.classes.aspects import NAMES, likenesses
from recorder.patterns.classes.belief import Beliefs
from recorder.patterns.classes.belief_tables import learnt_tables, written
from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.likeness import RARE, Likeness
from recorder.patterns.pages.links import Link
from tests.patterns.invented_pages import Press

HOST = "http://h"
LIST = "html/body/main/ul/li/a"

some_pages = st.lists(st.frozensets(st.sampled_from("abcdefgh")), min_size=1, max_size=7)


def cosines(pages: list[frozenset[str]]) -> list[list[float]]:
    """Every page with every other, one by one. Terms that the very same pages have are one dimension."""
    holders = {term: tuple(n for n, page in enumerate(pages) if term in page) for page in pages for term in page}
    shared = [found for found in holders.values() if len(found) > 1]
    value = {found: sqrt(shared.count(found)) * (log(len(pages) / len(found)) + RARE) for found in shared}

    def cosine(a: int, b: int) -> float:
        length = {n: sqrt(sum(value[found] ** 2 for found in value if n in found)) for n in (a, b)}
        product = sum(value[found] ** 2 for found in value if a in found and b in found)
        return product / (length[a] * length[b]) if product else 0.0

    return [[cosine(a, b) if a != b else 0.0 for b in range(len(pages))] for a in range(len(pages))]


@given(some_pages, st.data())
def test_what_a_page_shares_with_all_is_the_sum_of_what_it_shares_with_each(pages, data):
    weights = data.draw(st.lists(st.floats(0, 1), min_size=len(pages), max_size=len(pages)))
    expected = [sum(one * weight for one, weight in zip(row, weights, strict=True)) for row in cosines(pages)]
    assert Likeness(pages).with_all(weights) == pytest.approx(expected, abs=1e-9)


def test_pages_that_share_nothing_say_nothing():
    likeness = Likeness([frozenset("ab"), frozenset("bc"), frozenset("d"), frozenset()])
    assert likeness.has_terms == [True, True, False, False]


LABELS = {"book": {"Price", "Pages", "Binding"}, "author": {"Born", "Works", "Lives in"}, "listing": {"Sort by"}}


def labels(kind: str) -> frozenset[str]:
    return frozenset({"Imprint", *LABELS[kind]})


def shop(seed: int) -> list[SeenPage]:
    """Books and authors, each kind listed on a page of its own, in one place."""
    press = Press(seed)
    names = ["".join(map("abcdefghij".__getitem__, divmod(n, 10))) for n in range(14)]
    kinds = {"book": [f"{HOST}/books/{name}.html" for name in names]}
    kinds["author"] = [f"{HOST}/authors/{name}.html" for name in names]
    lists = [f"{HOST}/all-{kind}s.html" for kind in kinds]
    entry = SeenPage(
        f"{HOST}/", press.page("listing"), labels=labels("listing"), links=tuple(Link(url, LIST) for url in lists)
    )
    found = [entry]
    for url, (kind, urls) in zip(lists, kinds.items(), strict=True):
        listed = tuple(Link(each, LIST) for each in urls)
        found.append(SeenPage(url, press.page("listing"), labels=labels("listing"), links=listed))
        home = (Link(f"{HOST}/", "html/body/nav/a"),)
        found += [SeenPage(each, press.page(kind), labels=labels(kind), links=home) for each in urls]
    return found


def beliefs(pages: list[SeenPage], sample: str) -> dict[str, float]:
    urls = [page.url for page in pages]
    found = Beliefs(likenesses(pages), {urls.index(sample)}, {urls.index(f"{HOST}/")}).by(learnt_tables())
    return dict(zip(urls, found, strict=True))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("folder", ["books", "authors"])
def test_pages_of_the_samples_kind_are_believed_and_no_others(seed, folder):
    pages = shop(seed)
    found = beliefs(pages, f"{HOST}/{folder}/ab.html")
    assert {url for url, belief in found.items() if belief >= 0.5} == {
        page.url for page in pages if f"/{folder}/" in page.url
    }


def test_what_an_address_ends_with_is_its_shape_before_a_slash_too():
    """A mail and its thread: `/4f9a@h/` and `/4f9a@h/T/`."""
    tree = Press(0).page("book")
    ids = [f"{number}f9a@h" for number in range(4)]
    pages = [
        SeenPage(f"{HOST}/{end}", tree) for end in (*(f"{each}/" for each in ids), *(f"{each}/T/" for each in ids))
    ]
    shared = likenesses(pages)["shape"].with_all([1.0, *[0.0] * 7])
    assert [share > 0 for share in shared[1:]] == [True] * 3 + [False] * 4


@pytest.mark.parametrize("seed", range(4))
def test_where_pages_differ_in_nothing_else_what_stands_over_them_speaks_for_some(seed):
    press = Press(seed)
    names = [f"{HOST}/{a}{b}.html" for a in "abcdefgh" for b in "abcd"]
    kinds = dict(zip(names, ["Class", "Interface"] * 16, strict=True))
    home = (Link(f"{HOST}/", "html/body/nav/a"),)
    entry = SeenPage(f"{HOST}/", press.page("listing"), links=tuple(Link(url, LIST) for url in names), heading="Manual")
    tree = press.page("book")
    pages = [SeenPage(url, tree, links=home, heading=f"{kinds[url]} {url[-7:-5]}") for url in names]
    found = beliefs([entry, *pages], names[0])
    classes, interfaces = ([found[url] for url in names if kinds[url] == kind] for kind in ("Class", "Interface"))
    assert min(classes) > max(interfaces)


def test_what_is_known_is_not_asked():
    pages = shop(0)
    found = beliefs(pages, f"{HOST}/books/ab.html")
    assert found[f"{HOST}/books/ab.html"] == 1
    assert found[f"{HOST}/"] == 0


def test_the_order_of_pages_changes_nothing():
    pages = shop(1)
    sample = f"{HOST}/authors/aa.html"
    assert beliefs(pages[::-1], sample) == pytest.approx(beliefs(pages, sample), abs=1e-6)


def test_a_site_of_hardly_any_pages_is_judged_too():
    entry, sample = shop(0)[0], shop(0)[2]
    assert beliefs([entry, sample], sample.url) == {entry.url: 0, sample.url: 1}


def test_every_weight_is_written_by_its_name_and_read_again():
    kept = files(belief_tables.__package__).joinpath(belief_tables.FILE).read_text("utf-8")
    assert written(learnt_tables()) == kept
    for weights in json.loads(kept):
        assert {name.partition(":")[0] for name in weights} >= set(NAMES)
