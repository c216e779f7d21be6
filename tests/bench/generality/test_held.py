"""Ten sites of the tuning half, recorded with two samples each, are as good as they were. After a change that is meant:
`python -m bench generality --hold`.
"""

from pathlib import Path

import pytest

from bench.generality.catalogue import Half, all_sites, half
from bench.generality.held import SAMPLES, Figures, as_stored, lost, stored
from bench.generality.runner import MIRRORS, Runner
from bench.sites import CACHE
from tests.bench.generality.some_rows import row

SITES = [site for site in all_sites() if site.name in stored()]


def test_the_stored_sites_are_of_the_tuning_half() -> None:
    assert len(SITES) == len(stored()) == 10
    assert {half(site.name) for site in SITES} == {Half.TUNING}


def test_a_loss_is_told_and_a_gain_is_not() -> None:
    before = Figures(0.9, 30)
    assert not lost(row(f1=0.95), before)
    assert not lost(row(f1=0.89), before)
    assert lost(row(f1=0.5, failure="Nothing was found."), before).endswith("stored 0.900. Nothing was found.")


def test_what_is_stored_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stored.json").write_text(as_stored([row(f1=0.5), row(sample="betula")]))
    monkeypatch.setattr("bench.generality.held.STORED", tmp_path / "stored.json")
    assert stored() == {"meadow": {"acer": Figures(0.5, 30), "betula": Figures(1.0, 30)}}


@pytest.mark.slow
def test_ten_sites_are_recorded_as_well_as_before() -> None:
    runner = Runner(CACHE / MIRRORS)
    rows = runner.run(SITES, SAMPLES)
    known = stored()
    if runner.unavailable:
        pytest.skip(f"NOT RUN, so neither passed nor failed: {runner.unavailable}")
    assert [told for each in rows if (told := lost(each, known[each.site][each.sample]))] == []
