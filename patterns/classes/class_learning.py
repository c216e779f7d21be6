"""The mapping's side of learning a class: pages go in as they are fetched, verdicts come out at any time.

It remembers pages, asks `patterns.classes.lessons` again when something new came in, and answers for pages and for
groups of links. It fetches nothing and does not choose what to fetch.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from recorder.patterns.classes.evidence import Evidence, Group, List, SeenPage, Urls
from recorder.patterns.classes.labels import Labels
from recorder.patterns.classes.lessons import Lesson, by_sample, by_siblings, learn
from recorder.patterns.classes.memory import Memory
from recorder.patterns.classes.opinions import Opinions
from recorder.patterns.classes.page_class import PageClass
from recorder.patterns.classes.viewpoints import seen_from_others
from recorder.patterns.similarity.rtdm import Comparison


@dataclass(frozen=True)
class Verdict:
    """`score` is how close the page is to the class."""

    url: str
    is_target: bool
    score: float


class ClassLearner:
    """Give it the samples, the entry page and every page seen; ask at any time. A `threshold` fixes the cut on the
    similarity to the samples.
    """

    def __init__(self, comparison: Comparison | None = None, *, threshold: float | None = None) -> None:
        self._memory = Memory(comparison)
        self._threshold = threshold
        self._samples: frozenset[str] = frozenset()
        self._unlike: frozenset[str] = frozenset()
        self._entry: str | None = None
        self._pages: dict[str, SeenPage] = {}
        self._known: set[str] = set()
        self._lesson: Lesson | None = None
        self._judges = by_siblings

    def ask_both(self) -> None:
        """From now on, the second judge is heard as well. Of a site of which little has been seen it says too much."""
        self._judges = learn
        self._lesson = None

    def add_sample(self, page: SeenPage) -> None:
        """A page the user named: always inside."""
        self._samples |= {page.url}
        self._lesson = None
        self.add(page)

    def add_unlike(self, page: SeenPage) -> None:
        """A page the user does not mean: always outside, and what is built like it as well."""
        self._unlike |= {page.url}
        self._lesson = None
        self.add(page)

    def add_entry(self, page: SeenPage) -> None:
        """The page the user starts from: always outside, unless it is a sample."""
        self._entry = page.url
        self._lesson = None
        self.add(page)

    def add(self, page: SeenPage) -> None:
        """A page seen. Adding it again adds to what is known of it."""
        known = self._pages.get(page.url)
        self._keep(known.with_more_of(page) if known else page)

    def add_groups(self, url: str, groups: Set[Group], lists: Set[List] = frozenset()) -> None:
        """More links that lead to a page; of a page not seen nothing is remembered."""
        known = self._pages.get(url)
        if known:
            self._keep(replace(known, groups=known.groups | groups, lists=known.lists | lists))

    def _keep(self, page: SeenPage) -> None:
        if page != self._pages.get(page.url):
            self._pages[page.url] = page
            self._lesson = None

    def add_known(self, urls: Set[str]) -> None:
        """URLs of the site, seen or not: the more names are known, the better is known what they mean."""
        if not urls <= self._known:
            self._known |= urls
            self._lesson = None

    def page_class(self) -> PageClass:
        """The model as of now."""
        return self._learnt().page_class

    def exemplars(self) -> tuple[str, ...]:
        """The pages the model was made from. With `counterparts`, those `opposed` and the threshold, `PageClass` can be
        made again.
        """
        return self._learnt().exemplars

    def counterparts(self) -> tuple[str, ...]:
        """The pages the model was told to keep out."""
        return self._learnt().counterparts

    def opposed(self) -> tuple[str, ...]:
        """The pages it was told are of a kind that is not meant."""
        return self._learnt().opposed

    def targets(self) -> frozenset[str]:
        """The pages seen that are targets as of now."""
        return self._learnt().targets

    def opinions(self) -> Opinions | None:
        """What both judges say; None where a cut was given, or one judge is heard alone."""
        return self._learnt().opinions

    def views(self, found: Urls) -> Opinions | None:
        """The same, if others of the pages found were given as samples; None where there are none, too."""
        opinions = self.opinions()
        views = seen_from_others(self._pages, opinions.beliefs, found) if opinions else {}
        return replace(opinions, beliefs=views) if opinions and views else None

    def is_sample(self, url: str) -> bool:
        return url in self._samples

    def verdict(self, url: str) -> Verdict:
        """About a page that was added."""
        lesson = self._learnt()
        return Verdict(url, url in lesson.targets, lesson.scores[url])

    def verdicts(self) -> dict[str, Verdict]:
        """About every page that was added."""
        return {url: self.verdict(url) for url in sorted(self._pages)}

    def labels(self, urls: Iterable[str]) -> dict[str, Labels]:
        """The lines that may be labels of those of these pages that were added, the entry page apart."""
        return {url: self._pages[url].labels for url in urls if url in self._pages and url != self._entry}

    def _learnt(self) -> Lesson:
        if not self._samples:
            raise ValueError("a class is learnt from a sample: add one first")
        if self._lesson is None:
            self._lesson = self._learn()
        return self._lesson

    def _learn(self) -> Lesson:
        pages, samples = self._pages.values(), self._samples
        evidence = Evidence(pages, samples, self._entry, self._memory, self._known, unlike=self._unlike)
        if self._threshold is None:
            return self._judges(evidence)
        return by_sample(evidence, self._threshold, "given by the user, on the similarity to the samples")
