"""Between table rows and frozen values, by the values' own field names: no list of columns is written twice.

A `bool` field is stored as 0 or 1, a `Mapping` or `tuple` field as JSON text; everything else is stored as it is, but
for text that is not Unicode. What grows with the pages is inserted here, in raw SQL; `tables` has all other tables.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from itertools import chain
from operator import attrgetter, itemgetter
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from recorder.store.errors import DamagedError

Value = TypeVar("Value")
Json = Mapping[str, object]

_MOST_ROWS = 64
_MOST_CELLS = 999
"""Bounds of one INSERT: any build of SQLite takes that many variables."""


def storable(cell: object) -> object:
    """The cell itself, but for text with lone surrogates, as scripts on pages make them: UTF-8 has no such thing.
    Pairs become the character they stand for, halves the replacement character."""
    if not isinstance(cell, str) or cell.isascii():
        return cell
    try:
        cell.encode()
    except UnicodeEncodeError:
        return cell.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return cell


def to_json(value: object) -> str:
    """JSON that is equal as text when it is equal as data: runs are grouped by it."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def to_json_or_null(value: object) -> str | None:
    return None if value is None else to_json(value)


@contextmanager
def as_written(what: str) -> Iterator[None]:
    """Raises `DamagedError` for content that cannot be read inside the block."""
    try:
        yield
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise _not_ours(what, error) from error


def _not_ours(what: str, error: Exception) -> DamagedError:
    return DamagedError(
        f"The database holds a {what} that recorder has not written: {error}.",
        "It was changed by hand, or by a fault of the disk: go back to a copy.",
    )


def _parts(hint: object) -> tuple[object, ...]:
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _is_json(hint: object) -> bool:
    return any(get_origin(part) in (Mapping, tuple) for part in _parts(hint))


def _converter(hint: object) -> Callable[[Any], object] | None:
    if hint is bool:
        return bool
    if any(get_origin(part) is tuple for part in _parts(hint)):
        return lambda text: None if text is None else tuple(_loaded(text, list))
    return (lambda text: None if text is None else _loaded(text, dict)) if _is_json(hint) else None


def _loaded(text: str, kind: type) -> Any:
    found = json.loads(text)
    if not isinstance(found, kind):
        raise TypeError(f"{text[:40]} is no {kind.__name__}")
    return found


def _stored_as(hint: object) -> frozenset[type] | None:
    """The types of its cells; None where that is not known."""
    if _is_json(hint):
        return frozenset((str, type(None))) if type(None) in _parts(hint) else frozenset((str,))
    found = {_STORED.get(part) for part in _parts(hint)}
    return None if None in found else frozenset(chain.from_iterable(filter(None, found)))


_STORED: Mapping[object, tuple[type, ...]] = {
    bool: (int,),
    int: (int,),
    float: (int, float),
    str: (str,),
    bytes: (bytes,),
    type(None): (type(None),),
}


class Rows(Generic[Value]):
    """Reads rows selected as `columns` into values of one dataclass or named tuple, and writes such values."""

    def __init__(self, value: type[Value], alias: str = "", without: Collection[str] = (), **expressions: str) -> None:
        """`expressions` says how to select a field that is not simply a column of the same name; `without` names fields
        whose cells the writer makes itself.
        """
        self._value = value
        self._made: Callable[[Iterable[Any]], Value] = getattr(value, "_make", self._by_name)
        hints = get_type_hints(value)
        prefix = f"{alias}." if alias else ""
        named = (field.name for field in fields(value)) if is_dataclass(value) else hints
        self.names = tuple(name for name in named if name not in without)
        self.columns = ", ".join(expressions.get(name, prefix + name) for name in self.names)
        self._cells = attrgetter(*self.names)
        self._json = [index for index, name in enumerate(self.names) if _is_json(hints[name])]
        kinds = ((index, _stored_as(hints[name])) for index, name in enumerate(self.names))
        self._stored_as = [(index, found) for index, found in kinds if found is not None]
        self._convert = [
            (index, convert) for index, name in enumerate(self.names) if (convert := _converter(hints[name]))
        ]

    def read(self, row: Iterable[Any]) -> Value:
        """Raises `DamagedError` for what is never written: somebody has changed the file by hand."""
        cells = list(row)
        try:
            for index, stored_as in self._stored_as:
                if type(cells[index]) not in stored_as:
                    raise TypeError(f"{self.names[index]} is {str(cells[index])[:40]!r}")
            for index, convert in self._convert:
                cells[index] = convert(cells[index])
        except (ValueError, TypeError, RecursionError) as error:
            raise _not_ours(self._value.__name__, error) from error
        return self._made(cells)

    def _by_name(self, cells: Iterable[Any]) -> Value:
        return self._value(**dict(zip(self.names, cells, strict=True)))

    def write(self, value: Value) -> tuple[object, ...]:
        """The value's cells, in the order of `names`."""
        cells = list(self._cells(value))
        for index in self._json:
            cells[index] = to_json_or_null(cells[index])
        return tuple(cells)

    def cells(self, value: Value) -> dict[str, object]:
        """The value's cells by name."""
        return dict(zip(self.names, self.write(value), strict=True))

    def first(self, rows: Iterable[Iterable[Any]]) -> Value | None:
        return next((self.read(row) for row in rows), None)

    def all(self, rows: Iterable[Sequence[Any]]) -> tuple[Value, ...]:
        """Cells that need no conversion are looked at a column at a time: a page has thousands of links."""
        read = list(rows)
        if self._convert or not self._are_as_written(read):
            return tuple(map(self.read, read))
        return tuple(map(self._made, read))

    def _are_as_written(self, rows: Sequence[Sequence[Any]]) -> bool:
        columns = ((map(itemgetter(index), rows), stored_as) for index, stored_as in self._stored_as)
        return all(stored_as.issuperset(map(type, cells)) for cells, stored_as in columns)


def insert_rows(
    connection: sqlite3.Connection, into: str, rows: Sequence[tuple[object, ...]], on_conflict: str = ""
) -> int:
    """Insert `rows` as `into` ("table (columns)") says; how many were inserted.

    Every statement releases Python's interpreter lock and has to win it back from an engine busy parsing pages, for up
    to 5 ms each; `executemany` does so for every row. Blocks of powers of two make few statements, and few different
    ones, which all stay prepared.
    """
    inserted = 0
    for block in _blocks(rows):
        row = f"({', '.join('?' * len(block[0]))})"
        sql = f"INSERT INTO {into} VALUES {', '.join([row] * len(block))} {on_conflict}"
        inserted += connection.execute(sql, tuple(map(storable, chain.from_iterable(block)))).rowcount
    return inserted


def _blocks(rows: Sequence[tuple[object, ...]]) -> Iterator[Sequence[tuple[object, ...]]]:
    start, size = 0, _MOST_ROWS
    while start < len(rows):
        while size > 1 and (size > len(rows) - start or size * len(rows[0]) > _MOST_CELLS):
            size //= 2
        yield rows[start : start + size]
        start += size
