"""Text on the screen. Titles, URLs, labels, options and errors of a site are data: nothing in them is read as markup,
nothing in them reaches the terminal but what can be seen, and none of them is endless. And sizes and addresses in the
words that all screens use.
"""

from collections.abc import Sequence
from urllib.parse import unquote

from rich.text import Text

from recorder.runtime.plain_text import one_line, shortened

LONGEST = 500
"""Most characters of one line that are shown: a title may have ten thousand."""

_FEW = 3
"""Titles that may have something in common by chance."""
_SIGNS = (" - ", " – ", " — ", " | ", " · ", " » ", ": ")
"""What sets the name of a site off from the title of a page."""


def shown(text: str, most: int = LONGEST) -> str:
    """One line of `text` without anything invisible, cut to `most` characters."""
    visible = "".join(filter(str.isprintable, one_line(text[: most * 4])))
    return shortened(" ".join(visible.split()), most)


def label(text: str) -> Text:
    """The same for widgets that would read a plain string as markup."""
    return Text(shown(text))


def address(url: str, site: str) -> str:
    """A URL for a narrow column: without the origin of the site, decoded."""
    scheme, mark, rest = site.partition("://")
    origin = f"{scheme}{mark}{rest.partition('/')[0]}"
    return unquote(url[len(origin) :] if mark and url.startswith(f"{origin}/") else url)


def told_apart(titles: Sequence[str]) -> list[str]:
    """Titles without the name of the site that all of them end in, or begin with."""
    if len(titles) < _FEW:
        return list(titles)
    end = _shared([title[::-1] for title in titles])
    cut = [title[: len(title) - end] for title in titles]
    start = _shared(cut)
    return [title[start:] for title in cut]


def _shared(texts: Sequence[str]) -> int:
    """How much all begin with, up to and with the sign that sets it off."""
    first, last = min(texts), max(texts)
    same = next((at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    common = first[:same]
    return max((common.rfind(sign) + len(sign) for sign in _SIGNS if sign in common), default=0)


def url_path(url: str) -> str:
    """What stands behind the host."""
    return "/" + url.partition("://")[2].partition("/")[2] if "://" in url else url


def size(count: int) -> str:
    """Bytes, roughly."""
    if count < 1_000:
        return f"{count} B"
    return f"{count / 1_000:.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"


def similarity(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
