"""Learning what tells the children of one place apart, from that place on many pages.

The question is always the same: do these words belong to the template or to the data? It is answered in
`patterns.records.template_words`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

from lxml import etree

from recorder.patterns.records.captions import learn_captions
from recorder.patterns.records.steps import (
    CAPTION,
    PROSE_TAGS,
    RANKS,
    ROWS,
    Vocabulary,
    heading_of,
    is_declared,
    label_of,
    label_text,
    mark_of,
    marks_of,
    under_headings,
)
from recorder.patterns.records.template_words import (
    COMMON,
    MOSTLY,
    OFTEN,
    Instance,
    children_of,
    seen_everywhere,
    seen_often,
    tally,
)
from recorder.patterns.records.words import has_words, words_of

_MEANINGLESS = frozenset(
    {"active", "alt", "alternate", "current", "even", "first", "hidden", "hover", "last", "new", "odd", "open"}
    | {"selected", "visible", "closed", "collapsed", "expanded", "highlight", "disabled"}
)
_IN_CELLS = frozenset(
    {"td", "th", "span", "a", "b", "i", "em", "strong", "small", "code", "time", "font", "div", "img"}
)
_UNLABELLED = RANKS.keys() | {"a", "dl"}
_MOST_REPEATED = 3
"""What comes back oftener than that under one parent tells nothing apart."""
_MOST_NUMBERED = 20
_LONGEST_MARK = 100
_MOST_MARKS = 1_000
"""Of one tag at one place: more than a table has columns."""
_WORDS_OF_PROSE = 6


def learn_vocabulary(instances: Sequence[Instance]) -> Vocabulary:
    pages = len({instance.page for instance in instances})
    captions = learn_captions(instances, pages)
    sections, beside = _sections(instances, pages, captions)
    vocabulary = Vocabulary(_marks(instances, pages), sections, captions, beside)
    vocabulary.labels = _labels(instances, pages, vocabulary)
    vocabulary.prose = _is_prose(instances, vocabulary)
    vocabulary.lists = _lists(instances, vocabulary) if vocabulary.prose else frozenset()
    vocabulary.numbered = _numbered(instances, vocabulary)
    return vocabulary


def _sections(
    instances: Sequence[Instance], pages: int, captions: Container[tuple[str, str]]
) -> tuple[frozenset[str], frozenset[str]]:
    """What the headings say; and, of that, what captions say."""
    found: dict[int, set[str]] = {}
    headings = [
        (instance.page, heading)
        for instance in instances
        for child in children_of(instance.element)
        if (heading := heading_of(child, captions)) and heading.alone
    ]
    for rank, ranks, often in (
        (0, range(RANKS["dt"]), OFTEN),
        (RANKS["dt"], (RANKS["dt"],), COMMON),
        (CAPTION, (CAPTION,), COMMON),
    ):
        texts = [(page, heading.text) for page, heading in headings if heading.rank in ranks]
        found[rank] = seen_often(*tally(texts), pages, often)
    return frozenset().union(*found.values()), frozenset(found[CAPTION])


def _labels(instances: Sequence[Instance], pages: int, vocabulary: Vocabulary) -> Mapping[str, frozenset[str]]:
    """By tag, of elements that have siblings of their tag and mark: others need no label to be known by."""
    found: dict[str, list[_Beginnings]] = defaultdict(list)
    for instance in instances:
        children = [each for each in children_of(instance.element) if each.tag not in _UNLABELLED]
        kinds = [(child.tag, mark_of(child, vocabulary)) for child in children]
        counts = Counter(kinds)
        here: dict[str, _Beginnings] = {}
        for child, kind in zip(children, kinds, strict=True):
            if counts[kind] > 1 or (not kind[1] and child.tag in ROWS):
                label = label_of(child)
                known = here.setdefault(child.tag, _Beginnings(instance.page))
                known.add(label if has_words(label) else "", is_declared(child))
        for tag, beginnings in here.items():
            found[tag].append(beginnings)
    labels = {tag: _labels_of(tag, parents, pages) for tag, parents in found.items()}
    return {tag: words for tag, words in labels.items() if words}


@dataclass
class _Beginnings:
    """What the children of one tag under one parent begin with."""

    page: int
    counts: Counter[str] = field(default_factory=Counter)
    declared: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def add(self, label: str, declared: bool) -> None:
        self.counts[label] += bool(label)
        (self.declared if label and declared else self.others).append(label)


def _labels_of(tag: str, parents: Sequence[_Beginnings], pages: int) -> frozenset[str]:
    filled = [each for each in parents if any(each.counts.values())]
    unclear = sum(any(count > 1 for count in each.counts.values()) for each in filled)
    if tag in ROWS and unclear > OFTEN * len(filled):  # rows of data that begin with the same words
        return frozenset()
    found: set[str] = set()
    for often, pairs in (
        (COMMON, [(each.page, label) for each in parents for label in each.declared]),
        (OFTEN, [(each.page, label) for each in parents for label in each.others]),
    ):
        if pairs:
            found |= seen_often(*tally(pairs), pages, often) | seen_everywhere(pairs, pages)
    return frozenset(label for label in found if not _comes_too_often(label, filled))


def _comes_too_often(label: str, parents: Sequence[_Beginnings]) -> bool:
    counts = [each.counts[label] for each in parents if each.counts[label]]
    return sum(count > _MOST_REPEATED for count in counts) > 0.1 * len(counts)


def _marks(instances: Sequence[Instance], pages: int) -> dict[str, tuple[str, ...]]:
    """By tag, for tags that come more than once under one parent."""
    seen: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    occurrences: dict[str, Counter[str]] = defaultdict(Counter)
    total: Counter[str] = Counter()
    several: set[str] = set()
    order: dict[str, int] = {}
    for instance in instances:
        tags: Counter[str] = Counter()
        for child in children_of(instance.element):
            tags[child.tag] += 1
            for rank, mark in enumerate(marks_of(child)):
                order.setdefault(mark, rank if child.get("itemprop") else 10)
                seen[child.tag][mark].add(instance.page)
                occurrences[child.tag][mark] += 1
        total += tags
        several |= {tag for tag, count in tags.items() if count > 1}
    return {
        tag: marks
        for tag in several
        if (marks := tuple(_useful_marks(seen[tag], occurrences[tag], total[tag], pages, order)))
    }


def _useful_marks(
    seen: Mapping[str, set[int]], occurrences: Counter[str], total: int, pages: int, order: Mapping[str, int]
) -> list[str]:
    telling = Counter(
        {mark: n for mark, n in occurrences.items() if n < 0.95 * total and _means_something(mark, seen, pages)}
    )
    known = seen_often(seen, telling, pages) if telling else set()
    return sorted(known, key=lambda mark: (order[mark], -len(seen[mark]), mark))[:_MOST_MARKS]


def _means_something(mark: str, seen: Mapping[str, set[int]], pages: int) -> bool:
    if mark.casefold() in _MEANINGLESS or len(mark) > _LONGEST_MARK:
        return False
    return not any(character.isdigit() for character in mark) or len(seen[mark]) >= MOSTLY * pages


def _unmarked(element: etree._Element, vocabulary: Vocabulary, only: Callable[[str], bool]) -> list[etree._Element]:
    return [child for child in children_of(element) if only(child.tag) and not mark_of(child, vocabulary)]


def _is_prose(instances: Sequence[Instance], vocabulary: Vocabulary) -> bool:
    """Whether paragraphs of running text stand here, with lists and headings between them perhaps."""
    in_paragraphs = elsewhere = paragraphs = most = 0
    for instance in instances:
        here = 0
        for child in _unmarked(instance.element, vocabulary, PROSE_TAGS.__contains__):
            if label_of(child) in vocabulary.labels.get(child.tag, ()):
                continue
            words = len(words_of(child).split())
            if child.tag == "p":
                in_paragraphs += words
                here += bool(words)
            elif label_text(child) not in vocabulary.sections:
                elsewhere += words
        paragraphs += here
        most = max(most, here)
    return most > 1 and in_paragraphs >= elsewhere and in_paragraphs >= _WORDS_OF_PROSE * paragraphs


def _lists(instances: Sequence[Instance], vocabulary: Vocabulary) -> frozenset[str]:
    """The headings under which there is, nearly always, one list alone."""
    found: dict[str, Counter[bool]] = defaultdict(Counter)
    for instance in instances:
        tags: dict[str, list[str]] = defaultdict(list)
        for heading, child in under_headings(instance.element, vocabulary):
            if child.tag in PROSE_TAGS:
                tags[heading].append(child.tag)
        for heading, below in tags.items():
            found[heading][below in (["ul"], ["ol"])] += 1
    return frozenset(heading for heading, one in found.items() if heading and one[True] >= 0.9 * one.total())


def _numbered(instances: Sequence[Instance], vocabulary: Vocabulary) -> frozenset[str]:
    """Tags that come in the same number nearly everywhere, and hold different things: cells, parts of a line."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    alike: Counter[str] = Counter()
    for instance in instances:
        groups: dict[str, list[etree._Element]] = defaultdict(list)
        for child in _unmarked(instance.element, vocabulary, _IN_CELLS.__contains__):
            groups[child.tag].append(child)
        for tag, group in groups.items():
            counts[tag][len(group)] += 1
            shapes = {tuple(below.tag for below in child) for child in group}
            alike[tag] += tag == "div" and len(group) > 1 and len(shapes) == 1
    found = set()
    for tag, numbers in counts.items():
        number, often = numbers.most_common(1)[0]
        everywhere = often >= 0.9 * sum(numbers.values())
        if 1 < number <= _MOST_NUMBERED and everywhere and alike[tag] <= MOSTLY * sum(numbers.values()):
            found.add(tag)
    return frozenset(found)
