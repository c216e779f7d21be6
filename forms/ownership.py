"""Which controls make up a form.

Inside form elements a browser decides by the order of tags in the page, and not by its tree: a form opened between two
table rows owns what follows up to its end tag, wherever a parser puts the pieces; a form opened inside another one does
not exist. The tree has forgotten where end tags were, so they are read from the source and matched, tag by tag, with
the elements of the tree. Where the two do not agree the tree is believed (`Ownership`).

Outside all forms, scripts make forms of boxes: an input, and the button next to it (`boxes`). A form around a whole
page, as ASP.NET makes them, is made of such boxes, and the button that is pressed tells the server which is meant
(`parts`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from recorder.forms.controls import is_button, kind_of
from recorder.forms.locators import CONTROLS
from recorder.patterns.pages.documents import Document

_UNSEEN = ("template", "noscript")
_TAGS = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<raw>script|style|title|xmp|iframe|noembed|noframes)\b.*?(?:</(?P=raw)|\Z)"
    r"|<(?P<area>textarea)\b.*?(?:</textarea|\Z)"
    r"|<(?P<tag>/?form|input|select|button)\b",
    re.IGNORECASE | re.DOTALL,
)

HIGHEST = 4
"""Most elements up from a control to the one that holds its button, too."""

_UNASKING = frozenset({"hidden", "reset"})
_LANDMARKS = frozenset({"search", "form"})
_STATE = "__VIEWSTATE"


class Ownership:
    """The forms and the controls of one page, in document order, and the form that owns each control."""

    def __init__(self, document: Document) -> None:
        elements = list(document.root.iter("form", *CONTROLS))
        tags = list(_source_tags(document)) if any(each.tag == "form" for each in elements) else []
        agreed = [tag for tag in tags if tag != "/form"] == [str(each.tag) for each in elements]
        owners = _by_source(elements, tags) if agreed else {each: _form_around(each) for each in elements}
        seen = [each for each in elements if not _is_unseen(each)]
        self.forms = [each for each in seen if each.tag == "form" and owners.get(each) is each]
        self.controls = [each for each in seen if each.tag != "form"]
        named = {name: form for form in reversed(self.forms) if (name := form.get("id"))}
        for control in self.controls:
            if (name := control.get("form")) is not None:
                owners[control] = named.get(name)
        self._owners = owners

    def of(self, control: etree._Element) -> etree._Element | None:
        """The form it belongs to; none for a control outside all forms."""
        return self._owners.get(control)

    def own(self, control: etree._Element) -> None:
        """Let what is no control of HTML's, but acts as one, belong to the form around it."""
        self._owners[control] = _form_around(control)


Owners = dict[etree._Element, etree._Element | None]


def _by_source(elements: list[etree._Element], tags: list[str]) -> Owners:
    owners: Owners = {}
    left = iter(elements)
    current: etree._Element | None = None
    for tag in tags:
        if tag == "/form":
            current = None
            continue
        element = next(left)
        if tag == "form" and current is None:
            current = element
        owners[element] = current
    return owners


def _form_around(element: etree._Element) -> etree._Element | None:
    return element if element.tag == "form" else next(element.iterancestors("form"), None)


def _source_tags(document: Document) -> Iterator[str]:
    for found in _TAGS.finditer(_source(document)):
        if tag := found["tag"] or found["area"]:
            yield tag.lower()


def _source(document: Document) -> str:
    try:
        return document.body.decode(document.encoding, "replace")
    except LookupError:  # an encoding by a name that Python does not know
        return document.body.decode("latin-1")


def _is_unseen(element: etree._Element) -> bool:
    """Whether it is no part of the page while scripts run."""
    return next(element.iterancestors(*_UNSEEN), None) is not None


@dataclass(frozen=True, slots=True)
class Box:
    """Controls that act as a form, and the element around them."""

    around: etree._Element
    controls: list[etree._Element]


def boxes(loose: list[etree._Element]) -> list[Box]:
    """The boxes of these controls, in the order of the first of each. A button with nothing to fill in is none."""
    holders = _holders(loose)
    found: dict[etree._Element, list[etree._Element]] = {}
    for control in loose:
        holder = _box_around(control, holders)
        if holder is not None:
            found.setdefault(holder, []).append(control)
    return [Box(around, controls) for around, controls in found.items() if any(_asks(each) for each in controls)]


def _holders(loose: list[etree._Element]) -> dict[etree._Element, tuple[bool, bool]]:
    """For each element just above loose controls: whether it holds a question, and whether it holds a button."""
    holders: dict[etree._Element, tuple[bool, bool]] = {}
    for control in loose:
        asks, pushes = _asks(control), is_button(control)
        for around in _near(control):
            asked, pushed = holders.get(around, (False, False))
            holders[around] = (asked or asks, pushed or pushes)
    return holders


def _box_around(control: etree._Element, holders: dict[etree._Element, tuple[bool, bool]]) -> etree._Element | None:
    """The smallest element around it with a question and a button; for a search box also without a button."""
    near = _near(control)
    roles = ((each, "search" if each.tag == "search" else each.get("role", "").lower()) for each in near)
    landmark = next((each for each, role in roles if role in _LANDMARKS), None)
    if landmark is not None:
        return landmark
    whole = next((each for each in near if holders[each] == (True, True)), None)
    if whole is not None or not _asks(control):
        return whole
    return control.getparent() if kind_of(control) in ("search", "text") else None


def _near(control: etree._Element) -> list[etree._Element]:
    found: list[etree._Element] = []
    for around in control.iterancestors():
        if around.tag in ("body", "html") or len(found) == HIGHEST:
            break
        found.append(around)
    return found or [each for each in (control.getparent(),) if each is not None]


def _asks(control: etree._Element) -> bool:
    return not is_button(control) and kind_of(control) not in _UNASKING


def parts(controls: Sequence[etree._Element]) -> list[Box]:
    """The boxes with a button of a form around a whole page; none of a form that is one box, or of another kind."""
    if not any(each.get("name", "").startswith(_STATE) for each in controls):
        return []
    seen = [each for each in controls if kind_of(each) not in ("hidden", "reset")]
    found = [box for box in boxes(seen) if any(map(is_button, box.controls))]
    return [box for box in found if len(box.controls) < len(seen)]
