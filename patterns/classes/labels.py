"""What the template of a page says in words: headings, names of fields, heads of columns. Two kinds of records laid out
by one template differ in nothing else.

A label is any short line of a page that returns on nearly all pages of its kind. That tells it from data; nothing is
looked up, and no element is taken for a label's. Text of links is left out: the way to a page, and the name of the list
it stands in, are linked. It compares sets of pages and knows nothing of how they are built.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Labels = frozenset[str]

_LONGEST = 40
_MOST_WORDS = 5
_LINES = 300
"""More short lines than this are a list of data."""

_USUAL = 0.8
_RARE = 0.1
_FRAME = 0.5
"""A label of a kind stands on a smaller share of the site's other pages."""

_ENOUGH = 3
"""Fewest labels that tell kinds of records apart: one or two are the name of a folder, or of an author."""

_MANY = 8
"""Fewest shared labels that outweigh another structure: `Description` and `Example` are said of anything."""

_A_FEW = 2
_FAR_MORE = 2


@dataclass(frozen=True)
class LabelComparison:
    """How many labels some pages share with others, and how many either have alone."""

    shared: int
    own: int
    of_the_others: int

    @property
    def is_another(self) -> bool:
        """Whether the labels say that the others are another kind of record, however alike they are built."""
        return self.own >= _ENOUGH and self.own > self.shared and self.of_the_others >= _A_FEW

    @property
    def has_other_fields(self) -> bool:
        """Whether each says several things on its pages that the other never says, and both together more than they
        share.
        """
        enough = self.own >= _ENOUGH and self.of_the_others >= _A_FEW
        return enough and self.own + self.of_the_others > self.shared

    @property
    def has_fields_of_its_own(self) -> bool:
        """Whether one of them says several things on its pages that the other never says."""
        return max(self.own, self.of_the_others) >= _ENOUGH

    @property
    def is_the_same(self) -> bool:
        """Whether they say that the others are the same kind of record, however differently they are built."""
        return self.shared >= _MANY and self.shared >= _FAR_MORE * (self.own + self.of_the_others)


class Saying:
    """How many of some pages say each label. Counted once: strangers are asked about for every group of pages."""

    def __init__(self, pages: Sequence[Labels]) -> None:
        self.pages = len(pages)
        self._times = Counter(label for page in pages for label in page)

    def share(self, label: str) -> float:
        return self._times[label] / self.pages if self.pages else 0.0

    def usual(self) -> Labels:
        return frozenset(label for label, times in self._times.items() if times >= _USUAL * self.pages)


def short_lines(text: str, linked: Iterable[str]) -> Labels:
    """The lines of a page's text, one for each block, that may be labels."""
    links = {" ".join(link.split()) for link in linked}
    lines = dict.fromkeys(line.strip(" :") for line in text.splitlines() if line not in links)
    return frozenset([line for line in lines if _may_be_a_label(line)][:_LINES])


def _may_be_a_label(line: str) -> bool:
    return len(line) <= _LONGEST and len(line.split()) <= _MOST_WORDS and any(map(str.isalpha, line))


def compared(some: Saying, others: Saying, rest: Saying) -> LabelComparison:
    """The labels of some pages beside those of others. `rest` are pages of the site that are clearly neither: what
    they say, too, is the site's frame.
    """
    usual, theirs = some.usual(), others.usual()
    frame = {label for label in usual | theirs if rest.pages >= _ENOUGH and rest.share(label) >= _FRAME}
    own, their_own = _seldom_in(others, usual - frame), _seldom_in(some, theirs - frame)
    return LabelComparison(len(_said_once(usual - frame - own)), len(_said_once(own)), len(_said_once(their_own)))


def _seldom_in(pages: Saying, labels: Labels) -> Labels:
    return frozenset(label for label in labels if pages.share(label) <= _RARE)


def _said_once(labels: Labels) -> list[frozenset[str]]:
    """Without those that say a shorter one again: `Crime`, `More in Crime`, `All of Crime` say one thing."""
    said: list[frozenset[str]] = []
    spoken = (frozenset(label.casefold().split()) for label in sorted(labels))
    for words in sorted(spoken, key=len):
        if not any(shorter <= words for shorter in said):
            said.append(words)
    return said
