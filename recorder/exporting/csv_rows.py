"""CSV after RFC 4180, in UTF-8; no cell that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from recorder.exporting.csv_cells import harmless
from recorder.exporting.held import Held, Key
from recorder.exporting.sheets import Cell, Column, Row, Sheet
from recorder.runtime.errors import UsageError


def held_in(file: Path, sheet: Sheet) -> Held:
    """What stands in a file that an export is to go on with; its columns must be those of today."""
    heads = [harmless(column.name) for column in sheet.columns]
    keys: set[Key] = set()
    end = 0
    for row, after in _whole_rows(file):
        if end == 0 and row != heads:
            raise UsageError(f"{file} has other columns than this export.", "Name another file, or --force.")
        if end:
            keys.add((row[0], int(row[1])))
        end = after
    return Held(frozenset(keys), end)


def _whole_rows(file: Path) -> Iterator[tuple[list[str], int]]:
    """Each row and where it ends. A line end between quotes ends no row, and half a row at the end is none."""
    text, end = b"", 0
    with file.open("rb") as lines:
        for line in lines:
            text += line
            if text.count(b'"') % 2 == 0 and text.endswith(b"\n"):
                end += len(text)
                yield next(csv.reader(io.StringIO(text.decode(), newline=""))), end
                text = b""


class CsvRows:
    def __init__(self, stream: BinaryIO, columns: tuple[Column, ...], *, goes_on: bool) -> None:
        self._text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        self._writer = csv.writer(self._text)
        if not goes_on:
            self._writer.writerow([harmless(column.name) for column in columns])

    def write(self, row: Row) -> None:
        self._writer.writerow([harmless(_as_text(cell)) for cell in row])

    def close(self) -> None:
        self._text.flush()
        self._text.detach()  # the stream is not ours to close


def _as_text(cell: Cell) -> Cell:
    return str(cell).lower() if isinstance(cell, bool) else cell
