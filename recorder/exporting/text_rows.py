"""Rows as lines of text, in UTF-8: JSON lines, one object a row; and CSV after RFC 4180. No CSV cell is one that a
spreadsheet would run as a formula. Each format can also be read back as far as an export that goes on needs it.
"""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from recorder.exporting.sheets import Cell, CellKind, Held, Key, Row, Sheet, SheetColumn
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import printable

_RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")
_ANEW = "Name another file, or --force to write it anew."
csv.field_size_limit(2**31 - 1)  # a cell may hold all that a page says, and is read back


class JsonLines:
    def __init__(self, stream: BinaryIO, columns: tuple[SheetColumn, ...], *, goes_on: bool) -> None:
        del goes_on  # JSON lines have no header
        self._stream, self._columns = stream, columns

    def write(self, row: Row) -> None:
        plain = {column.name: _plain(column, cell) for column, cell in zip(self._columns, row, strict=True)}
        self._stream.write(json.dumps(plain, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        """Nothing is left to write."""


def _plain(column: SheetColumn, cell: Cell) -> object:
    return json.loads(cell) if column.kind is CellKind.JSON and isinstance(cell, str) else cell


def held_in_json_lines(file: Path, sheet: Sheet) -> Held:
    """The rows of a file that an export is to go on with."""
    url, run = (column.name for column in sheet.columns[:2])
    keys: set[Key] = set()
    end = 0
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):  # half a row
                break
            try:
                row = json.loads(line)
                keys.add((row[url], row[run]))
            except (ValueError, KeyError, TypeError, RecursionError):
                raise _no_row(number, file) from None
            end += len(line)
    return Held(frozenset(keys), end)


class CsvRows:
    def __init__(self, stream: BinaryIO, columns: tuple[SheetColumn, ...], *, goes_on: bool) -> None:
        self._text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        self._writer = csv.writer(self._text)
        if not goes_on:
            self._writer.writerow([harmless(column.name) for column in columns])

    def write(self, row: Row) -> None:
        self._writer.writerow([harmless(str(cell).lower() if isinstance(cell, bool) else cell) for cell in row])

    def close(self) -> None:
        self._text.flush()
        self._text.detach()  # the stream is not ours to close


def harmless(cell: object) -> str:
    """A cell as text: an apostrophe before what a spreadsheet would take for a formula."""
    text = "" if cell is None else printable(str(cell))
    return f"'{text}" if text.startswith(_RUN_BY_SPREADSHEETS) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def held_in_csv(file: Path, sheet: Sheet) -> Held:
    """The rows of a file that an export is to go on with; its columns must be those of today."""
    heads = [harmless(column.name) for column in sheet.columns]
    keys: set[Key] = set()
    end = 0
    for number, (text, after) in enumerate(_whole_rows(file), 1):
        try:
            (row,) = csv.reader(io.StringIO(text.decode(), newline=""))
            if number > 1:
                keys.add((row[0], int(row[1])))
        except (ValueError, IndexError, csv.Error):
            raise _no_row(number, file) from None
        if number == 1 and row != heads:
            raise UsageError(f"{file} has other columns than this export.", _ANEW)
        end = after
    return Held(frozenset(keys), end)


def _no_row(number: int, file: Path) -> UsageError:
    return UsageError(f"Row {number} of {file} is no row of such an export.", _ANEW)


def _whole_rows(file: Path) -> Iterator[tuple[bytes, int]]:
    """Each row and where it ends. A line end between quotes ends no row, and half a row at the end is none."""
    text, end, quotes = bytearray(), 0, 0
    with file.open("rb") as lines:
        for line in lines:
            text += line
            quotes += line.count(b'"')
            if quotes % 2 == 0 and line.endswith(b"\n"):
                end += len(text)
                yield bytes(text), end
                text.clear()
