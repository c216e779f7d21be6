"""Whether a recording is to be trusted: what is not surely believed, and what was left out though it says the same."""

import pytest

from recorder.mapping.survey import SelfCheck, worded_alike
from recorder.patterns.classes.evidence import some_of
from recorder.patterns.classes.opinions import Opinions

OAKS = frozenset(f"/oak/{number}" for number in range(40))
ELMS = frozenset(f"/elm/{number}" for number in range(40))


def check(found: frozenset[str], *beliefs: dict[str, float]) -> SelfCheck:
    """Where both judges take what was found."""
    return SelfCheck(found, opinions(found, *beliefs))


def opinions(found: frozenset[str], *beliefs: dict[str, float]) -> Opinions:
    return Opinions(found, {url: belief for part in beliefs for url, belief in part.items()})


def test_what_is_surely_believed_is_clear() -> None:
    sure = check(OAKS, dict.fromkeys(OAKS, 0.95), dict.fromkeys(ELMS, 0.05))
    assert sure.certainty == pytest.approx(0.95)
    assert (sure.agreement, sure.doubted, sure.left_out) == (1.0, frozenset(), frozenset())


def test_pages_found_that_are_hardly_believed_are_in_doubt_if_they_are_many() -> None:
    unsure = check(OAKS | ELMS, dict.fromkeys(OAKS, 1.0), dict.fromkeys(ELMS, 0.35))
    assert unsure.certainty == pytest.approx(2 * 1.35 / (2 + 1.35))
    assert unsure.doubted < ELMS
    assert len(unsure.doubted) == len(ELMS) / 2
    assert not unsure.left_out
    some = some_of(ELMS, 4)
    assert not check(OAKS | some, dict.fromkeys(OAKS, 1.0), dict.fromkeys(some, 0.35)).doubted


def test_pages_left_out_that_are_nearly_believed_are_told_if_they_are_many() -> None:
    unsure = check(OAKS, dict.fromkeys(OAKS, 1.0), dict.fromkeys(ELMS, 0.6))
    assert (unsure.doubted, len(unsure.left_out)) == (frozenset(), pytest.approx(len(ELMS) / 2, abs=1))
    assert not check(OAKS, dict.fromkeys(OAKS, 1.0), dict.fromkeys(some_of(ELMS, 4), 0.6)).left_out


def test_what_other_samples_would_not_show_is_in_doubt_though_it_is_believed() -> None:
    both = OAKS | ELMS
    sure = opinions(both, dict.fromkeys(both, 0.98))
    assert not SelfCheck(both, sure, opinions(both, dict.fromkeys(both, 1.0))).doubted
    unsure = SelfCheck(both, sure, opinions(both, dict.fromkeys(OAKS, 1.0), dict.fromkeys(ELMS, 0.3)))
    assert unsure.certainty == pytest.approx(sure.expected(both) * 2 * 1.3 / (2 + 1.3))
    assert unsure.doubted < ELMS
    assert len(unsure.doubted) == pytest.approx(len(ELMS) / 2, abs=1)


def test_who_takes_nothing_agrees_with_nobody() -> None:
    assert SelfCheck(OAKS, Opinions(OAKS, dict.fromkeys(OAKS, 0.0))).agreement == 0


def test_what_a_person_has_cut_off_needs_no_belief() -> None:
    cut_off = SelfCheck(OAKS)
    assert (cut_off.agreement, cut_off.certainty, cut_off.doubted) == (1.0, 1.0, frozenset())


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
