"""From table rows to frozen values, by the values' own field names: one list of columns, not three to keep in step.

A `bool` field is stored as 0 or 1, a `Mapping` or `tuple` field as JSON text; everything else is stored as it is.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value", bound="DataclassInstance")
Json = Mapping[str, object]


def to_json(value: object) -> str:
    """JSON that is equal as text when it is equal as data: runs are grouped by it."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def to_json_or_null(value: Json | None) -> str | None:
    return None if value is None else to_json(value)


def _from_json(text: str | None) -> object:
    return None if text is None else json.loads(text)


def _tuple_from_json(text: str | None) -> tuple[object, ...] | None:
    return None if text is None else tuple(json.loads(text))


def _parts(hint: object) -> tuple[object, ...]:
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _is_json(hint: object) -> bool:
    return any(get_origin(part) in (Mapping, tuple) for part in _parts(hint))


def _converter(hint: object) -> Callable[[Any], object] | None:
    if hint is bool:
        return bool
    if any(get_origin(part) is tuple for part in _parts(hint)):
        return _tuple_from_json
    return _from_json if _is_json(hint) else None


class Rows(Generic[Value]):
    """Reads rows selected as `columns` into values of one dataclass."""

    def __init__(self, value: type[Value], alias: str = "", **expressions: str) -> None:
        """`expressions` says how to select a field that is not simply a column of the same name."""
        self._value = value
        names = [field.name for field in fields(value)]
        hints = get_type_hints(value)
        prefix = f"{alias}." if alias else ""
        self.names = tuple(names)
        self.columns = ", ".join(expressions.get(name, prefix + name) for name in names)
        self._as_json = frozenset(name for name in names if _is_json(hints[name]))
        self._convert = [(index, convert) for index, name in enumerate(names) if (convert := _converter(hints[name]))]

    def read(self, row: Iterable[Any]) -> Value:
        cells = list(row)
        for index, convert in self._convert:
            cells[index] = convert(cells[index])
        return self._value(**dict(zip(self.names, cells, strict=True)))

    def write(self, value: Value) -> tuple[object, ...]:
        """The value's cells, in the order of `names`."""
        cells = ((name, getattr(value, name)) for name in self.names)
        return tuple(to_json(cell) if name in self._as_json and cell is not None else cell for name, cell in cells)

    def first(self, rows: Iterable[Iterable[Any]]) -> Value | None:
        return next((self.read(row) for row in rows), None)

    def all(self, rows: Iterable[Iterable[Any]]) -> tuple[Value, ...]:
        return tuple(self.read(row) for row in rows)
