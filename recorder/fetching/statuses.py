"""What an HTTP status means for us, and how long the site asks to be left alone."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from recorder.fetching.answers import FetchError, Headers, OutcomeKind, header

BUSY = frozenset({429, 503})
PASSING = frozenset({408, 425, 500, 502, 504, 520, 521, 522, 523, 524})

_KINDS = {
    304: OutcomeKind.NOT_MODIFIED,
    401: OutcomeKind.FORBIDDEN,
    403: OutcomeKind.FORBIDDEN,
    404: OutcomeKind.NOT_FOUND,
    407: OutcomeKind.FORBIDDEN,
    410: OutcomeKind.GONE,
    429: OutcomeKind.BUSY,
    451: OutcomeKind.FORBIDDEN,
    503: OutcomeKind.BUSY,
}
_WITHOUT_CONTENT = frozenset({204, 205})
_LONGEST_SECONDS = 10**9
"""Most that is made of a `Retry-After`."""


def raise_for_status(status: int, headers: Headers, phrase: str = "") -> None:
    """Anything but a 2xx with content ends the fetch."""
    if status in _WITHOUT_CONTENT:
        raise FetchError(OutcomeKind.EMPTY, f"the site answered {status}: no content", status=status)
    if not 200 <= status < 300:
        kind = _KINDS.get(status, OutcomeKind.HTTP_ERROR)
        raise FetchError(
            kind, f"the site answered {described(status, phrase)}", status=status, retry_after=retry_after(headers)
        )


def described(status: int, phrase: str = "") -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status} {phrase}".strip()[:80]


def retry_after(headers: Headers) -> float | None:
    """Seconds to wait by `Retry-After`, which is a number or a date; None when absent or senseless."""
    value = (header(headers, "Retry-After") or "").strip()
    if value.isascii() and value.isdigit():
        return float(min(int(value[:12]), _LONGEST_SECONDS))
    try:
        wanted = parsedate_to_datetime(value)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    return min(max(0.0, wanted.timestamp() - time.time()), _LONGEST_SECONDS)
