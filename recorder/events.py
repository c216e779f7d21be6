"""What the engine announces while it works: frozen values, one stream, any number of listeners.

The progress line, the terminal UI and `--json` listen to the same events. Listeners must be quick and must not raise;
they are called on the engine's own thread of control.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class RunBegan:
    """A run begins, or goes on after it was stopped or killed with `pages` pages already stored."""

    run: int
    kind: str
    entry: str
    resumed: bool
    pages: int


@dataclass(frozen=True)
class Activity:
    """What is being done now, in words for a person."""

    text: str


@dataclass(frozen=True)
class PageFetched:
    """A page or an outcome was stored. `pages` and `targets` count the run so far; `waiting` is what is known to be
    left.
    """

    url: str
    role: str
    reason: str
    similarity: float | None
    rendered: bool
    pages: int
    targets: int
    waiting: int | None


@dataclass(frozen=True)
class Note:
    """Something a person should read: a warning, a decision, a limit reached."""

    text: str


@dataclass(frozen=True)
class RunEnded:
    """A run is over: `done`, `stopped` or `failed`."""

    run: int
    status: str
    pages: int
    targets: int
    seconds: float


Event = RunBegan | Activity | PageFetched | Note | RunEnded
Listener = Callable[[Event], None]


def nobody(event: Event) -> None:
    """A listener that does not listen."""
    del event
