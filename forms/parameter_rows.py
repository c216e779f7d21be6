"""A table of queries, one a row, as text: the first row names parameters, an empty cell leaves one alone."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from recorder.forms.accepting import ParameterError
from recorder.forms.parameters import Given

_DELIMITERS = ",;\t|"
_HINT = "The first row names the parameters, each further row is one query."


@dataclass(frozen=True, slots=True)
class Row:
    """One query: `line` is where it stands in the table."""

    line: int
    given: Given


def rows_of(table: str) -> tuple[Row, ...]:
    """The queries of a CSV text, whichever of the usual signs stands between its cells."""
    text = table.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    try:
        lines = list(_lines(text, delimiter))
    except csv.Error as error:
        raise ParameterError(f"This is not a CSV table: {error}.", _HINT) from None
    if not lines:
        raise ParameterError("The table of parameters is empty.", _HINT)
    (_, header), *rows = lines
    names = [name.strip() for name in header]
    if not all(names):
        raise ParameterError(f"Column {names.index('') + 1} of the table has no name.", _HINT)
    found = tuple(_row(number, names, cells) for number, cells in rows)
    if not found:
        raise ParameterError("The table of parameters has no row beside its names.", _HINT)
    return found


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows that are not empty, each with its line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, cells


def _row(line: int, names: list[str], cells: list[str]) -> Row:
    if len(cells) > len(names):
        raise ParameterError(f"Line {line} of the table has {len(cells)} cells for {len(names)} names.", _HINT)
    return Row(line, tuple((name, cell) for name, cell in zip(names, cells, strict=False) if cell.strip()))
