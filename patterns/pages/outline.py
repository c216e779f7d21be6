"""An outline of a page for a person to look at: its headings with their depth, and the lists, tables and forms between
them. Nothing is decided by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from recorder.patterns.pages.documents import Document

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_MATTER = {"table": "a table", "ul": "a list", "ol": "a numbered list", "dl": "a list of terms", "form": "a form"}
_UNSEEN = frozenset({"head", "script", "style", "noscript", "template", "nav"})
_SHOWN = 60
"""Most lines of an outline."""
_LONGEST = 200
"""Most characters of a line."""


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """`level` is how deep it stands, from 1."""

    level: int
    text: str


def outline(document: Document) -> tuple[OutlineLine, ...]:
    """The first lines of the page's outline; a short one where it has neither headings nor lists."""
    found: list[OutlineLine] = []
    for line in _lines(document.root):
        if found and line == found[-1]:
            continue
        found.append(line)
        if len(found) == _SHOWN:
            break
    return tuple(found)


def _lines(root: etree._Element) -> Iterator[OutlineLine]:
    level = 0
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        tag = element.tag
        if tag in _UNSEEN:
            walk.skip_subtree()
        elif tag in _HEADINGS:
            level = _HEADINGS[tag]
            text = " ".join("".join(str(part) for part in element.itertext()).split())
            if text:
                yield OutlineLine(level, text[:_LONGEST])
        elif tag in _MATTER:
            yield OutlineLine(level + 1, f"{_MATTER[tag]}, {_entries(element)}")
            walk.skip_subtree()


def _entries(element: etree._Element) -> str:
    tags = ("input", "select", "textarea") if element.tag == "form" else ("tr", "li", "dt")
    count = sum(1 for _ in element.iter(*tags))
    one, more = ("field", "fields") if element.tag == "form" else ("entry", "entries")
    return f"{count} {one if count == 1 else more}"
