"""A value that a person points at: where it stands on one page, told in ways that find the same on other pages.

A way is an XPath expression: by what the markup calls the element, by the label beside it, by its place. Ways that say
the same on all pages are one place. Of a text that says more than the value, the words around it that are the same on
most pages tell where it begins and ends.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from lxml import etree

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.attributes import ADDRESSES
from recorder.patterns.records.naming import as_name
from recorder.patterns.records.values import ValueFormat
from recorder.patterns.records.words import words_of

_MOSTLY = 0.8
"""Least share of the pages, for words that are the template's, and for a way beside a better one."""
_LONGEST_LABEL = 60
_DEEPEST = 3
"""Most levels up to something that has a name."""
_CALLED = re.compile(r'"([^"]*)"')
"""In a way: what the markup, or a label, calls something."""


@dataclass(frozen=True)
class Pointer:
    """`ways`: the best first; each leads to the element or, with `attribute`, to what that says. `before`, `after`: the
    words around the value in the text."""

    ways: tuple[str, ...]
    attribute: str = ""
    before: str = ""
    after: str = ""
    format: ValueFormat | None = None

    def of(self, document: Document) -> str:
        """What stands there, by the first way that leads anywhere; nothing, if none does."""
        return next(filter(None, (self._by(way, document) for way in self.ways)), "")

    def is_called(self, name: str) -> bool:
        """Whether the page itself calls the place so."""
        return any(as_name(name) == as_name(called) for way in self.ways for called in _CALLED.findall(way))

    @property
    def is_named(self) -> bool:
        """Whether the markup, or a label, says what stands there; else it is known by its place alone."""
        return any(way.startswith("//") for way in self.ways)

    def _by(self, way: str, document: Document) -> str:
        text = next((found for each in _found(way, document) if (found := _said(each, self.attribute, document))), "")
        start = text.find(self.before)
        if start < 0:
            return ""
        text = text[start + len(self.before) :]
        end = text.find(self.after) if self.after else len(text)
        return text[:end].strip() if end >= 0 else ""


def pointers_to(examples: Sequence[tuple[Document, str]], others: Sequence[Document], name: str = "") -> list[Pointer]:
    """The places where the values of all examples stand; several, if these do not tell which is meant. The only one
    that its page calls by the `name` is meant, even where it says the same on all pages.
    """
    first, value = examples[0]
    singles = [_trimmed(each, others) for each in _pointers(first, " ".join(value.split()))]
    right = [each for each in singles if all(each.of(page) == " ".join(text.split()) for page, text in examples)]
    said = {each: tuple(each.of(page) for page in others) for each in right}
    ranked = sorted(said, key=lambda each: -sum(map(bool, said[each])))
    most = sum(map(bool, said[ranked[0]])) if ranked else 0
    places: list[tuple[Pointer, tuple[str, ...]]] = []
    for each in ranked:
        if sum(map(bool, said[each])) < _MOSTLY * most:
            continue
        same = next((n for n, (_, told) in enumerate(places) if _agree(told, said[each])), None)
        if same is None:
            places.append((each, said[each]))
        elif (each.attribute, each.before, each.after) == _around(places[same][0]):
            known, told = places[same]
            places[same] = replace(known, ways=(*known.ways, *each.ways)), told
    called = [pointer for pointer, told in places if name and pointer.is_called(name)]
    if len(called) == 1:
        return called
    telling = [pointer for pointer, told in places if len(set(filter(None, told))) > 1]
    return telling or [pointer for pointer, told in places if sum(map(bool, told)) > 1]


def _around(pointer: Pointer) -> tuple[str, str, str]:
    return pointer.attribute, pointer.before, pointer.after


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    return all(a == b for a, b in zip(one, other, strict=True) if a and b)


@lru_cache(maxsize=1024)
def _compiled(way: str) -> etree.XPath:
    return etree.XPath(way)


def _found(way: str, document: Document) -> Sequence[etree._Element]:
    found = _compiled(way)(document.root)
    return [each for each in found if isinstance(each, etree._Element)] if isinstance(found, list) else []


def _said(element: etree._Element, attribute: str, document: Document) -> str:
    if not attribute:
        return words_of(element)
    text = " ".join((element.get(attribute) or "").split())
    return (document.resolve(text) or text) if attribute in ADDRESSES and text else text


def _pointers(document: Document, value: str) -> Iterator[Pointer]:
    """One for each way to each element that says the value, be it among other words."""
    for element in document.root.iter():
        names = [name for name in element.attrib if value == _said(element, str(name), document)]
        yield from (Pointer((way,), str(name)) for name in names for way in _ways(element))
        text = words_of(element) if element.tag not in ("html", "body", "head") else ""
        if value in text and not any(value in words_of(child) for child in element):
            before, _, after = text.partition(value)
            yield from (Pointer((way,), "", before, after) for way in _ways(element))


def _trimmed(pointer: Pointer, others: Sequence[Document]) -> Pointer:
    """Only the words next to the value that stand there on most pages."""
    if not pointer.before and not pointer.after:
        return pointer
    texts = [words_of(found[0]) for page in others if (found := _found(pointer.ways[0], page))]
    before, after = pointer.before.split(" "), pointer.after.split(" ")
    return replace(
        pointer,
        before=_usual([" ".join(before[start:]) for start in range(len(before))], texts),
        after=_usual([" ".join(after[:end]) for end in range(len(after), 0, -1)], texts),
    )


def _usual(choices: Sequence[str], texts: Sequence[str]) -> str:
    usual = (each for each in choices if each.strip() and sum(each in text for text in texts) >= _MOSTLY * len(texts))
    return next(usual, "")


def _ways(element: etree._Element) -> Iterator[str]:
    """From what says most of what it is to its mere place."""
    yield from (f"//{own}" for own in _names(element))
    yield from _beside_labels(element)
    path = ""
    for _ in range(_DEEPEST):
        parent = element.getparent()
        if parent is None:
            return
        path, element = f"/{element.tag}[{_number(element)}]{path}", parent
        yield from (f"//{named}{path}" for named in _names(element))
        yield from (f"{beside}{path}" for beside in _beside_labels(element))
    yield element.getroottree().getpath(element) + path


def _names(element: etree._Element) -> Iterator[str]:
    for name in ("itemprop", "property", "name", "id"):
        if (said := element.get(name)) and '"' not in said and not any(map(str.isdigit, said)):
            yield f'{element.tag}[@{name}="{said}"]'
    for word in (element.get("class") or "").split():
        if '"' not in word:
            yield f'{element.tag}[contains(concat(" ", normalize-space(@class), " "), " {word} ")]'


def _beside_labels(element: etree._Element) -> Iterator[str]:
    before = element.getprevious()
    label = words_of(before) if before is not None and isinstance(before.tag, str) else ""
    if before is not None and 0 < len(label) <= _LONGEST_LABEL and '"' not in label:
        yield f'//{before.tag}[normalize-space(.)="{label}"]/following-sibling::*[1][self::{element.tag}]'


def _number(element: etree._Element) -> int:
    return 1 + sum(1 for _ in element.itersiblings(str(element.tag), preceding=True))
