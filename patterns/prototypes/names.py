"""What to call a class of links, from its prototype."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote

from recorder.patterns.prototypes.prototype import Prototype
from recorder.patterns.prototypes.tokens import Part, Token

_EXTENSION = re.compile(r"(?<=[^.])\.(?:[a-z]?html?|php|aspx?|jsp|do|cgi)$", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_ANY = "…"
_LONGEST = 60
_FRONT = "front page"


def with_names(found: Iterable[Prototype]) -> tuple[Prototype, ...]:
    """The same, named. Of several hosts, all but the most frequent are named too."""
    prototypes = list(found)
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
    return " ".join(filter(None, (_words(token.before), _ANY, _words(f"x{token.after}")[1:].strip())))


def _nameless(levels: Sequence[Token]) -> str:
    deep = sum(token.is_wildcard for token in levels)
    return f"any page {deep} level{'s' if deep > 1 else ''} down" if deep else _FRONT


def _varied(tokens: Sequence[Token]) -> Iterator[str]:
    """The parameters: those of several values by their names, the others with what they say."""
    values = [token for token in tokens if token.part is Part.VALUE]
    for names in (token for token in tokens if token.part is Part.NAMES):
        for name, value in zip(names.names, values, strict=True):
            if name:
                called = _words(name) or name
                yield called if not value.text else f"{called} {_words(value.text) or value.text}"
        if names.is_wildcard:
            yield "and others"
