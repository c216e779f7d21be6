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

_IN_LINES = INLINE | {"br", "img", "input", "svg", "script", "button"}
_LABELS = frozenset({"b", "strong", "em", "i", "span", "label", "font", "small", "dfn", "u"})
_WORDS_BEFORE_COLON = re.compile(rf"\s*+(?P<label>[^\W\d_][^:：.!?;<>]{{,{LONGEST_LABEL}}}?)\s*+[:：](?!//)\s*")


_FIELD = re.compile(r"^([A-Za-z][\w-]{0,30}):[ \t]*(.*(?:\n[ \t]+\S.*)*)$", re.MULTILINE)
_HEADER = re.compile(r"\s*(?:[A-Za-z][\w-]{0,30}:[^\n]*\n(?:[ \t]+\S[^\n]*\n)*){2,}\s*?\n")


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
        return _HEADER.match(element.text or "") is not None
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
            yield from _filled(line)
            line = _begun(child.tail) if is_break else Line(etree.Element(LINE), _label(child), declared=True)
            if not is_break:
                line.add(child.tail)
        elif isinstance(child.tag, str) and not line.has_words and child.tag in _LABELS and has_words(child.tail):
            line = Line(etree.Element(LINE), _label(child))
            line.add(child.tail)
        else:
            if isinstance(child.tag, str):
                part = deepcopy(child)
                part.tail = None
                line.value.append(part)
            line.add(child.tail)
    yield from _filled(line)


def _with_header(element: etree._Element) -> Iterator[Line]:
    body = deepcopy(element)
    found = _HEADER.match(element.text or "")
    if found is not None:
        for label, words in _FIELD.findall(found[0]):
            value = etree.Element(LINE)
            value.text = " ".join(words.split())
            yield Line(value, label, declared=True)
        body.text = (element.text or "")[found.end() :]
    body.tail = None
    yield Line(body)


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
