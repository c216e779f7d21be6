"""JSON lines: one object a row, in UTF-8."""

import json
from pathlib import Path
from typing import BinaryIO

from recorder.exporting.held import Held, Key
from recorder.exporting.sheets import Cell, Column, Kind, Row, Sheet
from recorder.runtime.errors import UsageError


def held_in(file: Path, sheet: Sheet) -> Held:
    """What stands in a file that an export is to go on with."""
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
            except (ValueError, KeyError, TypeError):
                raise UsageError(
                    f"Line {number} of {file} is no row of such an export.", "Name another file, or --force."
                ) from None
            end += len(line)
    return Held(frozenset(keys), end)


class JsonLines:
    def __init__(self, stream: BinaryIO, columns: tuple[Column, ...], *, goes_on: bool) -> None:
        del goes_on  # every line says all there is to say
        self._stream, self._columns = stream, columns

    def write(self, row: Row) -> None:
        plain = {column.name: _plain(column, cell) for column, cell in zip(self._columns, row, strict=True)}
        self._stream.write(json.dumps(plain, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        """Nothing is left to write."""


def _plain(column: Column, cell: Cell) -> object:
    return json.loads(cell) if column.kind is Kind.JSON and isinstance(cell, str) else cell
