"""What the next page of an answer is worth, beside the first page of the next word."""

import math
from collections.abc import Mapping

from recorder.exhausting.answers import Kind, Reply

_LAST_PAGES, _MANY_PAGES = 3, 10
"""Pages that say what the next one brings: a single page may be an odd one."""
_LEAST_NEW = 0.1
"""Share of what values of a field list that must be new: one that lists what is known is no slice worth having."""
_HARDLY_ANY = 0.02
"""New records on a page: fewer end a run, so no page is turned for them."""
_A_PAGE = 20
"""Records for which an expectation counts, beside those that were listed."""
_TELLING, _LESS = 10, 0.4
"""New records by the last words that say what the next one brings: as those come first that promise most, less."""


def worth(answer: Reply, known: float | None, usual: float) -> float:
    """New records that its next page should list: as its last pages did, and as its total lets one expect, if so many
    records are `known` that it should list; or else as answers do in general (`usual`).
    """
    if answer.ask.kind is Kind.CHECK or not answer.pages:  # a word of a check sample must be known whole
        return math.inf
    if answer.total is not None and answer.total_before is not None:
        return math.inf if answer.gained < answer.total - answer.total_before else 0.0
    if answer.total == len(answer.records):
        return 0.0
    if not answer.records:  # what leads to lists lists nothing itself
        return math.inf if len(answer.pages) < _LAST_PAGES else 0.0
    if answer.ask.kind is Kind.VALUE:
        listed, new = answer.late(_LAST_PAGES)
        return math.inf if new >= _LEAST_NEW * listed > 0 else 0.0
    listed, new = answer.late(_MANY_PAGES)
    share = usual
    if answer.total is not None and known is not None:
        share = max(0.0, min(1.0, (answer.total - known) / max(1, answer.total - len(answer.records))))
    return listed / min(_MANY_PAGES, len(answer.pages)) * (new + _A_PAGE * share) / (listed + _A_PAGE)


def next_word(answers: Mapping[int, Reply]) -> float:
    """New records that the first page of the next word will bring, as those of the last ones did."""
    new, words = 0, 0
    for answer in reversed(list(answers.values())):
        if answer.ask.kind is Kind.WORD and answer.pages:
            new, words = new + answer.pages[0][1], words + 1
        if new >= _TELLING:
            break
    return max(_HARDLY_ANY, _LESS * new / max(1, words))
