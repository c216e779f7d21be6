"""Short text as a person sees it in one element, and as a label has it: without decoration.

What scripts, styles and the options of lists hold is not read. For the text of a whole page see
`patterns.pages.documents`.
"""

import re
from collections.abc import Iterator

from lxml import etree

from recorder.patterns.pages.documents import INLINE, collapsed

LONGEST = 300
"""Most characters that are read of one element: what is longer is no label, button or heading but a paragraph."""

LONGEST_LABEL = 100
"""Most characters of a label: more text beside a box is a paragraph about it, not its name."""

_TRAILING = " \t:*：＊…»›>|►▼·"
_LEADING = re.compile(r"^[\s:*•·|»›>\-–—]+")
_ASIDE = re.compile(
    r"\s*[(\[（]\s*(?:required|optional|mandatory|pflichtfeld|optionnel|obligatoire|obligatorio|opcional|\*)\s*[)\]）]\s*$",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PREFIX = re.compile(r"^(?:txt|ddl|cbo|cmb|chk|rdo|lst|tb|tbx|sel|inp)(?=[A-Z_])")

UNSEEN = frozenset({"script", "style", "noscript", "template", "option", "optgroup", "datalist", "textarea", "select"})


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
    before = "" if element.tag in INLINE or element.tag == "img" else " "
    shown = element.get("alt", "") if element.tag == "img" else element.text or ""
    return before + shown


def trimmed(text: str) -> str:
    """Without decoration: the colon behind it, the star that says "required", the bullet before."""
    text = _LEADING.sub("", collapsed(text))
    while (shorter := _ASIDE.sub("", text.rstrip(_TRAILING))) != text:
        text = shorter
    return text if any(letter.isalnum() for letter in text) else ""


def readable(name: str) -> str:
    """`ctl00$main$txtBookTitle` -> `Book title`."""
    last = re.split(r"[$:.\[]", name.strip().rstrip("[]$:."))[-1] or name
    words = _CAMEL.sub(" ", _PREFIX.sub("", last.rstrip("]"))).replace("_", " ").replace("-", " ").split()
    said = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    return said[:1].upper() + said[1:LONGEST_LABEL]
