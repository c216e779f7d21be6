"""Excel files, by XlsxWriter, imported only when one is written: a sheet a table, numbers and days as such.

No cell is a formula or a link whatever it says. What a sheet has no room for is left out, and told.
"""

from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from recorder.exporting.sheets import Cell, CellKind, Row, Sheet
from recorder.runtime.plain_text import printable

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

_MOST_ROWS = 1_048_576
_MOST_COLUMNS = 16_384
_LONGEST = 32_767
_LONGEST_NAME = 31
_NOT_IN_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\", "_"))
_FIRST_DAY = datetime(1900, 3, 1)
"""Excel believes in a 29 February 1900: days before are texts."""


class Workbook:
    """One file; `notes` says what its sheets have no room for."""

    def __init__(self, stream: BinaryIO) -> None:
        from xlsxwriter import Workbook as XlsxWorkbook  # type: ignore[import-untyped]

        self.notes: list[str] = []
        self._stream, self._whole = stream, BytesIO()  # ZipFile, cut short, writes again as it is given up
        self._book = XlsxWorkbook(self._whole, {"constant_memory": True, "default_date_format": "yyyy-mm-dd"})
        self._time = self._book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self._bold = self._book.add_format({"bold": True})
        self._names: set[str] = set()

    def write(self, sheet: Sheet) -> int:
        """How many rows were written."""
        kinds = [column.kind for column in sheet.columns][:_MOST_COLUMNS]
        page = self._book.add_worksheet(self._name(sheet.name or sheet.what))
        page.freeze_panes(1, 1)
        for number, column in enumerate(sheet.columns[:_MOST_COLUMNS]):
            page.write_string(0, number, column.name[:_LONGEST], self._bold)
        cut, count = len(sheet.columns) - len(kinds), 0
        left_out = 0
        for row in sheet.rows:
            if count + 1 == _MOST_ROWS:
                left_out += 1
                continue
            count += 1
            cut += self._write_row(page, count, kinds, row)
        if cut:
            self.notes.append(f"{page.name}: {cut} cells or columns are more than a sheet has room for, and were cut.")
        if left_out:
            self.notes.append(f"{page.name}: {left_out} rows are more than a sheet has room for, and were left out.")
        return count

    def close(self) -> None:
        self._book.close()
        self._stream.write(self._whole.getbuffer())

    def _write_row(self, page: "Worksheet", number: int, kinds: list[CellKind], row: Row) -> int:
        """How many cells were cut."""
        cut = 0
        for place, (kind, cell) in enumerate(zip(kinds, row, strict=False)):
            if isinstance(cell, bool):
                page.write_boolean(number, place, cell)
            elif isinstance(cell, int | float):
                page.write_number(number, place, cell)
            elif cell is not None:
                day = _day(kind, cell)
                if day is not None:
                    page.write_datetime(number, place, day, self._time if kind is CellKind.TIME else None)
                else:
                    text = printable(str(cell))
                    cut += len(text) > _LONGEST
                    page.write_string(number, place, text[:_LONGEST])
        return cut

    def _name(self, wanted: str) -> str:
        """As Excel wants them: short, without some signs, none taken twice."""
        stem = wanted.translate(_NOT_IN_NAMES).strip("'") or "sheet"
        name, number = stem[:_LONGEST_NAME], 1
        while name.casefold() in self._names:
            number += 1
            name = f"{stem[: _LONGEST_NAME - 1 - len(str(number))]}_{number}"
        self._names.add(name.casefold())
        return name


def _day(kind: CellKind, cell: Cell) -> datetime | None:
    """Excel knows no time zones: all times of ours are UTC."""
    if kind not in (CellKind.DATE, CellKind.TIME) or not isinstance(cell, str):
        return None
    try:
        day = datetime.fromisoformat(cell).replace(tzinfo=None)
    except ValueError:  # a time that was damaged
        return None
    return day if day >= _FIRST_DAY else None
