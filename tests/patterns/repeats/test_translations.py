"""Pages that name each other as translations (`hreflang`), at addresses that share no more than a code of language."""

from collections.abc import Mapping

import pytest

from recorder.patterns.repeats.variants import Variants
from tests.patterns.repeats.test_variants import SITE, article

OURS = {f"{SITE}/en/scripts/{number}": article(number) for number in range(6)}
GERMAN = {f"{SITE}/de/schriften/{number}": article(100 + number) for number in range(8)}
PLAIN = {url.replace("/en/", "/"): text for url, text in OURS.items()}


def found_among(pages: Mapping[str, str], named: Mapping[str, set[str]], sample: str) -> frozenset[str]:
    seen = Variants([sample])
    for url, text in pages.items():
        seen.add(url, text, "", named.get(url, set()))
    return seen.among(list(pages), list(pages)).urls


def each_other(ours: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, set[str]]:
    """The two of a pair name both; pages of theirs that are left over name themselves."""
    pairs = list(zip(ours, theirs, strict=False))
    return {url: {url} for url in theirs} | {url: set(pair) for pair in pairs for url in pair}


@pytest.mark.parametrize("ours", [OURS, PLAIN], ids=["with a code", "without one"])
def test_all_of_a_language_whose_pages_are_mostly_named_by_the_originals(ours: dict[str, str]) -> None:
    assert found_among(ours | GERMAN, each_other(ours, GERMAN), next(iter(ours))) == GERMAN.keys()


@pytest.mark.parametrize("others", [OURS, PLAIN], ids=["with a code", "without one"])
def test_those_of_the_sample_stay(others: dict[str, str]) -> None:
    assert found_among(others | GERMAN, each_other(others, GERMAN), next(iter(GERMAN))) == others.keys()


def test_pages_that_the_originals_do_not_name_stay() -> None:
    """A template may name the first page of the other language on every page."""
    named = {url: {url, next(iter(OURS))} for url in GERMAN} | {url: {url} for url in OURS}
    assert found_among(OURS | GERMAN, named, next(iter(OURS))) == frozenset()


def test_that_a_page_may_be_sorted_otherwise_makes_it_no_less_a_translation() -> None:
    """Its own address is named, and of the same translation; its views name that as well and are not named."""
    view = {f"{url}?sort={by}": text for url, text in GERMAN.items() for by in ("name", "date")}
    pairs = each_other(OURS, GERMAN)
    seen = Variants([next(iter(OURS))])
    for url, text in (OURS | GERMAN | view).items():
        own = url.partition("?")[0]
        seen.add(url, text, own if own != url else "", pairs[own])
    pages = [*OURS, *GERMAN, *view]
    assert seen.among(pages, pages).urls == {*GERMAN, *view}


def test_of_two_pages_there_is_nothing_to_say() -> None:
    one = dict(list(GERMAN.items())[:1])
    assert found_among(OURS | one, each_other(OURS, one), next(iter(OURS))) == frozenset()


def test_originals_that_nobody_has_seen_say_nothing() -> None:
    named = {url: {url, url.replace("/de/schriften/", "/en/unseen/")} for url in GERMAN}
    assert found_among(OURS | GERMAN, named, next(iter(OURS))) == frozenset()
