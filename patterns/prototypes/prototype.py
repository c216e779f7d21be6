"""Prototypes, and the ordered list of them by which a link is classified without downloading it [LINKS II, IV]."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, takewhile
from urllib.parse import unquote

from recorder.patterns.prototypes.inner_words import NO_AFFIX, NO_WORDS, Affix, InnerWords
from recorder.patterns.prototypes.tokens import Part, Token, text_of, tokens_of
from recorder.patterns.urls.url import Url

_WILDCARD = "*"
_VARIOUS = ("?*", "&*")

_EXTENSION = re.compile(r"(?<=[^.])\.(?:[a-z]?html?|php|aspx?|jsp|do|cgi)$", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_ANY = "…"
_LONGEST = 60
_FRONT = "front page"


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

    @cached_property
    def varying(self) -> tuple[Token, ...]:
        """The names of parameters whose values vary."""
        return tuple(name for name, value in pairwise(self.tokens) if name.part is Part.NAME and value.is_wildcard)

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
    """In order, the more specific first: a link belongs to the first that matches it. `words` are path segments that
    stand in many folders and say what kind of page it is: no wildcard stands for one.
    """

    ordered: tuple[Prototype, ...]
    words: frozenset[str] = frozenset()
    inner_words: InnerWords = NO_WORDS

    def matching(self, url: str) -> Prototype | None:
        """The first that matches a normalised URL, and no guess."""
        tokens = tokens_of(url)
        return next((prototype for prototype in self.ordered if prototype.matches(tokens)), None)

    def classify(self, url: str) -> Prototype | None:
        """The class of a normalised URL; None for one that is like no link the hubs had. Where none matches, or only by
        a wildcard that stands for one of the `words`, the class of links that differ in one folder alone; or that
        have other parameters, beside one that varies.
        """
        tokens = tokens_of(url)
        matching = [prototype for prototype in self.ordered if prototype.matches(tokens)]
        whole = next((each for each in matching if not self._hides_word(each, tokens)), None)
        return whole or self._nearest(tokens) or next(iter(matching), None)

    def _hides_word(self, prototype: Prototype, tokens: Sequence[Token]) -> bool:
        return any(self._is_hidden(mine, other) for mine, other in zip(prototype.tokens, tokens, strict=False))

    def _is_hidden(self, mine: Token, other: Token) -> bool:
        return mine.is_wildcard and not self.inner_words.says_kind(mine.affix) and self._says_kind(other)

    def _says_kind(self, token: Token) -> bool:
        """Whether a token is one of the words, or has one inside."""
        if token.part is not Part.SEGMENT or not token.text:
            return False
        return token.text in self.words or self.inner_words.says_kind(self.inner_words.affix(token.text))

    def _nearest(self, tokens: Sequence[Token]) -> Prototype | None:
        known = [prototype for prototype in self.ordered if not prototype.template]
        if len(_path(tokens)) < len(tokens):
            return self._asking_alike(known, tokens)
        if (word := self._last_word(tokens)) is not None:
            return self._of_kind(known, tokens, word)
        best = max(known, key=lambda prototype: self._likeness(prototype, tokens), default=None)
        return best if best is not None and self._likeness(best, tokens) else None

    def _last_word(self, tokens: Sequence[Token]) -> int | None:
        """How far from the end the last token stands that says what kind of page it is."""
        return next((back for back in range(1, len(tokens)) if self._says_kind(tokens[-back])), None)

    def _of_kind(self, known: Sequence[Prototype], tokens: Sequence[Token], back: int) -> Prototype | None:
        """Of those that say the same so far from the end, the most alike, in whatever folders."""
        end = tokens[-back:]
        alike = [
            each
            for each in known
            if len(each.tokens) > back and each.tokens[0] == tokens[0] and self._say_the_same(each.tokens[-back:], end)
        ]
        return max(alike, key=lambda each: (len(each.tokens) == len(tokens), _shared(each, tokens)), default=None)

    def _say_the_same(self, own: Sequence[Token], others: Sequence[Token]) -> bool:
        return all(map(self._says_the_same, own, others))

    def _says_the_same(self, mine: Token, other: Token) -> bool:
        return mine.accepts(other) and not self._is_hidden(mine, other)

    def _asking_alike(self, known: Sequence[Prototype], tokens: Sequence[Token]) -> Prototype | None:
        """The only class of links with parameters on the same page, if one of them varies and the link has it."""
        path = _path(tokens)
        there = [each for each in known if each.varying and _accept_all(_path(each.tokens), path)]
        return there[0] if len(there) == 1 and set(there[0].varying) & set(tokens) else None

    def _likeness(self, prototype: Prototype, tokens: Sequence[Token]) -> int:
        """How many literal tokens they share, if they differ in no more than one folder; 0 if they are not alike."""
        if len(prototype.tokens) != len(tokens) or prototype.tokens[0] != tokens[0]:
            return 0
        pairs = list(zip(prototype.tokens, tokens, strict=True))
        strange = [pair for pair in pairs if not pair[0].accepts(pair[1])]
        if (
            len(strange) > 1
            or strange[:1] == pairs[1:2]
            or any(mine.affix != NO_AFFIX or self._says_kind(mine) for mine, _ in strange)
        ):
            return 0
        return _shared(prototype, tokens)


def _shared(prototype: Prototype, tokens: Sequence[Token]) -> int:
    """How many literal tokens stand in the same places."""
    return sum(mine == other for mine, other in zip(prototype.tokens[1:], tokens[1:], strict=False))


def _path(tokens: Sequence[Token]) -> Sequence[Token]:
    return tuple(takewhile(lambda token: token.part in (Part.ORIGIN, Part.SEGMENT), tokens))


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
