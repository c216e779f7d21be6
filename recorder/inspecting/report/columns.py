"""What the columns of a table of records hold: how full each is, an example, and how its values are spread."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

from recorder.inspecting.report.markup import Html, join, table, tag
from recorder.inspecting.report.pictures import small_bars
from recorder.patterns.records.values import ValueKind
from recorder.runtime.plain_text import many, share, shortened
from recorder.store.database import Store
from recorder.store.records import MEANINGS, RecordColumn, RecordTable, SqlValue

_MOST_ROWS = 20_000
"""Most records that are looked at: the spread of more looks the same."""
_CHUNK = 2_000
_BARS = 24
_COMMON = 3
"""Most values that are named as the most common."""
_BRIEF = 40


def column_table(store: Store, records: RecordTable) -> Html:
    """A row for every column that a person sees; what was derived from it gives its distribution."""
    heads = store.records.heads(records)
    values = dict(zip(heads, _columns(store, records, len(heads)), strict=True))
    rows = [
        (
            tag("b", column.name),
            column.kind,
            share(column.filled, records.pages) or "0%",
            tag("span", shortened(column.example, 2 * _BRIEF), class_="any"),
            _spread(values, column),
        )
        for column in records.columns
        if not column.left_out
    ]
    return table(("column", "kind", "filled", "example", "values"), rows)


def _columns(store: Store, records: RecordTable, width: int) -> list[list[SqlValue]]:
    found: list[list[SqlValue]] = [[] for _ in range(width)]
    ids = store.records.ids(records)[:_MOST_ROWS]
    for start in range(0, len(ids), _CHUNK):
        for row in store.records.rows(records, ids[start : start + _CHUNK]):
            for column, value in zip(found, row, strict=True):
                column.append(value)
    return found


def _spread(values: dict[str, list[SqlValue]], column: RecordColumn) -> Html:
    number, _ = MEANINGS
    measured = [value for value in values.get(column.name + number, []) if isinstance(value, (int, float))]
    if len(set(measured)) > 1:
        return _numbers(measured)
    if column.kind in (ValueKind.LIST, ValueKind.ROWS):
        return _items([value for value in values.get(column.name, []) if isinstance(value, str)])
    if column.kind == ValueKind.ADDRESS:
        addresses = set(values.get(column.name, [])) - {None}
        return tag("span", many(len(addresses), "different value"), class_="faint")
    said = [str(value) for value in values.get(column.name, []) if value is not None]
    return tag("span", *_texts(said), class_="any")


def _items(lists: Sequence[str]) -> Html:
    """How many things the lists hold; none of one that was damaged."""
    counts = sorted(filter(None, map(_length, lists)))
    return tag("span", f"{counts[0]:,} to {many(counts[-1], 'item')}", class_="faint") if counts else Html()


def _length(listed: str) -> int:
    with suppress(ValueError, TypeError, RecursionError):
        return len(json.loads(listed))
    return 0


def _numbers(measured: Sequence[float]) -> Html:
    low, high = min(measured), max(measured)
    counts = [0] * _BARS
    for value in measured:
        counts[min(_BARS - 1, int((value - low) / (high - low) * _BARS))] += 1
    words = f"{low:.10g} to {high:.10g}"
    return join(small_bars(counts, words), tag("span", words, class_="faint"))


def _texts(said: Sequence[str]) -> Iterator[str]:
    """The most common values, or that none comes twice."""
    counted = Counter(said)
    if not said:
        return
    if len(counted) == 1:
        yield f"always {shortened(said[0], _BRIEF)}"
    elif len(counted) > 0.9 * len(said):
        yield tag("span", f"{many(len(counted), 'different value')}", class_="faint")
    else:
        yield "; ".join(f"{shortened(text, _BRIEF)} ({count:,})" for text, count in counted.most_common(_COMMON))
        if len(counted) > _COMMON:
            yield tag("span", f" and {len(counted) - _COMMON:,} more", class_="faint")
