"""Entries of the catalogue are what they must be: here those that other slow tests need, too, all of them by
`python -m bench generality --check`.
"""

from dataclasses import replace

import pytest

from bench.generality.catalogue import all_sites
from bench.generality.checking import all_faults, faults, unanswered
from bench.generality.held import stored
from bench.generality.site import Query, Site
from tests.bench.generality.herbarium import HERBARIUM

SITES = [site for site in all_sites() if site.name in {*stored(), "pypiserver-projects"}]


def test_an_entry_without_faults() -> None:
    assert list(all_faults(HERBARIUM)) == []


def test_faults_are_told() -> None:
    truth = HERBARIUM.truth()
    few = dict(list(truth.records.items())[:5])
    wrong = replace(
        truth,
        records={**few, "weed": "about"},
        queries=(Query("rare word", {"q": "moss"}, frozenset({"moss"})),),
        fields={"moss": {"genus": "Bryum"}},
    )
    told = "\n".join(faults(replace(HERBARIUM, entry="about"), wrong))
    for part in ("only 6 records", "about does not count", "the entry page is", "fields of", "rare word", "fewer than"):
        assert part in told


def test_a_record_that_is_not_there_is_told() -> None:
    truth = replace(HERBARIUM.truth(), records={"weed": "plant/weed"})
    assert "404" in "".join(unanswered(HERBARIUM, truth))


@pytest.mark.slow
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_every_record_is_found_at_its_address_and_there_are_enough(site: Site) -> None:
    told = list(all_faults(site))
    if any(fault.startswith("NOT RUN") for fault in told):
        pytest.skip(f"{told}, so neither passed nor failed")
    assert told == []
