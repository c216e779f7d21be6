"""Words inside the names of pages that say what kind of page it is: `fn.` of `fn.open.html`, `-members` of
`Window-members.html`, `topic_` of `topic_12`.

Many titles begin with the same word as well, and say nothing by it. What tells: kinds are few, and the next name that
nobody has seen is of one of them, while the next title begins with any word there is. So the words that stand before
the same mark are judged together, as those are that stand after it; and a mark that stands between the words of what
follows as well is no more than a space, unless a number follows.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from recorder.patterns.urls.ladders import unseen_share

_HEAD = re.compile(r"[a-z]{2,}(?=[A-Z])|[A-Za-z]{2,}(?=[0-9])|[A-Za-z]+(?P<mark>[^\w%*]++|_++)(?=[\w%])")
_TAIL = re.compile(r"(?<=[A-Za-z0-9])(?P<mark>[^\w%*]++|_++)[A-Za-z]+$")
_EXTENSION = re.compile(r"(?<=[A-Za-z0-9])\.[A-Za-z][A-Za-z0-9]{0,4}$")
_LONGEST = 200
"""Longer names are not looked into: nobody named those pages."""

MANY_FOLDERS = 5
_NAMES_A_WORD = 10
"""At least, on average: kinds are few."""
_ENOUGH_NAMES = 5
"""Of one word: where no other stands beside its mark, or where the names go in pairs."""
_PAIRED_SHARE = 0.8
_MOST_WORDS = 40
_NEWS = 0.05
_SPACE_SHARE = 0.5


class Affix(NamedTuple):
    """What the names of a class begin and end with."""

    before: str = ""
    after: str = ""

    def fits(self, name: str) -> bool:
        """Whether a name has both, as words of their own, around something else."""
        before, after = self
        return (
            len(name) > len(before) + len(after)
            and (not before or (name.startswith(before) and _head_of(name) == before))
            and (not after or (name.endswith(after) and _is_plain(name[-len(after) - 1])))
        )

    @property
    def rank(self) -> tuple[int, str, str]:
        """By which those that say more come first."""
        return (-len(self.before) - len(self.after), self.before, self.after)


NO_AFFIX = Affix()


_Word = tuple[str, str]
"""A mark and a word."""


class _Cut(NamedTuple):
    """A word with the mark that sets it apart, and the rest of the name."""

    mark: str
    word: str
    rest: str


@dataclass(frozen=True)
class InnerWords:
    """`heads` and `tails` with their marks; tails with the extension, if there is one."""

    heads: frozenset[str] = frozenset()
    tails: frozenset[str] = frozenset()
    extensions: frozenset[str] = frozenset()

    @classmethod
    def of(cls, names: Iterable[str]) -> "InnerWords":
        """From names of pages that stand side by side, or those of a whole site; each counts once."""
        short = {name for name in names if len(name) <= _LONGEST}
        if len(short) < _NAMES_A_WORD:
            return NO_WORDS
        known = cls(extensions=_extensions(short))
        heads = [head for name in short if (head := known._head(name))]
        tails = [tail for name in short if (tail := known._tail(name))]
        return cls(_few(heads, _spaces(heads)), _few(tails) | known._of_pairs(short), known.extensions)

    @classmethod
    def extensions_of(cls, names: Iterable[str]) -> "InnerWords":
        """Extensions alone: all it takes to cut names."""
        return cls(extensions=_extensions(names))

    def with_heads(self, names: Iterable[str]) -> Mapping[str, list[str]]:
        """The names by what may be a head of each."""
        return _by_word((name, self._head(name)) for name in names)

    def with_tails(self, names: Iterable[str]) -> Mapping[str, list[str]]:
        """The names by what may be a tail of each."""
        return _by_word((name, self._tail(name)) for name in names)

    def _of_pairs(self, names: Set[str]) -> frozenset[str]:
        """Tails that say a page is another view of one beside it: `Window-members.html` of `Window.html`."""
        found = []
        for tail, having in self.with_tails(names).items():
            pairs = sum(name.removesuffix(tail) + self._extension(name) in names for name in having)
            if pairs >= max(_ENOUGH_NAMES, _PAIRED_SHARE * len(having)):
                found.append(tail)
        return frozenset(found)

    def __or__(self, other: "InnerWords") -> "InnerWords":
        return InnerWords(self.heads | other.heads, self.tails | other.tails, self.extensions | other.extensions)

    @classmethod
    def of_site(cls, standing: Mapping[str, Set[int]]) -> "InnerWords":
        """Those that say kinds in many folders; `standing` says in which folders a name stands. Names are judged with
        those beside which such words stand: another part of the site may have names of any kind.
        """
        known = cls(extensions=_extensions(standing))
        heads = {name: head for name in standing if (head := known._head(name))}
        tails = {name: tail for name in standing if (tail := known._tail(name))}
        return cls(
            cls.of(_beside(heads, standing)).heads & _with_neighbours(heads, standing),
            cls.of(_beside(tails, standing)).tails & _with_neighbours(tails, standing),
            known.extensions,
        )

    def affix(self, name: str) -> Affix:
        """All that is said by a name; with a word comes the extension."""
        if not (self.heads or self.tails or self.extensions):
            return NO_AFFIX
        head, tail = self._head(name), self._tail(name)
        before = head.word if head and head.word in self.heads else ""
        after = tail.word if tail and tail.word in self.tails else self._extension(name)
        whole = Affix(before, after)
        return whole if whole.fits(name) else Affix(before, self._extension(name))

    def affixes(self, name: str) -> Iterator[Affix]:
        """All that fit, those that say most first; the last one says nothing."""
        tail = self._tail(name)
        befores = {_head_of(name), ""} & {*self.heads, ""}
        afters = {tail.word if tail and tail.word in self.tails else "", self._extension(name), ""}
        found = [Affix(before, after) for before in befores for after in afters]
        yield from sorted((affix for affix in found if affix.fits(name)), key=lambda affix: affix.rank)

    def says_kind(self, affix: Affix) -> bool:
        """Whether any of these heads or tails is in it."""
        return affix.before in self.heads or affix.after in self.tails

    def says_nothing_else(self, affix: Affix) -> bool:
        """Whether these words are all that is in it."""
        return affix.before in {*self.heads, ""} and affix.after in {*self.tails, *self.extensions, ""}

    def _extension(self, name: str) -> str:
        if not self.extensions:
            return ""
        found = _EXTENSION.search(name[-_LONGEST:])
        return found[0] if found and found[0] in self.extensions else ""

    def _head(self, name: str) -> _Cut | None:
        stem = name[:_LONGEST].removesuffix(self._extension(name))
        found = _HEAD.match(stem)
        if not found:
            return None
        rest = stem[found.end() :]
        return _Cut(f"{found['mark'] or ''} {'number' if rest[0].isdecimal() else 'name'}", found[0], rest)

    def _tail(self, name: str) -> _Cut | None:
        extension = self._extension(name)
        found = _TAIL.search(name[-_LONGEST:].removesuffix(extension))
        return _Cut(found["mark"], found[0] + extension, "") if found else None


NO_WORDS = InnerWords()


def _widespread(cuts: Mapping[str, _Cut], standing: Mapping[str, Set[int]]) -> Set[_Word]:
    """The words that several names have, by name, in many folders."""
    within: dict[_Word, list[Set[int]]] = {}
    for name, cut in cuts.items():
        within.setdefault((cut.mark, cut.word), []).append(standing[name])
    return {word for word, found in within.items() if min(len(found), len(_all_of(found))) >= MANY_FOLDERS}


def _with_neighbours(cuts: Mapping[str, _Cut], standing: Mapping[str, Set[int]]) -> Set[str]:
    """Widespread words, and all beside the same marks: where a mark sets kinds apart, it does so for rare ones too."""
    marks = {mark for mark, _ in _widespread(cuts, standing)}
    return {cut.word for cut in cuts.values() if cut.mark in marks}


def _all_of(sets: Iterable[Set[int]]) -> frozenset[int]:
    return frozenset().union(*sets)


def _beside(cuts: Mapping[str, _Cut], standing: Mapping[str, Set[int]]) -> Iterator[str]:
    """The names in all folders in which widespread words stand."""
    widespread = _widespread(cuts, standing)
    folders = _all_of(standing[name] for name, cut in cuts.items() if (cut.mark, cut.word) in widespread)
    return (name for name, within in standing.items() if not folders.isdisjoint(within))


def _by_word(cuts: Iterable[tuple[str, _Cut | None]]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, cut in cuts:
        if cut:
            found.setdefault(cut.word, []).append(name)
    return found


def _extensions(names: Iterable[str]) -> frozenset[str]:
    return _few(_Cut("", found[0], "") for name in names if (found := _EXTENSION.search(name[-_LONGEST:])))


def _head_of(name: str) -> str:
    found = _HEAD.match(name[:_LONGEST])
    return found[0] if found else ""


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _few(cuts: Iterable[_Cut], spaces: frozenset[str] = frozenset()) -> frozenset[str]:
    """The words beside marks that few different words stand beside, and hardly any new ones."""
    names: dict[str, Counter[str]] = {}
    for cut in cuts:
        names.setdefault(cut.mark, Counter())[cut.word] += 1
    found: set[str] = set()
    for mark in names.keys() - spaces:
        words, total = names[mark], names[mark].total()
        again = {word for word, times in words.items() if times > 1}
        most = min(_MOST_WORDS, max(total / _NAMES_A_WORD, total >= _ENOUGH_NAMES))
        if len(again) <= most and unseen_share(words.values()) <= _NEWS:
            found |= again
    return frozenset(found)


def _spaces(heads: Iterable[_Cut]) -> frozenset[str]:
    """The marks that stand between the words of the rest of most names too."""
    again: dict[str, list[bool]] = {}
    for mark, _, rest in heads:
        sign, _, kind = mark.rpartition(" ")
        if len(sign) == 1 and kind == "name":
            again.setdefault(mark, []).append(sign in rest)
    return frozenset(mark for mark, found in again.items() if sum(found) > _SPACE_SHARE * len(found))
