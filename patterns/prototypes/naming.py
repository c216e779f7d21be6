"""Names of link classes that a person can read: the words of their literal tokens, and what they vary by.

Names are unique within a list of prototypes; they are for people, and nothing is recognised by them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from urllib.parse import unquote

from recorder.patterns.prototypes.prototype import Prototype
from recorder.patterns.prototypes.tokens import Part, Token

_EXTENSION = re.compile(r"(?<=[^.])\.(?:[a-z]?html?|php|aspx?|jsp|do|cgi)$", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_ANY = "…"
_LONGEST = 60
_FRONT = "front page"


def with_names(prototypes: Sequence[Prototype]) -> tuple[Prototype, ...]:
    """The same, named. Of several hosts, all but the most frequent are named too."""
    hosts = Counter(prototype.tokens[0] for prototype in prototypes)
    home = min(hosts, key=lambda host: (-hosts[host], host.text or ""), default=None)
    used: Counter[str] = Counter()
    named = []
    for prototype in prototypes:
        stem = _stem(prototype.tokens, home)
        used[stem] += 1
        named.append(replace(prototype, name=stem if used[stem] == 1 else f"{stem} ({used[stem]})"))
    return tuple(named)


def _stem(tokens: Sequence[Token], home: Token | None) -> str:
    levels = [token for token in tokens if token.part in (Part.SEGMENT, Part.ROUTE)]
    words = " ".join(filter(None, map(_called, levels)))
    place = words if words.strip(f"{_ANY} ") else _nameless(levels)
    names = list(_varied(tokens))
    stem = f"{place}, by {', '.join(names)}" if names else place
    host = (tokens[0].text or "").partition("://")[2]
    whole = stem if tokens[0] == home else f"{host}: {stem}"
    return whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 1]}…"


def _words(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", _EXTENSION.sub("", unquote(text))).strip()


def _called(token: Token) -> str:
    if token.text is not None:
        return _words(token.text)
    before, after = token.affix
    return " ".join(filter(None, (_words(before), _ANY, _words(f"x{after}")[1:].strip())))


def _nameless(levels: Sequence[Token]) -> str:
    deep = sum(token.is_wildcard for token in levels)
    return f"any page {deep} level{'s' if deep > 1 else ''} down" if deep else _FRONT


def _varied(tokens: Sequence[Token]) -> Iterator[str]:
    """The parameters: those of several values by their names, the others with what they say."""
    for name, value in pairwise(tokens):
        if name.part is Part.NAME and name.text:
            called = _words(name.text) or name.text
            yield called if not value.text else f"{called} {_words(value.text) or value.text}"
    if any(token.part is Part.VARIOUS for token in tokens):
        yield "and others"
