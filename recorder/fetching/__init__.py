"""Getting pages from a site, over HTTP or through a browser, politely and within bounds: `fetch(request) -> Page |
Outcome`.
"""

from recorder.fetching.answers import Fetcher, Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import Act, ActKind, FilledForm, Submitted
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.fetching.site_fetcher import SiteFetcher

__all__ = [
    "Act",
    "ActKind",
    "FetchOptions",
    "Fetcher",
    "FilledForm",
    "Outcome",
    "OutcomeKind",
    "Page",
    "Render",
    "Request",
    "SiteFetcher",
    "Submitted",
    "Timeouts",
]
