"""Which of the pages seen are of the sample's class. Keeps their trees; what the class is, `ClassLearner` works out."""

from collections.abc import Sequence
from dataclasses import dataclass

from patterns.class_learning import ClassLearner
from patterns.evidence import Group
from patterns.link_groups import url_shape
from patterns.page_class import PageClass
from patterns.site_map import SiteMap
from recorder.reading import ReadPage


@dataclass(frozen=True)
class LearntClass:
    """A page class, and the URLs of the pages inside and outside that it can be made again from."""

    page_class: PageClass
    exemplars: tuple[str, ...]
    counterparts: tuple[str, ...]


class Judge:
    """Shown every page as it arrives, it says which of them are targets by what is known so far."""

    def __init__(self, entry: str, samples: Sequence[str], threshold: float | None) -> None:
        self._entry = entry
        self._samples = set(samples)
        self._learner = ClassLearner(threshold=threshold)
        self._seen: list[str] = []

    def add(self, requested: str, page: ReadPage) -> None:
        """A page that arrived: the sample, the entry page or any other."""
        self._seen.append(page.url)
        if requested in self._samples:
            self._learner.add_sample(page.url, page.tree)
        elif requested == self._entry:
            self._learner.add_entry(page.url, page.tree)
        else:
            self._learner.add(page.url, page.tree)

    def verdicts(self, site: SiteMap) -> dict[str, bool]:
        """For every page seen: is it a target?"""
        for url in self._seen:
            self._learner.add_groups(url, self._groups(site, url))
        return {url: verdict.is_target for url, verdict in self._learner.verdicts().items()}

    def similarity(self, url: str) -> float:
        return self._learner.verdict(url).score

    def lesson(self) -> LearntClass:
        """The class as learnt so far, with the pages it was learnt from."""
        return LearntClass(self._learner.page_class(), self._learner.exemplars(), self._learner.counterparts())

    def _groups(self, site: SiteMap, url: str) -> set[Group]:
        """The link groups a page belongs to: where links to it stand, with the shape of its URL."""
        shape = url_shape(url)
        return {(place, shape) for place in site.inbound[url].values()}
