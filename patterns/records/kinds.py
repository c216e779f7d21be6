"""What stands at a place, by all its elements at once: one text, a list of short texts, or places of their own."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import Enum

from recorder.patterns.pages.documents import INLINE
from recorder.patterns.records.steps import heading_of
from recorder.patterns.records.template_words import MOSTLY, OFTEN, Instance, children_of
from recorder.patterns.records.words import has_words, inner_text, own_texts, words_of

_ONE_TEXT = frozenset({"pre", "code", "math", "textarea", "samp", "kbd"})
_PHRASE = frozenset(
    {"a", "h1", "h2", "h3", "h4", "h5", "h6", "b", "em", "strong", "span", "label", "th", "dt", "cite", "i"}
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MOST_PIECES = 12
_BRACKETS = "()[]{} "
"""Around a part of one text, `Map<Key, Value>`, rather than between two."""


_WHOLE_PRICE = re.compile(r"\s*[^\w\s]\s?\d[\d,. ]*")
_CENTS = re.compile(r"\s*\d\d\s*")


class PlaceKind(Enum):
    PARTS = "places below it"
    TEXT = "one text"
    ITEMS = "short texts, divided by punctuation, or nested in each other"


def kind_at(instances: Sequence[Instance]) -> PlaceKind:
    tag = str(instances[0].element.tag)
    if _is_a_tree(instances):
        return PlaceKind.ITEMS
    if all(next(iter(children_of(instance.element)), None) is None for instance in instances):
        return PlaceKind.TEXT
    if tag in _HEADINGS and not _has_blocks(instances):
        return PlaceKind.PARTS if _is_a_link(instances) or _has_a_note(instances) else PlaceKind.TEXT
    if tag in _ONE_TEXT:
        return PlaceKind.ITEMS if _is_divided(instances) else PlaceKind.TEXT
    steady = _is_steady(instances)
    if _has_text_of_its_own(instances):
        if _is_one_word(instances):
            return PlaceKind.TEXT
        if _has_template_text(instances, steady) or (steady and not _has_blocks(instances)):
            return PlaceKind.PARTS
        return PlaceKind.ITEMS if _is_divided(instances) else PlaceKind.TEXT
    if not steady and tag in _PHRASE and not _has_blocks(instances) and not _are_of_different_kinds(instances):
        return PlaceKind.TEXT
    return PlaceKind.PARTS


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


def _has_a_note(instances: Sequence[Instance]) -> bool:
    """Whether these end with a remark that goes beside a name, in small letters."""
    noted = sum(len(each.element) == 1 and each.element[0].tag == "small" for each in instances)
    with_words = sum(has_words(each.element.text) for each in instances)
    return min(noted, with_words) >= MOSTLY * len(instances)


def _is_one_word(instances: Sequence[Instance]) -> bool:
    """Whether inline markup cuts through words: `£12<sup>99</sup>`."""
    cut = 0
    for instance in instances:
        before = (instance.element.text or "").rstrip("\n")
        first = next(iter(children_of(instance.element)), None)
        after = "" if first is None else inner_text(first)
        cut += bool(len(instance.element) == 1 and before[-1:].isalnum() and after[:1].isalnum())
    return cut >= 0.9 * len(instances)


def has_cents(instances: Sequence[Instance]) -> bool:
    prices = (
        len(each.element) == 1
        and _WHOLE_PRICE.fullmatch(each.element.text or "")
        and _CENTS.fullmatch(inner_text(each.element[0]))
        for each in instances
    )
    return sum(map(bool, prices)) >= 0.9 * len(instances)


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


def has_pieces(instances: Sequence[Instance]) -> bool:
    return _has_text_of_its_own(instances) and not _has_template_text(instances, _is_steady(instances))


def is_full_of_links(instances: Sequence[Instance]) -> bool:
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
        texts = own_texts(instance.element)
        enclosing = _BRACKETS + ("<>" if any("<" in text for text in texts) else "")
        for text in texts:
            marks += bool(text.strip(enclosing)) and not has_words(text)
            words += sum(map(has_words, text.split()))
    return children >= 2 * len(instances) * MOSTLY and marks >= 2 * words and marks >= MOSTLY * len(instances)


def opening_of(instances: Sequence[Instance]) -> str:
    """The heading that nearly all of these begin with."""
    found = Counter(
        each.text for each in map(heading_of, (one.element for one in instances)) if each and not each.alone
    )
    words, count = found.most_common(1)[0] if found else ("", 0)
    return words if len(instances) > 1 and count >= 0.9 * len(instances) else ""
