"""Which control belongs to which form: as a browser decides it, by the order of tags in the page and not by its tree.

A form opened between two table rows owns what follows up to its end tag, wherever a parser puts the pieces; a form
opened inside another one does not exist. The tree has forgotten where end tags stood, so they are read from the source
and matched, tag by tag, with the elements of the tree. Where the two do not agree the tree is believed.
"""

import re
from collections.abc import Iterator

from lxml import etree

from recorder.patterns.pages.documents import Document

TAGS = ("form", "input", "select", "textarea", "button")

_UNSEEN = ("template", "noscript")
_TAGS = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<raw>script|style|title|xmp|iframe|noembed|noframes)\b.*?(?:</(?P=raw)|\Z)"
    r"|<(?P<area>textarea)\b.*?(?:</textarea|\Z)"
    r"|<(?P<tag>/?form|input|select|button)\b",
    re.IGNORECASE | re.DOTALL,
)


class Ownership:
    """The forms and the controls of one page, in document order, and whose each control is."""

    def __init__(self, document: Document) -> None:
        elements = list(document.root.iter(*TAGS))
        tags = list(_source_tags(document)) if any(each.tag == "form" for each in elements) else []
        agreed = [tag for tag in tags if tag != "/form"] == [str(each.tag) for each in elements]
        owners = _by_source(elements, tags) if agreed else _by_tree(elements)
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
        self._owners[control] = next(control.iterancestors("form"), None)


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


def _by_tree(elements: list[etree._Element]) -> Owners:
    return {each: each if each.tag == "form" else next(each.iterancestors("form"), None) for each in elements}


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
    """What stands there is not part of the page while scripts run."""
    return next(element.iterancestors(*_UNSEEN), None) is not None
