"""What a run has said so far, as a screen needs it. The one place where the engine's events become state."""

import time
from collections import deque
from dataclasses import dataclass, field

from recorder.runtime.events import (
    Activity,
    Event,
    FormJudged,
    JudgedPage,
    LinkGroupSeen,
    Note,
    PageFetched,
    PagesJudged,
    PatternLearnt,
    ProbesAnswered,
    RecordsFound,
    RunBegan,
    RunEnded,
    SiteSeen,
)
from recorder.runtime.plain_text import duration, many

_BARS = 120
"""Most seconds of which rate and queue are kept."""

_NOTES = 500
"""Most notes that are kept."""

_TRUSTED_AFTER = 20
"""Fewest pages from which the time left is estimated."""


class Inbox:
    """Events as the engine announces them, from its own thread; the screen takes them out in one go."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque()

    def __call__(self, event: Event) -> None:
        self._events.append(event)

    def drain(self) -> list[Event]:
        """What has come since the last time."""
        return [self._events.popleft() for _ in range(len(self._events))]


@dataclass
class Watch:
    """One run, as far as it was heard of."""

    run: int | None = None
    kind: str = ""
    entry: str = ""
    status: str = ""
    activity: str = ""
    trouble: str = ""
    """Why it failed, and what to do about it."""
    pages: int = 0
    targets: int = 0
    waiting: int | None = None
    rendered: int = 0
    fetched: int = 0
    """By this attempt, where `pages` counts those of earlier ones too."""
    judged: dict[str, JudgedPage] = field(default_factory=dict)
    found: dict[str, None] = field(default_factory=dict)
    """The targets that were seen, in the order they were found."""
    judgements_heard: int = 0
    threshold: float | None = None
    groups: tuple[LinkGroupSeen, ...] = ()
    notes: deque[str] = field(default_factory=lambda: deque(maxlen=_NOTES))
    errors: list[tuple[str, str]] = field(default_factory=list)
    probes: dict[str, tuple[int, int]] = field(default_factory=dict)
    found_by_asking: list[RecordsFound] = field(default_factory=list)
    """Every page of an answer, while a form is being exhausted."""
    forms_heard: int = 0
    patterns_heard: int = 0
    rates: deque[float] = field(default_factory=lambda: deque(maxlen=_BARS))
    queues: deque[float] = field(default_factory=lambda: deque(maxlen=_BARS))
    _began: float = field(default_factory=time.monotonic)
    _second: int = 0
    _this_second: int = 0

    @property
    def seconds(self) -> float:
        """Since it began, or began again."""
        return time.monotonic() - self._began

    @property
    def rate(self) -> float:
        """Pages a second, lately."""
        lately = list(self.rates)[-5:]
        return sum(lately) / len(lately) if lately else self._this_second / max(self.seconds, 0.1)

    @property
    def pace(self) -> str:
        """How fast it goes, and about how long the rest takes once that can be told, to stand behind its counts."""
        rate = f", {self.rate:.0f}/s"
        if self.waiting is None or self.fetched < _TRUSTED_AFTER or self.rate <= 0:
            return rate
        return f"{rate}, about {duration(self.waiting / self.rate)} left"

    def take(self, event: Event) -> None:
        """One more event."""
        if isinstance(event, PageFetched):
            self._page(event)
        elif isinstance(event, PagesJudged):
            self._judgements(event)
        elif isinstance(event, SiteSeen):
            self.groups = event.groups
        elif isinstance(event, Activity):
            self.activity = event.text
        elif isinstance(event, FormJudged):
            self.forms_heard += 1
        elif isinstance(event, ProbesAnswered):
            self.probes[event.action] = event.sent, event.hits
            self.forms_heard += 1
        elif isinstance(event, RecordsFound):
            self.found_by_asking.append(event)
        elif isinstance(event, PatternLearnt):
            self.patterns_heard += 1
        elif isinstance(event, Note):
            self.notes.append(event.text)
        elif isinstance(event, RunBegan):
            self.run, self.kind, self.entry, self.status = event.run, event.kind, event.entry, "running"
            self.pages = event.pages
            if event.resumed:
                self.notes.append(f"Going on with run {event.run}: {many(event.pages, 'page')} stored already.")
        elif isinstance(event, RunEnded):
            self.status, self.pages, self.targets = event.status, event.pages, event.targets

    def close_seconds(self) -> bool:
        """Add the seconds that have passed to the lines of rate and queue; whether one has."""
        second = int(self.seconds)
        if second == self._second:
            return False
        quiet = min(second - self._second - 1, _BARS)
        self.rates.extend([float(self._this_second), *[0.0] * quiet])
        self.queues.extend([float(self.waiting or 0)] * (quiet + 1))
        self._second, self._this_second = second, 0
        return True

    def _page(self, event: PageFetched) -> None:
        self.pages, self.targets, self.waiting = event.pages, max(self.targets, event.targets), event.waiting
        self.fetched += 1
        self._this_second += 1
        self.rendered += event.rendered
        if self.kind == "crawl":
            self.activity = event.url
        if event.role in ("error", "off-pattern"):
            self.errors.append((event.url, event.reason or event.role))

    def _judgements(self, event: PagesJudged) -> None:
        self.threshold = event.threshold
        self.judgements_heard += 1
        for page in event.pages:
            self.judged[page.url] = page
            if page.is_target:
                self.found[page.url] = None
            else:
                self.found.pop(page.url, None)
