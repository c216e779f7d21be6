"""Where the data of a template stands: places, learnt by walking down many pages at once.

All elements that stand at one place are looked at together: is it one text, or are there places below it? What a place
is called is for `patterns.records.naming`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from recorder.patterns.records.attributes import learn_attributes
from recorder.patterns.records.kinds import (
    PlaceKind,
    is_full_of_links,
    kind_at,
    opening_of,
    tell_unmarked,
)
from recorder.patterns.records.labels import CAPTION_TAGS, label_text
from recorder.patterns.records.lines import COLONS
from recorder.patterns.records.prices import has_cents
from recorder.patterns.records.sightings import MOST, MOSTLY, SELDOM, Instance, pages_of, usual
from recorder.patterns.records.template_test import learn_lines, learn_vocabulary
from recorder.patterns.records.vocabularies import PROSE, TEXT, Step, Vocabulary
from recorder.patterns.records.walk import Heads, Item, parts_of
from recorder.patterns.records.words import children_of, has_words, says_something, words_of

DEEPEST = 100
"""Most levels of places. Below them an element is one text: no page is that deep for a reason."""


_MOST_PARTS = 2_000
"""Most places right below one: four times the columns of a table. What more there is goes where it has no room."""


@dataclass(eq=False)
class Place:
    """`step` leads to it. `repeats`: it comes several times under one parent. `hint`: the words before it."""

    step: Step
    kind: PlaceKind = PlaceKind.PARTS
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
    attributes: tuple[str, ...] = ()
    """Those of its elements that may be data."""
    has_cents: bool = False
    """A price whose last two digits stand in an element of their own, and no mark before them."""
    goes_on: bool = False
    """A text that an element follows."""
    opening: str = ""
    """The heading that a text here begins with on all pages, and which is not part of it."""
    left_out: int = 0
    """How many places right below it there was no room for."""

    def walk(self) -> "Iterator[tuple[Place, ...]]":
        """The way to every place below and including this one."""
        stack: list[tuple[Place, ...]] = [(self,)]
        while stack:
            way = stack.pop()
            yield way
            stack.extend((*way, child) for child in reversed(way[-1].children.values()))


def learn_places(instances: Sequence[Instance], step: Step | None = None, depth: int = 0) -> Place:
    """The place of these elements and all places below it."""
    tag = str(instances[0].element.tag)
    place = Place(
        step or Step(tag),
        classes=_common(instances, "class"),
        declared=_common(instances, "itemprop") + _common(_of_the_record(instances), "property"),
        attributes=learn_attributes(tag, instances),
    )
    place.vocabulary.lines = learn_lines(instances) if depth < DEEPEST else frozenset()
    if place.vocabulary.lines:
        _learn_below(place, instances, depth)
        return place
    place.kind = kind_at(instances) if depth < DEEPEST else PlaceKind.TEXT
    if place.kind is PlaceKind.PARTS:
        place.vocabulary = learn_vocabulary(instances, labelled=tag == "tr" and bool(place.step.label))
        tell_unmarked(place.vocabulary, instances)
        _learn_below(place, instances, depth)
    elif place.kind is PlaceKind.TEXT:
        place.has_links = is_full_of_links(instances)
        place.opening = opening_of(instances)
        place.has_cents = has_cents(instances)
    return place


def _learn_below(place: Place, instances: Sequence[Instance], depth: int) -> None:
    below: dict[Step, list[tuple[int, Item, Heads]]] = defaultdict(list)
    repeated: Counter[Step] = Counter()
    for instance in instances:
        here: Counter[Step] = Counter()
        for step, item, heads in parts_of(instance.element, place.vocabulary, instance.heads):
            here[step] += 1
            below[step].append((instance.page, item, heads))
        repeated.update(step for step, count in here.items() if count > 1)
    pages = pages_of(instances)
    on = {step: len({page for page, _, _ in found}) for step, found in below.items()}
    enough = [step for step, seen_on in on.items() if seen_on >= max(min(2, pages), SELDOM * pages)]
    fullest = frozenset(sorted(enough, key=lambda step: -on[step])[:_MOST_PARTS])
    place.left_out = len(enough) - len(fullest)
    for step in (step for step in enough if step in fullest):
        found = below[step]
        if step.tag in (TEXT, PROSE):
            child = Place(step, PlaceKind.TEXT, hint=_sign_before(step, instances), goes_on=_goes_on(step, instances))
        else:
            elements = [Instance(page, item, heads) for page, item, heads in found if not isinstance(item, str | tuple)]
            child = learn_places(elements, step, depth + 1)
            child.hint = _hint(_first_of_each(elements))
        child.repeats = repeated[step] > SELDOM * on[step]
        place.children[step] = child


def _of_the_record(instances: Sequence[Instance]) -> list[Instance]:
    """Without those whose properties are of what they link to: the label of a subject is that of a term."""
    return [each for each in instances if each.element.get("typeof") is None]


def _common(instances: Sequence[Instance], attribute: str) -> tuple[str, ...]:
    counts = Counter(word for each in instances for word in dict.fromkeys((each.element.get(attribute) or "").split()))
    return tuple(word for word, count in counts.items() if count >= MOST * len(instances))


def _first_of_each(instances: Sequence[Instance]) -> list[Instance]:
    """Of those in one parent the first: what stands before it is said of all."""
    return list({id(each.element.getparent()): each for each in reversed(instances)}.values())


def _hint(instances: Sequence[Instance]) -> str:
    """The words right before an element that most of its instances have, be it in a text or in a label of their own;
    those after it, if it is a number."""
    before = [_last_words(_text_before(instance.element)) for instance in instances]
    before = before if any(before) else [_label_before(instance.element) for instance in instances]
    if hint := _longest_common(before):
        return hint
    after = _longest_common([_first_words(instance.element.tail) for instance in instances])
    if not after or any(map(any, before)):
        return ""
    numbers = sum(words_of(instance.element)[:1].isdecimal() for instance in instances)
    return after if numbers >= MOST * len(instances) else ""


def _text_before(element: etree._Element) -> str:
    before, parent = element.getprevious(), element.getparent()
    text = before.tail if before is not None else parent.text if parent is not None else None
    return text or ""


def _label_before(element: etree._Element) -> list[str]:
    """What the element before it says, if that ends with a colon or is bold, or is short and all there is besides."""
    label, parent = element.getprevious(), element.getparent()
    if label is None or label.tag not in CAPTION_TAGS or label.find(".//a") is not None:
        return []
    words = words_of(label)
    is_bold = label.tag in _BOLD or (len(label) == 1 and label[0].tag in _BOLD and words == words_of(label[0]))
    is_pair = parent is not None and len(parent) == 2 and 0 < len(words.split()) <= _LONGEST_HINT
    return [label_text(label)] if is_bold or is_pair or words.endswith(tuple(COLONS)) else []


_DIVIDER = re.compile(r"[,;，；、|·•▪()\n]|\s[-–—]\s|[.!?]\s")
_LONGEST_HINT = 3
_BOLD = frozenset({"b", "strong", "label"})


def _last_words(text: str) -> list[str]:
    """Those before a value that may say what it is, the most first."""
    words = _DIVIDER.split(" ".join(text.split()) + " ")[-1].split()
    return [" ".join(words[-many:]) for many in range(min(_LONGEST_HINT, len(words)), 0, -1)]


def _first_words(text: str | None) -> list[str]:
    words = _DIVIDER.split(f" {' '.join((text or '').split())} ")[0].split()
    return words if len(words) == 1 else []


def _longest_common(choices: Sequence[Sequence[str]]) -> str:
    return usual(Counter(words for each in choices for words in each if has_words(words)), len(choices), MOST)


def _goes_on(step: Step, instances: Sequence[Instance]) -> bool:
    if step.tag != TEXT:
        return False
    further = sum(sum(1 for _ in children_of(each.element)) > int(step.mark[1:]) for each in instances)
    return further >= MOSTLY * len(instances)


def _sign_before(step: Step, instances: Sequence[Instance]) -> str:
    """What the sign before a text is called, where it is the same nearly everywhere: a telephone, a clock."""
    if step.tag != TEXT or step.mark == "#0":
        return ""
    found: Counter[str] = Counter()
    for instance in instances:
        before = next(islice(children_of(instance.element), int(step.mark[1:]) - 1, None), None)
        if before is not None and not says_something(before):
            found[before.get("title") or before.get("aria-label") or before.get("alt") or ""] += 1
    return usual(found, len(instances), MOST)
