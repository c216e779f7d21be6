"""Rows as a CSV file that a spreadsheet may open: a cell it would run as a formula is made plain text."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from recorder.errors import RecorderError
from recorder.plain_text import printable

_RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


def write_csv(file: Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> int:
    """How many rows were written; the file is there whole or not at all."""
    partial = file.with_name(f".{file.name}.partial")
    try:
        with partial.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(heads)
            count = 0
            for row in rows:
                writer.writerow([harmless(cell) for cell in row])
                count += 1
        partial.replace(file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise RecorderError(f"{file} cannot be written: {error.strerror}", "Choose another file.") from None
    return count


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
