"""What a word should bring, by what the last words brought: how many records its answer has, how many of them the site
shows, and how many of those are new.

A limit of results is what makes the difference. A site that sorts all its answers alike shows the same records again
for every word that it cuts off; only words whose answers it shows whole lead to the others.
"""

from collections.abc import Mapping, Sequence, Set

from recorder.exhausting.answers import Kind, Reply

_LAST, _LAST_COUNTED = 20, 10
"""Answers that say how many of the listed records are new, and by how much an answer exceeds what is known of it."""
_USUAL_PAGE = 20
"""Records on a page, while none was seen."""


class Expectation:
    """As it is after these answers."""

    def __init__(self, answers: Mapping[int, Reply], overflowing: Set[int], limit: int | None) -> None:
        self._limit = limit
        words = [
            (number, answer)
            for number, answer in answers.items()
            if answer.ask.kind in (Kind.WORD, Kind.CHECK) and answer.expected and answer.pages
        ]
        self._page = max((listed for _, answer in words for listed, _ in answer.pages), default=0) or _USUAL_PAGE
        cut = {number for number, one in words if number in overflowing or (limit and (one.total or 0) > limit)}
        self._fresh_cut = self._freshness([answer for number, answer in words if number in cut])
        self._fresh_whole = self._freshness([answer for number, answer in words if number not in cut])
        counted = [
            (len(answer.records) if answer.total is None else answer.total, answer.expected)
            for number, answer in words
            if answer.total is not None or (answer.whole and number not in overflowing)
        ][-_LAST_COUNTED:]
        expected = sum(each for _, each in counted)
        self._growth = max(1.0, sum(size for size, _ in counted) / max(1.0, expected))

    def brings(self, frequency: float, fresh: float) -> float:
        """New records for each page of the answer to a word that so many known records have; `fresh`: the same, but
        each record counted less the more answers listed it.
        """
        if not frequency:
            return 0.0
        size = self._growth * frequency
        is_cut = self._limit is not None and size > self._limit
        shown = min(size, self._limit or size)
        share = (self._fresh_cut if is_cut else self._fresh_whole) * fresh / frequency
        return shown * share / (1 + shown / self._page)

    def _freshness(self, answers: Sequence[Reply]) -> float:
        """How many new records these answers brought for each that was expected; about 1 while little is known."""
        last = answers[-_LAST:]
        brought = sum(answer.new for answer in last)
        expected = sum(listed * answer.fresh / answer.expected for answer in last for listed, _ in answer.pages)
        return (brought + self._page) / (expected + self._page)
