"""Which of the pages seen are of the sample's class. Learns the class from them, and forgets nothing it was shown."""

from collections.abc import Sequence

from patterns.page_class import PageClass
from patterns.site_map import SiteMap
from patterns.trees import Tree
from recorder.reading import ReadPage


class Judge:
    """Holds the tree of every page seen and says which of them are targets, by what is known so far."""

    def __init__(self, entry: str, samples: Sequence[str], threshold: float | None) -> None:
        self._entry = entry
        self._samples = tuple(samples)
        self._threshold = threshold
        self._trees: dict[str, Tree] = {}
        self.page_class = PageClass(())
        self.exemplars: tuple[str, ...] = ()

    def add(self, page: ReadPage) -> None:
        self._trees[page.url] = page.tree

    def similarity(self, url: str) -> float:
        return self.page_class.score(self._trees[url])

    def verdicts(self, site: SiteMap) -> dict[str, bool]:
        """For every page seen: is it a target?"""
        self.exemplars = tuple(site.final(url) for url in self._samples)
        self.page_class = PageClass(tuple(self._trees[url] for url in self.exemplars))
        entry = site.final(self._entry)
        return {url: url != entry and self.page_class.accepts(tree) for url, tree in self._trees.items()}
