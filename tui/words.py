"""Numbers, moments and addresses in the words that all screens use."""

from urllib.parse import unquote


def duration(seconds: float) -> str:
    """Roughly."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def size(count: int) -> str:
    """Bytes, roughly."""
    if count < 1_000:
        return f"{count} B"
    return f"{count / 1_000:.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"


def moment(text: str | None) -> str:
    """A stored time, to the second, in UTC."""
    return (text or "")[:19].replace("T", " ")


def many(count: int, noun: str) -> str:
    """`3 pages`, `1 page`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def similarity(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def address(url: str, site: str) -> str:
    """A URL for a narrow column: without what it has in common with the site's own, its words as they are read."""
    scheme, mark, rest = site.partition("://")
    origin = f"{scheme}{mark}{rest.partition('/')[0]}"
    return unquote(url[len(origin) :] if mark and url.startswith(f"{origin}/") else url)
