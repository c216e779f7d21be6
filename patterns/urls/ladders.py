"""From the values one level takes to a regex for the values it will take: a ladder of candidates, and evidence to
choose by.

Beyond the paper, whose column alignment remembers its examples too well. A candidate *generalises* when it matches
values that it was not derived from; that is measured by deriving it from part of the values and testing the rest.
Few values cannot show much, so each kind of candidate starts with a doubt that only further values outweigh, and a
common prefix stays only if enough values share it.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from zlib import crc32

from recorder.patterns.urls.tokens import (
    ALPHA,
    DIGITS,
    OTHER,
    any_of,
    common_affixes,
    escape,
    infixes,
    kind_of,
    kinds_of,
    settled,
    tokenize,
)

FOLDS = 10
"""Most parts that the values are cut into, to test on each what the others suggest."""
TOLERANCE = 0.01
"""Greatest share of unseen values that a candidate may miss."""
NARROWED_TOLERANCE = 0.05
"""The same, where only a narrower candidate avoids a URL known to be wrong."""

_EXTENSION = re.compile(r"\.[a-zA-Z][a-zA-Z0-9]{0,4}\Z")

_WORD, _HUMP, _PART_OF_WORD, _NUMBER, _PART_OF_NUMBER = 5, 16, 40, 100, 400
"""Fewest values that must share a literal, by its kind, for it to be a rule and no accident of the sample."""

_DOUBT_NUMBER, _DOUBT_NUMBERS, _DOUBT_KINDS, _DOUBT_COLUMNS = 0.02, 0.2, 0.5, 1.0
"""Prior misses of a candidate: `(misses + doubt) / values` is held against the tolerance."""

Body = Callable[[Sequence[str]], str]
Affixes = Callable[[Sequence[str]], tuple[str, str]]


def unseen_share(sightings: Collection[int]) -> float:
    """How likely the next sighting is of something new: Turing's estimate, from how often each thing was seen."""
    return sum(times == 1 for times in sightings) / sum(sightings)


@dataclass(frozen=True)
class Ladder:
    """Candidates for one level. `values` holds one entry per URL: how often a value comes back is evidence too."""

    values: tuple[str, ...]

    @cached_property
    def distinct(self) -> tuple[str, ...]:
        """In an order that has nothing to do with the values, so that every fold is a fair sample, and the same one
        every time.
        """
        return tuple(sorted(set(self.values), key=lambda value: (crc32(value.encode("utf-8", "replace")), value)))

    @cached_property
    def chosen(self) -> str:
        """The most specific candidate that generalises."""
        if len(self.distinct) == 1:
            return escape(self.distinct[0])
        doubts = _doubts(self.distinct)
        for build, doubt in zip(_RUNGS, doubts, strict=True):
            if self._generalises(build, TOLERANCE * len(self.distinct) - doubt):
                return build(self.distinct)
        return _WIDEST(self.distinct)

    @cached_property
    def narrower(self) -> tuple[str, ...]:
        """Candidates to fall back on when the chosen one is too wide, the wider first; none that misses more than a
        few known values. Two values cannot be tested on each other: any candidate for them is a guess, and allowed.
        """
        return tuple(self._narrower()) if len(self.distinct) > 1 else ()

    def _narrower(self) -> Iterator[str]:
        for build in _NARROWING_RUNGS:
            if len(self.distinct) == 2 or self._generalises(build, NARROWED_TOLERANCE * len(self.distinct)):
                yield build(self.distinct)
        if unseen_share(Counter(self.values).values()) <= NARROWED_TOLERANCE:
            yield f"(?:{'|'.join(map(escape, sorted(self.distinct)))})"

    def _generalises(self, build: Body, allowed: float) -> bool:
        """Whether, derived from all folds but one, it misses at most so many values of the folds left out."""
        folds = min(FOLDS, len(self.distinct))
        for fold in range(folds):
            if allowed < 0:
                return False
            train = [value for n, value in enumerate(self.distinct) if n % folds != fold]
            matches = re.compile(build(train)).fullmatch
            allowed -= sum(matches(value) is None for value in self.distinct[fold::folds])
        return allowed >= 0


@lru_cache(maxsize=1_024)  # a group of links is looked at with one set of unwanted links after the other
def ladder_of(values: tuple[str, ...]) -> Ladder:
    return Ladder(values)


def _doubts(values: Sequence[str]) -> tuple[float, float, float]:
    """Numbers stay numbers; dates and versions mostly stay what they are; names take any form sooner or later."""
    kinds = set(map(kind_of, set("".join(infixes(values, *_supported(values))))))
    if kinds == {DIGITS}:
        return (_DOUBT_NUMBER,) * 3
    numbers = DIGITS in kinds and ALPHA not in kinds
    return _DOUBT_COLUMNS, _DOUBT_NUMBERS if numbers else _DOUBT_KINDS, 0.0


def _within(affixes: Affixes, body: Body) -> Body:
    """The candidate that keeps these affixes as they are and writes `body` between them."""

    def build(values: Sequence[str]) -> str:
        prefix, suffix = affixes(values)
        return escape(prefix) + body(infixes(values, prefix, suffix)) + escape(suffix)

    return build


def _whole(values: Sequence[str]) -> tuple[str, str]:
    """The common prefix and suffix as far as they end where words end: `Tin` of `TinRoof` and `TinBox`."""
    prefix, suffix = common_affixes(values)
    start = next(at for at in range(len(prefix), -1, -1) if all(_ends_word(value, at) for value in values))
    ends = range(len(suffix), -1, -1)
    end = next(size for size in ends if all(_ends_word(value, len(value) - size) for value in values))
    return prefix[:start], suffix[len(suffix) - end :]


def _ends_word(value: str, at: int) -> bool:
    if at in (0, len(value)):
        return True
    before, after = value[at - 1], value[at]
    return kind_of(before) != kind_of(after) or (before.islower() and after.isupper())


def _supported(values: Sequence[str]) -> tuple[str, str]:
    """The part of the common prefix and suffix that enough values share. A file extension is never an accident."""
    prefix, suffix = common_affixes(values)
    count = len(set(values))
    opening = len(_opening(values)[0])
    middles = infixes(values, prefix, suffix)
    firsts = {(middle + suffix)[:1] for middle in middles}
    lasts = {(prefix + middle)[-1:] for middle in middles}
    kept_prefix = opening + _kept(tokenize(prefix[opening:]), firsts, count)
    kept_suffix = _kept(tokenize(suffix)[::-1], lasts, count)
    extension = _EXTENSION.search(suffix)
    tail = max(suffix[len(suffix) - kept_suffix :], extension[0] if extension else "", key=len)
    return prefix[:kept_prefix], tail


def _opening(values: Sequence[str]) -> tuple[str, str]:
    """Where all values start with `=`, they are a parameter's, and the sign is no part of the value."""
    return "=" * all(value.startswith("=") for value in values), ""


def _kept(tokens: Sequence[str], neighbours: set[str], count: int) -> int:
    """How many characters of a common affix stay; its tokens come from the outside in, `neighbours` stand next to
    the last one.
    """
    length = 0
    for n, token in enumerate(tokens):
        if count < _needed(token, neighbours if n == len(tokens) - 1 else set()):
            break
        length += len(token)
    return length


def _needed(token: str, neighbours: set[str]) -> int:
    kind = kind_of(token)
    cut = kind in (ALPHA, DIGITS, OTHER) and any(kind_of(neighbour) == kind for neighbour in neighbours if neighbour)
    if kind == DIGITS:
        return _PART_OF_NUMBER if cut else _NUMBER
    if not cut:
        return _WORD
    hump = all(neighbour.isupper() != token[-1].isupper() for neighbour in neighbours)
    return _HUMP if hump and len(token) > 1 else _PART_OF_WORD


_BODIES: tuple[Body, ...] = (settled, kinds_of, any_of)
_RUNGS = tuple(_within(_supported, body) for body in _BODIES)
_WIDEST = _within(_opening, any_of)
_NARROWING_RUNGS = tuple(
    _within(affixes, body) for affixes in (_supported, _whole, common_affixes) for body in reversed(_BODIES)
)
