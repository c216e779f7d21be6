"""One attribute that stands in several places, on some pages here and on others there: one column.

What stands before a value may move it to another place of the template. Values are of one attribute where no page says
two different things, where they are of one kind, and where they are called the same by a label or a heading, or stand
beside each other and one of them is on every page. How they are read is in `patterns.records.reading`. The other way
round, a text may begin with what another column says, and is that only from there on.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from recorder.patterns.records.candidates import Candidate, has_many
from recorder.patterns.records.layouts import STEADY, rest_after
from recorder.patterns.records.naming import LABELLED, STANDING_UNDER
from recorder.patterns.records.values import ValueKind, kind_of

STRUCK = frozenset({"del", "s", "strike"})
"""What stands in these holds no longer."""


def joined(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same candidates in their order, but those of one attribute are one, at the first of their places."""
    by_label = _joined_by(_label, candidates, least=0.0)
    return _joined_by(_neighbourhood, by_label, least=STEADY)


def _joined_by(
    group_of: Callable[[Candidate], tuple[object, ...] | None], candidates: Sequence[Candidate], least: float
) -> list[Candidate]:
    """Of each group, those that complement each other; `least` share of the pages must have one of them."""
    groups: dict[tuple[object, ...], list[Candidate]] = defaultdict(list)
    for each in candidates:
        if (called := group_of(each)) is not None:
            groups[called].append(each)
    by_first: dict[int, Candidate] = {}
    gone: set[int] = set()
    for group in groups.values():
        for first, whole in _complements(group):
            if whole is not first and whole.share >= least:
                by_first[id(first)] = whole
                gone |= {id(each) for each in whole.elsewhere}
    return [by_first.get(id(each), each) for each in candidates if id(each) not in gone]


def _complements(group: Sequence[Candidate]) -> list[tuple[Candidate, Candidate]]:
    """The first of those that complement each other, and what they are together."""
    found: list[tuple[Candidate, Candidate]] = []
    for each in group:
        for place, (first, whole) in enumerate(found):
            if (both := _together(whole, each)) is not None:
                found[place] = first, both
                break
        else:
            found.append((each, each))
    return found


def _label(candidate: Candidate) -> tuple[object, ...] | None:
    """What it is called by what stands before or over it."""
    if candidate.rows is not None or not any(candidate.values):
        return None
    return (candidate.names[0].words, candidate.attribute) if candidate.surety <= STANDING_UNDER else None


def _neighbourhood(candidate: Candidate) -> tuple[object, ...] | None:
    """Where it stands, if it is a number or a date: any text may be instead of any other."""
    is_whole = candidate.rows is None and not candidate.attribute and len(candidate.way) > 1
    if not is_whole or candidate.way[-1].step.tag in STRUCK or not 0 < candidate.share < STEADY:
        return None
    if has_many(candidate.values) or candidate.kind is ValueKind.TEXT or candidate.surety <= LABELLED:
        return None
    return id(candidate.way[-2]), candidate.kind


def _together(one: Candidate, other: Candidate) -> Candidate | None:
    """Both as one; None where a page says two things, or what they say is of two kinds."""
    pairs = list(zip(one.values, other.values, strict=True))
    if any(here and there and here != there for here, there in pairs):
        return None
    values = tuple(here or there for here, there in pairs)
    if kind_of([value for each in values for value in each]) is not one.kind:
        return None
    names = {name.words for name in other.names}
    told = tuple(sorted(one.names, key=lambda name: name.words not in names))
    return replace(one, values=values, told=told, elsewhere=(*one.elsewhere, other, *other.elsewhere))


def after_another(candidate: Candidate, others: Sequence[Candidate]) -> Candidate:
    """A text that begins with what another column says, "Name — what it is", is cut down to the rest."""
    if candidate.attribute or candidate.excerpt or candidate.source == "title" or has_many(candidate.values):
        return candidate
    for other in others:
        if other is candidate or other.attribute or other.excerpt or other.share < candidate.share:
            continue
        if not isinstance(other.source, int):
            continue
        rests = _rests(candidate, other)
        if rests is not None:
            values = tuple((rest,) if rest else own for rest, own in zip(rests, candidate.values, strict=True))
            return replace(candidate, values=values, after=other.source)
    return candidate


def _rests(candidate: Candidate, other: Candidate) -> list[str] | None:
    """What comes after the other column's words, page by page; None as soon as too many pages do not have it so."""
    filled = sum(map(bool, candidate.values))
    rests: list[str] = []
    misses = 0
    for own, said in zip(candidate.values, other.values, strict=True):
        rests.append(rest_after(own[0], said[0]) if own and said else "")
        misses += bool(own) and not rests[-1]
        if filled - misses < STEADY * filled:
            return None
    return rests if STEADY * filled > 1 else None
