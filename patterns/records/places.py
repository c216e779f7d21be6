"""Where the data of a template stands: places, learnt by walking down many pages at once.

All elements that stand at one place are looked at together: is it one text, or are there places below it? Which of its
children on one page are which on another is told by `patterns.records.steps`. A place knows nothing of names.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from lxml import etree

from patterns.pages.documents import INLINE
from patterns.records.captions import learn_lines
from patterns.records.steps import PROSE, TEXT, Item, Step, Vocabulary, heads_of, is_head_row, steps_of
from patterns.records.template_words import MOSTLY, OFTEN, SELDOM, Instance, children_of
from patterns.records.vocabularies import learn_vocabulary
from patterns.records.words import has_words, own_texts, words_of

DEEPEST = 100
"""Below this depth an element is taken as one text: no page is that deep for a reason."""

ATTRIBUTES = {
    "a": "href", "area": "href", "link": "href", "img": "src", "iframe": "src", "embed": "src", "source": "src",
    "video": "src", "audio": "src", "time": "datetime", "data": "value", "meter": "value", "meta": "content",
}  # fmt: skip
"""Where an element says something beside its text."""

_ONE_TEXT = frozenset({"pre", "code", "math", "textarea", "samp", "kbd"})
_PHRASE = frozenset(
    {"a", "h1", "h2", "h3", "h4", "h5", "h6", "b", "em", "strong", "span", "label", "th", "dt", "cite", "i"}
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MOST_PIECES = 12


class Kind(Enum):
    PARTS = "places below it"
    TEXT = "one text"
    ITEMS = "short texts, divided by punctuation, or nested in each other"


@dataclass(eq=False)
class Place:
    """`step` leads to it. `repeats`: it comes several times under one parent. `hint`: the words before it."""

    step: Step
    kind: Kind = Kind.PARTS
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    children: "dict[Step, Place]" = field(default_factory=dict)
    repeats: bool = False
    hint: str = ""
    has_links: bool = False
    """A text much of which is links: what they say is a list of its own."""
    classes: tuple[str, ...] = ()
    """Words of its class that most of its elements have."""
    declared: tuple[str, ...] = ()
    """What the markup says it is: `itemprop`, `property`."""

    def walk(self) -> "Iterator[tuple[Place, ...]]":
        """The way to every place below and including this one."""
        stack: list[tuple[Place, ...]] = [(self,)]
        while stack:
            way = stack.pop()
            yield way
            stack.extend((*way, child) for child in reversed(way[-1].children.values()))


def learn_places(instances: Sequence[Instance], step: Step | None = None, depth: int = 0) -> Place:
    """The place of these elements and all places below it."""
    place = Place(
        step or Step(str(instances[0].element.tag)),
        classes=_common(instances, "class"),
        declared=_common(instances, "itemprop") + _common(instances, "property"),
    )
    if depth < DEEPEST:
        place.vocabulary.lines = learn_lines(instances)
        place.kind = Kind.PARTS if place.vocabulary.lines else _kind(instances)
    else:
        place.kind = Kind.TEXT
    if place.kind is not Kind.PARTS:
        place.has_links = place.kind is Kind.TEXT and _is_full_of_links(instances)
        return place
    if not place.vocabulary.lines:
        place.vocabulary = learn_vocabulary(instances)
        place.vocabulary.texts = _has_pieces(instances)
    _learn_below(place, instances, depth)
    return place


def _learn_below(place: Place, instances: Sequence[Instance], depth: int) -> None:
    below: dict[Step, list[tuple[int, Item, tuple[str, ...]]]] = defaultdict(list)
    repeated: Counter[Step] = Counter()
    for instance in instances:
        here: Counter[Step] = Counter()
        over = heads_of(instance.element) if instance.element.tag == "table" else instance.heads
        for step, item, heads in parts_of(place, instance.element, over):
            here[step] += 1
            below[step].append((instance.page, item, heads))
        repeated.update(step for step, count in here.items() if count > 1)
    pages = len({instance.page for instance in instances})
    for step, found in below.items():
        seen_on = {page for page, _, _ in found}
        if len(seen_on) < max(min(2, pages), SELDOM * pages):
            continue
        if step.tag in (TEXT, PROSE):
            child = Place(step, Kind.TEXT)
        else:
            elements = [Instance(page, item, heads) for page, item, heads in found if not isinstance(item, str | tuple)]
            child = learn_places(elements, step, depth + 1)
            child.hint = _hint(elements)
        child.repeats = repeated[step] > SELDOM * len(seen_on)
        place.children[step] = child


def parts_of(
    place: Place, element: etree._Element, heads: tuple[str, ...], tags: Container[str] | None = None
) -> Iterable[tuple[Step, Item, tuple[str, ...]]]:
    """The children of an element at this place, which is, or is in, a table with these heads; each with the heads that
    are over its own children. Of these `tags` alone, if any are given. Rows of heads are no data.
    """
    if heads:
        return _under_heads(place, element, heads, tags)
    return ((step, item, ()) for step, item in steps_of(element, place.vocabulary, (), tags))


def _under_heads(
    place: Place, element: etree._Element, heads: tuple[str, ...], tags: Container[str] | None
) -> Iterator[tuple[Step, Item, tuple[str, ...]]]:
    for step, item in steps_of(element, place.vocabulary, heads if element.tag == "tr" else (), tags):
        if step.tag == "tr":
            assert isinstance(item, etree._Element)
            if not is_head_row(item):
                yield step, item, () if step.label else heads
        elif step.tag != "thead":
            yield step, item, heads if step.tag in ("tbody", "tfoot") else ()


def _common(instances: Sequence[Instance], attribute: str) -> tuple[str, ...]:
    counts = Counter(word for each in instances for word in dict.fromkeys((each.element.get(attribute) or "").split()))
    return tuple(word for word, count in counts.items() if count >= 0.8 * len(instances))


def _hint(instances: Sequence[Instance]) -> str:
    """The word or two before an element that most of its instances have."""
    found: Counter[str] = Counter()
    for instance in instances:
        before = instance.element.getprevious()
        parent = instance.element.getparent()
        text = before.tail if before is not None else parent.text if parent is not None else None
        found[" ".join((text or "").split())] += 1
    words, count = found.most_common(1)[0]
    return words if has_words(words) and len(words.split()) <= 3 and count >= 0.8 * len(instances) else ""


def _kind(instances: Sequence[Instance]) -> Kind:
    tag = str(instances[0].element.tag)
    if _is_a_tree(instances):
        return Kind.ITEMS
    if all(next(iter(children_of(instance.element)), None) is None for instance in instances):
        return Kind.TEXT
    if tag in _HEADINGS and not _has_blocks(instances):
        return Kind.PARTS if _is_a_link(instances) else Kind.TEXT
    if tag in _ONE_TEXT:
        return Kind.ITEMS if _is_divided(instances) else Kind.TEXT
    steady = _is_steady(instances)
    if _has_text_of_its_own(instances):
        if _has_template_text(instances, steady) or (steady and not _has_blocks(instances)):
            return Kind.PARTS
        return Kind.ITEMS if _is_divided(instances) else Kind.TEXT
    if not steady and tag in _PHRASE and not _has_blocks(instances) and not _are_of_different_kinds(instances):
        return Kind.TEXT
    return Kind.PARTS


def _are_of_different_kinds(instances: Sequence[Instance]) -> bool:
    """Whether the children have classes that tell them apart, so that they need no fixed number to be known by."""
    told = 0
    for instance in instances:
        kinds = [(child.tag, child.get("class")) for child in children_of(instance.element)]
        told += len(set(kinds)) == len(kinds) and any(name for _, name in kinds)
    return told >= 0.9 * len(instances)


def _is_a_link(instances: Sequence[Instance]) -> bool:
    """Whether nearly all of these say what one link in them says, and no more."""
    linked = 0
    for instance in instances:
        links = [link for link in instance.element.iter("a") if link.get("href")]
        linked += len(links) == 1 and words_of(links[0]) == words_of(instance.element)
    return linked >= 0.9 * len(instances)


def _is_a_tree(instances: Sequence[Instance]) -> bool:
    """Whether elements are nested in their like, as ancestors in a hierarchy are."""
    nested = 0
    for instance in instances:
        name = instance.element.get("class")
        like = (each for each in instance.element if each.tag == instance.element.tag and each.get("class") == name)
        nested += name is not None and next(like, None) is not None
    return nested > OFTEN * len(instances)


def _has_text_of_its_own(instances: Sequence[Instance]) -> bool:
    with_text = sum(any(map(has_words, own_texts(instance.element))) for instance in instances)
    return with_text > 0.05 * len(instances)


def _has_blocks(instances: Sequence[Instance]) -> bool:
    with_blocks = sum(any(child.tag not in INLINE for child in children_of(each.element)) for each in instances)
    return with_blocks > 0.05 * len(instances)


def _is_steady(instances: Sequence[Instance]) -> bool:
    """Whether nearly all elements have the same few children, so that what stands between them has a place too."""
    shapes = Counter(
        (tuple(child.tag for child in children_of(each.element)), tuple(map(has_words, own_texts(each.element))))
        for each in instances
    )
    (shape, _), count = shapes.most_common(1)[0]
    return count >= 0.9 * len(instances) and len(shape) <= _MOST_PIECES and len(instances) > 1


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
    pages = len({instance.page for instance in instances})
    if pages < 2:
        return False
    enough = (0.9 if steady else OFTEN) * pages
    known = sum(count for piece, count in occurrences.items() if len(seen[piece]) >= max(2, enough))
    return known >= 0.95 * sum(occurrences.values())


def _has_pieces(instances: Sequence[Instance]) -> bool:
    return _has_text_of_its_own(instances) and not _has_template_text(instances, _is_steady(instances))


def _is_full_of_links(instances: Sequence[Instance]) -> bool:
    links = words = 0
    for instance in instances:
        words += len(words_of(instance.element).split())
        links += sum(len(words_of(link).split()) for link in instance.element.iter("a") if link is not instance.element)
    return links > 0 and links >= OFTEN * words


def _is_divided(instances: Sequence[Instance]) -> bool:
    """Whether short texts stand here with nothing but marks between them: a chain, a list on one line."""
    marks = words = children = 0
    for instance in instances:
        below = list(children_of(instance.element))
        children += len(below)
        if any(child.tag not in INLINE for child in below):
            return False
        for text in own_texts(instance.element):
            marks += bool(text) and not has_words(text)
            words += sum(map(has_words, text.split()))
    return children >= 2 * len(instances) * MOSTLY and marks >= 2 * words and marks >= MOSTLY * len(instances)
