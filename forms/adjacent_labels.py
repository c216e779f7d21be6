"""Text where labels are written: the line before a control, the line behind a tick, the cells around it in a table, and
the heading above a form.

A search for text ends at the next control, whose label the text beyond may be, and at the edge of the form.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lxml import etree

from recorder.forms.locators import CONTROLS
from recorder.forms.visible_text import LONGEST, LONGEST_LABEL, is_hidden, text_of, trimmed
from recorder.patterns.pages.documents import collapsed

_BREAKS = frozenset(
    {"br", "hr", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th", "table", "tbody", "thead", "section"}
    | {"article", "header", "footer", "nav", "aside", "form", "fieldset", "legend", "h1", "h2", "h3", "h4", "h5", "h6"}
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "summary")
_NAMES = ("id", "class", "name", "role", "aria-label", "title", "onsubmit", "data-action")
_MOST_COLUMNS = 50
"""Most columns of a form that is laid out in a table; a data table with a box in every row may have more."""

_HIGHEST = 3
"""Most elements up from a form that still speak of it: farther up they speak of the page."""

_LONGEST_TITLE = 80


def text_in_table(control: etree._Element) -> str:
    """The cell to the left; the cell of a row without controls above, where the one to the left has a control."""
    cell = _cell_of(control)
    if cell is None or _has_control_before(control, cell):
        return ""
    for left in _cells(cell.itersiblings(preceding=True)):
        if has_control(left):
            break
        if text := _cell_text(left):
            return text
    above = _cell_above(cell)
    return "" if above is None or has_control(above) else _cell_text(above)


class _Piece(NamedTuple):
    """Something that precedes a control."""

    text: str = ""
    breaks: bool = False
    """Whether a line ends here."""
    labels: bool = False
    """Whether it is the kind of element that labels are."""
    controls: bool = False
    """Whether another control is in the way."""


def text_before(element: etree._Element, within: etree._Element | None = None) -> tuple[str, bool]:
    """The last line of text before `element`, and whether it is written as labels are."""
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
    """What precedes `at` inside its parent, nearest first."""
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
    if len(text) > LONGEST_LABEL:
        text = re.split(r"(?<=[.!?])\s+", text)[-1]
    strong = text.endswith((":", "：")) or any(piece.labels for piece in found)
    return (text if len(text) <= LONGEST_LABEL else ""), strong


def follows_a_tick(control: etree._Element) -> bool:
    """Whether the text before it is that of another tick."""
    before = next(control.itersiblings("input", preceding=True), None)
    return before is not None and before.get("type", "").strip().lower() in ("radio", "checkbox")


def text_after(control: etree._Element) -> str:
    """The line behind a tick, up to the next control; else the cell to its right."""
    text = collapsed(" ".join(_forwards(control)))
    cell = _next_cell(control)
    if not text and cell is not None and not has_control(cell):
        text = _cell_text(cell)
    return text if len(text) <= LONGEST_LABEL else ""


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
    return text if len(text) <= LONGEST_LABEL else ""


def _cell_of(control: etree._Element) -> etree._Element | None:
    """The table cell around it, if nearer than its form."""
    for around in control.iterancestors():
        if around.tag in ("td", "th"):
            return around
        if around.tag in ("form", "table", "body"):
            return None
    return None


def _cells(elements: Iterable[etree._Element]) -> Iterator[etree._Element]:
    return (each for each in elements if each.tag in ("td", "th"))


def _next_cell(control: etree._Element) -> etree._Element | None:
    """The cell to the right of its own."""
    cell = _cell_of(control)
    return None if cell is None else next(_cells(cell.itersiblings()), None)


def _cell_above(cell: etree._Element) -> etree._Element | None:
    """The cell of the same column, one row up; none where the rows are not cut alike."""
    row = cell.getparent()
    above = None if row is None else _row_above(row)
    if row is None or above is None:
        return None
    columns, upper = list(_columns(row)), list(_columns(above))
    column = next((number for number, each in columns if each is cell), 0)
    if len(upper) < 2 and len(columns) > 1:
        return None
    return next((each for number, each in upper if number == column), None)


def _row_above(row: etree._Element) -> etree._Element | None:
    above = next((each for each in row.itersiblings(preceding=True) if each.tag == "tr"), None)
    section = row.getparent()
    if above is not None or section is None or section.tag != "tbody":
        return above
    head = next((each for each in section.itersiblings(preceding=True) if each.tag == "thead"), None)
    return None if head is None else next((each for each in reversed(head) if each.tag == "tr"), None)


def _columns(row: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    column = 0
    for cell in _cells(row):
        yield column, cell
        width = cell.get("colspan", "1")
        column += int(width) if width.isdecimal() and len(width) < 4 else 1
        if column > _MOST_COLUMNS:
            return


def words_of(element: etree._Element, controls: list[etree._Element]) -> tuple[str, ...]:
    """The names of the form, and of the elements around it as long as they hold no other form's controls."""
    found = []
    for around in _own_surroundings(element, controls):
        found += [value[:LONGEST] for name in _NAMES if (value := around.get(name))]
        if around.tag == "search":
            found.append("search")
    return tuple(found)


def heading_of(element: etree._Element, controls: list[etree._Element]) -> str:
    """The first heading in the form, else the nearest one above it in what is its own."""
    for heading in element.iter(*_HEADINGS):
        if text := text_of(heading):
            return text
    for around in _own_surroundings(element, controls):
        for before in around.itersiblings(preceding=True):
            if before.tag in _HEADINGS and (text := text_of(before)):
                return text
            if next(before.iter(*CONTROLS), None) is not None:
                return ""
            if text := _short_text(before):
                return text
            if collapsed(before.tail or "") or collapsed(text_of(before)):
                return ""
    return ""


def _own_surroundings(element: etree._Element, controls: list[etree._Element]) -> list[etree._Element]:
    """The element, and those just around it in which all controls are its own."""
    own = set(controls)
    found = [element]
    for around in element.iterancestors():
        if around.tag in ("body", "html", "table", "tbody", "tr") or len(found) > _HIGHEST:
            break
        if any(each not in own for each in around.iter(*CONTROLS)):
            break
        found.append(around)
    return found


def _short_text(element: etree._Element) -> str:
    """A line of its own above the form is its title, whatever it is made of."""
    if element.tag in ("script", "style", "ul", "ol", "table", "nav", "a", "img") or is_hidden(element):
        return ""
    if next(element.iter("a"), None) is not None:  # a way elsewhere
        return ""
    text = text_of(element)
    return text if 0 < len(text) <= _LONGEST_TITLE else ""
