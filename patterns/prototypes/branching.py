"""Which of the tokens that follow one beginning are words of the site, and which are data [LINKS III]. A word

- is on a good share of all hubs: popular data stays well below (the paper's feature);
- or is one of a closed list of folders, on several hubs, and what follows it is its own;
- or stands in many folders, whatever their names (`words`).

All else is data: its links go on together under one `*`, or under one for each word inside the names that says kinds,
if others go on in the same shape. What stands alone has not been seen to vary.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.tokens import (
    NO_AFFIX,
    Affix,
    Part,
    Row,
    Token,
    is_kind,
    names_in,
    only_named,
    shape_of,
)
from recorder.patterns.prototypes.words import GOOD_SHARE, MANY, KindWords, is_closed

_Rows = dict[str, Row]
"""Links with their rows of tokens."""
_Families = dict[Token, _Rows]
"""The links that agree up to and including a token, by that token."""


@dataclass(frozen=True)
class Branching:
    hubset: Hubset
    words: KindWords

    def branches(self, rows: _Rows, at: int) -> _Families:
        """The links by what they have at this position: literal tokens, and wildcards."""
        families: _Families = {}
        for link, row in rows.items():
            families.setdefault(row[at], {})[link] = row
        alike: dict[tuple[Token, Hashable], _Families] = {}
        for token, wildcard in _Slot(self.hubset, self.words, families, at).wildcards().items():
            for link, row in families.pop(token).items():
                shape = self._shapes[link] if token.part is Part.SEGMENT else token.part is Part.NAMES or len(row)
                alike.setdefault((wildcard, shape), {}).setdefault(token, {})[link] = row
        for (wildcard, _), varying in alike.items():
            vary = _vary(wildcard, varying)
            for token, under in varying.items():
                families.setdefault(wildcard if vary else token, {}).update(under)
        return dict(_with_shared_names(token, under, at) for token, under in families.items())

    @cached_property
    def _shapes(self) -> Mapping[str, Hashable]:
        """The shape of each link, the names of its parameters included, as a number: an address may be long."""
        numbers: dict[Hashable, int] = {}
        tokens = self.hubset.tokens.items()
        return {link: numbers.setdefault((shape_of(row), names_in(row)), len(numbers)) for link, row in tokens}


def _vary(wildcard: Token, varying: _Families) -> bool:
    """Whether the tokens are seen to vary. Where the whole site says what words inside names mean, one name is enough;
    the value of a parameter that several links give is data even alone, as in the pages of one answer. Names of
    parameters are words of the site's programs, unless there are many combinations of them.
    """
    if wildcard.part is Part.NAMES:
        return len(varying) >= MANY
    given = (len(under) > 1 and not token.is_number for token, under in varying.items())
    return len(varying) > 1 or is_kind(wildcard) or (wildcard.part is Part.VALUE and any(given))


def _with_shared_names(token: Token, rows: _Rows, at: int) -> tuple[Token, _Rows]:
    """Of combinations of parameters that are one class, what all have."""
    if token.part is not Part.NAMES or token.text is not None:
        return token, rows
    shared = frozenset.intersection(*(frozenset(row[at].names) for row in rows.values()))
    token = Token(Part.NAMES, None, "&".join(sorted(shared)))
    return token, {link: only_named(row, at, token) for link, row in rows.items()}


@dataclass(frozen=True)
class _Slot:
    """What follows one beginning, at a position."""

    hubset: Hubset
    site: KindWords
    families: _Families
    at: int

    def wildcards(self) -> Mapping[Token, Token]:
        """For each token that is data, the wildcard that may stand for it."""
        data = [token for token in self.families if self._is_data(token)]
        told = self._told(token for token in data if token.part is Part.SEGMENT)
        return {token: Token(token.part, None, *told.get(token, NO_AFFIX)) for token in data}

    def _is_data(self, token: Token) -> bool:
        if token.part is Part.ORIGIN or (token.part is Part.SEGMENT and token.text in self.site.whole):
            return False
        if self._is_page_of_kind(token) or (token.part is Part.VALUE and token.is_number):
            return True
        standing = len(self._hubs[token])
        is_word = standing >= max(2, GOOD_SHARE * self.hubset.size)
        return not (is_word or (standing > 1 and self._is_folder(token) and self._is_closed))

    def _is_page_of_kind(self, token: Token) -> bool:
        """By a word in its name; however popular, it is no word itself."""
        ends = any(len(row) == self.at + 1 for row in self.families[token].values())
        return token.part is Part.SEGMENT and ends and is_kind(self._affixed(token))

    def _is_folder(self, token: Token) -> bool:
        """Whether most of what follows stands in no folder beside it."""
        own = [self._shared[each] == 1 or each.is_number for each in self._followers(token)]
        return sum(own) > len(own) / 2 and not token.is_number

    def _followers(self, token: Token) -> set[Token]:
        if token.part not in (Part.SEGMENT, Part.NAMES):
            return set()
        return {row[self.at + 1] for row in self.families[token].values() if len(row) > self.at + 1}

    @cached_property
    def _shared(self) -> Mapping[Token, int]:
        return Counter(follower for token in self.families for follower in self._followers(token))

    @cached_property
    def _hubs(self) -> Mapping[Token, frozenset[int]]:
        return {token: self.hubset.hubs_with(under) for token, under in self.families.items()}

    @cached_property
    def _is_closed(self) -> bool:
        """Whether the next folder is hardly ever a new one."""
        return is_closed([len(standing) for token, standing in self._hubs.items() if self._followers(token)])

    @cached_property
    def _words(self) -> KindWords:
        levels = {token.text: hubs for token, hubs in self._hubs.items() if token.part is Part.SEGMENT and token.text}
        return self.site.beside(levels) if len(levels) >= MANY else self.site

    def _affixed(self, token: Token) -> Token:
        return Token(Part.SEGMENT, None, *self._words.affix(token.text or ""))

    def _told(self, names: Iterable[Token]) -> Mapping[Token, Affix]:
        """What names begin and end with, where that tells classes apart; extensions do where there are several."""
        having: dict[Token, list[Token]] = {}
        for name in names:
            having.setdefault(self._affixed(name), []).append(name)
        several = {affixed for affixed, under in having.items() if len(under) > 1 and len(having) > 1}
        plain = {affixed for affixed in several if affixed.after and not is_kind(affixed)}
        sure = {
            affixed for affixed in having if is_kind(affixed) and self.site.inside.issuperset({*affixed[2:]} - {""})
        }
        told = sure | (several if len(plain) > 1 else several - plain)
        return {name: (each.before, each.after) for each in told for name in having[each]}
