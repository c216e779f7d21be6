"""Which of the words seen at one place of many pages belong to the template, and not to the data.

A label, a heading or a class that belongs to the template comes back on page after page; a value that happens to come
back is one of many that do not. So a kind of words is taken for the template's only where most of its occurrences are
words seen on many pages.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from recorder.patterns.records.steps import PASSED_OVER

OFTEN = 0.2
"""Words on this share of the pages are seen often."""
SELDOM = 0.02
"""Words on less than this share are none of the template's."""
COMMON = 0.1
MOST_RARE = 3
"""Of words that come back, so many times those on few pages are a lexicon's: options of programs, names of people."""
MOSTLY = 0.5
EVERYWHERE = 0.8


@dataclass(frozen=True)
class Instance:
    """One element that stands at a place, and the page it is of. `heads` are those of the table around it."""

    page: int
    element: etree._Element
    heads: tuple[str, ...] = ()


def children_of(element: etree._Element) -> Iterable[etree._Element]:
    return (child for child in element if child.tag not in PASSED_OVER)


def seen_often(seen: Mapping[str, set[int]], occurrences: Counter[str], pages: int, often: float = OFTEN) -> set[str]:
    """The words that belong to the template, if such words are what is mostly seen here; "" stands for none."""
    enough = max(min(2, pages), often * pages)
    covered = sum(count for words, count in occurrences.items() if words and len(seen[words]) >= enough)
    if covered < MOSTLY * sum(occurrences.values()):
        return set()
    least = max(min(2, pages), SELDOM * pages)
    common = {words for words in occurrences if words and len(seen[words]) >= max(least, COMMON * pages)}
    known = {words for words in occurrences if words and len(seen[words]) >= least}
    return known if len(known) <= MOST_RARE * len(common) else common


def seen_everywhere(found: Sequence[tuple[int, str]], pages: int) -> set[str]:
    """Words on nearly every page are the template's, however much else there is."""
    seen, _ = tally(found)
    return {words for words, on in seen.items() if words and pages > 1 and len(on) >= EVERYWHERE * pages}


def tally(found: Iterable[tuple[int, str]]) -> tuple[dict[str, set[int]], Counter[str]]:
    seen: dict[str, set[int]] = defaultdict(set)
    occurrences: Counter[str] = Counter()
    for page, words in found:
        seen[words].add(page)
        occurrences[words] += 1
    return seen, occurrences
