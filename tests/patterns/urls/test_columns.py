import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.urls.columns import aligned, any_of, common_affixes, infixes, kinds_of, settled

VALUES = st.lists(st.text(alphabet="ab1_-.=&é]^\\[", max_size=8), min_size=1, max_size=8)


@given(VALUES)
def test_affixes_and_infixes_are_the_values(values: list[str]) -> None:
    prefix, suffix = common_affixes(values)
    assert [prefix + middle + suffix for middle in infixes(values, prefix, suffix)] == values
    middles = infixes(values, prefix, suffix)
    assert len({middle[:1] for middle in middles}) > 1 or "" in middles


@pytest.mark.parametrize("make", [aligned, settled, any_of, kinds_of])
@given(values=VALUES)
def test_every_candidate_matches_its_values(make: object, values: list[str]) -> None:
    assert callable(make)
    assert all(re.fullmatch(make(values), value) for value in values)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["2024-01", "2025-12"], "[0-9]+-[0-9]+"),
        (["a_1", "b_c", "d"], r"\w+"),  # the paper's [a-zA-Z]+_*\w* overlaps
        (["a1", "1a"], "[a-zA-Z0-9]+"),
        (["a-b", "c"], "[a-zA-Z-]+"),
        (["a-1", "c"], "[a-zA-Z]+-*1*"),
        (["é", "ü", "ée"], r"\w+"),
        (["ab-c-1", "d-e-2", "d--3"], "[a-zA-Z]+-[a-zA-Z0-9-]+"),
        (["--a", ".-b"], "[.-]+-[a-zA-Z]+"),
        (["a-b", "c-d", "e"], "[a-zA-Z-]+"),
    ],
)
def test_overlapping_neighbours_are_melted(values: list[str], expected: str) -> None:
    assert settled(values) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["ab", "c"], "[a-zA-Z]+"),
        (["a1", ""], "[a-zA-Z0-9]*"),
        (["a_1"], r"\w+"),
        (["é"], r"\w+"),
        (["é-"], r"[\w-]+"),
        (["-", "--"], "-+"),
        (["_"], "[_]+"),
        (["[-"], r"[\[-]+"),
        ([".", ".."], r"\.+"),
        (["a-.]^"], r"[a-zA-Z.\]\^-]+"),
        ([""], ""),
    ],
)
def test_one_class_for_the_kinds_seen(values: list[str], expected: str) -> None:
    assert kinds_of(values) == expected
