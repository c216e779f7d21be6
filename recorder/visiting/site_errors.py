"""What ends a run early because of its site: it asks for a long rest, it answers nothing but errors, or a page that the
run cannot do without is missing.

The first two leave the run to be resumed: going on at once would mark all that waits as failed, and teach a recording
a site of dead links.
"""

from dataclasses import dataclass, field

from recorder.fetching.answers import Outcome, OutcomeKind, Page
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import Listener, RestAsked, nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.frontier import FrontierRow
from recorder.visiting.visit import Visit

_MOST_TRIES = 3
"""Most attempts at a run that try one and the same page."""

MOST_IN_A_ROW = 30
"""Failures in a row that open the circuit breaker."""

MOST_BUSY_IN_A_ROW = 5
"""Pages in a row that are enough if all answer that the site is busy: each was asked for several times, and ever more
slowly, so that thirty of them would take most of an hour.
"""

_TURNS_AWAY = "asks to be left alone for longer than is worth waiting"
_FAILURES = frozenset(
    {OutcomeKind.UNREACHABLE, OutcomeKind.TIMEOUT, OutcomeKind.BROKEN_OFF, OutcomeKind.BUSY, OutcomeKind.TLS}
    | {OutcomeKind.UNREADABLE}  # a minute of computing each
)
_SEE_FOR_YOURSELF = "Open it in a browser to see what is there, and check the address."
_LATER = "Check the address and the network, then run the same command again."
_HINTS = {
    OutcomeKind.ROBOTS: "Give a page that robots may visit; with the owner's leave, add --ignore-robots.",
    OutcomeKind.OUT_OF_SCOPE: "Give the address that it leads to, or allow more of the site with --scope domain.",
    OutcomeKind.NOT_HTML: "Give the address of a web page, or of a PDF that can be read and ends in .pdf.",
    OutcomeKind.FORBIDDEN: "Not everybody is shown this page: give another, or your own session with --session.",
    OutcomeKind.UNREACHABLE: _LATER,
    OutcomeKind.TIMEOUT: _LATER,
    OutcomeKind.BROKEN_OFF: _LATER,
    OutcomeKind.BUSY: _LATER,
    OutcomeKind.BROWSER_FAILED: "Run `recorder doctor` to see whether the browser works.",
}


@dataclass
class CircuitBreaker:
    """Stops the run after too many failures in a row."""

    stop: Stop
    reason: str = ""
    """Why it stopped the run, if it did."""
    _in_a_row: int = 0
    _busy_in_a_row: int = 0
    _failed: list[int] = field(default_factory=list)

    @property
    def blameless(self) -> tuple[int, ...]:
        """The rows that failed in a run stopped by an outage: another attempt tries them again, a few times. The first
        of them may have failed before a page that still arrived: an outage does not begin everywhere at once.
        """
        return tuple(self._failed) if self.reason else ()

    def record(self, answer: Page | Outcome, row: FrontierRow) -> None:
        """Counts until a page arrives, or an answer that is one: not found, forbidden."""
        if not _is_failure(answer):
            self._in_a_row = self._busy_in_a_row = 0
            return
        self._in_a_row += 1
        is_busy = isinstance(answer, Outcome) and answer.kind is OutcomeKind.BUSY
        self._busy_in_a_row = self._busy_in_a_row + 1 if is_busy else 0
        if row.tries < _MOST_TRIES and row.depth > 0:
            self._failed.append(row.id)
        too_many = self._in_a_row >= MOST_IN_A_ROW or self._busy_in_a_row >= MOST_BUSY_IN_A_ROW
        if too_many and isinstance(answer, Outcome) and not self.reason:
            self.reason = f"{self._in_a_row} pages in a row could not be had, the last because {answer.reason}"
            self.stop.request(f"stopped because the site is down or answers only errors: {self.reason}")


def _is_failure(answer: Page | Outcome) -> bool:
    if isinstance(answer, Page):
        return False
    return answer.kind in _FAILURES or (answer.status is not None and answer.status >= 500)


@dataclass(frozen=True)
class RetryAfter:
    """`seconds` bounds the rest that a site may ask for without ending the run. A `breaker` is told of every answer;
    `announce` of a longer rest.
    """

    store: Store
    stop: Stop
    seconds: float
    breaker: CircuitBreaker | None = None
    announce: Listener = nobody

    async def postpones(self, visit: Visit, row: FrontierRow) -> bool:
        """Whether the row is left for the next run, which begins with others. A page that turns away again and again
        is a failure of that page; and a person is waiting for the given pages.
        """
        if self._is_session_over(visit):
            await self.store.frontier.give_back([row.id])
            return True
        if self.breaker:
            self.breaker.record(visit.answer, row)
        if not self._turns_away(visit) or row.tries >= _MOST_TRIES or row.depth == 0:
            return False
        self._stop(visit)
        if _was_asked(visit):
            await self.store.frontier.retry(row.id, row.priority + 1)
        else:
            await self.store.frontier.give_back([row.id])
        return True

    def postpones_probe(self, visit: Visit) -> bool:
        """Whether a query is left for the next run. A form that turns away itself has given its answer."""
        if self._is_session_over(visit):
            return True
        if not self._turns_away(visit):
            return False
        self._stop(visit)
        return not _was_asked(visit)

    def _is_session_over(self, visit: Visit) -> bool:
        """Whatever the site shows from now on, it shows to a stranger: nothing more is learnt from it."""
        answer = visit.answer
        if not isinstance(answer, Outcome) or answer.kind is not OutcomeKind.SESSION_ENDED:
            return False
        self.stop.press(f"stopped because {answer.reason}: renew its file with `recorder session open`")
        return True

    def _turns_away(self, visit: Visit) -> bool:
        wait = visit.answer.retry_after if isinstance(visit.answer, Outcome) else None
        if wait is None or wait <= self.seconds:
            return False
        self.announce(RestAsked(visit.answer.url, wait))
        return True

    def _stop(self, visit: Visit) -> None:
        self.stop.request(f"stopped because {visit.answer.url} {_TURNS_AWAY}")


def _was_asked(visit: Visit) -> bool:
    """Else the throttle already knew that the host wants its rest."""
    return visit.answer.status is not None


class UnusablePageError(RecorderError):
    """The entry page or a sample cannot be had: there is nothing to begin with."""

    def __init__(self, what: str, url: str, outcome: str, reason: str) -> None:
        """`what` page it was to be; `outcome` and `reason` as recorded with it."""
        hint = next((hint for kind, hint in _HINTS.items() if kind == outcome), _SEE_FOR_YOURSELF)
        super().__init__(f"The {what} {url} cannot be used: {reason or 'it brought no page'}.", hint)
