"""A link as the paper's tuple (scheme and authority, path segments, parameter names and values), in one row of tokens.

The names of the parameters are one token, in the order of the alphabet: servers do not care in which order they come.
Their values follow. The levels of a route after `#` stand at the end; the paper leaves fragments out, and normalisation
has left only routes.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from recorder.patterns.urls.url import Url

_HEAD = re.compile(r"[a-z]{2,}(?=[A-Z])|[A-Za-z]{2,}(?=[0-9])|[A-Za-z]+(?:[^\w%*]++|_++)(?=[\w%])")
_TAIL = re.compile(r"(?<=[A-Za-z0-9])(?:[^\w%*]++|_++)[A-Za-z]+$")
_EXTENSION = re.compile(r"(?<=[A-Za-z0-9])\.[A-Za-z][A-Za-z0-9]{0,4}$")
LONGEST = 200
"""Longer names are not looked into: nobody named those pages."""


class Part(Enum):
    """Which part of a URL a token is of; the value is what stands before it in one."""

    ORIGIN = ""
    SEGMENT = "/"
    NAMES = "?"
    VALUE = "="
    ROUTE = "#"


class Token(NamedTuple):
    """`text` None is the wildcard: of a segment maybe with words that all it stands for begin and end with, of names
    those that are there among any others, as `before`.
    """

    part: Part
    text: str | None
    before: str = ""
    after: str = ""

    @property
    def is_wildcard(self) -> bool:
        return self.text is None

    @property
    def is_number(self) -> bool:
        """Numbers identify items, not kinds."""
        return (self.text or "").isdecimal()

    @property
    def names(self) -> Sequence[str]:
        """Those of parameters that are known, in their order."""
        known = self.before if self.text is None else self.text
        return known.split("&") if known else ()

    def accepts(self, token: "Token") -> bool:
        """A wildcard stands for something: only the value of a parameter may be empty."""
        if self.text is not None or token.part is not self.part:
            return self == token
        if self.part is Part.NAMES:
            return set(self.names) <= set(token.names)
        if self.before or self.after:
            return (self.before, self.after) in affixes(token.text or "")
        return self.part is Part.VALUE or bool(token.text)


Row = tuple[Token, ...]
PATH = frozenset({Part.ORIGIN, Part.SEGMENT})


def path_of(row: Row) -> Row:
    """What stands before parameters and routes."""
    return row[: next((at for at, token in enumerate(row) if token.part not in PATH), len(row))]


def names_in(row: Row) -> Token | None:
    """The names of the parameters, if there are any."""
    at = len(path_of(row))
    return row[at] if at < len(row) and row[at].part is Part.NAMES else None


def shape_of(row: Row) -> Hashable:
    """What links agree in that one prototype can match; a level without text is a slash at the end."""
    path = path_of(row)
    routes = sum(token.part is Part.ROUTE for token in row[len(path) :])
    return tuple(token.text == "" for token in path), routes, len(path) + routes < len(row)


def only_named(row: Row, at: int, named: Token) -> Row:
    """A row in which the names at a position, and the values after them, are only those that a wildcard knows."""
    count = len(row[at].names)
    given = dict(zip(row[at].names[::-1], row[at + 1 : at + 1 + count][::-1], strict=True))
    return (*row[:at], named, *(given[name] for name in named.names), *row[at + 1 + count :])


NO_AFFIX = ("", "")
Affix = tuple[str, str]
"""What the names of a class begin and end with, as words of their own."""


def head_of(name: str) -> str:
    """The first word of a name, with the mark that sets it apart."""
    found = _HEAD.match(name[:LONGEST])
    return found[0] if found else ""


def extension_of(name: str) -> str:
    found = _EXTENSION.search(name[-LONGEST:])
    return found[0] if found else ""


def tail_of(name: str) -> str:
    """The last word of a name, with the mark that sets it apart and the extension."""
    extension = extension_of(name)
    found = _TAIL.search(name[-LONGEST:].removesuffix(extension))
    return found[0] + extension if found else ""


def affixes(name: str) -> Sequence[Affix]:
    """All that a name has around something else, those that say most first."""
    befores, afters = {head_of(name), ""}, {tail_of(name), extension_of(name), ""}
    found = {(before, after) for before in befores for after in afters if len(name) > len(before) + len(after)}
    return sorted(found, key=lambda affix: (-len(affix[0]) - len(affix[1]), affix))


def is_kind(token: Token) -> bool:
    """Whether a wildcard has more to it than an extension."""
    return bool(token.before) or token.after != extension_of(f"x{token.after}")


def hides(token: Token) -> bool:
    """Whether it is a wildcard that says nothing of kinds."""
    return token.is_wildcard and not is_kind(token)


def kinds(token: Token) -> Iterator[Token]:
    """The tokens of prototypes that may stand for one of a path."""
    yield token
    yield from (Token(token.part, None, *affix) for affix in affixes(token.text or ""))


def tokens_of(url: str) -> tuple[Token, ...]:
    """The tokens of a normalised URL."""
    address, _, route = url.partition("#")
    return tuple(_tokens(Url(address), route))


def _tokens(cut: Url, route: str) -> Iterator[Token]:
    yield Token(Part.ORIGIN, cut.origin)
    yield from (Token(Part.SEGMENT, level) for level in cut.levels[1:])
    if cut.parameters:
        # What has no name is told by what it says: a row has a value for every name.
        told = ((name or value, value if name else "") for name, value in cut.parameters)
        pairs = sorted(told, key=lambda pair: pair[0])
        yield Token(Part.NAMES, "&".join(name for name, _ in pairs))
        yield from (Token(Part.VALUE, value) for _, value in pairs)
    yield from (Token(Part.ROUTE, level) for level in route.split("/") if route)


def text_of(tokens: Sequence[Token]) -> str:
    """The tokens as a URL again, `*` for the wildcards, and at the end for other parameters than those named."""
    texts = {part: [_written(token) for token in tokens if token.part is part] for part in Part}
    query = []
    for named in (token for token in tokens if token.part is Part.NAMES):
        query = [f"{name}={value}" for name, value in zip(named.names, texts[Part.VALUE], strict=True)]
        query += ["*"] * named.is_wildcard
    address = "/".join([*texts[Part.ORIGIN], *texts[Part.SEGMENT]])
    route = "/".join(texts[Part.ROUTE])
    return f"{address}{'?' * bool(query)}{'&'.join(query)}{'#' * bool(route)}{route}"


def _written(token: Token) -> str:
    return f"{token.before}*{token.after}" if token.text is None else token.text


def tokens_in(pattern: str) -> Row:
    """What `text_of` was given."""
    address, mark, route = pattern.partition("#")
    various = address.endswith(("?*", "&*"))
    row = tuple(map(_read, tokens_of((address[:-2] if various else address) + mark + route)))
    at, named = len(path_of(row)), names_in(row)
    if not various:
        return row
    return (*row[:at], Token(Part.NAMES, None, named.text or "" if named else ""), *row[at + bool(named) :])


def _read(token: Token) -> Token:
    before, *afters = (token.text or "").split("*")
    if len(afters) != 1 or (token.part is not Part.SEGMENT and token.text != "*"):
        return token
    return Token(token.part, None, before, *afters)
