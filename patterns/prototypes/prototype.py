"""Prototypes, and the ordered list of them by which a link is classified without downloading it [LINKS II, IV]."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from patterns.prototypes.tokens import Part, Token, text_of, tokens_of


@dataclass(frozen=True)
class Prototype:
    """A link with wildcards, and what it was learnt from: `links` different ones on `hubs` hubs.

    `template`: the link belongs to the frame of the site and stands on nearly all hubs, whatever they show.
    """

    name: str
    tokens: tuple[Token, ...]
    hubs: int
    links: int
    template: bool
    examples: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """As a person reads it: a URL with `*`."""
        return text_of(self.tokens)

    def matches(self, tokens: tuple[Token, ...]) -> bool:
        if self._various is None:
            return _accept_all(self.tokens, tokens)
        beginning, named = self.tokens[: self._various], self.tokens[self._various + 1 :]
        given = tuple(_pairs(tokens[self._various :]))
        return (
            len(tokens) > len(beginning)
            and all(token.part in (Part.NAME, Part.VALUE) for token in tokens[self._various :])
            and _accept_all(beginning, tokens[: self._various])
            and all(any(_accept_all(pair, other) for other in given) for pair in _pairs(named))
        )

    @cached_property
    def _various(self) -> int | None:
        """Where the parameters begin, if others may stand among them."""
        return next((at for at, token in enumerate(self.tokens) if token.part is Part.VARIOUS), None)


def _accept_all(own: Sequence[Token], tokens: Sequence[Token]) -> bool:
    return len(own) == len(tokens) and all(mine.accepts(other) for mine, other in zip(own, tokens, strict=True))


def _pairs(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    return (tokens[at : at + 2] for at in range(0, len(tokens), 2))


@dataclass(frozen=True)
class Prototypes:
    """In order, the more specific first: a link belongs to the first that matches it."""

    ordered: tuple[Prototype, ...]

    def classify(self, url: str) -> Prototype | None:
        """The class of a normalised URL; None for one that is like no link the hubs had."""
        tokens = tokens_of(url)
        return next((prototype for prototype in self.ordered if prototype.matches(tokens)), None)
