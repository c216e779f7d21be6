"""What stands at a place, by all its elements at once: one text, a list of short texts, or places of their own; and
how its children are told apart where no mark and no label does.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Sequence
from enum import Enum
from itertools import islice

from lxml import etree

from recorder.patterns.pages.documents import INLINE
from recorder.patterns.records.labels import heading_of, label_of, label_text
from recorder.patterns.records.prices import has_currency
from recorder.patterns.records.sightings import MOST, MOSTLY, NEARLY_ALL, OFTEN, Instance, Sightings, pages_of, usual
from recorder.patterns.records.values import ValueKind, kind_of
from recorder.patterns.records.vocabularies import Vocabulary
from recorder.patterns.records.walk import PROSE_TAGS, mark_of, under_headings
from recorder.patterns.records.words import children_of, has_words, inner_text, own_texts, says_something, words_of

_ONE_TEXT = frozenset({"pre", "code", "math", "textarea", "samp", "kbd"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_PHRASE = _HEADINGS | {"a", "b", "em", "strong", "span", "label", "th", "dt", "cite", "i"}
_IN_CELLS = frozenset({"td", "th", "span", "a", "b", "i", "em", "strong", "small", "code", "time", "font"})
_BOXES = frozenset({"div", "section"})
_IN_CELLS |= _BOXES | {"img", "table"}
_ITEMS = frozenset({"li"})
_MOST_NUMBERED = 20
_MOST_PIECES = 12
"""Most children that are known by their number, and most that stand in one text."""
_WORDS_OF_PROSE = 6
"""Fewest words of a paragraph, on average, for running text."""
_EXCEPTIONS = 0.05
"""Largest share of the elements or texts at a place that may be otherwise."""
_ENOUGH_DATES = 10
"""Of a place that are read."""
_ENOUGH_ROWS = 40
"""Of an element, that are looked at for labels."""
_BRACKETS = "()[]{} "
"""Around a part of one text, `Map<Key, Value>`, rather than between two."""


class PlaceKind(Enum):
    PARTS = "places below it"
    TEXT = "one text"
    ITEMS = "short texts, divided by punctuation, or nested in each other"


def kind_at(instances: Sequence[Instance]) -> PlaceKind:
    tag = str(instances[0].element.tag)
    if _is_a_date(instances) or has_currency(instances):
        return PlaceKind.TEXT
    if _share(_holds_its_like, instances) > OFTEN:
        return PlaceKind.ITEMS
    if not any(True for instance in instances for _ in children_of(instance.element)):
        return PlaceKind.TEXT
    if tag in _HEADINGS and not _has_blocks(instances):
        parts = max(_share(test, instances) for test in (_is_a_link, _are_links, _are_parts))
        return PlaceKind.PARTS if parts >= NEARLY_ALL or _has_a_note(instances) else PlaceKind.TEXT
    if tag in _ONE_TEXT:
        return PlaceKind.ITEMS if _is_divided(instances) else PlaceKind.TEXT
    steady = _is_steady(instances)
    if _has_text_of_its_own(instances):
        if _share(_is_one_word, instances) >= NEARLY_ALL:
            return PlaceKind.TEXT
        if _has_template_text(instances, steady) or (steady and not _has_blocks(instances)) or _has_fields(instances):
            return PlaceKind.PARTS
        return PlaceKind.ITEMS if _is_divided(instances) else PlaceKind.TEXT
    is_phrase = not steady and tag in _PHRASE and not _has_blocks(instances)
    is_one = is_phrase and _share(_are_of_different_kinds, instances) < NEARLY_ALL
    return PlaceKind.TEXT if is_one else PlaceKind.PARTS


def _is_a_date(instances: Sequence[Instance]) -> bool:
    """Whether the pieces make one date: a day, a month and a year in elements of their own."""
    if any(len(each.element) < 2 for each in instances):
        return False
    texts = [words_of(each.element) for each in instances[:_ENOUGH_DATES]]
    return kind_of(texts) is ValueKind.DATE


def _share(test: Callable[[etree._Element], object], instances: Sequence[Instance]) -> float:
    """Of the elements, those that pass the test."""
    return sum(bool(test(instance.element)) for instance in instances) / len(instances)


def _are_of_different_kinds(element: etree._Element) -> bool:
    """Whether the children have classes that tell them apart, so that they need no fixed number to be known by."""
    kinds = [(child.tag, child.get("class")) for child in children_of(element)]
    return len(set(kinds)) == len(kinds) and any(name for _, name in kinds)


def _is_a_link(element: etree._Element) -> bool:
    """Whether it says what one link in it says, and no more."""
    links = [link for link in element.iter("a") if link.get("href")]
    return len(links) == 1 and words_of(links[0]) == words_of(element)


def _are_links(element: etree._Element) -> bool:
    """Whether it says several things, each with a link and a class of its own."""
    kinds = [child.get("class") for child in children_of(element) if any(link.get("href") for link in child.iter("a"))]
    several = len(kinds) > 1 and len(set(kinds)) == len(kinds) == sum(1 for _ in children_of(element))
    return several and all(kinds) and not any(map(has_words, own_texts(element)))


def _are_parts(element: etree._Element) -> bool:
    """Whether it says nothing but what several elements of different kinds say: a name, and a number beside it."""
    several = sum(1 for child in children_of(element) if says_something(child)) > 1
    return several and _are_of_different_kinds(element) and not any(map(has_words, own_texts(element)))


def _has_a_note(instances: Sequence[Instance]) -> bool:
    """Whether these are a name, in an element or not, and end with a remark that goes beside it, in small letters, or
    everywhere in an element of the same class.
    """
    small = _share(lambda element: len(element) > 0 and element[-1].tag == "small", instances)
    named = _share(lambda element: has_words(element.text) != (len(element) == 2), instances)
    last = (each.element[-1] for each in instances if len(each.element) == 1 and (each.element.text or "")[-1:] == " ")
    classes = Counter(each.get("class") for each in last if each.tag == "span" and has_words(each.text))
    classed = max((count for name, count in classes.items() if name), default=0) / len(instances)
    return named >= MOSTLY and (small >= MOSTLY or classed >= NEARLY_ALL)


def _is_one_word(element: etree._Element) -> bool:
    """Whether inline markup cuts through a word: `£12<sup>99</sup>`."""
    first = next(iter(children_of(element)), None)
    before, after = (element.text or "").rstrip("\n"), "" if first is None else inner_text(first)
    return len(element) == 1 and before[-1:].isalnum() and after[:1].isalnum()


def _holds_its_like(element: etree._Element) -> bool:
    """As an ancestor in a hierarchy does."""
    name = element.get("class")
    return name is not None and any(each.tag == element.tag and each.get("class") == name for each in element)


def _has_text_of_its_own(instances: Sequence[Instance]) -> bool:
    return _share(lambda element: any(map(has_words, own_texts(element))), instances) > _EXCEPTIONS


def _has_fields(instances: Sequence[Instance]) -> bool:
    """Whether there are rows in it that begin with labels of the template: no text is made of those."""
    labels, pages = Sightings(), pages_of(instances)
    for instance in instances:
        for row in islice(instance.element.iter("tr"), _ENOUGH_ROWS):
            labels.add(instance.page, label_of(row))
    known = labels.of_template(pages, MOST)
    return len(known) > 1 and labels.are_mostly(known)


def _has_blocks(instances: Sequence[Instance]) -> bool:
    blocks = _share(lambda element: any(child.tag not in INLINE for child in children_of(element)), instances)
    return blocks > _EXCEPTIONS


def _is_steady(instances: Sequence[Instance]) -> bool:
    """Whether nearly all elements have the same few children, so that what stands between them has a place too."""
    shapes = Counter(
        (tuple(child.tag for child in children_of(each.element)), tuple(map(has_words, own_texts(each.element))))
        for each in instances
    )
    (shape, _), count = shapes.most_common(1)[0]
    return count >= NEARLY_ALL * len(instances) and len(shape) <= _MOST_PIECES and len(instances) > 1


def _has_template_text(instances: Sequence[Instance], steady: bool) -> bool:
    """Whether the words between the children are the template's: "by", "Volume", "of". Where they stand in fixed
    places, a few words taking turns are a value all the same."""
    seen: dict[tuple[int, str], set[int]] = defaultdict(set)
    occurrences: Counter[tuple[int, str]] = Counter()
    for instance in instances:
        for place, text in enumerate(own_texts(instance.element)):
            if has_words(text):
                piece = (place if steady else 0, text)
                seen[piece].add(instance.page)
                occurrences[piece] += 1
    pages = pages_of(instances)
    if pages < 2:
        return False
    enough = (NEARLY_ALL if steady else OFTEN) * pages
    known = sum(count for piece, count in occurrences.items() if len(seen[piece]) >= max(2, enough))
    return known >= (1 - _EXCEPTIONS) * occurrences.total()


def is_full_of_links(instances: Sequence[Instance]) -> bool:
    links = words = 0
    for element in (instance.element for instance in instances):
        words += len(words_of(element).split())
        # A link inside a link is a mistake, whose words are those of the outer one.
        whole = (link for link in element.iterdescendants("a") if next(link.iterancestors("a"), element) is element)
        links += sum(len(words_of(link).split()) for link in whole)
    return links > 0 and links >= OFTEN * words


def _is_divided(instances: Sequence[Instance]) -> bool:
    """Whether short texts stand here with nothing but marks between them: a chain, a list on one line."""
    marks = words = children = 0
    for instance in instances:
        below = list(children_of(instance.element))
        children += len(below)
        if any(child.tag not in INLINE for child in below):
            return False
        texts = own_texts(instance.element)
        enclosing = _BRACKETS + ("<>" if any("<" in text for text in texts) else "")
        for text in texts:
            marks += bool(text.strip(enclosing)) and not has_words(text)
            words += sum(map(has_words, text.split()))
    return children >= 2 * len(instances) * MOSTLY and marks >= 2 * words and marks >= MOSTLY * len(instances)


def opening_of(instances: Sequence[Instance]) -> str:
    """The heading that nearly all of these begin with."""
    headings = (heading_of(each.element) for each in instances)
    found = Counter(each.text for each in headings if each and not each.alone)
    return usual(found, len(instances), NEARLY_ALL) if len(instances) > 1 else ""


def tell_unmarked(vocabulary: Vocabulary, instances: Sequence[Instance]) -> None:
    """Tell apart the children that no mark and no label of this vocabulary does."""
    vocabulary.prose = _is_prose(instances, vocabulary)
    vocabulary.lists = _lists(instances, vocabulary) if vocabulary.prose else frozenset()
    vocabulary.numbered = _numbered(instances, vocabulary)
    vocabulary.texts = _has_text_of_its_own(instances) and not _has_template_text(instances, _is_steady(instances))


def _unmarked(element: etree._Element, vocabulary: Vocabulary, tags: Container[str]) -> list[etree._Element]:
    return [child for child in children_of(element) if child.tag in tags and not mark_of(child, vocabulary)]


def _is_prose(instances: Sequence[Instance], vocabulary: Vocabulary) -> bool:
    """Whether paragraphs of running text stand here, with lists and headings between them perhaps."""
    in_paragraphs = elsewhere = paragraphs = most = 0
    for instance in instances:
        here = 0
        for child in _unmarked(instance.element, vocabulary, PROSE_TAGS):
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
    return frozenset(heading for heading, one in found.items() if heading and one[True] >= NEARLY_ALL * one.total())


def _numbered(instances: Sequence[Instance], vocabulary: Vocabulary) -> frozenset[str]:
    """Tags that come in the same number nearly everywhere, and hold different things: cells, parts of a line, and the
    items of a list that begins alike on all pages and does not end so, as a trail from the front page does, or each of
    which is of a sort of its own.
    """
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    alike: Counter[str] = Counter()
    items: dict[int, list[etree._Element]] = defaultdict(list)
    last: set[str] = set()
    for instance in instances:
        groups: dict[str, list[etree._Element]] = defaultdict(list)
        for child in _unmarked(instance.element, vocabulary, _IN_CELLS | _ITEMS):
            if label_of(child) not in vocabulary.labels.get(child.tag, ()):
                groups[child.tag].append(child)
        for group in (groups[tag] for tag in groups.keys() & _ITEMS):
            last.add(words_of(group[-1]))
            for place, item in enumerate(group):
                items[place].append(item)
        for tag, group in groups.items():
            counts[tag][len(group)] += 1
            shapes = {tuple(below.tag for below in child) for child in group}
            alike[tag] += len(group) > 1 and ((tag in _BOXES and len(shapes) == 1) or _are_listed(group))
    steady = frozenset(tag for tag, found in counts.items() if _is_steady_number(found, alike[tag]))
    is_trail = len(set(map(words_of, items[0]))) == 1 < len(last)
    return steady if is_trail or (steady & _ITEMS and _are_unlike(items.values())) else steady - _ITEMS


def _are_unlike(places: Collection[Sequence[etree._Element]]) -> bool:
    """Whether what stands at each of these places is told from what stands at the others by what it looks like: a
    number, a date, a link to another folder.
    """
    sorts = set()
    for items in places:
        shape, _ = Counter(tuple((child.tag, _folder(child)) for child in item) for item in items).most_common(1)[0]
        sorts.add((kind_of([words_of(item) for item in items]), shape))
    return len(sorts) == len(places)


def _folder(link: etree._Element) -> str:
    return (link.get("href") or "").partition("?")[0].rstrip("/").rpartition("/")[0]


def _are_listed(elements: Sequence[etree._Element]) -> bool:
    """Whether these are links to places of one kind with nothing but marks between them: "Moss, Fern"."""
    folders = set(map(_folder, elements))
    between = [(each.tail or "").strip() for each in elements[:-1]]
    return len(folders) == 1 and "" not in folders and all(between) and not any(map(has_words, between))


def _is_steady_number(found: Counter[int], alike: int) -> bool:
    number, often = found.most_common(1)[0]
    total = found.total()
    return 1 < number <= _MOST_NUMBERED and often >= NEARLY_ALL * total and alike <= MOSTLY * total
