"""A site as it once answered: a source of pages for a recording or a crawl that needs neither the network nor the site.

What was never asked is asked of the site, which must be served then, and kept. What may pass (a time-out, a refused
connection) is not kept: it is asked again.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bench.generality.kept_answers import ASKINGS, Answer, KeptAnswers, key_of
from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.http_cache import nothing_cached
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher

_MAY_PASS = frozenset(
    {OutcomeKind.UNREACHABLE, OutcomeKind.BROKEN_OFF, OutcomeKind.BUSY, OutcomeKind.TIMEOUT}
    | {OutcomeKind.BROWSER_FAILED}
)


class MirrorSource:
    """The pages of one run. The fetcher of the site is made when it is needed first."""

    def __init__(self, kept: KeptAnswers, options: FetchOptions, scope: Scope) -> None:
        self._kept = kept
        self._options = replace(options, recall=nothing_cached, open_source=None)
        self._scope = scope
        self._fetcher: SiteFetcher | None = None
        self._asked: Counter[str] = Counter()

    @property
    def has_browser(self) -> bool:
        return self._options.render is not Render.NEVER and (self._fetcher is None or self._fetcher.has_browser)

    @property
    def has_choice(self) -> bool:
        return self._options.render is Render.AUTO and self.has_browser

    async def fetch(self, request: Request) -> Page | Outcome:
        answer = await self._answer("plain", request.url, request, lambda: self._site().fetch(request))
        assert not isinstance(answer, Submitted)
        return answer

    async def render(self, request: Request) -> Page | Outcome:
        answer = await self._answer("rendered", request.url, request, lambda: self._site().render(request))
        assert not isinstance(answer, Submitted)
        return answer

    async def submit(self, filled: FilledForm) -> Submitted:
        answer = await self._answer("submitted", filled.page.url, filled, lambda: self._site().submit(filled))
        assert isinstance(answer, Submitted)
        return answer

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """None: the sites of the bench are walked by their pages."""
        del url
        return ()

    def bars(self, url: str) -> bool:
        """Not before it was asked for."""
        del url
        return False

    async def close(self) -> None:
        if self._fetcher is not None:
            await self._fetcher.close()

    async def _answer(
        self, way: str, url: str, asked: Request | FilledForm, ask: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        key = key_of(way, asked)
        asking = min(self._asked[key], ASKINGS - 1)
        self._asked[key] += 1
        if (known := self._kept.get(key, asking)) is not None:
            return known
        answer = await ask()
        if _is_kept(answer):
            self._kept.keep(key, asking, way, url, answer)
        return answer

    def _site(self) -> SiteFetcher:
        if self._fetcher is None:
            self._fetcher = SiteFetcher(self._options, self._scope)
        return self._fetcher


def _is_kept(answer: Answer) -> bool:
    result = answer.answer if isinstance(answer, Submitted) else answer
    return isinstance(result, Page) or result.kind not in _MAY_PASS
