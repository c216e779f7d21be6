"""The halves are drawn by the names alone, and no two sites share a name."""

from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any, cast

import pytest

from bench.generality.catalogue import Half, all_sites, distinct, half
from bench.static_sites import CASES
from tests.bench.generality.herbarium import HERBARIUM


def test_the_half_of_a_name_never_changes() -> None:
    known = {"sqlite-syntax": Half.TUNING, "python-modules": Half.TUNING, "herbarium": Half.TUNING}
    assert {name: half(name) for name in known} == known
    assert half("postgresql-commands") is Half.UNSEEN


def test_the_entries_of_one_site_are_in_one_half() -> None:
    halves = defaultdict(set)
    for site in all_sites():
        folder = cast("Any", site.serve).__self__.root.args if not site.is_program else site.generator
        halves[folder].add(half(site.name))
    assert [folder for folder, some in halves.items() if len(some) > 1] == []


def test_sites_that_other_benches_look_at_are_not_unseen() -> None:
    looked_at = {case.package for case in CASES}
    unseen = [site for site in all_sites() if not site.is_program and half(site.name) is Half.UNSEEN]
    packages = [cast("Any", site.serve).__self__.root.args[0] for site in unseen]
    assert len(looked_at.intersection(packages)) == 0  # an assertion on the sets would print names


def test_two_sites_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="herbarium"):
        distinct([HERBARIUM, replace(HERBARIUM, kind="shop")])


def test_the_catalogue_has_sites_in_both_halves() -> None:
    halves = Counter(half(site.name) for site in all_sites())
    assert min(halves[each] for each in Half) >= 20
