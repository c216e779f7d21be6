"""Getting pages from a site, over HTTP or through a browser, politely and within bounds: `fetch(request) -> Page |
Outcome`.
"""

from recorder.fetching.answers import Fetcher, Outcome, OutcomeKind, Page, Request
from recorder.fetching.building import build_fetcher
from recorder.fetching.options import FetchOptions, Render, Timeouts

__all__ = [
    "FetchOptions",
    "Fetcher",
    "Outcome",
    "OutcomeKind",
    "Page",
    "Render",
    "Request",
    "Timeouts",
    "build_fetcher",
]
