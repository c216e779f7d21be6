"""Parquet with typed columns, by pyarrow: an extra of its own, imported only when it is needed."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from operator import index
from typing import TYPE_CHECKING, Any, BinaryIO

from recorder.exporting.sheets import Cell, CellKind, Row, SheetColumn
from recorder.runtime.errors import UsageError

if TYPE_CHECKING:
    import pyarrow

_ROWS_AT_ONCE = 5_000


class Parquet:
    def __init__(self, stream: BinaryIO, columns: tuple[SheetColumn, ...], *, goes_on: bool) -> None:
        assert not goes_on  # a Parquet file ends in its index
        arrow, parquet = _libraries()
        self._arrow, self._columns = arrow, columns
        self._schema = arrow.schema([(column.name, _type(arrow, column.kind)) for column in columns])
        self._writer = parquet.ParquetWriter(stream, self._schema)
        self._rows: list[Row] = []

    def write(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) == _ROWS_AT_ONCE:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        values = [
            [_typed(column.kind, row[number]) for row in self._rows] for number, column in enumerate(self._columns)
        ]
        self._writer.write_table(self._arrow.table(values, schema=self._schema))
        self._rows.clear()


def _libraries() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            "Parquet files are written by pyarrow, which is not installed.",
            "pip install pyarrow, or, where recorder was installed by pipx: pipx inject recorder pyarrow",
        ) from None
    return pyarrow, pyarrow.parquet


def _type(arrow: Any, kind: CellKind) -> "pyarrow.DataType":
    types = {
        CellKind.WHOLE: arrow.int64(),
        CellKind.NUMBER: arrow.float64(),
        CellKind.DATE: arrow.date32(),
        CellKind.TIME: arrow.timestamp("ms", tz="UTC"),
        CellKind.YES_NO: arrow.bool_(),
    }
    return types.get(kind, arrow.string())


def _typed(kind: CellKind, cell: Cell) -> object:
    """The cell as its column holds it; nothing where a database was damaged and holds what its column cannot."""
    try:
        return None if cell is None else _VALUES.get(kind, str)(cell)
    except (TypeError, ValueError):
        return None


def _day(cell: Cell) -> date:
    """A date with a time of day becomes its day: the text it was read from stands in the column beside it."""
    return date.fromisoformat(str(cell)[:10])


_VALUES: Mapping[CellKind, Callable[[Any], object]] = {
    CellKind.WHOLE: index,
    CellKind.NUMBER: float,
    CellKind.DATE: _day,
    CellKind.TIME: datetime.fromisoformat,
    CellKind.YES_NO: bool,
}
