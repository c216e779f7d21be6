"""Samples are drawn by chance, and the same ones every time."""

from dataclasses import replace

from bench.generality.samples import SAMPLES, samples
from bench.generality.site import Truth
from tests.bench.generality.herbarium import HERBARIUM, PLANTS

TRUTH = HERBARIUM.truth()


def test_the_same_samples_are_drawn_every_time() -> None:
    backwards = Truth(dict(reversed(list(TRUTH.records.items()))), TRUTH.identity)
    assert samples(HERBARIUM, TRUTH) == samples(HERBARIUM, backwards)


def test_as_many_as_there_may_be_and_all_of_them_different() -> None:
    drawn = samples(HERBARIUM, TRUTH)
    assert len(set(drawn)) == len(drawn) == SAMPLES
    assert set(drawn) <= set(PLANTS)


def test_another_site_of_the_same_records_has_others() -> None:
    assert samples(replace(HERBARIUM, name="another"), TRUTH) != samples(HERBARIUM, TRUTH)


def test_the_entry_page_is_no_sample() -> None:
    few = Truth({"home": HERBARIUM.entry, "acer-alba": "plant/acer-alba"}, TRUTH.identity)
    assert samples(HERBARIUM, few) == ("acer-alba",)
