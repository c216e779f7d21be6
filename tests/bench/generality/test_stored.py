"""Runs are compared with earlier ones, trial by trial; of the unseen half nothing that is kept tells a site."""

from pathlib import Path

from bench.generality.catalogue import Half
from bench.generality.differences import by_site, of_totals, pairs
from bench.generality.stored import Results
from tests.bench.generality.some_rows import row

ROWS = [row(f1=0.5, wrong=("http://a.example/1",)), row(sample="betula"), row("pond", unclear=("why",))]


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    results = Results(Half.TUNING, tmp_path)
    results.keep(results.as_kept(ROWS))
    assert results.rows() == ROWS
    assert results.rows("another") == []


def test_a_run_of_some_sites_leaves_what_is_kept_of_others(tmp_path: Path) -> None:
    results = Results(Half.TUNING, tmp_path)
    results.keep(ROWS)
    results.keep([row("pond", f1=0.25)])
    assert [each.f1 for each in results.rows()] == [0.5, 1.0, 0.25]


def test_what_is_kept_of_the_unseen_half_tells_no_site_and_no_page(tmp_path: Path) -> None:
    results = Results(Half.UNSEEN, tmp_path)
    results.keep(results.as_kept(ROWS))
    kept = " ".join(path.read_text() for path in tmp_path.iterdir())
    assert not [word for word in ("meadow", "pond", "acer", "betula", "a.example", "why") if word in kept]
    changed = pairs(results.rows(), results.as_kept([row(f1=0.75), row(sample="betula"), row("pond")]))
    assert [(before.f1, after.f1) for before, after in changed] == [(0.5, 0.75), (1.0, 1.0), (1.0, 1.0)]


def test_differences_are_told_site_by_site_the_largest_loss_first() -> None:
    after = [row(f1=0.9), row(sample="betula"), row("pond", f1=0.5), row("moor", f1=0.1)]
    lines = by_site(pairs([*ROWS, row("moor", f1=0.1)], after))
    assert [line.split()[0] for line in lines] == ["pond", "meadow"]
    assert "F1 0.750 -> 0.950" in lines[1]


def test_totals_are_compared_over_the_trials_in_both() -> None:
    changed = pairs(ROWS, [row(f1=1.0), row("new", f1=0.0)])
    assert of_totals(changed).startswith("1 of 1 recordings have another F1 than before: macro F1 0.5000 -> 1.0000")


def test_a_site_with_other_targets_is_not_compared() -> None:
    assert pairs(ROWS, [row(f1=0.9, targets=7)]) == []
