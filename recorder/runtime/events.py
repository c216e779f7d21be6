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
    left, if that is all there is: not while a form is being exhausted.
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
class JudgedPage:
    """What a page that was seen while mapping is taken for, as of now."""

    url: str
    similarity: float
    is_target: bool


@dataclass(frozen=True)
class PagesJudged:
    """The judgements that differ from what was announced before; pages as alike as `threshold` are targets."""

    pages: tuple[JudgedPage, ...]
    threshold: float


@dataclass(frozen=True)
class LinkGroupSeen:
    """Links in one folder whose names are built alike, and what those that were followed led to. `known` counts all,
    `seen` those that brought a page.
    """

    folder: str
    name: str
    known: int
    seen: int
    targets: int
    hubs: int
    dead: int
    examples: tuple[str, ...]


@dataclass(frozen=True)
class SiteSeen:
    """All link groups known so far."""

    groups: tuple[LinkGroupSeen, ...]


@dataclass(frozen=True)
class FormJudged:
    """A form was found and judged, or judged anew; its row in the database has the details."""

    form: int
    action: str
    verdict: str
    reason: str


@dataclass(frozen=True)
class ProbesAnswered:
    """`sent` trial submissions of a form were answered; `hits` of them led to targets."""

    action: str
    sent: int
    hits: int


@dataclass(frozen=True)
class RecordsFound:
    """A page of an answer came while a form is being exhausted: what was asked and why, how many records the answer
    lists so far, how many of them were new; and the whole so far, with the estimate of what the form can find.
    """

    why: str
    asked: str
    records: int
    new: int
    requests: int
    known: int
    estimate: int | None
    low: int | None
    high: int | None
    left: int | None = None
    """About how many more result pages it takes."""


@dataclass(frozen=True)
class PatternLearnt:
    """A navigation pattern was written down; it is in the database."""

    paths: int
    targets: int


@dataclass(frozen=True)
class Note:
    """Something a person should read: a warning, a decision, a limit reached. `hint` is what to do on the command line;
    a user interface has keys for it. `routine`: how things went that went well, which nobody needs to be told at night.
    """

    text: str
    hint: str = ""
    routine: bool = False


@dataclass(frozen=True)
class RestAsked:
    """The site asks to be left alone for so many seconds (`Retry-After`), longer than the run waits."""

    url: str
    seconds: float


@dataclass(frozen=True)
class RunEnded:
    """A run is over: `done`, `stopped` or `failed`."""

    run: int
    status: str
    pages: int
    targets: int
    seconds: float


Event = (
    RunBegan
    | Activity
    | PageFetched
    | PagesJudged
    | SiteSeen
    | FormJudged
    | ProbesAnswered
    | RecordsFound
    | PatternLearnt
    | Note
    | RestAsked
    | RunEnded
)
Listener = Callable[[Event], None]


def nobody(event: Event) -> None:
    """A listener that does not listen."""
    del event
