"""A site that asks to be left alone for longer than is worth waiting: the run stops there and goes on another time.

Going on at once would only mark all that waits as failed, and teach a recording a site of dead ends.
"""

from dataclasses import dataclass

from recorder.fetching import Outcome
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.frontier import FrontierRow
from recorder.visiting.visitor import Visit

_MOST_TRIES = 3
_TURNS_AWAY = "asks to be left alone for longer than is worth waiting"


@dataclass(frozen=True)
class RetryAfter:
    """`seconds` is the longest time a site may ask to be left alone for without ending the run."""

    store: Store
    stop: Stop
    seconds: float

    async def postpones(self, visit: Visit, row: FrontierRow) -> bool:
        """Whether the row is left for the next attempt, which begins with others. A page that turns away again and
        again is a matter of that page; and the given pages are asked for by somebody who waits for the answer.
        """
        if not self._is_over(visit) or row.tries >= _MOST_TRIES or row.depth == 0:
            return False
        self._stop(visit)
        if _was_asked(visit):
            await self.store.frontier.retry(row.id, row.priority + 1)
        else:
            await self.store.frontier.give_back([row.id])
        return True

    def postpones_probe(self, visit: Visit) -> bool:
        """Whether a form is to be asked this another time. One that turns away itself has given its answer."""
        if not self._is_over(visit):
            return False
        self._stop(visit)
        return not _was_asked(visit)

    def _is_over(self, visit: Visit) -> bool:
        wait = visit.answer.retry_after if isinstance(visit.answer, Outcome) else None
        return wait is not None and wait > self.seconds

    def _stop(self, visit: Visit) -> None:
        self.stop.request(f"stopped because {visit.answer.url} {_TURNS_AWAY}")


def _was_asked(visit: Visit) -> bool:
    """Else the host is known to want its rest."""
    return visit.answer.status is not None
