"""Text beside a control, where labels stand: the line before it, the line behind a tick, the cells around it.

It stops at the next control, whose label the text beyond may be, and at the edge of the form.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree

from recorder.forms.tables import cell_above, cell_of, cells_to_the_left, next_cell
from recorder.forms.visible_text import collapsed, is_hidden, text_of
from recorder.forms.wording import LONGEST, trimmed

CONTROLS = ("input", "select", "textarea", "button")

_BREAKS = frozenset(
    {"br", "hr", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th", "table", "tbody", "thead", "section"}
    | {"article", "header", "footer", "nav", "aside", "form", "fieldset", "legend", "h1", "h2", "h3", "h4", "h5", "h6"}
)


def text_in_table(control: etree._Element) -> str:
    """The cell to the left; the cell of a row without controls above, where the one to the left has a control."""
    cell = cell_of(control)
    if cell is None or _has_control_before(control, cell):
        return ""
    for left in cells_to_the_left(cell):
        if has_control(left):
            break
        if text := _cell_text(left):
            return text
    above = cell_above(cell)
    return "" if above is None or has_control(above) else _cell_text(above)


class _Piece(NamedTuple):
    """Something that stands before a control."""

    text: str = ""
    breaks: bool = False
    """Whether a line ends here."""
    labels: bool = False
    """Whether it is the kind of element that labels are."""
    controls: bool = False
    """Whether another control is in the way."""


def text_before(element: etree._Element, within: etree._Element | None = None) -> tuple[str, bool]:
    """The last line of text before `element`, and whether it stands as labels do."""
    found: list[_Piece] = []
    at = element
    while at.tag not in ("form", "body", "html", "search") and at is not within:
        for piece in _backwards(at):
            if piece.text.strip():
                found.append(piece)
            if piece.controls or (piece.breaks and found):
                return _line(found)
        parent = at.getparent()
        if parent is None or (found and parent.tag in _BREAKS):
            break
        at = parent
    return _line(found)


def _backwards(at: etree._Element) -> Iterator[_Piece]:
    """What stands before `at` inside its parent, nearest first."""
    for before in at.itersiblings(preceding=True):
        yield _Piece(before.tail or "")
        if before.tag in ("script", "style", "noscript", "template", "option", "optgroup") or is_hidden(before):
            continue
        if _holds_control(before):
            yield _Piece(controls=True)
            return
        breaks = before.tag in _BREAKS
        yield _Piece(breaks=breaks)
        text = "" if before.tag == "a" else text_of(before)
        yield _Piece(text, breaks, before.tag in ("label", "dt", "th", "legend"))
    parent = at.getparent()
    if parent is not None:
        yield _Piece(parent.text or "")


def _holds_control(element: etree._Element) -> bool:
    if element.tag in CONTROLS:
        return not is_silent(element)
    return has_control(element) or (element.tag == "label" and bool(element.get("for")))


def _line(found: list[_Piece]) -> tuple[str, bool]:
    text = collapsed(" ".join(piece.text for piece in reversed(found)))
    if len(text) > LONGEST:
        text = re.split(r"(?<=[.!?])\s+", text)[-1]
    strong = text.endswith((":", "：")) or any(piece.labels for piece in found)
    return (text if len(text) <= LONGEST else ""), strong


def follows_a_tick(control: etree._Element) -> bool:
    """Whether the text before it is that of another tick."""
    before = next(control.itersiblings("input", preceding=True), None)
    return before is not None and before.get("type", "").strip().lower() in ("radio", "checkbox")


def text_after(control: etree._Element) -> str:
    """The line behind a tick, up to the next control; else the cell to its right."""
    text = collapsed(" ".join(_forwards(control)))
    cell = next_cell(control)
    if not text and cell is not None and not has_control(cell):
        text = _cell_text(cell)
    return text if len(text) <= LONGEST else ""


def _forwards(control: etree._Element) -> list[str]:
    """Behind the control, else behind the elements just around it: `<span><input></span> text`."""
    at = control
    found: list[str] = []
    for _ in range(3):
        found.append(at.tail or "")
        for after in at.itersiblings():
            if after.tag in _BREAKS or _holds_control(after):
                break
            found += [text_of(after) if after.tag not in ("script", "style") else "", after.tail or ""]
        parent = at.getparent()
        if "".join(found).strip() or parent is None or parent.tag in _BREAKS:
            break
        at = parent
    return found


def has_control(element: etree._Element) -> bool:
    return any(not is_silent(each) for each in element.iter(*CONTROLS))


def is_silent(control: etree._Element) -> bool:
    """Whether it takes no label from anybody: nobody sees it, or it says itself what it is."""
    return control.tag == "input" and control.get("type", "").strip().lower() == "hidden"


def _has_control_before(control: etree._Element, cell: etree._Element) -> bool:
    first = next((each for each in cell.iter(*CONTROLS) if not is_silent(each)), control)
    return first is not control or bool(trimmed(text_before(control, within=cell)[0]))


def _cell_text(cell: etree._Element) -> str:
    text = text_of(cell)
    return text if len(text) <= LONGEST else ""
