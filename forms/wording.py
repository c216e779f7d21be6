"""Words as a label has them: without decoration, of a length that names something, made from a name if need be."""

import re

from recorder.forms.visible_text import collapsed

LONGEST = 100
"""More than that beside a box is a paragraph about it, not its name."""

_LEADING = re.compile(r"^[\s:*•·|»›>\-–—]+")
_ASIDE = re.compile(
    r"\s*[(\[（]\s*(?:required|optional|mandatory|pflichtfeld|optionnel|obligatoire|obligatorio|opcional|\*)\s*[)\]）]\s*$",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PREFIX = re.compile(r"^(?:txt|ddl|cbo|cmb|chk|rdo|lst|tb|tbx|sel|inp)(?=[A-Z_])")


def trimmed(text: str) -> str:
    """Without decoration: the colon behind it, the star that says "required", the bullet before."""
    text = _LEADING.sub("", collapsed(text))
    while (shorter := _ASIDE.sub("", _trail(text))) != text:
        text = shorter
    return text if any(letter.isalnum() for letter in text) else ""


def readable(name: str) -> str:
    """`ctl00$main$txtBookTitle` -> `Book title`."""
    last = re.split(r"[$:.\[]", name.strip().rstrip("[]$:."))[-1] or name
    words = _CAMEL.sub(" ", _PREFIX.sub("", last.rstrip("]"))).replace("_", " ").replace("-", " ").split()
    said = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    return said[:1].upper() + said[1:LONGEST]


def _trail(text: str) -> str:
    return text.rstrip(" \t:*：＊…»›>|►▼·")
