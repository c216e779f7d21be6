"""Everything on the pages of a sample that might be a column, with what it holds on each of them.

Which of it is worth one is decided in `patterns.records.columns`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from patterns.records import naming
from patterns.records.layouts import DIVIDED, without_edges
from patterns.records.metadata import Facts
from patterns.records.naming import Name, names_along
from patterns.records.places import Place
from patterns.records.reading import LINKS, Page, Row, Slots

STEADY = 0.9
_OF_HEAD = {"title": "page", "meta": "meta", "ld": "declared"}
"""Before a name that something on the page has already."""


@dataclass(frozen=True)
class Candidate:
    """Something that might be a column, with what it holds on every page of the sample."""

    key: str
    source: int | str
    values: tuple[tuple[str, ...], ...]
    attribute: str = ""
    rows: int | None = None
    way: tuple[Place, ...] = ()
    inside: int = 0
    """How much of the way leads to the row it is a cell of."""
    told: tuple[Name, ...] = ()
    caption: str = ""
    prefix: str = ""
    suffix: str = ""
    after: int | None = None

    @cached_property
    def names(self) -> tuple[Name, ...]:
        way = self.way[self.inside :] or self.way[-1:]
        return self.told or tuple(names_along(way, in_row=self.inside > 0, caption=self.caption))

    @cached_property
    def share(self) -> float:
        return sum(map(bool, self.values)) / len(self.values)

    @property
    def surety(self) -> int:
        return self.names[0].surety


def candidates_of(slots: Slots, pages: Sequence[Page]) -> Iterator[Candidate]:
    for way, rows in ways_down(slots):
        last = way[-1]
        places = tuple(each.place for each in way)
        key = "/".join(str(place.step) for place in places)
        for what, source in (("", last.text), *last.attributes, (LINKS, last.links)):
            if source is not None:
                values = tuple(tuple(_texts(page, source, rows)) for page in pages)
                suffix = f"@{what}" if what else ""
                inside = next((n for n, each in enumerate(way, 1) if each.rows is not None and each.rows == rows), 0)
                told = tuple(naming.told_by(what))
                yield Candidate(key + suffix, source, values, what, rows, places, inside, told)


def ways_down(slots: Slots) -> Iterator[tuple[tuple[Slots, ...], int | None]]:
    """Every way down, and the rows it is inside of."""
    stack: list[tuple[tuple[Slots, ...], int | None]] = [((slots,), slots.rows)]
    while stack:
        way, rows = stack.pop()
        yield way, rows
        stack.extend(((*way, each), rows if each.rows is None else each.rows) for each in reversed(way[-1].below))


def _texts(page: Page, source: int, rows: int | None) -> Iterator[str]:
    if rows is None:
        yield from (value for value in page.get(source, ()) if isinstance(value, str))
        return
    for row in page.get(rows, ()):
        if isinstance(row, Row):
            yield from (value for value in row.cells.get(source, ()) if isinstance(value, str))


def candidates_from_facts(facts: Sequence[Facts]) -> Iterator[Candidate]:
    for name in dict.fromkeys(name for each in facts for name in each):
        values = tuple(each.get(name, ()) for each in facts)
        told = naming.as_name(name.rpartition(".")[2].rpartition(":")[2]) or "text"
        whole = naming.as_name(name.partition(".")[2].replace(":", " ")) or told
        surety = naming.GUESSED if name == "title" else naming.TOLD
        names = (Name(told, surety), Name(whole, surety), Name(_OF_HEAD[name.partition(".")[0]], surety))
        yield trimmed(Candidate(f"head/{name}", name, values, told=names))


def trimmed(candidate: Candidate) -> Candidate:
    """What a text begins or ends with on all pages is the template's."""
    if candidate.attribute or candidate.rows is not None:
        return candidate
    prefix, suffix = _common_edges([value for each in candidate.values for value in each])
    if not prefix and not suffix:
        return candidate
    values = tuple(tuple(without_edges(value, prefix, suffix) for value in each) for each in candidate.values)
    return replace(candidate, values=values, prefix=prefix, suffix=suffix)


def _common_edges(texts: Sequence[str]) -> tuple[str, str]:
    """What nearly all of these begin or end with, up to a divider: "Package: …", "… – The Bookshop"."""
    if len(set(texts)) < 2:
        return "", ""
    starts, ends = Counter[str](), Counter[str]()
    for text in texts:
        for divider in DIVIDED.finditer(text):
            starts[text[: divider.end()]] += 1
            ends[text[divider.start() :]] += 1
    return _usual(starts, len(texts)), _usual(ends, len(texts))


def _usual(edges: Counter[str], texts: int) -> str:
    return max((edge for edge, count in edges.items() if count >= STEADY * texts), key=len, default="")
