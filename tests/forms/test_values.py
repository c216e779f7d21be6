"""What is put into each kind of field: what it accepts, and nothing it holds already."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.form import Field, Option
from recorder.forms.values import needed, spread, values_to_try

TERMS = ("walrus", "otter")


def tried(kind: str, minimum: str = "", maximum: str = "", step: str = "", value: str = "") -> list[str]:
    field = Field(name="f", kind=kind, minimum=minimum, maximum=maximum, step=step, value=value)
    return [values[0] for values in values_to_try(field, TERMS)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (tried("text"), ["walrus", "otter"]),
        (tried("search", value="otter"), ["walrus"]),
        (tried("number"), ["5", "1", "9999"]),
        (tried("number", "1900", "2024"), ["1962", "1900", "2024"]),
        (tried("number", "0", "1", "0.25"), ["0.5", "0", "1"]),
        (tried("number", minimum="10"), ["15", "10", "9999"]),
        (tried("number", maximum="-5"), ["-5"]),
        (tried("number", "9", "1"), []),
        (tried("number", "nonsense", "1e999999"), ["5", "1", "9999"]),
        (tried("range", value="50"), ["0", "100"]),
        (tried("date", "2001-01-01", "2001-01-11"), ["2001-01-06", "2001-01-01", "2001-01-11"]),
        (tried("date", minimum="2001-01-01"), ["2001-01-01"]),
        (tried("month"), ["2010-07", "1900-01", "2100-01"]),
        (tried("week"), ["2010-W28", "1900-W01", "2099-W53"]),
        (tried("datetime-local", maximum="1999-12-31T10:00"), ["1999-12-31T12:00"]),
        (tried("time"), ["12:00"]),
        *((tried(kind), []) for kind in ("hidden", "password", "email", "file", "color", "unheard-of")),
    ],
)
def test_values_within_bounds(found: list[str], expected: list[str]) -> None:
    assert found == expected


def test_a_browser_would_let_them_pass() -> None:
    short = Field(name="f", kind="text", max_length=5)
    assert values_to_try(short, TERMS) == (("otter",),)
    letters = Field(name="f", kind="text", pattern="[a-o]+")
    assert values_to_try(letters, ("otter", "lion")) == (("lion",),)
    javascript = Field(name="f", kind="text", pattern=r"\p{L}+")
    assert len(values_to_try(javascript, TERMS)) == 2


def test_suggestions_come_before_terms() -> None:
    field = Field(name="f", kind="text", options=(Option("lynx"), Option("otter")))
    assert values_to_try(field, TERMS) == (("lynx",), ("otter",), ("walrus",))


def test_boxes_are_ticked_one_at_a_time_and_all_unticked() -> None:
    boxes = Field(name="f", kind="checkbox", options=(Option("a", "", True), Option("b"), Option("c")))
    assert set(values_to_try(boxes, ())) == {("b",), ("c",), ()}
    assert values_to_try(Field(name="f", kind="select", disabled=True, options=(Option("a"),)), ()) == ()


def test_what_is_required_and_empty_is_filled() -> None:
    options = (Option("", "Choose", True), *map(Option, "abc"))
    assert needed(Field(name="f", kind="select", required=True, options=options), ()) == ("a",)
    assert needed(Field(name="f", kind="select", options=options), ()) is None
    assert needed(Field(name="f", kind="text", required=True, value="x"), TERMS) is None
    assert needed(Field(name="f", kind="text", required=True), TERMS) == ("walrus",)
    assert needed(Field(name="f", kind="email", required=True), TERMS) is None


@given(st.lists(st.text(max_size=3), max_size=40, unique=True))
def test_a_list_is_spread_from_its_ends(items: list[str]) -> None:
    found = list(spread(items))
    assert sorted(found) == sorted(items)
    assert found[:2] == ([items[0], items[-1]] if len(items) > 1 else items)


kinds = st.sampled_from(["number", "range", "date", "month", "week", "time", "datetime-local"])
bounds = st.text("0123456789-.eWT:", max_size=12)


@given(kinds, bounds, bounds, bounds)
def test_any_bounds_are_survived(kind: str, minimum: str, maximum: str, step: str) -> None:
    assert len(tried(kind, minimum, maximum, step)) <= 3
