"""A program is recorded, asked, and its records are read: all in one trial, over a mirror."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.generality.program_trials import as_text, programs
from bench.generality.site import Query
from tests.bench.generality.herbarium import HERBARIUM, PLANTS


@pytest.mark.slow
def test_a_search_is_asked_and_records_are_read(tmp_path: Path) -> None:
    acers = frozenset(name for name in PLANTS if name.startswith("acer"))
    queries = (Query("common word", {"q": "acer"}, acers), Query("option alone", {"colour": "red"}, frozenset()))
    fields = {name: dict(zip(("genus", "species"), told.split(), strict=True)) for name, told in PLANTS.items()}
    truth = replace(HERBARIUM.truth(), queries=queries, fields=fields)
    missing: dict[str, str] = {}
    [found] = programs([replace(HERBARIUM, truth=lambda: truth)], tmp_path, missing)
    assert not missing
    assert [each.is_exact for each in found.asked] == [True, False]
    assert "colour" in found.asked[1].refused
    assert found.columns.recovered == 2
    assert found.columns.found["genus"] == "genus"
    assert "herbarium" not in as_text([found], names=False).lower()
