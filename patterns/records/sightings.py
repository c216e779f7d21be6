"""Template or data? Which of the words seen at one place of many pages belong to the template.

A label, a heading or a class of the template comes back on page after page; a value that happens to come back is one of
many that do not. So words of one sort are the template's only where most of their occurrences are words seen on many
pages. That one test (`Sightings`) is put to marks, headings, captions and labels in `patterns.records.template_test`,
to labels that nothing marks in `patterns.records.unmarked_labels`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from lxml import etree

from recorder.patterns.records.walk import Heads

OFTEN = 0.2
"""Least share of the pages for words that are seen often."""
SELDOM = 0.02
"""Least share of the pages for anything of the template."""
COMMON = 0.1
"""Least share of the pages for words that the markup declares to be labels, or that others vouch for."""
_MOST_RARE = 3
"""Most words on few pages for each on many. More are a lexicon's: options of programs, names of people."""
_EVERYWHERE = 0.8
"""Least share of the pages for words that are the template's however much else there is."""
MOSTLY = 0.5
MOST = 0.8
NEARLY_ALL = 0.9
"""Least shares of the elements at a place for what is said of half of them, of most and of nearly all."""


@dataclass(frozen=True)
class Instance:
    """One element that stands at a place, and the page it is of. `heads` are those of the table around it."""

    page: int
    element: etree._Element
    heads: Heads = ()


def pages_of(instances: Iterable[Instance]) -> int:
    return len({instance.page for instance in instances})


class Sightings:
    """Words of one sort seen at one place: on which pages, and how often. "" stands for no words."""

    def __init__(self) -> None:
        self.pages: defaultdict[str, set[int]] = defaultdict(set)
        self.counts: Counter[str] = Counter()

    def add(self, page: int, words: str) -> None:
        self.pages[words].add(page)
        self.counts[words] += 1

    def drop(self, words: Collection[str]) -> None:
        for each in words:
            del self.counts[each], self.pages[each]

    def of_template(self, pages: int, often: float = OFTEN) -> set[str]:
        """The words that belong to the template, if such words are what is mostly seen here."""
        least = min(2, pages)
        if sum(self.counts[words] for words in self._seen_on(max(least, often * pages))) < MOSTLY * self.counts.total():
            return set()
        common = self._seen_on(max(least, COMMON * pages))
        known = self._seen_on(max(least, SELDOM * pages))
        return known if len(known) <= _MOST_RARE * len(common) else common

    def of_markup(self, pages: int) -> set[str]:
        """Of words that the markup declares to be labels, those of the template. Things of many sorts have few in
        common; of a lexicon's words most are on one page alone.
        """
        known = self._seen_on(max(min(2, pages), SELDOM * pages))
        return known if self.are_mostly(known) else self.of_template(pages, COMMON)

    def are_mostly(self, words: Collection[str]) -> bool:
        """Whether hardly anything but these is seen here."""
        return sum(self.counts[each] for each in words) >= MOST * self.counts.total()

    def everywhere(self, pages: int) -> set[str]:
        return self._seen_on(_EVERYWHERE * pages) if pages > 1 else set()

    def _seen_on(self, least: float) -> set[str]:
        return {words for words, on in self.pages.items() if words and len(on) >= least}


def usual(found: Counter[str], total: int, share: float) -> str:
    """The longest of the words that so many have."""
    return max((words for words, count in found.items() if count >= share * total), key=len, default="")
