"""What a person reads above a form, and what its authors called the places it stands in."""

from lxml import etree

from recorder.forms.adjacent_labels import CONTROLS
from recorder.forms.visible_text import LONGEST, collapsed, is_hidden, text_of

HIGHEST = 3
"""How many elements up still speak of the form: farther up they speak of the page."""

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "summary")
_NAMES = ("id", "class", "name", "role", "aria-label", "title", "onsubmit", "data-action")
_TITLE = 80


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
        if around.tag in ("body", "html", "table", "tbody", "tr") or len(found) > HIGHEST:
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
    return text if 0 < len(text) <= _TITLE else ""
