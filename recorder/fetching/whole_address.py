"""Which of the addresses that a person may mean by one without a scheme is there: https, or else http. Says nothing of
what stands there.
"""

from dataclasses import replace

from recorder.fetching.answers import Outcome, OutcomeKind, Request
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.patterns.urls.address import meant_by
from recorder.runtime.errors import RecorderError

BRIEF = Timeouts(connect=5.0, read=8.0, total=15.0)
"""Time-outs for somebody who waits, and may want to leave."""

_NOBODY = frozenset({OutcomeKind.UNREACHABLE, OutcomeKind.TIMEOUT, OutcomeKind.TLS, OutcomeKind.BROKEN_OFF})
"""What says that no server speaks this scheme there; all else is an answer of one."""


async def whole_address(typed: str, options: FetchOptions) -> str:
    """`typed` with the scheme that it is answered by. What can mean one address alone is asked of nobody."""
    candidates = meant_by(typed)
    if len(candidates) == 1:
        return candidates[0]
    reasons = []
    for url in candidates:
        reason = await _silence(url, replace(options, render=Render.NEVER, attempts=1, timeouts=BRIEF, session=None))
        if not reason:
            return url
        reasons.append(reason)
    raise RecorderError(
        f"Nothing answers at {typed}, neither by https nor by http: {'; '.join(dict.fromkeys(reasons))}.",
        "Check the address.",
    )


async def _silence(url: str, options: FetchOptions) -> str:
    """Why nobody answers; nothing if somebody does."""
    fetcher = SiteFetcher(options)
    try:
        answer = await fetcher.fetch(Request(url))
    finally:
        await fetcher.close()
    return answer.reason or answer.kind.value if isinstance(answer, Outcome) and answer.kind in _NOBODY else ""
