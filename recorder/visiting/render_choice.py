"""Over HTTP or in a browser? What the evidence so far says about a kind of pages.

A page that a browser was seen to change is rendered. For all others a kind's own evidence comes first. A kind with too
little goes by its relatives, if they agree: kinds that differ only in empty containers, kinds with the same scripts,
all kinds of the site. A site of plain pages is compared a few times only, and a site made by scripts as well; a mixed
one is compared kind by kind. The same evidence in the same order gives the same answer. Fetches nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from enum import Enum
from operator import attrgetter

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.urls.url import sampling_key
from recorder.store.page import TARGET
from recorder.store.rows import Json
from recorder.visiting.render_comparison import Additions
from recorder.visiting.render_evidence import Cell, PageKind, RenderEvidence, cell_of

ENOUGH = 3
"""Comparisons in a row that must agree to decide for a kind."""

TORN = 6
"""Comparisons of a kind after which it is rendered if they disagree, whatever the last few say: only time is lost."""

RELATIVES = 6
"""Least number of related kinds that must agree to decide for a kind without evidence."""

ALL_KINDS = 12
"""The same of all kinds of the site, where it has no relatives."""

LATELY = 20
"""Most comparisons of relatives that count, the latest: sites change."""

ONE_IN, ONE_RENDERED_IN = 100, 20
"""One page in so many is compared although its kind is decided, for HTTP and for the browser."""


class FetchMode(Enum):
    """How a page is fetched."""

    HTTP = "http"
    BROWSER = "browser"


class RenderChoice:
    """Learns from evidence how each kind of pages is fetched. `needs`: what of it speaks for a browser; `patience`:
    for how many comparisons in a row that bring nothing a kind that brought something goes on being rendered.
    """

    def __init__(self, needs: Callable[[RenderEvidence], bool] = attrgetter("changed"), *, patience: int = 0) -> None:
        self._needs = needs
        self._patience = patience
        self._brought: defaultdict[PageKind, list[bool]] = defaultdict(list)
        self._known: set[RenderEvidence] = set()
        self._changed: dict[str, bool] = {}
        """Whether a page needed a browser, when it was compared last."""
        self._of_kind: defaultdict[PageKind, list[FetchMode]] = defaultdict(list)
        self._of_cell: defaultdict[Cell, list[FetchMode]] = defaultdict(list)
        self._of_group: defaultdict[Hashable, list[tuple[PageKind, FetchMode]]] = defaultdict(list)
        self._decided: dict[PageKind, FetchMode] = {}

    def learn(self, evidence: RenderEvidence) -> FetchMode | None:
        """Take in a comparison, once; the new mode if it changes that of its kind."""
        needed = self._changed[evidence.url] = self._needs(evidence)
        if evidence in self._known:
            return None
        self._known.add(evidence)
        kind, mode = evidence.kind, FetchMode.BROWSER if needed else FetchMode.HTTP
        self._of_kind[kind].append(mode)
        self._brought[kind].append(bool(evidence.brings))
        self._of_cell[kind.cell].append(mode)
        for group, _ in _relatives(kind):
            self._of_group[group].append((kind, mode))
        decided = self.mode(kind)
        before = self._decided.get(kind)
        if decided is not None:
            self._decided[kind] = decided
        return decided if before is not None and decided is not before else None

    def mode_of(self, url: str, kind: PageKind) -> FetchMode | None:
        """How this page is fetched; None while that is to be found out."""
        return FetchMode.BROWSER if self._changed.get(url) else self.mode(kind)

    def mode(self, kind: PageKind) -> FetchMode | None:
        """How pages of this kind are fetched; None while that is to be found out."""
        if not kind.traits:
            return FetchMode.HTTP
        own = self._of_kind.get(kind, [])
        if self._patience and any(self._brought.get(kind, [])[-self._patience :]):
            return FetchMode.BROWSER
        if len(own) >= ENOUGH:
            return FetchMode.BROWSER if _is_torn(own[-TORN:]) else _agreed(own[-ENOUGH:])
        for group, enough in _relatives(kind):
            votes = self._of_group.get(group, [])[-LATELY:]
            agreed = _agreed([*own, *(mode for _, mode in votes)])
            if agreed and len(votes) >= ENOUGH and (own or len({voter for voter, _ in votes}) >= enough):
                return agreed
        return None

    def expects_browser(self, url: str) -> bool:
        """Whether all pages compared at like URLs needed the browser: HTTP is then not even tried."""
        votes = self._of_cell.get(cell_of(url), [])[-LATELY:]
        return len(votes) >= ENOUGH and _agreed(votes) is FetchMode.BROWSER and not _drawn(url, ONE_RENDERED_IN)

    def must_compare(self, url: str, kind: PageKind) -> bool:
        """Whether nothing is decided for this page's kind yet, or the page was drawn for a check."""
        mode = self.mode_of(url, kind)
        return mode is None or (bool(kind.traits) and mode is FetchMode.HTTP and _drawn(url, ONE_IN))


class RenderChoices:
    """Of one run: how pages are fetched for what they say, and how where their links are of use as well. `patience` is
    for links: of lists in a row that bring nothing new, the next may.
    """

    def __init__(self, *, patience: int = 0) -> None:
        self._for_words = RenderChoice()
        self._for_links = RenderChoice(_changes_or_brings, patience=patience)
        self.additions = Additions()
        self._written: dict[str, RenderEvidence] = {}
        """Of the pages compared, the first that said this over HTTP, by its fingerprint."""

    @classmethod
    def of_crawl(cls, pattern: NavigationPattern, compared: Iterable[tuple[str, str, Json]]) -> "RenderChoices":
        """With what is known of pages by URL and role. What only a browser links to matters where the pattern follows
        it, and on no target.
        """
        choices = cls(patience=LATELY)
        steps = [step for path in pattern.paths for step in path.steps if isinstance(step, LinkStep)]
        for url, role, plain in compared:
            evidence = RenderEvidence.from_json(url, plain)
            followed = any(step.matches(link) for step in steps for link in evidence.added_links)
            choices.learn(replace(evidence, brings=None if role == TARGET else followed))
        return choices

    def learn(self, evidence: RenderEvidence) -> FetchMode | None:
        """Take in a comparison, once; the new mode if it changes that of its kind."""
        self.additions.learn(evidence)
        self._written.setdefault(evidence.written, evidence)
        followed = self._for_links.learn(evidence) if evidence.brings is not None else None
        return self._for_words.learn(evidence) or followed

    def of(self, *, for_links: bool) -> RenderChoice:
        return self._for_links if for_links else self._for_words

    def expects_browser(self, url: str) -> bool:
        """Whether HTTP is not even tried. What only leads somewhere in a browser is read over HTTP as well."""
        return self._for_words.expects_browser(url)

    def twin(self, url: str, written: str) -> RenderEvidence | None:
        """Another page that said the very same over HTTP."""
        first = self._written.get(written)
        return first if first and first.url != url else None


def _changes_or_brings(evidence: RenderEvidence) -> bool:
    return evidence.changed or bool(evidence.brings)


def _relatives(kind: PageKind) -> Iterator[tuple[Hashable, int]]:
    """Groups of kinds, the nearest first, and how many kinds of each must agree to speak for an unknown one."""
    yield (kind.cell, kind.scripts), RELATIVES
    yield kind.scripts, RELATIVES
    yield (), ALL_KINDS


def _agreed(modes: list[FetchMode]) -> FetchMode | None:
    return modes[0] if len(set(modes)) == 1 else None


def _is_torn(modes: list[FetchMode]) -> bool:
    """Whether more than one page disagrees with the others."""
    return len(modes) >= TORN and 1 < modes.count(FetchMode.HTTP) < len(modes) - 1


def _drawn(url: str, one_in: int) -> bool:
    """The same pages are drawn whenever a run is done again."""
    return sampling_key(url) % one_in == 0
