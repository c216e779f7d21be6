"""Which of several that say the same is kept, and which is the title: what is best named, and stands where people look.

The head of a page and the trail to it repeat what the page says, now and then in other words or cut short.
"""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from recorder.patterns.records import naming
from recorder.patterns.records.attributes import ADDRESSES, INSTEAD_OF_WORDS
from recorder.patterns.records.candidates import META, Candidate, has_many
from recorder.patterns.records.layouts import STEADY

TITLE = "title"
_TITLES = frozenset({"head/title", "head/meta.title", "head/meta.og:title", "head/meta.twitter:title"})
_CUT_SHORT = ("…", "...")


def without_echoes(candidates: Sequence[Candidate], inside: Sequence[Candidate]) -> list[Candidate]:
    """Of several that say the same on every page, the best named; of the head and of trails nothing that says no more,
    nearly everywhere, than the page."""
    said = {each.values for each in inside}
    candidates = [each for each in candidates if not (_is_of_head(each) and each.values in said)]
    best: dict[_Said, Candidate] = {}
    for each in candidates:
        key = _said(each)
        known = best.get(key)
        if known is None or _worth(each) < _worth(known):
            best[key] = each
    kept = {id(each) for each in best.values()}
    on_page = [key for key, each in best.items() if not _repeats(each)]
    return [
        each
        for each in candidates
        if id(each) in kept
        if not (_repeats(each) and any(_says_no_more(_said(each), other) for other in on_page))
    ]


_Said = tuple[tuple[str, ...], ...]


def _said(candidate: Candidate) -> _Said:
    return tuple(tuple(" ".join(value.split()).rstrip("/") for value in values) for values in candidate.values)


def _repeats(candidate: Candidate) -> bool:
    """Whether it stands where other parts of a page are said again."""
    return _is_of_head(candidate) or in_trail(candidate)


def _says_no_more(own: _Said, other: _Said) -> bool:
    """Whether it is the same nearly everywhere, or the beginning of it where it is cut short."""
    filled = [pair for pair in zip(own, other, strict=True) if pair[0]]
    misses = 0
    for values, said in filled:
        misses += values != said and not (said and _is_beginning(values[0], said[0]))
        if misses > (1 - STEADY) * len(filled):
            return False
    return True


def _is_the_same(own: _Said, other: _Said) -> bool:
    """On nearly all pages."""
    return sum(one == another for one, another in zip(own, other, strict=True)) >= STEADY * len(own)


def _is_beginning(value: str, whole: str) -> bool:
    return value.endswith(_CUT_SHORT) and whole.startswith(value.rstrip("….").rstrip())


def with_title(kept: list[Candidate], candidates: Sequence[Candidate]) -> list[Candidate]:
    """With one of them for the title, if any may be."""
    own = [_said(each) for each in candidates if each.key in _TITLES]
    headings = [_said(each) for each in candidates if each.is_of_heading]
    single = (each for each in kept if not has_many(each.values) and each.attribute not in ADDRESSES)
    ranked = [(rank, each) for each in single if (rank := _rank_as_title(each, own, headings))]
    if not ranked:
        return kept
    _, title = min(ranked, key=itemgetter(0))
    return [replace(each, is_title=each is title) for each in kept]


def _rank_as_title(candidate: Candidate, own: Sequence[_Said], headings: Sequence[_Said]) -> tuple[int, int] | None:
    """What is called so comes first, and not by a class alone: titles of other records are, too. Then what says the
    same as the page's `own` title, then its heading; whatever has a label may be something else, and is the title only
    where nothing else is. None of what may not be.
    """
    said, is_steady = _said(candidate), candidate.share >= STEADY
    called = candidate.names[0].words == TITLE and is_steady and not in_trail(candidate)
    is_own = is_steady and any(_is_the_same(said, title) for title in own)
    labelled = candidate.surety <= naming.LABELLED
    is_sure = candidate.surety < naming.CALLED or is_own or candidate.is_of_heading
    ranks = (
        (called and is_sure and not _is_guess_at_title(candidate), candidate.surety),
        (is_own and not labelled, _is_of_head(candidate)),
        (candidate.is_of_heading and not labelled, 0),
        (called, 0),
        (is_own, _is_of_head(candidate)),
        (is_steady and any(_is_the_same(said, heading) for heading in headings), 0),
        (candidate.is_of_heading, 0),
    )
    return next(((place, then) for place, (holds, then) in enumerate(ranks) if holds), None)


def _is_of_head(candidate: Candidate) -> bool:
    return isinstance(candidate.source, str)


def _is_guess_at_title(candidate: Candidate) -> bool:
    """Whether it is called so for being a heading, though not the page's first, or by nothing but the head."""
    return _is_of_head(candidate) or (candidate.surety == naming.GUESSED and not candidate.is_of_heading)


def _worth(candidate: Candidate) -> tuple[bool, int, bool, int]:
    unseen = candidate.attribute in INSTEAD_OF_WORDS or in_trail(candidate)
    surety = max(candidate.surety, naming.CALLED) if candidate.key.startswith(META) else candidate.surety
    return unseen, surety, _is_of_head(candidate), len(candidate.way)


def in_trail(candidate: Candidate) -> bool:
    return any("breadcrumb" in word.casefold() for place in candidate.way for word in (*place.classes, place.step.mark))
