"""Which records of a table are looked at, in which order; and how the values of one column are spread over them.

A person's words become conditions here (`price<20 heron section="web apps"`), as they are the same for every caller.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from recorder.store.access import Noun
from recorder.store.record_tables import SEEN, quoted
from recorder.store.records import MEANINGS, RecordTable, SqlValue
from recorder.store.rows import to_json

_COMPARED = re.compile(r"(?s)(.+?)(!=|<=|>=|=|<|>|~)(.*)")
_LIKE = "LIKE ? ESCAPE '\\'"
_NO_WORDS = frozenset({"page_id", "recording_id", "url", *SEEN})
"""Columns that are no data: every address has the words of its host."""
_COMMON = 200
"""Most values of a column that are counted one by one."""
_TOGETHER = 100
"""Most columns that one expression names: SQLite nests a longer one too deeply."""


@dataclass(frozen=True)
class Condition:
    """`value` compared with a column (`~`: it is a part of it), or anywhere in the data where none is named. Without a
    value, `=` is for what is empty."""

    value: str
    column: str = ""
    sign: str = ""


@dataclass(frozen=True)
class RecordView:
    """Records for which every condition holds; in the order of a column, else as they were collected."""

    conditions: tuple[Condition, ...] = ()
    by: str = ""
    descending: bool = False


@dataclass(frozen=True)
class Spread:
    """How many records there are, in how many the column is filled, and how many different values it has; the most
    frequent of these, and in order the numbers, or none where they are texts."""

    records: int
    filled: int
    different: int
    common: tuple[tuple[SqlValue, int], ...]
    numbers: tuple[float, ...] = ()


def conditions_in(text: str, columns: Sequence[str]) -> tuple[Condition, ...]:
    """What a person wrote: words, and columns compared with values. Quoted words are one."""
    try:
        parts = shlex.split(text)
    except ValueError:  # a quotation mark that is not closed yet
        parts = text.split()
    known = {name.casefold(): name for name in (*columns, *SEEN)}
    return tuple(_condition(part, known) for part in parts)


def _condition(part: str, known: dict[str, str]) -> Condition:
    found = _COMPARED.fullmatch(part)
    column = known.get(found[1].casefold()) if found else None
    return Condition(found[3], column, found[2]) if found and column else Condition(part)


class RecordViews(Noun):
    def ids(self, table: RecordTable, view: RecordView) -> tuple[int, ...]:
        """The pages whose records are looked at, in order."""
        heads = self._heads(table)
        where, values = _where(view.conditions, heads)
        order = "page_id"
        if view.by in heads:
            way = "DESC" if view.descending else "ASC"
            measure, column = quoted(measured(view.by, heads)), quoted(view.by)
            order = f"{column} IS NULL, {measure} COLLATE NOCASE {way}, {column} COLLATE NOCASE {way}, page_id"
        found = self._access.rows(f"SELECT page_id FROM {quoted(table.name)} WHERE {where} ORDER BY {order}", *values)
        return tuple(page_id for (page_id,) in found)

    def rows(
        self, table: RecordTable, heads: Sequence[str], page_ids: Sequence[int]
    ) -> Mapping[int, tuple[SqlValue, ...]]:
        """What these columns hold, by page."""
        columns = ", ".join(map(quoted, heads))
        sql = f"SELECT page_id, {columns} FROM {quoted(table.name)} WHERE page_id IN (SELECT value FROM json_each(?))"
        return {page_id: tuple(cells) for page_id, *cells in self._access.rows(sql, to_json(page_ids))}

    def spread(self, table: RecordTable, column: str, view: RecordView) -> Spread:
        """Of the records that are looked at."""
        heads = self._heads(table)
        where, values = _where(view.conditions, heads)
        name, measure = quoted(column), quoted(measured(column, heads))
        these = f"FROM {quoted(table.name)} WHERE {where}"
        counts = f"SELECT count(*), count({name}), count(DISTINCT {name}) {these}"
        ((records, filled, different),) = self._access.rows(counts, *values)
        common = self._access.rows(
            f"SELECT {name}, count(*) {these} AND {name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {_COMMON}",
            *values,
        )
        numeric = f"SELECT {measure} {these} AND typeof({measure}) IN ('integer', 'real') ORDER BY 1"
        numbers = tuple(number for (number,) in self._access.rows(numeric, *values))
        return Spread(records, filled, different, tuple(common), numbers if 2 * len(numbers) > filled else ())

    def _heads(self, table: RecordTable) -> tuple[str, ...]:
        with self._access.reading() as connection:
            cursor = connection.execute(f"SELECT * FROM {quoted(table.name)} LIMIT 0")
            return tuple(head[0] for head in cursor.description)


def measured(column: str, heads: Sequence[str]) -> str:
    """The column that holds what the texts of a column mean, such as its numbers; else itself."""
    return next((column + ending for ending in MEANINGS if column + ending in heads), column)


def _where(conditions: Sequence[Condition], heads: Sequence[str]) -> tuple[str, list[SqlValue]]:
    """An SQL expression, and the values in it."""
    found = [_holds(condition, heads) for condition in conditions]
    return " AND ".join(["1", *(sql for sql, _ in found)]), [value for _, values in found for value in values]


def _holds(condition: Condition, heads: Sequence[str]) -> tuple[str, list[SqlValue]]:
    if condition.column not in heads:
        names = [quoted(head) for head in heads if head not in _NO_WORDS]
        return _any(f"{name} {_LIKE}" for name in names), [_with_any_around(condition.value)] * len(names)
    name, value = quoted(condition.column), condition.value
    if not value:
        empty = f"coalesce({name}, '') = ''"
        return (f"NOT {empty}" if condition.sign == "!=" else empty), []
    if condition.sign == "~":
        return f"{name} {_LIKE}", [_with_any_around(value)]
    measure, number = quoted(measured(condition.column, heads)), _number(value)
    if condition.sign in ("=", "!="):
        same = f"(CAST({name} AS TEXT) = ? COLLATE NOCASE OR {measure} = ?)"
        differs = f"({name} IS NOT NULL AND NOT coalesce({same}, 0))"
        return (differs if condition.sign == "!=" else same), [value, number]
    kind = "IN ('integer', 'real')" if number is not None else "= 'text'"
    return f"(typeof({measure}) {kind} AND {measure} {condition.sign} ?)", [value if number is None else number]


def _with_any_around(value: str) -> str:
    return "%" + re.sub(r"([\\%_])", r"\\\1", value) + "%"


def _any(sql: Iterator[str]) -> str:
    """True where one of many expressions is, a part of them at a time."""
    parts = list(sql)
    groups = (" OR ".join(parts[start : start + _TOGETHER]) for start in range(0, len(parts), _TOGETHER))
    return f"({' OR '.join(f'({group})' for group in groups)})"


def _number(value: str) -> float | None:
    try:
        return float(value.replace(",", ""))
    except ValueError:
        return None
