"""Records count once, whatever their address; what is no record is wrong unless it counts neither way."""

import pytest

from bench.generality.findings import Found
from bench.generality.scoring import score
from bench.generality.site import Truth

BASE = "http://a.example/"
TRUTH = Truth(
    {"1": "item/1", "2": "item/2", "3": "item/drei ä"},
    lambda address: address.rpartition("/")[2].replace("drei ä", "3") if "item/" in address else None,
    lambda address: address.startswith("old/"),
)


def _found(*collected: str, seen: tuple[str, ...] = (), judged: tuple[str, ...] = ()) -> Found:
    there = [tuple(BASE + each for each in some) for some in (seen, judged, collected)]
    return Found(seen=there[0], judged=there[1], collected=there[2])


def test_a_copy_is_neither_a_second_hit_nor_wrong() -> None:
    reached = score(_found("item/1", "de/item/1", "item/2"), BASE, TRUTH).reached
    assert (reached.hits, reached.copies, reached.wrong) == (2, 1, 0)
    assert reached.precision == 1
    assert reached.recall == pytest.approx(2 / 3)
    assert reached.f1 == pytest.approx(0.8)


def test_what_is_no_record_is_wrong_and_what_counts_neither_way_is_not() -> None:
    found = score(_found("item/1", "about", "old/7", "item/99"), BASE, TRUTH)
    assert (found.reached.hits, found.reached.wrong) == (1, 2)
    assert found.wrong == (f"{BASE}about", f"{BASE}item/99")
    assert found.missed == ("2", "3")


def test_an_address_is_known_by_its_name_in_plain_letters() -> None:
    assert score(_found("item/drei%20%C3%A4"), BASE, TRUTH).reached.hits == 1


def test_judgements_are_counted_among_the_pages_seen() -> None:
    judged = score(_found(seen=("item/1", "item/2", "about"), judged=("item/1",)), BASE, TRUTH).judged
    assert (judged.precision, judged.recall) == (1.0, 0.5)


def test_without_a_pattern_nothing_is_reached() -> None:
    assert score(Found(failure="nothing was found"), BASE, TRUTH).reached.f1 == 0
