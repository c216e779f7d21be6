"""What became of the fields of one record, column by column, with the numbers among the values for a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from recorder.patterns.records.values import number_format
from recorder.store.record_changes import FieldChange


@dataclass(frozen=True)
class FieldHistory:
    """`changes` of one column, the oldest first. `numbers`: all values it had, if each of them is one."""

    column: str
    changes: tuple[FieldChange, ...]
    numbers: tuple[float, ...]


def field_histories(changes: Iterable[FieldChange]) -> Iterator[FieldHistory]:
    """Of one record, column by column."""
    for column, some in groupby(changes, lambda change: change.column):
        steps = tuple(some)
        texts = [text for text in (steps[0].before, *(step.after for step in steps)) if text is not None]
        how = number_format(texts) if texts else None
        numbers = [how.read(text) for text in texts] if how else []
        yield FieldHistory(column, steps, tuple(number for number in numbers if number is not None))
