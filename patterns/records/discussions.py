"""Discussions: pages whose own text is the first of like parts, and the others answer it. The first one is the record,
so that what stands in it is in columns of its own, beside all of them as a list.

Lists of things that have pages of their own are none: there the first is only one of many.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from recorder.patterns.records.candidates import Candidate, has_many, trimmed
from recorder.patterns.records.layouts import STEADY, Found, Page, first_of
from recorder.patterns.records.values import ValueKind


def said_first(
    rows: Mapping[int, Sequence[Candidate]], outer: Sequence[Candidate], pages: Sequence[Page]
) -> Iterator[Candidate]:
    """What stands in the first of the like parts that say most of these pages, if they are a discussion."""
    beside = max((_length(each) for each in outer if _is_text(each)), default=0)
    found = [(number, _of_first(number, cells, pages)) for number, cells in rows.items()]
    number, firsts = max(found, key=lambda each: _longest(each[1]), default=(0, []))
    everywhere = sum(number in page for page in pages) >= STEADY * len(pages)
    if everywhere and _longest(firsts) > beside and not _lead_away(rows[number]):
        yield from (each for each in firsts if not has_many(each.values))


def _of_first(number: int, cells: Sequence[Candidate], pages: Sequence[Page]) -> list[Candidate]:
    firsts = [first_of(number, page) for page in pages]
    return [trimmed(_said_in(each, number, firsts)) for each in cells]


def _said_in(cell: Candidate, number: int, firsts: Sequence[Mapping[int | str, tuple[Found, ...]]]) -> Candidate:
    texts = [[each for each in first.get(cell.source, ()) if isinstance(each, str)] for first in firsts]
    values = tuple(tuple(filter(None, map(cell.excerpt.of, each)) if cell.excerpt else each) for each in texts)
    return replace(cell, key=f"{cell.key}#1", values=values, rows=None, first_of=number)


def _longest(candidates: Sequence[Candidate]) -> int:
    return max((_length(each) for each in candidates if _is_text(each)), default=0)


def _is_text(candidate: Candidate) -> bool:
    return not candidate.attribute and isinstance(candidate.source, int)


def _length(candidate: Candidate) -> int:
    return sum(len(value) for values in candidate.values for value in values)


def _lead_away(cells: Sequence[Candidate]) -> bool:
    """Whether each of the like parts has a link that is called like nothing else and leads where no other does. When a
    part was written is no name.
    """
    called = {each.way: each for each in cells if not each.attribute and each.way[-1].step.tag == "a"}
    links = ((called[each.way], each) for each in cells if each.attribute == "href" and each.way in called)
    return any(text.kind is not ValueKind.DATE and _is_key(text) and _is_key(link) for text, link in links)


def _is_key(candidate: Candidate) -> bool:
    said = [value for values in candidate.values for value in values]
    return len(set(said)) >= STEADY * len(said)
