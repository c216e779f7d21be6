"""Prototypes, and the ordered list of them by which a link is classified without downloading it [LINKS II, IV].

A link that none matches is of the class that is most like it. So is one where a wildcard stands for a word that says
kinds in other folders: `index.html` is of its own kind in a folder where none was seen.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from recorder.patterns.prototypes.tokens import (
    Row,
    Token,
    hides,
    kinds,
    names_in,
    only_named,
    path_of,
    shape_of,
    text_of,
    tokens_in,
    tokens_of,
)


@dataclass(frozen=True)
class Prototype:
    """A link with wildcards, and what it was learnt from: `links` different ones on `hubs` hubs.

    `template`: the link belongs to the frame of the site and stands on nearly all hubs, whatever they show.
    """

    name: str
    tokens: Row
    hubs: int
    links: int
    template: bool
    examples: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """As a person reads it: a URL with `*`."""
        return text_of(self.tokens)

    def matches(self, row: Row) -> bool:
        named = self._named
        if named and named.is_wildcard and (given := names_in(row)) and named.accepts(given):
            row = only_named(row, row.index(given), named)
        return len(self.tokens) == len(row) and all(map(Token.accepts, self.tokens, row))

    @cached_property
    def path(self) -> Row:
        return path_of(self.tokens)

    @cached_property
    def varying(self) -> frozenset[str]:
        """The names of parameters whose values vary."""
        names = self._named.names if self._named else ()
        pairs = zip(names, self.tokens[len(self.path) + 1 :], strict=False)
        return frozenset(name for name, value in pairs if value.is_wildcard)

    @cached_property
    def _named(self) -> Token | None:
        return names_in(self.tokens)


def in_order(rows: Iterable[Row]) -> Sequence[Row]:
    """Of two that match the same link, the one that says more where they last differ: names tell kinds before folders
    do.
    """
    said = {row: tuple(zip(*((hides(token), _silence(token)) for token in reversed(row)), strict=True)) for row in rows}
    return sorted(said, key=lambda row: (said[row], [(token.part.name, token.text or "", *token[2:]) for token in row]))


def _silence(token: Token) -> float:
    return -len(token.before) - len(token.after) if token.is_wildcard else -inf


@dataclass(frozen=True)
class Prototypes:
    """In order: a link belongs to the first that matches it. `words` are tokens that say kinds in any folder."""

    ordered: tuple[Prototype, ...]
    words: frozenset[Token] = frozenset()

    def matching(self, url: str) -> Prototype | None:
        """The first that matches a normalised URL, and no guess."""
        return self._first(tokens_of(url))

    def classify(self, url: str) -> Prototype | None:
        """The class of a normalised URL; None for one that is like no link the hubs had."""
        row = tokens_of(url)
        found = self._first(row)
        back = self._word_in(row)
        if found and not (back and hides(found.tokens[-back])):
            return found
        return (self._likest(row, back) if back else None) or found or self._likest(row, 0)

    def _word_in(self, row: Row) -> int:
        """How far from the end the last word stands that says what kind of page it is; 0 if there is none."""
        levels = range(1, len(row) - 1 if len(path_of(row)) == len(row) else 0)
        return next((back for back in levels if not self.words.isdisjoint(kinds(row[-back]))), 0)

    def _likest(self, row: Row, back: int) -> Prototype | None:
        likeness = {at: _likeness(each, row, back) for at, each in enumerate(self.ordered) if not each.template}
        best = max(likeness, key=lambda at: (likeness[at], -at), default=None)
        return self.ordered[best] if best is not None and any(likeness[best]) else None

    def _first(self, row: Row) -> Prototype | None:
        shape = shape_of(row)
        known = (self._by_name.get((shape, name), ()) for name in kinds(path_of(row)[-1]))
        found = (next((pair for pair in pairs if pair[1].matches(row)), None) for pairs in known)
        return min(filter(None, found), key=lambda pair: pair[0], default=(0, None))[1]

    @cached_property
    def _by_name(self) -> Mapping[Hashable, Sequence[tuple[int, Prototype]]]:
        """By their shapes and the last tokens of their paths, with their ranks."""
        found: dict[Hashable, list[tuple[int, Prototype]]] = {}
        for rank, each in enumerate(self.ordered):
            found.setdefault((shape_of(each.tokens), each.path[-1]), []).append((rank, each))
        return found


def _likeness(prototype: Prototype, row: Row, back: int) -> tuple[int, ...]:
    """How well a prototype may stand for a link that none matches: where the link says its kind, `back` from the end,
    one that ends alike; else one that differs in folders alone, or asks the same page for others of its parameters.
    """
    own, page, named = prototype.tokens, len(path_of(row)) - 1, names_in(row)
    shared = sum(map(Token.__eq__, own, row))
    if back:
        ends_alike = len(own) > back and not hides(own[-back]) and _accepts(own[-back:], row[-back:])
        return (1, len(own) == len(row), shared) if ends_alike and own[0] == row[0] else (0,)
    if shape_of(own) != shape_of(row) or not _accepts(own[:2], row):
        return (0,)
    if len(own) == len(row) and _accepts(own[page:], row[page:]):
        strange = (at for at, token in enumerate(own) if not token.accepts(row[at]))
        return 1, next(strange, 0), shared - sum(1 for _ in strange)
    asked = named.names if named and _accepts(prototype.path, row) else ()
    return 0, 0, len(prototype.varying.intersection(asked))


def _accepts(own: Row, row: Row) -> bool:
    return all(map(Token.accepts, own, row))


def prototypes_in(written: Iterable[tuple[str, str]]) -> Prototypes:
    """Those of these names and patterns, in their order; where they come from is not known."""
    return Prototypes(tuple(Prototype(name, tokens_in(pattern), 0, 0, False, ()) for name, pattern in written))
