"""How elements are found: by an XPath expression in the tree read here, and by a selector in a browser.

A selector names one element of the page, and no other. An id, or the name a control is sent under, survives scripts
that rebuild the page around it. A path through the tree does not, and the tree of a browser is not the one read here:
it adds `tbody`, and moves misplaced elements out of tables. The last resort is a count in document order, in
Playwright's words: `input[name="q"] >> nth=1`. The rest is plain CSS.
"""

import re
from collections import Counter
from collections.abc import Iterable

from lxml import etree

LONGEST = 300
"""Most characters of an attribute in a selector: a value with half a page in it identifies nothing."""

MOST_ALIKE = 50
"""Most elements with one selector among which the element around each is looked for; among more, they are counted."""

CONTROLS = ("input", "select", "textarea", "button")
"""The elements that HTML makes forms of; what else acts as a control is told by its role."""

_MOVED = ("form", "table", "tbody", "thead", "tr")
"""Elements out of which a browser moves what is misplaced in them."""

_SAFE_ID = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_ESCAPED = re.compile(r'["\\]|[\x00-\x1f\x7f]')


def elements(root: etree._Element, path: str, name: str = "") -> list[etree._Element]:
    """What `path` finds; `$name` in it stands for `name`, which therefore needs no quoting."""
    found = root.xpath(path, name=name)
    return [each for each in found if isinstance(each, etree._Element)] if isinstance(found, list) else []


class Locators:
    """Names for the elements of one page; `named` are those among which each must be the only one."""

    def __init__(self, root: etree._Element, named: Iterable[etree._Element]) -> None:
        self._ids = Counter(each.get("id", "") for each in elements(root, "//*[@id]"))
        self._places: dict[str, dict[etree._Element, int]] = {}
        for element in named:
            for selector in _selectors(element):
                places = self._places.setdefault(selector, {})
                places.setdefault(element, len(places))

    def of(self, element: etree._Element) -> str:
        """A selector that finds `element` alone."""
        if by_id := self.by_id(element):
            return by_id
        selectors = _selectors(element)
        alone = next((each for each in selectors if len(self._places.get(each, ())) == 1), "")
        at = self._places.get(selectors[0], {}).get(element, 0)
        return alone or self._within(element, selectors[0]) or f"{selectors[0]} >> nth={at}"

    def _within(self, element: etree._Element, selector: str) -> str:
        """The only one of its kind in the nearest element with an id."""
        alike = self._places.get(selector, {})
        if len(alike) > MOST_ALIKE:
            return ""
        around = next((each for each in element.iterancestors() if self.by_id(each)), None)
        if around is None or around.tag in _MOVED:
            return ""
        if any(each is not element and around in each.iterancestors() for each in alike):
            return ""
        return f"{self.by_id(around)} {selector}"

    def by_id(self, element: etree._Element) -> str:
        """Its id as a selector; nothing if it has none, or shares it."""
        name = element.get("id", "")
        if not name or len(name) > LONGEST or self._ids[name] != 1:
            return ""
        return f"#{name}" if _SAFE_ID.fullmatch(name) else f"[id={_quoted(name)}]"


def _selectors(element: etree._Element) -> tuple[str, ...]:
    """The ones to try: by what it is and its name, by its value too, at last by what it is alone."""
    widest = _kind_of_element(element)
    found = [widest]
    for attribute in ("action", "name", "value") if element.tag == "form" else ("name", "value"):
        value = element.get(attribute)
        if value is not None and len(value) > LONGEST:
            break
        # `input[value=""]` alone would also find an empty box that has a name.
        found.append(found[-1] + (f":not([{attribute}])" if value is None else f"[{attribute}={_quoted(value)}]"))
    named = found[1:]
    return (*(reversed(named) if _differs_by_value(element) else named), widest)


def _kind_of_element(element: etree._Element) -> str:
    tag = str(element.tag)
    if tag == "form" or tag in CONTROLS:
        return tag
    mark = next((name for name in ("role", "contenteditable") if name in element.attrib), "")
    if mark:
        return f"{tag}[{mark}={_quoted(element.get(mark, ''))}]"
    return (
        f"{tag}[onclick]"
        if "onclick" in element.attrib
        else f"{tag}:not([onclick])[href={_quoted(element.get('href', ''))}]"
    )


def _differs_by_value(element: etree._Element) -> bool:
    return element.get("type", "").lower() in ("radio", "checkbox", "submit", "image", "button")


def _quoted(text: str) -> str:
    return '"' + _ESCAPED.sub(lambda found: f"\\{ord(found[0]):x} ", text) + '"'
