"""What a person asks the forms of a crawl, from assignments and tables to queries. What a form accepts is
`forms.parameters`.
"""

from collections.abc import Iterable
from pathlib import Path

from recorder.forms.parameters import Given, ParameterError, given_of, rows_of
from recorder.runtime.errors import UsageError


def queries_of(assignments: Iterable[str], table: Path | None) -> tuple[Given, ...]:
    """What to ask: each row of the table, with what was given for all of them."""
    try:
        given = tuple(given_of(assignments))
        rows = rows_of(read_table(table)) if table else ()
    except ParameterError as error:
        raise UsageError(error.message, error.hint) from None
    return tuple((*given, *row) for row in rows) or ((given,) if given else ())


def read_table(file: Path) -> str:
    """The text of a table, as spreadsheets write it."""
    content = file.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
