"""Values to rows and back, and rows in blocks."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.store.errors import DamagedError
from recorder.store.rows import Rows, insert_rows, storable, to_json


@dataclass(frozen=True)
class Value:
    number: int
    flag: bool
    words: tuple[str, ...]
    facts: Mapping[str, object] | None
    text: str | None


@given(
    st.builds(
        Value,
        number=st.integers(-(2**63), 2**63 - 1),
        flag=st.booleans(),
        words=st.lists(st.text(max_size=5), max_size=3).map(tuple),
        facts=st.none()
        | st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5), max_size=3),
        text=st.none() | st.text(max_size=5),
    )
)
def test_a_value_survives_the_trip(value: Value) -> None:
    rows = Rows(Value)
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE t ({rows.columns})")
    insert_rows(connection, f"t ({rows.columns})", [rows.write(value)])
    back = rows.first(connection.execute(f"SELECT {rows.columns} FROM t"))
    connection.close()
    assert back == value
    assert isinstance(back.flag, bool)


@pytest.mark.parametrize(
    "row",
    [
        (b"1", 1, "[]", None, None),
        (1, "yes", "[]", None, None),
        (1, 1, None, None, None),
        (1, 1, "{}", None, None),
        (1, 1, "[", None, None),
        (1, 1, "[" * 9_000, None, None),
        (1, 1, "[]", "5", None),
        (1, 1, "[]", None, 2.5),
    ],
)
def test_what_is_never_written_is_told_as_damage(row: tuple[object, ...]) -> None:
    with pytest.raises(DamagedError, match="Value that recorder has not written"):
        Rows(Value).read(row)


def test_equal_data_is_equal_json() -> None:
    assert to_json({"b": [1], "a": "ü"}) == to_json({"a": "ü", "b": [1]}) == '{"a":"ü","b":[1]}'


@given(st.integers(0, 300))
def test_any_number_of_rows_goes_in_in_order_and_in_few_statements(count: int) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE t (n, word)")
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    assert insert_rows(connection, "t (n, word)", [(n, str(n)) for n in range(count)]) == count
    assert len(statements) <= count // 64 + 6
    rows = connection.execute("SELECT n, word FROM t ORDER BY rowid").fetchall()
    connection.close()
    assert rows == [(n, str(n)) for n in range(count)]


def test_duplicates_are_not_counted() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (n UNIQUE)")
    assert insert_rows(connection, "t (n)", [(1,), (2,), (1,)], "ON CONFLICT DO NOTHING") == 2
    assert insert_rows(connection, "t (n)", [(2,), (3,)], "ON CONFLICT DO NOTHING") == 1
    connection.close()


@given(st.text(st.characters(), max_size=20))
def test_any_text_becomes_storable_and_good_text_stays(text: str) -> None:
    kept = storable(text)
    assert isinstance(kept, str)
    kept.encode()
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    assert kept == text
