"""The coverage of a finished recording: how many pages it should reach, and what of it is unclear, each in a plain
sentence that ends in what would settle it.

Principle: never silently wrong. What is told comes from the recording's own figures, not from a list of known sites.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import ceil

from recorder.knowledge.coverage import Coverage
from recorder.mapping.self_check import SelfCheck
from recorder.mapping.survey import Survey
from recorder.patterns.classes.url_cells import folder_of
from recorder.runtime.plain_text import many

REACHED = 0.9
"""Share of the known targets below which a pattern is said to miss some: below it a recording counts as failed, too."""

FEW = 5
"""Fewest pages from which a class is concluded."""

_GROUPS = 2
"""Most folders that a sentence names."""


@dataclass(frozen=True)
class Ends:
    """The bounds that cut a recording short: why it was stopped, after how many pages mapping was given up, how many
    searches there were no probes for.
    """

    stopped: str = ""
    pages: int = 0
    forms: int = 0

    def sentences(self) -> Iterator[str]:
        if self.stopped:
            yield f"It was {self.stopped}, before everything was seen. Run the same command again to go on."
        if self.pages:
            pages = many(self.pages, "page")
            yield f"Mapping ended after {pages}, while the pattern still changed. --exhaustive looks at all."
        if self.forms:
            yield f"There were no probes left for {many(self.forms, 'search form')}. --max-probes N allows more."


def coverage_of(survey: Survey, ends: Ends) -> Coverage:
    """In numbers and words. The less a recording can be trusted, the wider is the range."""
    total, found = survey.expected.total, len(survey.check.found)
    risk = survey.check.risk
    low, high = (total.mean - total.spread) * (1 - risk), (total.mean + total.spread) * (1 + risk)
    if survey.check.is_unclear:
        low, high = low * _least(survey.check), high * _most(survey.check)
    estimate = max(found, round(total.mean))
    return Coverage(
        estimate,
        min(estimate, max(1, int(low))),
        max(estimate, ceil(high)),
        round(survey.expected.known.mean),
        round(survey.expected.reached.mean),
        (*ends.sentences(), *_sentences(survey)),
    )


def _least(check: SelfCheck) -> float:
    """The smallest share of what was found that one of the pages found would have found."""
    return min((len(each.targets & check.found) / len(check.found) for each in check.own if check.found), default=1.0)


def _most(check: SelfCheck) -> float:
    """How many times as many pages there are with those that a page left out claims, and with those worded alike."""
    claimed = check.claim.targets if check.claim else frozenset[str]()
    return len(check.found | claimed | check.worded_alike) / max(1, len(check.found))


def _sentences(survey: Survey) -> Iterator[str]:
    expected = survey.expected
    if expected.reached.mean < REACHED * expected.known.mean and survey.missed:
        known = many(round(expected.known.mean), "known page")
        yield (
            f"The pattern leads to about {expected.reached.mean:.0f} of {known}. Not "
            f"to these: {_places(survey.missed)}. Give one of them as a second sample with --like."
        )
    if survey.check.is_unclear:
        yield from _of_the_sample(survey.check)


def _of_the_sample(check: SelfCheck) -> Iterator[str]:
    """Why another sample might have led elsewhere: what is worth a word of it, or that it might."""
    worth = (1 - REACHED) * len(check.found)
    claimed = check.claim.targets - check.found if check.claim else frozenset[str]()
    said = list(_of_the_left_out(check, claimed, worth))
    weakest = min(check.own, key=lambda each: len(each.targets & check.found), default=None)
    if weakest is not None and len(lost := check.found - weakest.targets) > worth:
        said.append(
            f"With {weakest.sample} as the sample, pages that were found would be left out: {_places(lost)}. Look at "
            "one; if it is what you want, give it as a second sample with --like."
        )
    if not said or len(check.found) < FEW:
        said.append(
            f"What was found (so far {len(check.found)}) may depend on the sample. Give a second one with --like, "
            "from another place of the site."
        )
    yield from said


def _of_the_left_out(check: SelfCheck, claimed: frozenset[str], worth: float) -> Iterator[str]:
    if check.claim and len(claimed) > worth:
        yield (
            f"With {check.claim.sample} as the sample, pages that were left out would be taken in: {_places(claimed)}. "
            "If you want them, give it as a second sample with --like."
        )
    if len(worded := check.worded_alike - claimed) > worth:
        yield (
            f"Pages that were left out say the same in words: {_places(worded)}. If you want them, give one of them as "
            "a second sample with --like."
        )


def _places(urls: Collection[str]) -> str:
    """How many there are, and in which folders most of them."""
    counted = Counter("/".join(("", *folder_of(url)[1:], "")) for url in urls)
    most = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:_GROUPS]
    named = " and ".join(f"{folder} ({count})" for folder, count in most)
    return f"{len(urls)} in {most[0][0]}" if len(counted) == 1 else f"{len(urls)}, most of them in {named}"
