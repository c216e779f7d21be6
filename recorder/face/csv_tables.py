"""Rows as a CSV file that a spreadsheet may open: a cell it would run as a formula is made plain text."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from recorder.exporting.text_rows import harmless
from recorder.runtime.errors import RecorderError


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
