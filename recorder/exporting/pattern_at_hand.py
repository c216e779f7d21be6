"""The pattern in force with what is stored beside it: what other programs must be told, to collect the same. Writes
nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from recorder.forms.finding import find_forms
from recorder.forms.form import Form
from recorder.knowledge.page_class import load_named, load_plain_addresses
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Path, Step
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import Link
from recorder.patterns.repeats.plain_addresses import PlainAddresses
from recorder.runtime.errors import RecorderError
from recorder.store.database import Store
from recorder.store.page import OFF_PATTERN
from recorder.store.recordings import Recording

_INSTEAD = "`recorder export --format scrapy` follows it."


@dataclass(frozen=True)
class WayPoint:
    """A page on the way to a target, and the link or the form by which it is left; the last one has none."""

    url: str
    by: Link | FormStep | None = None


@dataclass(frozen=True)
class PatternAtHand:
    store: Store
    recording: Recording
    pattern: NavigationPattern
    idle: PlainAddresses
    named: bool
    """Whether the addresses count that pages call their own."""
    targets: tuple[str, ...]
    """What is present now."""
    left_aside: frozenset[str]
    """What crawls came to by the pattern and found to be no target."""

    @property
    def entry(self) -> str:
        return self.recording.entry_url

    def without_sitemaps(self) -> "tuple[PatternAtHand, tuple[str, ...]]":
        """For programs that see pages as a browser shows them; and what they lack then, in words for a person."""
        paths = self.pattern.paths
        lacks = (
            f"Path {number} is left out: it begins at a sitemap, which a browser does not follow. {_INSTEAD}"
            for number, path in enumerate(paths, 1)
            if path.begins_at_sitemap
        )
        kept = NavigationPattern(tuple(path for path in paths if not path.begins_at_sitemap))
        if paths and not kept.paths:
            raise RecorderError(
                "Every path of this pattern begins at a sitemap, which a browser does not follow.", _INSTEAD
            )
        return replace(self, pattern=kept), tuple(lacks)

    def document(self, url: str) -> Document | None:
        """The newest stored copy of a page."""
        page = self.store.pages.last_with_body(self.recording.id, url)
        body = self.store.pages.body(page.id) if page else None
        return Document.parse(body, content_type=page.content_type, url=page.final_url) if page and body else None

    def form(self, step: FormStep) -> Form | None:
        """The form of a step as it stands on its page."""
        document = self.document(step.page) if step.page else None
        forms = find_forms(document) if document else ()
        return next((form for form in forms if form.signature == step.form), None)

    def way(self, path: Path) -> list[WayPoint]:
        """From the entry page along stored links to one target; as far as forms, whose answers are no pages of links.
        Empty where none was stored."""
        return self._way(self.entry, path.steps, set())

    def _way(self, url: str, steps: tuple[Step, ...], tried: set[tuple[str, int]]) -> list[WayPoint]:
        if not steps:
            return [WayPoint(url)]
        if isinstance(steps[0], FormStep):
            return [WayPoint(steps[0].page or url, steps[0])]
        if (url, len(steps)) in tried:
            return []
        tried.add((url, len(steps)))
        for link in self._links(url, steps[0]):
            if onward := self._way(link.url, steps[1:], tried):
                return [WayPoint(url, link), *onward]
        return []

    def _links(self, url: str, step: LinkStep) -> Iterator[Link]:
        page = self.store.pages.last_with_body(self.recording.id, url)
        for row in self.store.pages.links(page.id) if page else ():
            link = Link(row.url, row.place, row.text, row.kind)
            if step.follows(link):
                yield link


def pattern_at_hand(store: Store, name: str | None) -> PatternAtHand:
    recording = store.recordings.find(name)
    targets = tuple(target.url for target in store.targets.list(recording.id))
    pages = (page for run in store.runs.all(recording.id) for page in store.pages.of_run(run.id, OFF_PATTERN))
    return PatternAtHand(
        store,
        recording,
        from_text(store.patterns.latest(recording.id).text),
        load_plain_addresses(recording),
        load_named(recording),
        targets,
        frozenset(page.final_url for page in pages) - frozenset(targets),
    )
