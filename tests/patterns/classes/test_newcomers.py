"""Pages that come after a class was learnt: they are told apart by what told apart those that were there."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.likeness import Likeness, shared_with
from recorder.patterns.classes.newcomers import Newcomers, best_cut, crawl_cut
from tests.patterns.classes.test_belief import HOST, some_pages
from tests.patterns.classes.test_counterexamples import mixed
from tests.patterns.invented_pages import Press


@given(some_pages, st.data())
def test_one_more_page_that_says_what_a_known_one_says_is_like_the_others_as_that_one_is(pages, data):
    weights = data.draw(st.lists(st.floats(0, 1), min_size=len(pages), max_size=len(pages)))
    likeness = Likeness(pages)
    to_others, whole = likeness.with_all(weights), likeness.summed(weights)
    for number, page in enumerate(pages):
        to_itself = weights[number] * likeness.has_terms[number]
        assert shared_with(whole, likeness.of_another(page)) == pytest.approx(to_others[number] + to_itself, abs=1e-9)


def test_what_no_known_page_says_does_not_count_for_one_more():
    likeness = Likeness([frozenset("abc"), frozenset("abd"), frozenset("e")])
    assert shared_with(likeness.summed([1, 1, 1]), likeness.of_another(frozenset("abxyz"))) == pytest.approx(2)
    assert likeness.of_another(frozenset("xyz")) == ((), ())


def believing(
    pages: list[SeenPage], *kinds: float, targets: int = 10, repeats: frozenset[str] = frozenset()
) -> Newcomers:
    """Ten pages of each kind are believed so much; the first page is the sample."""
    beliefs = {page.url: kinds[place // 10] for place, page in enumerate(pages)} | {pages[0].url: 1.0}
    found = frozenset(page.url for page in pages[:targets])
    return Newcomers(pages, beliefs, found, repeats, frozenset({pages[0].url}), frozenset(beliefs))


def later(press: Press, *kinds: str) -> list[SeenPage]:
    return [replace(page, url=page.url.replace(f"{HOST}/entry/", f"{HOST}/entry/x")) for page in mixed(press, *kinds)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("of_tools", [0.4, 0.05, 0.0])  # 0: they are of a kind that a person does not mean
def test_only_words_tell_them_apart(seed: int, of_tools: float) -> None:
    press = Press(seed)
    newcomers = believing(mixed(press, "term", "tool"), 0.9, of_tools)
    arrived = later(press, "term", "tool")
    taken = [newcomers.takes(page, fits=True) for page in arrived]
    assert taken[:10].count(True) >= 9 and taken[10:].count(False) >= 9
    assert not any(newcomers.takes(page, fits=False) for page in arrived)


def test_a_page_is_a_target_though_others_said_the_same_at_another_address() -> None:
    press = Press(3)
    pages = mixed(press, "term", "term", "tool")
    repeats = frozenset(page.url for page in pages[10:20])
    newcomers = believing(pages, 0.9, 0.9, 0.05, repeats=repeats)
    arrived = later(press, "term", "tool")
    assert sum(newcomers.takes(page, fits=True) for page in arrived[:10]) >= 9
    assert not any(newcomers.takes(page, fits=True) for page in [*pages[10:20], *arrived[10:]])


def test_a_page_that_is_as_it_was_is_what_it_was_until_it_says_something_else() -> None:
    press = Press(0)
    pages = mixed(press, "term", "tool")
    newcomers = believing(pages, 0.9, 0.1, targets=11)
    assert all(newcomers.takes(page, fits=False) for page in pages[:11])
    assert not any(newcomers.takes(page, fits=True) for page in pages[11:])
    is_tool_now = replace(pages[3], labels=pages[15].labels, said={})
    assert not newcomers.takes(is_tool_now, fits=True)


def test_the_cut_is_where_most_is_told_apart() -> None:
    beliefs = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.1}
    assert 0.7 < best_cut(beliefs, frozenset("ab")) < 0.8
    assert 0.1 < best_cut(beliefs, frozenset("abc")) < 0.7
    assert 0.1 < best_cut(beliefs, frozenset("ac")) < 0.7, "to leave out b would leave out c as well"
    assert best_cut(beliefs, frozenset("abcd")) < 0.1
    assert best_cut(dict.fromkeys("abcd", 0.9), frozenset("ab")) < 0.9


def test_where_the_pattern_leads_to_none_but_targets_what_is_rather_believed_is_taken() -> None:
    beliefs = {"a": 0.98, "b": 0.96, "other": 0.9, "c": 0.4}
    targets = frozenset("ab")
    assert 0.9 < best_cut(beliefs, targets) < 0.96
    assert crawl_cut(beliefs, targets, targets) == 0.5
    assert 0.9 < crawl_cut(beliefs, targets, targets | {"other"}) < 0.96
    low = {"a": 0.3, "b": 0.2, "other": 0.01}
    assert 0.01 < crawl_cut(low, targets, targets) < 0.2, "what is doubted of all of them is no reason to turn one away"
