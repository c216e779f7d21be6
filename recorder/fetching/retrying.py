"""Tries again what may pass, a bounded number of times and ever more slowly; never what will not."""

from __future__ import annotations

import random

from recorder.fetching.answers import Fetcher, Outcome, OutcomeKind, Page, Request
from recorder.fetching.options import FetchOptions
from recorder.fetching.statuses import BUSY, PASSING

_MAY_PASS = frozenset({OutcomeKind.BROKEN_OFF, OutcomeKind.UNREACHABLE, OutcomeKind.BUSY, OutcomeKind.BROWSER_FAILED})
# A submitted form may have arrived although its answer did not: only these say that it was not handled.
_NOT_HANDLED = frozenset({OutcomeKind.UNREACHABLE, OutcomeKind.BUSY})


class Retrying:
    def __init__(self, inner: Fetcher, options: FetchOptions) -> None:
        self._inner = inner
        self._options = options

    async def fetch(self, request: Request) -> Page | Outcome:
        result = await self._inner.fetch(request)
        for attempt in range(1, self._options.attempts):
            if not self._worth_another(request, result, attempt):
                break
            await self._options.clock.sleep(self._backoff(result, attempt))
            result = await self._inner.fetch(request)
        return result

    async def close(self) -> None:
        await self._inner.close()

    def _worth_another(self, request: Request, result: Page | Outcome, attempt: int) -> bool:
        if isinstance(result, Page):
            # Once more for a page cut short; a server that always announces a wrong length is then believed.
            return not result.complete and attempt == 1 and request.method == "GET"
        if result.retry_after is not None and result.retry_after > self._options.patience:
            return False
        if request.method != "GET":
            return result.kind in _NOT_HANDLED
        if result.kind is OutcomeKind.TIMEOUT:
            # Each try costs the whole time allowed.
            return attempt == 1
        return result.kind in _MAY_PASS or result.status in PASSING | BUSY

    def _backoff(self, result: Page | Outcome, attempt: int) -> float:
        """`Retry-After` is waited for at the host's door, where everybody waits; here only spread the returns."""
        if isinstance(result, Page):
            return 0.0
        return self._options.backoff * (1 << attempt - 1) * random.uniform(0.75, 1.25)
