"""Lines of one text, each with a label of its own: "Phone: …<br>E-mail: …", or words in bold with a value after each.

Every line becomes an element of its own, without its label, so that links and the like in it are found as elsewhere.
Which labels are the template's is for `patterns.records.vocabularies`.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

from lxml import etree

from recorder.patterns.pages.documents import INLINE
from recorder.patterns.records.words import has_words, words_of

LINE = "line"
COLONS = ":："
LONGEST_LABEL = 60

_DIVIDERS = " ,;|/·•▪–—-\u00a0\n\t"

_FEWEST = 2
"""Lines with labels that make a header."""

_IN_LINES = INLINE | {"br", "img", "input", "svg", "script", "button"}
_LABELS = frozenset({"b", "strong", "em", "i", "span", "label", "font", "small", "dfn", "u"})
_WORDS_BEFORE_COLON = re.compile(rf"\s*+(?P<label>[^\W\d_][^:：.!?;<>]{{,{LONGEST_LABEL}}}?)\s*+[:：](?!//)\s*")


_FIELD = re.compile(r"(?P<label>[A-Za-z][\w-]{0,30}):(?!//)[ \t]*(?P<value>.*)")
"""A line of a header in plain text, as mails have."""


@dataclass
class Line:
    """`value` holds what comes after the label. `declared`: the markup itself says that it is one."""

    value: etree._Element
    label: str = ""
    declared: bool = False

    def add(self, text: str | None) -> None:
        """Where nothing but a label came so far, a colon before the text belongs to that."""
        if not text:
            return
        if not len(self.value) and not self.value.text:
            text = text.lstrip(f"{COLONS} \n\t") if self.label else text
            self.value.text = text
        elif len(self.value):
            self.value[-1].tail = (self.value[-1].tail or "") + text
        else:
            self.value.text = f"{self.value.text}{text}"

    def fill(self, *parts: str | etree._Element) -> None:
        for part in parts:
            if isinstance(part, str):
                self.add(part)
            else:
                self.value.append(part)

    def end_before_another(self) -> None:
        """Without what stands between it and the next label."""
        if not len(self.value):
            self.value.text = (self.value.text or "").rstrip(_DIVIDERS)
        else:
            self.value[-1].tail = (self.value[-1].tail or "").rstrip(_DIVIDERS)

    @property
    def has_words(self) -> bool:
        return bool(self.label) or has_words(words_of(self.value))

    def whole(self) -> etree._Element:
        """With the label back in its place, for where it turns out to be none."""
        if self.label:
            self.value.text = f"{self.label}: {self.value.text or ''}"
        return self.value


def may_have_lines(element: etree._Element) -> bool:
    """Whether it is a text with breaks in it, with several labels, or with a header above it, as a mail has."""
    if element.tag == "pre":
        return _FIELD.match((element.text or "").lstrip()) is not None and sum(1 for _ in lines_of(element)) > _FEWEST
    children = [child for child in element if isinstance(child.tag, str)]
    if any(child.tag not in _IN_LINES for child in children):
        return False
    breaks = sum(child.tag == "br" for child in children)
    return breaks > 0 or sum(map(_is_declared, children)) > 1


def lines_of(element: etree._Element) -> Iterator[Line]:
    """The lines that have words. Of a text with a header, those of the header, and the rest as it is."""
    if element.tag == "pre":
        yield from _with_header(element)
        return
    line = _begun(element.text)
    for child in element:
        is_break = child.tag == "br"
        if is_break or _is_declared(child):
            if not is_break:
                line.end_before_another()
            yield from _filled(line)
            line = _begun(child.tail) if is_break else Line(etree.Element(LINE), _label(child), declared=True)
            if not is_break:
                line.add(child.tail)
        elif isinstance(child.tag, str) and not line.has_words and child.tag in _LABELS and has_words(child.tail):
            line = Line(etree.Element(LINE), _label(child))
            line.add(child.tail)
        else:
            if isinstance(child.tag, str):
                line.value.append(_alone(child))
            line.add(child.tail)
    yield from _filled(line)


def _with_header(element: etree._Element) -> Iterator[Line]:
    """The rows at the top with a label each, if there are several; then the rest, as one."""
    rows = _rows(element)
    header: list[Line] = []
    used = 0
    for text, others in rows:
        found = _FIELD.fullmatch(text)
        if found:
            header.append(Line(etree.Element(LINE), found["label"], declared=True))
        elif not header or not text[:1].isspace() or not (text.strip() or others):
            break
        header[-1].fill(found["value"] if found else f" {text.strip()}", *others)
        used += 1
    if len(header) < _FEWEST:
        yield Line(_alone(element))
        return
    rest = Line(_alone(element))
    rest.value[:], rest.value.text = [], ""
    for text, others in rows[used:]:
        rest.fill(text, *others, "\n")
    yield from header
    yield rest


def _rows(element: etree._Element) -> list[tuple[str, list[str | etree._Element]]]:
    """Of a preformatted text: what each begins with, which may be nothing, and what else it has."""
    rows: list[tuple[str, list[str | etree._Element]]] = [
        (row, []) for row in (element.text or "").lstrip().split("\n")
    ]
    for child in element:
        first, *others = (child.tail or "").split("\n")
        rows[-1][1].extend([_alone(child), first] if isinstance(child.tag, str) else [first])
        rows += [(row, []) for row in others]
    return rows


def _alone(element: etree._Element) -> etree._Element:
    """A copy without what follows it."""
    copy = deepcopy(element)
    copy.tail = None
    return copy


def _filled(line: Line) -> Iterator[Line]:
    if line.has_words:
        yield line


def _begun(text: str | None) -> Line:
    """A line that begins with these words, which may begin with a label."""
    line = Line(etree.Element(LINE))
    found = _WORDS_BEFORE_COLON.match(text or "")
    if found and len(found["label"]) <= LONGEST_LABEL:
        line.label, text = " ".join(found["label"].split()), (text or "")[found.end() :]
        line.declared = True
    line.add(text)
    return line


def _is_declared(element: etree._Element) -> bool:
    """Whether these are words of a label, with a colon at their end or right after them."""
    if element.tag not in _LABELS:
        return False
    words = words_of(element)
    has_colon = words.endswith(tuple(COLONS)) or (element.tail or "").lstrip().startswith(tuple(COLONS))
    return has_colon and 0 < len(words) <= LONGEST_LABEL and has_words(words)


def _label(element: etree._Element) -> str:
    words = words_of(element).rstrip(f" {COLONS}").strip()
    return words if len(words) <= LONGEST_LABEL else ""
