"""A link as the paper's tuple (scheme and authority, path segments, parameter names and values), in one row of tokens.

Names and values stand in pairs, in the order of the names: servers do not care in which order parameters come. The
levels of a route after `#` follow at the end; the paper leaves fragments out, and normalisation has left only routes.
"""

from enum import Enum
from itertools import chain
from typing import NamedTuple

from recorder.patterns.prototypes.inner_words import NO_AFFIX, Affix
from recorder.patterns.urls.url import Url


class Part(Enum):
    """Which part of a URL a token is of; the value is what stands before it in one."""

    ORIGIN = ""
    SEGMENT = "/"
    NAME = "?"
    VALUE = "="
    ROUTE = "#"
    VARIOUS = "&"
    """No token of a link: in a prototype, that the parameters after it are in any order among any others."""


class Token(NamedTuple):
    """`text` None is the wildcard, of a segment maybe with words that all it stands for begin and end with."""

    part: Part
    text: str | None
    affix: Affix = NO_AFFIX

    @property
    def is_wildcard(self) -> bool:
        return self.text is None

    def accepts(self, token: "Token") -> bool:
        """A wildcard stands for something: only the value of a parameter may be empty."""
        if self.text is not None or token.part is not self.part:
            return self == token
        return self.part is Part.VALUE or self.affix.fits(token.text or "")


def tokens_of(url: str) -> tuple[Token, ...]:
    """The tokens of a normalised URL."""
    address, _, route = url.partition("#")
    cut = Url(address)
    pairs = sorted(cut.parameters, key=lambda pair: pair[0])
    return (
        Token(Part.ORIGIN, cut.origin),
        *(Token(Part.SEGMENT, level) for level in cut.levels[1:]),
        *chain.from_iterable((Token(Part.NAME, name), Token(Part.VALUE, value)) for name, value in pairs),
        *(Token(Part.ROUTE, level) for level in route.split("/") if route),
    )


def text_of(tokens: tuple[Token, ...]) -> str:
    """The tokens as a URL again, `*` for the wildcards, and at the end for other parameters than those named."""
    various = Token(Part.VARIOUS, None)
    if various in tokens:
        named = tuple(token for token in tokens if token != various)
        return f"{text_of(named)}{'&' if named[-1].part is Part.VALUE else '?'}*"
    pieces, last = [], Part.ORIGIN
    for part, text, affix in tokens:
        again = part is last or (part is Part.NAME and last is Part.VALUE)
        before = {Part.NAME: "&", Part.ROUTE: "/"}.get(part, part.value) if again else part.value
        pieces.append(before + (f"{affix.before}*{affix.after}" if text is None else text))
        last = part
    return "".join(pieces)
