"""Everything on the pages of a sample that might be a column, with what it holds on each of them.

Which of it is worth one is decided in `patterns.records.columns`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from recorder.patterns.records import naming
from recorder.patterns.records.kinds import PlaceKind
from recorder.patterns.records.layouts import DIVIDED, INTRODUCING, STEADY, Page, Row, Slots, without_edges
from recorder.patterns.records.metadata import Facts
from recorder.patterns.records.naming import CALLED, GUESSED, LABELLED, Name, names_along
from recorder.patterns.records.places import Place
from recorder.patterns.records.sightings import SELDOM, Sightings, usual
from recorder.patterns.records.value_names import called_by
from recorder.patterns.records.values import ValueKind, kind_of, unit_of
from recorder.patterns.records.vocabularies import PROSE
from recorder.patterns.records.wording_learning import learn_wording
from recorder.patterns.records.wordings import SIGN, Ending, Excerpt, ending_of

LINKS = "links"
"""Beside the names of attributes: what the links in a text say."""
FEW = 0.02
"""Largest share of the pages with a second value of what is no list."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TITLED = Name("title", CALLED)
_WHOLE = HEADINGS | {"pre", "code", PROSE}
"""What stands in these is one text, in whatever words."""
_EDGE = re.compile(rf"{DIVIDED.pattern}|(?<!\s)[^\S\n]*\n\s*")
_START = re.compile(rf"\A{SIGN.pattern}|{_EDGE.pattern}")
_LONGEST_EDGE = 200
"""Most characters of what a text begins or ends with on all pages."""
META = "head/meta."
"""What the keys of these begin with, which say of any page the same few things: a title, a description."""
_OF_HEAD = {"title": "page", "meta": "meta", "ld": "declared"}
"""Put before a name that something on the page has already."""


class FieldLabel(NamedTuple):
    label: str
    above: Place


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
    asked: tuple[Name, ...] = ()
    """By what links and forms ask for its values."""
    leads_to: Name | None = None
    """The kind of page that its link leads to, by the address."""
    spaces: frozenset[str] = frozenset()
    """Words that the classes of the page begin with, whatever they mean."""
    caption: str = ""
    prefix: str = ""
    suffix: str = ""
    after: int | None = None
    excerpt: Excerpt | Ending | None = None
    elsewhere: "tuple[Candidate, ...]" = ()
    """Other places of the same, on other pages."""
    first_of: int | None = None
    """The like parts, if it is what the first of them says."""
    is_title: bool = False
    """It says what the page's own title says."""

    @cached_property
    def labelled(self) -> FieldLabel | None:
        """The label of the field it is the value of, and the place of the list that this field is in."""
        for above, place in reversed(list(pairwise(self.way if self.rows is None else ()))):
            if label := place.step.label or (place.step.section if place.step.tag == "dd" else ""):
                return FieldLabel(label, above)
        return None

    @cached_property
    def kind(self) -> ValueKind:
        return kind_of(self._said)

    @cached_property
    def names(self) -> tuple[Name, ...]:
        if self.told:
            return self.told
        way, unit = self.way[self.inside :] or self.way[-1:], "" if self.attribute else self.unit
        found = names_along(way, in_row=self.inside > 0, caption=self.caption, unit=unit, spaces=self.spaces)
        sure = [name for name in found if name.surety < naming.TOLD]
        known = list(dict.fromkeys([*sure, *self.asked, *found]))
        return tuple(known if self.in_heading else [*self._rather(known[0]), *known])

    def _rather(self, name: Name) -> Iterator[Name]:
        """What says more than this name, if that says little."""
        says_little = name.surety == GUESSED or name == _TITLED or naming.is_faint(name.words)
        if self.leads_to is not None and says_little:
            yield self.leads_to
        elif name.surety == GUESSED and not self.attribute and (looks := naming.as_name(called_by(self._said))):
            yield Name(looks, GUESSED)

    @property
    def is_of_heading(self) -> bool:
        """Whether it is of what the page is called by."""
        above = self.in_heading and any(place.step.tag == "h1" for place in self.way)
        return above and not self.attribute and self.rows is None

    @property
    def in_heading(self) -> bool:
        """What goes beside a heading, in small letters, is not."""
        tags = {place.step.tag for place in self.way}
        return bool(tags & HEADINGS) and "small" not in tags

    @cached_property
    def unit(self) -> str:
        """What nearly all of its values count: "comments"."""
        return unit_of(self._said)

    @cached_property
    def _said(self) -> list[str]:
        return [value for values in self.values for value in values]

    @cached_property
    def share(self) -> float:
        return sum(map(bool, self.values)) / len(self.values)

    @property
    def surety(self) -> int:
        return self.names[0].surety


def slots_of(place: Place, counter: Iterator[int]) -> Slots:
    """Everything there is at a place and below it, numbered in the order of the page."""

    def make(each: Place, in_rows: bool) -> Slots:
        rows = each.repeats and not in_rows and each.kind is PlaceKind.PARTS
        below = [make(child, in_rows or rows) for child in each.children.values()]
        return Slots(
            each,
            text=next(counter) if each.kind is not PlaceKind.PARTS else None,
            attributes=tuple((name, next(counter)) for name in each.attributes),
            links=next(counter) if each.has_links else None,
            rows=next(counter) if rows else None,
            below=below,
        )

    return make(place, False)


def candidates_of(slots: Slots, pages: Sequence[Page]) -> Iterator[Candidate]:
    spaces = naming.spaces_of(name for way, _ in ways_down(slots) for name in way[-1].place.classes)
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
                yield Candidate(key + suffix, source, values, what, rows, places, inside, told, spaces=spaces)


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
        told = naming.as_name(_telling_part(name).rpartition(":")[2]) or "text"
        whole = naming.as_name(name.partition(".")[2].replace(":", " ")) or told
        surety = naming.GUESSED if name == "title" else naming.TOLD
        names = (Name(told, surety), Name(whole, surety), Name(_OF_HEAD[name.partition(".")[0]], surety))
        yield trimmed(Candidate(f"head/{name}", name, values, told=names))


def _telling_part(name: str) -> str:
    """The last part of a dotted name, or of what thing it is the name: `ld.brand.name`."""
    *_, above, last = ("", *name.split("."))
    return naming.of_thing(last, "" if above in _OF_HEAD else above)


def worded(candidate: Candidate) -> Sequence[Candidate]:
    """One for each value in a text that says several, in words which are the same on all pages; else itself alone."""
    place = candidate.way[-1]
    if place.step.tag in HEADINGS and not candidate.attribute and candidate.rows is None:
        return _without_remark(candidate)
    whole = (
        candidate.attribute
        or place.kind is not PlaceKind.TEXT
        or any(each.step.tag in _WHOLE for each in candidate.way)
    )
    if whole or (candidate.rows is None and has_many(candidate.values)):
        return (candidate,)
    texts = [value for values in candidate.values for value in values]
    wording = learn_wording(texts, goes_on=place.goes_on)
    if wording is None or candidate.surety <= LABELLED:  # a label says already what it is, and that it is one
        return (candidate,)
    return [_excerpted(candidate, each) for each in wording.excerpts()]


def _without_remark(candidate: Candidate) -> Sequence[Candidate]:
    """A heading and the remark behind it, if that is one of few: "Dune (Hardcover)"."""
    seen = Sightings()
    for page, values in enumerate(candidate.values):
        for ending in filter(None, (ending_of(value)[1] for value in values)):
            seen.add(page, ending)
    known = frozenset(seen.of_template(seen.counts.total())) if seen.counts else frozenset()
    if sum(seen.counts[each] for each in known) < SELDOM * len(candidate.values):
        return (candidate,)
    heading, remark = (
        replace(
            candidate,
            excerpt=(cut := Ending(known, itself)),
            values=tuple(tuple(filter(None, map(cut.of, each))) for each in candidate.values),
        )
        for itself in (False, True)
    )
    told = (Name(f"{candidate.names[0].words}_remark", GUESSED),)
    return heading, replace(remark, key=f"{candidate.key}~()", told=told)


def _excerpted(candidate: Candidate, excerpt: Excerpt) -> Candidate:
    values = tuple(tuple(filter(None, map(excerpt.of, each))) for each in candidate.values)
    label = naming.as_name(excerpt.part.label)
    told = candidate.names
    if label:
        alone = naming.is_faint(excerpt.part.label) and len(excerpt.wording.parts) == 1
        before = [name for name in told if alone and name.surety <= CALLED]
        told = tuple(dict.fromkeys([*before, Name(label, GUESSED if alone else LABELLED), *told]))
    key = f"{candidate.key}~{excerpt.part.label or excerpt.part.gap}"
    return replace(candidate, key=key, values=values, told=told, excerpt=excerpt)


def has_many(values: Sequence[Sequence[str]]) -> bool:
    """Whether it is a list: a page or two with a value too many do not make one."""
    return sum(len(each) > 1 for each in values) > FEW * len(values)


def trimmed(candidate: Candidate) -> Candidate:
    """What a text begins or ends with on all pages is the template's."""
    if candidate.attribute or candidate.rows is not None or candidate.excerpt is not None:
        return candidate
    names = candidate.in_heading or candidate.source == "title"
    prefix, suffix = _common_edges([value for each in candidate.values for value in each], names)
    if not prefix and not suffix:
        return candidate
    values = tuple(tuple(without_edges(value, prefix, suffix) for value in each) for each in candidate.values)
    return replace(candidate, values=values, prefix=prefix, suffix=suffix)


def _common_edges(texts: Sequence[str], names: bool) -> tuple[str, str]:
    """What nearly all of these begin or end with, up to a divider or a line: "Package: …", "… – The Bookshop", links to
    share a text under it; or, if they are `names` of something, up to a word that leads on to it: "Links for …"."""
    if len(set(texts)) < 2:
        return "", ""
    starts, ends = Counter[str](), Counter[str]()
    for text in texts:
        for introduction in INTRODUCING.finditer(text, 0, _LONGEST_EDGE) if names else ():
            starts[text[: introduction.end()]] += 1
        for divider in _START.finditer(text, 0, _LONGEST_EDGE):
            starts[text[: divider.end()]] += 1
        for divider in _EDGE.finditer(text, max(0, len(text) - _LONGEST_EDGE)):
            ends[text[divider.start() :]] += 1
    return usual(starts, len(texts), STEADY), usual(ends, len(texts), STEADY)
