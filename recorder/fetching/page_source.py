"""Where a visitor has its pages from. Usually that is the site (`site_fetcher`); pages that were kept may stand in for
it, so that what a run decides can be measured again and again without the site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from recorder.fetching.answers import Outcome, Page, Request
from recorder.fetching.form_filling import FilledForm, Submitted

if TYPE_CHECKING:
    from recorder.fetching.options import FetchOptions
    from recorder.fetching.scope import Scope


class PageSource(Protocol):
    """What `SiteFetcher` does, whoever does it."""

    @property
    def has_browser(self) -> bool: ...

    @property
    def has_choice(self) -> bool: ...

    async def fetch(self, request: Request) -> Page | Outcome: ...

    async def render(self, request: Request) -> Page | Outcome: ...

    async def submit(self, filled: FilledForm) -> Submitted: ...

    async def close(self) -> None: ...


class OpenSource(Protocol):
    """Opens the source of a run's pages, in the run's own event loop."""

    def __call__(self, options: FetchOptions, scope: Scope) -> PageSource: ...
