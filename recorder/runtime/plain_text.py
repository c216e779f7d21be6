"""Text as a person may see it: titles, URLs and messages of sites with nothing in them that a terminal would obey; and
times and counts in words.

Every word of a site that reaches a terminal, by the command line or the terminal UI, goes through here.
"""

import re
from datetime import datetime

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")

LONG_LABEL = 40
"""A label of more characters is none that a person would type."""


def printable(text: str) -> str:
    """`text` without control characters: C0 (but line feed and tab), C1, what takes no room at all, and the marks that
    reverse reading. What joins or parts letters in Persian or Hindi stays.
    """
    return _CONTROLS.sub("", text)


def one_line(text: str) -> str:
    """Text of a site, such as a title, where a line of its own could be taken for one of ours."""
    return " ".join(printable(text).split())


def shortened(text: str, most: int) -> str:
    """`text`, cut to `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def brief_label(label: str) -> str:
    """A label as a list of fields has room for it: some tell what the whole site is for."""
    text = one_line(label)
    if len(text) <= LONG_LABEL:
        return text
    clause = re.split(r"[,.;:(–—]| - ", text, maxsplit=1)[0].strip()
    return clause if 0 < len(clause) <= LONG_LABEL else shortened(text, LONG_LABEL)


def duration(seconds: float) -> str:
    """Roughly, in words."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def many(count: int, noun: str, plural: str = "") -> str:
    """`3 pages`, `1 page`; `plural` is for nouns that take no plain s."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def share(part: int, whole: int) -> str:
    """In per cent; neither a few of many nor nearly all of them are rounded away."""
    if not whole:
        return ""
    words = f"{part / whole:.0%}"
    if words == "0%" and part:
        return "<1%"
    return ">99%" if words == "100%" and part < whole else words


def moment(stored: str) -> str:
    """A stored time, to the second, as the clocks of this place showed it; of a damaged one, what is stored."""
    try:
        return f"{datetime.fromisoformat(stored).astimezone():%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError):
        return one_line(stored)


def day(stored: str) -> str:
    """The day of a stored time, as the calendars of this place showed it."""
    return moment(stored)[:10]


def as_escapes(text: str) -> str:
    """`text` with escapes in place of control characters, for texts that know them, as JSON does."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
