"""The pages at hand while a class is learnt, and what can be asked about them: how near, how well told apart. It
concludes nothing."""

from collections.abc import Hashable, Iterable, Set
from dataclasses import dataclass, field, replace
from operator import attrgetter

from recorder.patterns.classes.contrast import Own
from recorder.patterns.classes.labels import LabelComparison, Labels, Saying, compared
from recorder.patterns.classes.memory import Memory, Panel
from recorder.patterns.classes.page_class import DOUBTFUL
from recorder.patterns.classes.url_cells import Kinds, cell_of, place_of
from recorder.patterns.pages.links import Link
from recorder.patterns.pages.trees import Tree
from recorder.patterns.urls.url import sampling_key

Group = Hashable
"""A place on a page and the shape of the URLs there: whatever the mapping takes for one group of links."""

List = Hashable
"""One place on one page: the links that stand there were, mostly, put there for one reason."""

Urls = frozenset[str]

PANEL = 16
"""Similarity to more exemplars than this costs more than it tells."""


@dataclass(frozen=True)
class SeenPage:
    """A page, its folded tree, the groups of links that lead to it, the lists it stands in beside a sample, the lines
    of it that may be labels, its own links, what stands over it, and what it declares itself to be.
    """

    url: str
    folded: Tree
    groups: frozenset[Group] = frozenset()
    lists: frozenset[List] = frozenset()
    labels: Labels = frozenset()
    links: tuple[Link, ...] = ()
    heading: str = ""
    declared: frozenset[str] = frozenset()
    said: dict[str, frozenset[Hashable]] = field(default_factory=dict, compare=False, repr=False)
    """What it says in each aspect (`aspects`), as far as that was worked out."""

    def with_more_of(self, page: "SeenPage") -> "SeenPage":
        """The same page seen again: the tree it has now, and all that was seen of it before."""
        return replace(
            page,
            groups=self.groups | page.groups,
            lists=self.lists | page.lists,
            labels=self.labels | page.labels,
            said={},
        )


class Evidence:
    """All pages seen, sorted by URL: whatever is concluded from them does not depend on the order they came in.

    `kept_out` are the entry page, the pages that a person calls `unlike` the samples, and those `apart` as they are of
    the same kind; `at_home` are the pages of the samples' cells, `own_folders` the samples' folders where they are not
    the entry's too; the `family` are those there that stand in the sample's lists or are named like it. `known` are
    URLs of the site, seen or not: they tell which names are usual.
    """

    def __init__(
        self,
        pages: Iterable[SeenPage],
        samples: Urls,
        entry: str | None,
        memory: Memory,
        known: Set[str] = frozenset(),
        *,
        with_words: bool = True,
        unlike: Urls = frozenset(),
        apart: Urls = frozenset(),
    ) -> None:
        self.pages = {page.url: page for page in sorted(pages, key=attrgetter("url"))}
        self.samples = samples
        self.entry = entry
        self.known = known
        self.memory = memory
        self.unlike = unlike - samples
        self.apart = apart - samples
        home = frozenset(filter(self.pages.__contains__, (entry or "",)))
        self.kept_out: Urls = (home | self.unlike | apart) - samples
        self.kinds = Kinds(memory.names_of(self.pages.keys() | known), with_words=with_words)
        self.own_kinds = {self.kinds.of(url) for url in samples}
        homes = {self.cell(url) for url in samples}
        self.at_home: Urls = frozenset(url for url in self.pages if self.cell(url) in homes) - self.kept_out
        self.own_folders = {place_of(url) for url in samples} - ({place_of(entry)} if entry else set())
        self._sayings: dict[Urls, Saying] = {}
        self.family: Urls = frozenset(filter(self._is_family, self.pages)) - self.kept_out

    def without_words(self) -> "Evidence":
        """The same, where what names begin with says nothing."""
        return self._again(with_words=False)

    def without_unlike(self) -> "Evidence":
        """As if nobody had said yet what is not meant."""
        return self._again(unlike=frozenset())

    def with_apart(self, urls: Urls) -> "Evidence":
        """The same, where these pages, too, are not meant."""
        return self._again(apart=urls)

    def _again(self, *, with_words: bool = True, unlike: Urls | None = None, apart: Urls | None = None) -> "Evidence":
        return Evidence(
            self.pages.values(),
            self.samples,
            self.entry,
            self.memory,
            self.known,
            with_words=with_words,
            unlike=self.unlike if unlike is None else unlike,
            apart=self.apart if apart is None else apart,
        )

    @property
    def opposed(self) -> Urls:
        """The pages of a kind that a person does not mean."""
        return (self.unlike | self.apart) & self.pages.keys()

    def _is_family(self, url: str) -> bool:
        at_its_place = url in self.at_home or bool(self.pages[url].lists)
        return at_its_place and place_of(url) in self.own_folders and self.kinds.of(url) in self.own_kinds

    def cell(self, url: str) -> Hashable:
        """Where a page is and how it is named: pages that agree in both are judged as one group."""
        return cell_of(url), self.kinds.of(url)

    def is_named_otherwise(self, url: str) -> bool:
        """Whether the names say that a page is of another kind than the samples."""
        kind = self.kinds.of(url)
        return bool(kind) and "" not in self.own_kinds and kind not in self.own_kinds

    def tree(self, url: str) -> Tree:
        return self.pages[url].folded

    def trees(self, urls: Iterable[str]) -> tuple[Tree, ...]:
        return tuple(self.pages[url].folded for url in sorted(urls))

    def wording(self, some: Urls, others: Urls, strangers: Urls) -> LabelComparison:
        """What the template says in words on some pages, and what on others; `strangers` show the site's frame."""
        return compared(self._said_by(some), self._said_by(others), self._said_by(strangers))

    def _said_by(self, urls: Urls) -> Saying:
        if urls not in self._sayings:
            self._sayings[urls] = Saying([self.pages[url].labels for url in urls])
        return self._sayings[urls]

    def nearness(self, exemplars: Urls) -> "Nearness":
        """How close pages are to the exemplars: to the samples among them and `PANEL` others."""
        chosen = some_of(exemplars - self.samples, PANEL) | (exemplars & self.samples)
        return Nearness(self, chosen, self.memory.panel(map(self.tree, chosen)))

    def contrast(self, inside: Urls, outside: Urls, trusted: Urls = frozenset()) -> "Contrasted":
        return Contrasted(self, inside, outside, trusted)

    def told_apart(self, some: Urls, others: Urls) -> float:
        """How well structure tells the two apart, each page judged by the models of the other pages: balanced
        accuracy."""
        contrast = self.contrast(some, others)
        right = sum(contrast.fits(url) for url in some) / len(some)
        left = sum(not contrast.fits(url) for url in others) / len(others)
        return (right + left) / 2


class Nearness:
    """How close pages are to exemplars other than themselves."""

    def __init__(self, evidence: Evidence, chosen: Urls, panel: Panel) -> None:
        self._evidence = evidence
        self._chosen = chosen
        self._panel = panel

    def of(self, url: str) -> float:
        """1 for the only exemplar there is."""
        return self._panel.nearness(self._evidence.tree(url), own=url in self._chosen)


class Contrasted:
    """Two sets of pages against each other; each page is judged without its own testimony. The `trusted` have the
    benefit of the doubt.
    """

    def __init__(self, evidence: Evidence, inside: Urls, outside: Urls, trusted: Urls) -> None:
        self._evidence = evidence
        self._inside = inside
        self._outside = outside
        self._trusted = trusted
        self._contrast = evidence.memory.contrast(map(evidence.tree, inside), map(evidence.tree, outside))

    def fits(self, url: str) -> bool:
        return self._contrast.score(self._evidence.tree(url), self._own(url)) + self._benefit(url) > 0

    def chance(self, url: str) -> float:
        return self._contrast.chance(self._evidence.tree(url), self._own(url), self._benefit(url))

    def _benefit(self, url: str) -> float:
        return DOUBTFUL * self._evidence.tree(url).size if url in self._trusted else 0.0

    def _own(self, url: str) -> Own:
        if url in self._inside:
            return Own.INSIDE
        return Own.OUTSIDE if url in self._outside else Own.NEITHER


def some_of(urls: Iterable[str], number: int) -> Urls:
    """As if at random, but the same for the same URLs, and hardly changed by a few more: what was compared stays in
    use."""
    return frozenset(sorted(urls, key=lambda url: (sampling_key(url), url))[:number])
