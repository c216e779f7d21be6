"""Prototypes as they are written down: from the URL with `*` that stands for one back to its tokens.

An asterisk that a link had itself is read as a wildcard, too: nothing in the text tells them apart.
"""

from collections.abc import Iterable, Iterator

from recorder.patterns.prototypes.inner_words import Affix
from recorder.patterns.prototypes.prototype import Prototype, Prototypes
from recorder.patterns.prototypes.tokens import Part, Token
from recorder.patterns.urls.url import Url

_WILDCARD = "*"
_VARIOUS = ("?*", "&*")


def tokens_in(pattern: str) -> tuple[Token, ...]:
    """What `text_of` was given."""
    various = pattern.endswith(_VARIOUS)
    address, _, route = (pattern[:-2] if various else pattern).partition("#")
    return tuple(_token(part, text) for part, text in _parts(Url(address), various, route))


def prototypes_in(written: Iterable[tuple[str, str]]) -> Prototypes:
    """Those of these names and patterns, in their order; where they come from is not known."""
    return Prototypes(tuple(Prototype(name, tokens_in(pattern), 0, 0, False, ()) for name, pattern in written))


def _token(part: Part, text: str) -> Token:
    before, *afters = text.split(_WILDCARD)
    if len(afters) != 1 or (part is not Part.SEGMENT and text != _WILDCARD):
        return Token(part, text)
    return Token(part, None, Affix(before, *afters))


def _parts(cut: Url, various: bool, route: str) -> Iterator[tuple[Part, str]]:
    """Names stand in the order in which they are written: that of the prototype, which has sorted them."""
    yield Part.ORIGIN, cut.origin
    yield from ((Part.SEGMENT, level) for level in cut.levels[1:])
    if various:
        yield Part.VARIOUS, _WILDCARD
    for name, value in cut.parameters:
        yield Part.NAME, name
        yield Part.VALUE, value
    yield from ((Part.ROUTE, level) for level in route.split("/") if route)
