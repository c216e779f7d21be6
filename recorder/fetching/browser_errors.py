"""What Chromium's and Playwright's error texts mean, as outcomes."""

from __future__ import annotations

import re

from recorder.fetching.answers import FetchError, OutcomeKind

_NETWORK_ERROR = re.compile(r"(?:net::)?(ERR_[A-Z0-9_]+)")
_MEANINGS: tuple[tuple[str, OutcomeKind, str], ...] = (
    ("ERR_TOO_MANY_REDIRECTS", OutcomeKind.REDIRECT_LOOP, "sent on again and again without arriving"),
    ("ERR_CERT_", OutcomeKind.TLS, "the secure connection failed"),
    ("ERR_SSL_", OutcomeKind.TLS, "the secure connection failed"),
    ("ERR_NAME_", OutcomeKind.UNREACHABLE, "the server was not found"),
    ("ERR_ADDRESS_", OutcomeKind.UNREACHABLE, "the server cannot be reached"),
    ("ERR_CONNECTION_REFUSED", OutcomeKind.UNREACHABLE, "the server refuses connections"),
    ("ERR_INTERNET_DISCONNECTED", OutcomeKind.UNREACHABLE, "this machine has no network"),
    ("ERR_PROXY_", OutcomeKind.UNREACHABLE, "the proxy cannot be reached"),
    ("ERR_TUNNEL_", OutcomeKind.UNREACHABLE, "the proxy cannot be reached"),
    ("ERR_UNSAFE_PORT", OutcomeKind.BAD_URL, "browsers refuse this port"),
    ("ERR_INVALID_URL", OutcomeKind.BAD_URL, "this address cannot be opened"),
    ("ERR_INVALID_REDIRECT", OutcomeKind.BAD_URL, "sent on to an address that makes no sense"),
    ("ERR_TIMED_OUT", OutcomeKind.TIMEOUT, "the server did not answer in time"),
    ("ERR_CONNECTION_TIMED_OUT", OutcomeKind.TIMEOUT, "the server did not answer in time"),
    ("ERR_INSUFFICIENT_RESOURCES", OutcomeKind.BROWSER_FAILED, "the browser ran out of resources"),
    ("ERR_OUT_OF_MEMORY", OutcomeKind.BROWSER_FAILED, "the browser ran out of memory"),
    ("ERR_ABORTED", OutcomeKind.EMPTY, "the server sent no page"),
    ("ERR_", OutcomeKind.BROKEN_OFF, "the connection broke off"),
)


def named(error: BaseException) -> FetchError:
    """The outcome behind an error that Playwright raised while a page was being opened."""
    text = str(error)
    if isinstance(error, TimeoutError) or "Timeout" in type(error).__name__:
        return FetchError(OutcomeKind.TIMEOUT, "the page did not finish in time")
    if "Download is starting" in text:
        return FetchError(OutcomeKind.NOT_HTML, "not a web page but a download")
    if found := _NETWORK_ERROR.search(text):
        kind, meaning = next((kind, meaning) for start, kind, meaning in _MEANINGS if found[1].startswith(start))
        return FetchError(kind, f"{meaning} ({found[1]})")
    return FetchError(
        OutcomeKind.BROWSER_FAILED,
        f"the browser failed: {(text.strip() or type(error).__name__).splitlines()[0][:200]}",
    )
