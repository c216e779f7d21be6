"""The coverage of a finished recording: how many pages it should reach, and what of it is unclear, each in a plain
sentence that ends in what would settle it.

Principle: never silently wrong. What is told comes from the recording's own figures, not from a list of known sites.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from recorder.knowledge.coverage import Coverage
from recorder.mapping.survey import Survey
from recorder.patterns.classes.evidence import some_of
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
    searches there were no probes for, and which links robots.txt bars, if that is most of the site.
    """

    stopped: str = ""
    pages: int = 0
    forms: int = 0
    barred: Collection[str] = ()

    def sentences(self) -> Iterator[str]:
        if self.stopped:
            yield f"It was {self.stopped}, before everything was seen. Run the same command again to go on."
        if self.pages:
            pages = many(self.pages, "page")
            yield f"Mapping ended after {pages}, while the pattern still changed. --exhaustive looks at all."
        if self.forms:
            yield f"There were no probes left for {many(self.forms, 'search form')}. --max-probes N allows more."
        if self.barred:
            yield (
                f"robots.txt asks robots not to visit as many pages as could be seen, or more: {_places(self.barred)}. "
                "What only they lead to is not known. With the owner's leave, add --ignore-robots."
            )


def coverage_of(survey: Survey, ends: Ends) -> Coverage:
    """In numbers and words. The less a recording can be trusted, the wider is the range."""
    total, check = survey.expected.total, survey.check
    alike = len(check.alike) / max(1, len(check.found))
    low = (total.mean - total.spread) * check.agreement * check.certainty
    high = (total.mean + total.spread) * (2 - check.agreement) * (2 - check.certainty) * (1 + alike)
    estimate = max(len(check.found), round(total.mean))
    return Coverage(
        estimate,
        min(estimate, max(1, int(low))),
        max(estimate, ceil(high)),
        round(survey.expected.known.mean),
        round(survey.expected.reached.mean),
        (*ends.sentences(), *_sentences(survey)),
    )


def _sentences(survey: Survey) -> Iterator[str]:
    expected = survey.expected
    known = many(round(expected.known.mean), "known page")
    by_links = expected.reached.mean - len(survey.only_asked)
    falls_short = by_links < REACHED * expected.known.mean
    if falls_short and survey.missed:
        yield (
            f"The pattern leads to about {expected.reached.mean:.0f} of {known}. Not "
            f"to these: {_places(survey.missed)}. Give {_one_of(survey.missed)} or another of them as a second sample "
            "with --like."
        )
    if falls_short and survey.only_asked:
        yield (
            f"Only the answers of its forms lead to {len(survey.only_asked)} of {known}, and a crawl asks none by "
            "itself. Give it parameters with --param, or let --exhaust find the questions."
        )
    if survey.unnamed and survey.hidden > (1 - REACHED) * expected.known.mean:
        yield (
            f"About {survey.hidden:.0f} more pages may be there that no page seen leads to: {_one_of(survey.unnamed)} "
            "is one of them, found by its number alone. Lists may leave them out unless they are asked for. Crawls try "
            "the missing numbers at their end; an entry page that shows such pages leads to all of them."
        )
    found, doubted, left_out = survey.check.found, survey.check.doubted, survey.check.left_out
    if doubted:
        yield (
            f"Of {many(len(found), 'page')} found, these are in doubt: {_places(doubted)}. Look at "
            f"{_one_of(doubted)} or another of them: give it with --like if it is what you want, with --unlike if not."
        )
    if left_out:
        yield (
            f"Some pages that were left out are much like those found: {_places(left_out)}. If you want them, give "
            f"{_one_of(left_out)} or another of them as a second sample with --like."
        )
    if len(found) < FEW:
        yield (
            f"What was found (so far {len(found)}) may depend on the sample. Give a second one with --like, from "
            "another place of the site."
        )


def left_out_alike(opposed: Iterable[str], unlike: Collection[str]) -> str:
    """What is said of pages that are left out as of another kind; nothing if there are none."""
    alike = set(opposed).difference(unlike)
    if not alike:
        return ""
    if unlike:
        return f"Left out as of one kind with the pages given with --unlike: {_places(alike)}."
    return (
        f"Pages with the layout of those found, but with other labels, are left out: {_places(alike)}. If you want "
        "them, too, give one of them as a second sample with --like."
    )


def left_aside(repeats: Collection[str]) -> str:
    """What is said of pages that only say again what others say; nothing if there are none."""
    if not repeats:
        return ""
    return (
        "Pages that say the same again, in another language or version, or at another address, are left aside: "
        f"{_places(repeats)}. If you want them, too, give one of them as a second sample with --like."
    )


def barred(searches: int) -> str:
    """What is said of search forms that robots may not send; nothing if there are none."""
    if not searches:
        return ""
    return (
        f"robots.txt asks robots not to send {many(searches, 'search form')}: what nothing else leads to is not known. "
        "With the owner's leave, add --ignore-robots."
    )


def _one_of(urls: Collection[str]) -> str:
    """One to look at: by chance, for it is to stand for all."""
    return min(some_of(urls, 1))


def _places(urls: Collection[str]) -> str:
    """How many there are, and in which folders most of them."""
    counted = Counter("/".join(("", *filter(None, folder_of(url)[1:]), "")) for url in urls)
    most = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:_GROUPS]
    named = " and ".join(f"{folder} ({count})" for folder, count in most)
    return f"{len(urls)} in {most[0][0]}" if len(counted) == 1 else f"{len(urls)}, most of them in {named}"
