"""Whether a recording is to be trusted: what its judges dispute, and what was left out though it says the same."""

import pytest

from recorder.mapping.survey import SelfCheck, worded_alike
from recorder.patterns.classes.evidence import some_of
from recorder.patterns.classes.opinions import Opinions

OAKS = frozenset(f"/oak/{number}" for number in range(40))
ELMS = frozenset(f"/elm/{number}" for number in range(40))


def opinions(taken: frozenset[str], believed: frozenset[str]) -> Opinions:
    """Of a second judge who is sure."""
    return Opinions(taken, dict.fromkeys(OAKS | ELMS, 0.0) | dict.fromkeys(believed, 1.0))


def test_judges_who_take_the_same_put_nothing_in_question() -> None:
    check = SelfCheck(OAKS, opinions(OAKS, OAKS))
    assert (check.agreement, check.disputed, check.left_out) == (1.0, frozenset(), frozenset())


def test_what_one_alone_takes_is_disputed() -> None:
    check = SelfCheck(OAKS | ELMS, opinions(OAKS | ELMS, OAKS))
    assert check.disputed == ELMS
    assert check.agreement == pytest.approx(2 / 3)


def test_what_the_other_believes_but_for_a_gap_is_no_dispute() -> None:
    found = OAKS | some_of(ELMS, 20)
    for belief, disputed in ((0.78, frozenset()), (0.5, found - OAKS)):
        check = SelfCheck(found, Opinions(found, dict.fromkeys(found, belief) | dict.fromkeys(OAKS, 0.97)))
        assert check.agreement == pytest.approx(0.8)
        assert check.disputed == disputed


def test_targets_that_are_hardly_believed_are_disputed_if_they_are_many() -> None:
    hardly = dict.fromkeys(OAKS, 0.99) | dict.fromkeys(some_of(ELMS, 20), 0.6)
    check = SelfCheck(frozenset(hardly), Opinions(frozenset(hardly), hardly))
    assert (check.agreement, check.disputed, check.left_out) == (1.0, some_of(ELMS, 20), frozenset())
    few = dict.fromkeys(OAKS, 0.99) | dict.fromkeys(some_of(ELMS, 4), 0.6)
    assert not SelfCheck(frozenset(few), Opinions(frozenset(few), few)).disputed


def test_pages_left_out_that_are_nearly_believed_are_told_if_they_are_many() -> None:
    nearly = dict.fromkeys(ELMS, 0.4) | dict.fromkeys(OAKS, 0.99)
    check = SelfCheck(OAKS, Opinions(OAKS, nearly))
    assert (check.agreement, check.disputed, check.left_out) == (1.0, frozenset(), ELMS)
    hardly = dict.fromkeys(ELMS, 0.2) | dict.fromkeys(OAKS, 0.99)
    assert not SelfCheck(OAKS, Opinions(OAKS, hardly)).left_out


def test_a_few_pages_of_many_are_no_matter() -> None:
    some = some_of(ELMS, 4)
    assert not SelfCheck(OAKS | some, opinions(OAKS, OAKS | some)).disputed


def test_who_takes_nothing_agrees_with_nobody() -> None:
    assert SelfCheck(OAKS, opinions(OAKS, frozenset())).agreement == 0


def test_what_a_person_has_cut_off_needs_no_agreement() -> None:
    assert SelfCheck(OAKS).agreement == 1
    assert not SelfCheck(OAKS).disputed


def test_pages_left_out_that_say_the_same_are_told_if_they_are_as_many() -> None:
    assert SelfCheck(OAKS, worded_alike=ELMS).left_out == ELMS
    assert not SelfCheck(OAKS, worded_alike=some_of(ELMS, 5)).left_out


def test_words_of_the_site_say_nothing_and_words_of_a_kind_do() -> None:
    frame = frozenset({"Home", "Search"})
    kinds = {"oak": frame | {"Leaf", "Bark"}, "elm": frame | {"Leaf", "Bark"}, "news": frame | {"Date", "Author"}}
    labels = {f"/{kind}/{number}": says for kind, says in kinds.items() for number in range(8)}
    found = frozenset(url for url in labels if url.startswith("/oak/"))
    assert worded_alike(labels, found, frozenset({"/oak/1"})) == {f"/elm/{number}" for number in range(8)}


def test_pages_without_a_word_are_alike_to_none() -> None:
    labels = {f"/{kind}/{number}": frozenset[str]() for kind in ("oak", "elm") for number in range(4)}
    found = frozenset(url for url in labels if url.startswith("/oak/"))
    assert worded_alike(labels, found, frozenset({"/oak/1"})) == frozenset()
