"""A table as aligned lines of text: numbers to the right, words to the left."""

from collections.abc import Iterator, Sequence


def table_lines(heads: Sequence[str], rows: Sequence[Sequence[str | int]]) -> Iterator[str]:
    """The heads, then the rows."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *texts, strict=True)]
    numeric = [all(isinstance(cell, int) for cell in column) for column in zip(*rows, strict=True)]
    for line in [list(heads), *texts]:
        cells = zip(line, widths, numeric or [False] * len(heads), strict=True)
        yield "  ".join(text.rjust(width) if right else text.ljust(width) for text, width, right in cells).rstrip()
