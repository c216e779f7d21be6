"""Whether a field changes the answer: the informativeness test of Google's deep-web crawl [Madhavan et al., VLDB 2008].

Answers are compared by fingerprint, whatever the caller takes for one; it should be what a page lists and not its
bytes, for the time of day in a footer makes every page a new one. Only queries that differ in nothing but this field
are compared, and only where one of them finds something: narrowing a search that finds nothing finds nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from recorder.forms.submission import Query

SHARE = 0.2
"""Least share of distinct answers to the values of a field that makes a difference."""

LEAST_EQUAL, _MOST_EQUAL = 3, 5
"""Least equal answers that settle that a field of few values changes nothing, and most that are asked for."""
_LEAST_DIFFERENT = 3
"""Least distinct good answers that settle that a field makes a difference."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a query: `good` if it led to targets, None while nobody has looked."""

    query: Query
    fingerprint: str
    good: bool | None = None
    size: int = 0


class Effect(Enum):
    """What is known of a field."""

    UNKNOWN = "unknown"
    CHANGES = "changes"
    """Its values make a difference: a parameter that a person wants."""
    NONE = "none"
    """Its values never change the answer: a matter of presentation, to be left alone."""


def is_informative(fingerprints: Sequence[str]) -> bool:
    """Whether answers to different values differ: not all are one, and at least a fifth are distinct."""
    distinct = len(set(fingerprints))
    return distinct > 1 and distinct >= SHARE * len(fingerprints)


@dataclass(frozen=True)
class FieldReport:
    """What the answers so far say about one field."""

    effect: Effect
    is_settled: bool
    """Whether further values would teach nothing."""


def report(field: int, values: int, answers: Iterable[Answer]) -> FieldReport:
    """What is known of the field of this number, which has `values` values to try."""
    alike = (group for group in _alike_but_for(field, answers) if len(group) > 1)
    groups = [group for group in alike if any(answer.good is not False for answer in group)]
    if not groups:
        return FieldReport(Effect.UNKNOWN, False)
    if all(len({answer.fingerprint for answer in group}) == 1 for group in groups):
        compared = sum(len(group) - 1 for group in groups)
        settled = compared >= (min(values, _MOST_EQUAL) if values > 1 else LEAST_EQUAL)
        return FieldReport(Effect.NONE if settled else Effect.UNKNOWN, settled)
    told = max(map(_told, groups), key=lambda fingerprints: (len(set(fingerprints)), len(fingerprints)))
    found = {answer.fingerprint for group in groups for answer in group if answer.good}
    informative = is_informative(told)
    enough = len(found) >= (_LEAST_DIFFERENT if informative else len(told)) and len(told) > _LEAST_DIFFERENT
    return FieldReport(Effect.CHANGES if informative else Effect.NONE, informative and enough)


def _alike_but_for(field: int, answers: Iterable[Answer]) -> list[list[Answer]]:
    groups: defaultdict[Query, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.query.without(field)].append(answer)
    return list(groups.values())


def _told(group: Sequence[Answer]) -> list[str]:
    """All that found nothing count as one: of thirty subjects, those without a hit are still subjects."""
    found = [answer.fingerprint for answer in group if answer.good is not False]
    return found + [answer.fingerprint for answer in group if answer.good is False][:1]
