"""What tells the children of one place apart: the marks, headings, captions and labels of the template, and the labels
of its lines.

Whether words are the template's is asked of `patterns.records.sightings`; how a page is walked with those that are is
in `patterns.records.walk`.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from itertools import zip_longest

from lxml import etree

from recorder.patterns.records.labels import (
    CAPTION,
    PAIR_TAGS,
    RANKS,
    heading_of,
    is_a_menu,
    is_linked_label,
    label_of,
    label_text,
    sort_of,
)
from recorder.patterns.records.lines import COLONS, lines_of, may_have_lines
from recorder.patterns.records.ordinals import ordinals
from recorder.patterns.records.sightings import (
    COMMON,
    MOSTLY,
    NEARLY_ALL,
    OFTEN,
    Instance,
    Sightings,
    pages_of,
)
from recorder.patterns.records.unmarked_labels import head_rows_in, labels_above, pairs_in
from recorder.patterns.records.vocabularies import Vocabulary, says_whose_turn
from recorder.patterns.records.walk import MARKING, NAMING, ROWS, icon_marks, mark_of
from recorder.patterns.records.words import children_of, has_words, says_something, words_of

_ALL = 0.95
"""Most of the siblings for a mark that tells some of them from the others."""

_MEANINGLESS = frozenset(
    {"active", "alternate", "current", "first", "hidden", "hover", "last", "new", "open", "selected", "visible"}
    | {"closed", "collapsed", "expanded", "highlight", "disabled"}
)
_UNLABELLED = RANKS.keys() | {"a", "dl"}
_MOST_REPEATED = 3
"""Most times that a label comes under one parent. What comes oftener tells nothing apart."""
_FEW = 0.1
"""Most of the parents under which it comes oftener all the same."""
_SEVERAL, _COMPARED = 4, 40
"""How many things that items have in common tell them from fields, and how many of them are looked at."""
_LONGEST_MARK = 100
_MOST_MARKS = 1_000
"""Of one tag at one place: more than a table has columns."""
_UNDECLARED = 10
"""The rank of marks that no `itemprop` outranks."""


def learn_vocabulary(instances: Sequence[Instance], *, labelled: bool = False) -> Vocabulary:
    """The marks, headings, captions and labels of the template that tell the children of these elements apart. Those of
    `labelled` rows are a label and what it says, whatever words that begins with.
    """
    pages = pages_of(instances)
    captions = _captions(instances, pages)
    sections, beside = _sections(instances, pages, captions)
    pairs, first_of_pairs = pairs_in(instances, pages)
    marks, icons = _marks(instances, pages), _icons(instances, pages)
    both = {tag: (*marks.get(tag, ()), *icons.get(tag, ())) for tag in marks.keys() | icons.keys()}
    vocabulary = Vocabulary(both, frozenset(icons), sections | first_of_pairs, captions, pairs)
    vocabulary.beside = beside | first_of_pairs
    vocabulary.heads = head_rows_in(instances, pages)
    vocabulary.labels = {} if labelled else _labels(instances, pages, vocabulary)
    return vocabulary


def learn_lines(instances: Sequence[Instance]) -> frozenset[str]:
    """The labels of the lines that these texts are made of; none, if they are not."""
    if sum(may_have_lines(each.element) for each in instances) < MOSTLY * len(instances):
        return frozenset()
    lines = [(each.page, list(lines_of(each.element))) for each in instances]
    found = [(page, line) for page, here in lines for line in here]
    declared, others = _by_markup((page, line.label, line.declared) for page, line in found if line.label)
    pages = pages_of(instances)
    labels = declared.of_markup(pages) | others.of_template(pages)
    labelled = sum(line.label in labels for _, line in found)
    if not labels:
        labels = labels_above(lines, pages)
        labelled = len(found) if labels else 0
    return frozenset(labels) if len(labels) > 1 and labelled >= MOSTLY * len(found) else frozenset()


def _by_markup(found: Iterable[tuple[int, str, bool]]) -> tuple[Sightings, Sightings]:
    """Labels that the markup declares to be some, and others."""
    sightings = Sightings(), Sightings()
    for page, label, declared in found:
        sightings[not (label and declared)].add(page, label)
    return sightings


_Sort = tuple[str, str]
"""Of elements: their tag and class."""


def _captions(instances: Sequence[Instance], pages: int) -> frozenset[_Sort]:
    """Sorts of elements that say what the element after them is, several under one parent: `<p class=name>Colour</p>
    <p class=value>red</p>`."""
    said: defaultdict[_Sort, Sightings] = defaultdict(Sightings)
    heading, several, parents = Counter[_Sort](), Counter[_Sort](), Counter[_Sort]()
    for instance in instances:
        children = [(child, sort_of(child)) for child in children_of(instance.element)]
        here: dict[_Sort, set[str]] = defaultdict(set)
        for (child, sort), after in zip_longest(children, [sort for _, sort in children[1:]]):
            if child.tag in PAIR_TAGS and heading_of(child) is None:
                text = "" if is_a_menu(child) else label_text(child)
                said[sort].add(instance.page, text if has_words(text) else "")
                here[sort].add(text)
                heading[sort] += after is not None and after != sort
        parents.update(here.keys())
        several.update(sort for sort, texts in here.items() if len(texts) > 1)
    return frozenset(
        sort
        for sort, sightings in said.items()
        if heading[sort] >= NEARLY_ALL * sightings.counts.total() and several[sort] >= MOSTLY * parents[sort]
        if sightings.are_mostly(sightings.of_template(pages))
    )


def _sections(
    instances: Sequence[Instance], pages: int, captions: Container[_Sort]
) -> tuple[frozenset[str], frozenset[str]]:
    """What the headings say, but for those that only count; and, of that, what captions say."""
    headings, terms, captioned = Sightings(), Sightings(), Sightings()
    said: dict[int, list[str]] = defaultdict(list)
    for instance in instances:
        for child in children_of(instance.element):
            own = heading_of(child, captions)
            if own is not None and own.alone:
                by_rank = {RANKS["dt"]: terms, CAPTION: captioned}
                by_rank.get(own.rank, headings).add(instance.page, own.text)
                said[instance.page].append(own.text)
    beside = captioned.of_template(pages, COMMON)
    found = headings.of_template(pages) | terms.of_markup(pages) | beside
    return frozenset(found) - ordinals(said.values()), frozenset(beside)


@dataclass
class _Beginnings:
    """What the children of one tag under one parent begin with."""

    page: int
    labels: list[tuple[str, "_Sure"]] = field(default_factory=list)
    elements: list[etree._Element] = field(default_factory=list)

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(label for label, sure in self.labels if label and sure is not _Sure.LINKED)


class _Sure(Enum):
    """How sure it is that an element begins with a label."""

    DECLARED = auto()
    PERHAPS = auto()
    LINKED = auto()
    """Mostly no: lists of links begin so, too."""


def _labels(instances: Sequence[Instance], pages: int, vocabulary: Vocabulary) -> Mapping[str, frozenset[str]]:
    """By tag, of elements that have siblings of their tag and mark: others need no label to be known by."""
    found: dict[str, list[_Beginnings]] = defaultdict(list)
    sorted_: list[tuple[int, list[tuple[etree._Element, _Sort]]]] = []
    several: set[_Sort] = set()
    for instance in instances:
        children = [each for each in children_of(instance.element) if each.tag not in _UNLABELLED]
        sorted_.append((instance.page, [(child, (str(child.tag), mark_of(child, vocabulary))) for child in children]))
        several |= {sort for sort, count in Counter(sort for _, sort in sorted_[-1][1]).items() if count > 1}
    for page, sorts in sorted_:
        here: dict[str, _Beginnings] = {}
        for child, sort in sorts:
            if sort in several or (not sort[1] and child.tag in ROWS):
                label = label_of(child)
                known = here.setdefault(child.tag, _Beginnings(page))
                known.labels.append((label if has_words(label) else "", _how_sure(child)))
                known.elements.append(child)
        for tag, beginnings in here.items():
            found[tag].append(beginnings)
    labels = {tag: _labels_of(tag, parents, pages) for tag, parents in found.items()}
    return {tag: words for tag, words in labels.items() if words and not _are_items(found[tag])}


def _are_items(parents: Iterable[_Beginnings]) -> bool:
    """Whether they are the items of a list, whatever these begin with: a field says one thing beside its label, and an
    item several, each once and in an element as all others have it. A section has several fields, alike.
    """
    elements = [element for each in parents for element in each.elements]
    few = elements[:: max(1, len(elements) // _COMPARED)][:_COMPARED]
    speaking = (Counter(sort_of(part) for part in element.iter() if has_words(part.text)) for element in few)
    said = Counter(sort for sorts in speaking for sort, times in sorts.items() if times == 1)
    return sum(times >= NEARLY_ALL * len(few) for times in said.values()) >= _SEVERAL


def _how_sure(element: etree._Element) -> _Sure:
    first = next(iter(children_of(element)), None)
    if first is None or has_words(element.text):
        return _Sure.PERHAPS
    colon_after = (first.tail or "").lstrip().startswith(tuple(COLONS))
    if first.tag in ("th", "dt") or words_of(first).endswith(tuple(COLONS)) or colon_after:
        return _Sure.DECLARED
    first = next(filter(says_something, children_of(element)), first)
    return _Sure.LINKED if is_linked_label(first) else _Sure.PERHAPS


def _labels_of(tag: str, parents: Sequence[_Beginnings], pages: int) -> frozenset[str]:
    filled = [each.counts for each in parents if each.counts]
    unclear = sum(max(counts.values()) > 1 for counts in filled)
    if tag in ROWS and unclear > OFTEN * len(filled):  # rows of data that begin with the same words
        return frozenset()
    declared, others = _by_markup(
        (each.page, "" if sure is _Sure.LINKED else label, sure is _Sure.DECLARED)
        for each in parents
        for label, sure in each.labels
    )
    found = declared.of_markup(pages) | others.of_template(pages) | _beside_links(parents, pages)
    found |= declared.everywhere(pages) | others.everywhere(pages)
    counting = ordinals([label for label, _ in each.labels] for each in parents)
    return frozenset(label for label in found - counting if not _comes_too_often(label, filled))


def _beside_links(parents: Iterable[_Beginnings], pages: int) -> set[str]:
    """The labels where some are links, if enough are not."""
    labels, linked = Sightings(), Counter[str]()
    for each in parents:
        for label, sure in each.labels:
            labels.add(each.page, label)
            linked[label] += sure is _Sure.LINKED
    found = labels.of_template(pages) if linked.total() else set()
    known = sum(labels.counts[label] for label in found)
    return found if 0 < sum(linked[label] for label in found) <= (1 - OFTEN) * known else set()


def _comes_too_often(label: str, parents: Sequence[Counter[str]]) -> bool:
    having = [counts[label] for counts in parents if label in counts]
    return sum(count > _MOST_REPEATED for count in having) > _FEW * len(having)


def _marks(instances: Sequence[Instance], pages: int) -> dict[str, tuple[str, ...]]:
    """By tag, for tags that come more than once under one parent."""
    seen: defaultdict[str, Sightings] = defaultdict(Sightings)
    total: Counter[str] = Counter()
    several: set[str] = set()
    order: dict[str, int] = {}
    called: list[list[str]] = []
    ids: set[str] = set()
    for instance in instances:
        tags: Counter[str] = Counter()
        called.append([])
        for child in children_of(instance.element):
            tags[child.tag] += 1
            called[-1] += _marks_of(child)
            ids.update(filter(None, map(child.get, ("id", *NAMING))))
            for rank, mark in enumerate(_marks_of(child)):
                order.setdefault(mark, rank if child.get("itemprop") else _UNDECLARED)
                seen[child.tag].add(instance.page, mark)
        total += tags
        several |= {tag for tag, count in tags.items() if count > 1}
    counting = ordinals(called)
    for tag in several:
        seen[tag].drop(counting & seen[tag].counts.keys())
    return {tag: marks for tag in several if (marks := _useful_marks(seen[tag], total[tag], pages, order, ids))}


def _icons(instances: Sequence[Instance], pages: int) -> dict[str, tuple[str, ...]]:
    """By tag, what the pictures are called that tell children apart. What several under one parent begin with marks the
    items of a list.
    """
    seen: defaultdict[str, Sightings] = defaultdict(Sightings)
    several: Counter[tuple[str, str]] = Counter()
    for instance in instances:
        begin = ((str(child.tag), icon) for child in children_of(instance.element) for icon in set(icon_marks(child)))
        for (tag, icon), times in Counter(begin).items():
            seen[tag].add(instance.page, icon)
            several[tag, icon] += times > 1
    found = {}
    for tag, icons in seen.items():
        icons.drop([icon for icon, times in icons.counts.items() if several[tag, icon] > _FEW * times])
        if len(known := icons.of_template(pages)) > 1:
            found[tag] = tuple(sorted(known))
    return found


def _marks_of(element: etree._Element) -> list[str]:
    """What the author of the template may have called it."""
    return " ".join(filter(None, map(element.get, MARKING))).split()


def _useful_marks(
    seen: Sightings, total: int, pages: int, order: Mapping[str, int], ids: Container[str]
) -> tuple[str, ...]:
    """The best first. Of those on as many pages an id is better: a class may say which is open, or nothing."""
    seen.drop([mark for mark, n in seen.counts.items() if n >= _ALL * total or not _tells(mark, seen, pages)])
    known = sorted(
        seen.of_template(pages), key=lambda mark: (order[mark], -len(seen.pages[mark]), mark not in ids, mark)
    )
    return tuple(known[:_MOST_MARKS])


def _tells(mark: str, seen: Sightings, pages: int) -> bool:
    if mark.casefold() in _MEANINGLESS or len(mark) > _LONGEST_MARK or says_whose_turn(mark):
        return False
    return not any(character.isdigit() for character in mark) or len(seen.pages[mark]) >= MOSTLY * pages
