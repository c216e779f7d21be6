"""An outage: for a while now the site answers nothing but errors. Going on would only mark all that waits as failed, so
the crawl ends there, to be gone on with when the site is back.
"""

from dataclasses import dataclass

from recorder.fetching import Outcome, OutcomeKind, Page
from recorder.runtime.stopping import Stop

MOST_IN_A_ROW = 30
_FAILURES = frozenset(
    {OutcomeKind.UNREACHABLE, OutcomeKind.TIMEOUT, OutcomeKind.BROKEN_OFF, OutcomeKind.BUSY, OutcomeKind.TLS}
)


@dataclass
class CircuitBreaker:
    """What the site answered of late."""

    stop: Stop
    reason: str = ""
    """Why the crawl was ended, if it was."""
    _in_a_row: int = 0

    def record(self, answer: Page | Outcome) -> None:
        """Counts until a page arrives, or an answer that is one: not found, forbidden."""
        self._in_a_row = self._in_a_row + 1 if _is_failure(answer) else 0
        if self._in_a_row >= MOST_IN_A_ROW and isinstance(answer, Outcome) and not self.reason:
            self.reason = f"{MOST_IN_A_ROW} pages in a row could not be had, the last because {answer.reason}"
            self.stop.request(f"stopped because the site is down or answers only errors: {self.reason}")


def _is_failure(answer: Page | Outcome) -> bool:
    if isinstance(answer, Page):
        return False
    return answer.kind in _FAILURES or (answer.status is not None and answer.status >= 500)
