"""Text as a CSV cell: one that a spreadsheet would run as a formula is made plain text."""

from recorder.runtime.plain_text import printable

_RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


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
