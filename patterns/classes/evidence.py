"""The pages at hand while a class is learnt, and what can be asked about them: how near, how well told apart. It
concludes nothing."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from zlib import crc32

from patterns.classes.contrast import Contrast
from patterns.classes.page_class import nearest
from patterns.classes.page_model import PageModel
from patterns.classes.url_cells import cell_of, folder_of
from patterns.pages.trees import Tree
from patterns.similarity.rtdm import Comparison

Group = Hashable
"""A place on a page and the shape of the URLs there: whatever the mapping takes for one group of links."""

Urls = frozenset[str]

PANEL = 16
"""Similarity to more exemplars than this costs more than it tells."""


@dataclass(frozen=True)
class SeenPage:
    """A page, its folded tree, and the groups of links that lead to it."""

    url: str
    folded: Tree
    groups: frozenset[Group] = frozenset()


class Evidence:
    """All pages seen, sorted by URL: whatever is concluded from them does not depend on the order they came in.

    `kept_out` is the entry page, `at_home` are the pages of the samples' cells, `own_folders` the samples' folders
    where they are not the entry's too.
    """

    def __init__(self, pages: Iterable[SeenPage], samples: Urls, entry: str | None, comparison: Comparison) -> None:
        self.pages = {page.url: page for page in sorted(pages, key=lambda page: page.url)}
        self.samples = samples
        self.comparison = comparison
        self.kept_out: Urls = (frozenset({entry}) & self.pages.keys()) - samples if entry else frozenset()
        homes = {cell_of(url) for url in samples}
        self.at_home: Urls = frozenset(url for url in self.pages if cell_of(url) in homes) - self.kept_out
        self.own_folders = {folder_of(url) for url in samples} - ({folder_of(entry)} if entry else set())
        self._nearness: dict[tuple[str, Urls], float] = {}
        self._panels: dict[Urls, Urls] = {}

    def tree(self, url: str) -> Tree:
        return self.pages[url].folded

    def trees(self, urls: Iterable[str]) -> tuple[Tree, ...]:
        return tuple(self.pages[url].folded for url in sorted(urls))

    def nearness(self, url: str, exemplars: Urls) -> float:
        """How close a page is to the exemplars other than itself; 1 for the only exemplar there is."""
        key = (url, exemplars)
        if key not in self._nearness:
            others = self.trees((self._panel(exemplars) - {url}) or {url})
            self._nearness[key] = nearest(self.tree(url), others, self.comparison.similarity)
        return self._nearness[key]

    def _panel(self, exemplars: Urls) -> Urls:
        """The exemplars that nearness is measured to: the samples and `PANEL` others."""
        if exemplars not in self._panels:
            self._panels[exemplars] = some_of(exemplars - self.samples, PANEL) | (exemplars & self.samples)
        return self._panels[exemplars]

    def contrast(self, inside: Urls, outside: Urls) -> "Contrasted":
        return Contrasted(self, inside, outside)

    def told_apart(self, some: Urls, others: Urls) -> float:
        """How well structure tells the two apart, each page judged by the models of the other pages: balanced
        accuracy."""
        contrast = self.contrast(some, others)
        right = sum(contrast.fits(url) for url in some) / len(some)
        left = sum(not contrast.fits(url) for url in others) / len(others)
        return (right + left) / 2


class Contrasted:
    """Two sets of pages against each other; each page is judged without its own testimony."""

    def __init__(self, evidence: Evidence, inside: Urls, outside: Urls) -> None:
        self._evidence = evidence
        self._inside = inside
        self._outside = outside
        self._contrast = Contrast(PageModel(evidence.trees(inside)), PageModel(evidence.trees(outside)))

    def fits(self, url: str) -> bool:
        return self._contrast.score(self._evidence.tree(url), own=self._own(url)) > 0

    def chance(self, url: str) -> float:
        return self._contrast.chance(self._evidence.tree(url), own=self._own(url))

    def _own(self, url: str) -> PageModel | None:
        if url in self._inside:
            return self._contrast.inside
        return self._contrast.outside if url in self._outside else None


def some_of(urls: Iterable[str], number: int) -> Urls:
    """As if at random, but the same for the same URLs, and hardly changed by a few more: what was compared stays in
    use."""
    return frozenset(sorted(urls, key=lambda url: (crc32(url.encode("utf-8", "surrogatepass")), url))[:number])
