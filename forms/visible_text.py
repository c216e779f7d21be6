"""Text as a person sees it in one element, short: what scripts, styles and the options of lists hold is not read.

For the text of a whole page see `patterns.pages.documents`.
"""

from collections.abc import Iterator

from lxml import etree

LONGEST = 300
"""No label, button or heading is longer; what is, is a paragraph."""

UNSEEN = frozenset({"script", "style", "noscript", "template", "option", "optgroup", "datalist", "textarea", "select"})

_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "img", "kbd", "label", "mark", "nobr"}
    | {"q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr"}
)


def collapsed(text: str) -> str:
    return " ".join(text.split())


def text_of(element: etree._Element) -> str:
    """The words inside `element`, pictures by their description."""
    return collapsed("".join(pieces(element)))[:LONGEST]


def pieces(element: etree._Element) -> Iterator[str]:
    """The text inside `element`, piece by piece, up to a bound; a block begins with a space."""
    length = 0
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in walk:
        if event == "end":
            piece = (node.tail or "") if node is not element else ""
        elif node is not element and (node.tag in UNSEEN or is_hidden(node)):
            walk.skip_subtree()
            continue
        else:
            piece = _opening(node)
        yield piece
        length += len(piece)
        if length > 4 * LONGEST:
            return


def is_hidden(element: etree._Element) -> bool:
    """Whether its own attributes keep it from sight; style sheets are not read."""
    if element.get("hidden") is not None or element.get("aria-hidden", "").lower() == "true":
        return True
    style = element.get("style")
    return style is not None and "display:none" in style.lower().replace(" ", "")


def _opening(element: etree._Element) -> str:
    before = "" if element.tag in _INLINE else " "
    shown = element.get("alt", "") if element.tag == "img" else element.text or ""
    return before + shown
