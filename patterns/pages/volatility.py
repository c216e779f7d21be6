"""What of a page differs from visit to visit without a change: a counter of visitors, the time it took to make it, a
trail of pages seen before, a link with a token; and from day to day: the date.

Learnt from pages that were visited twice within a short time. Whether a page has changed is decided elsewhere, on what
is left of it here.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from typing import NamedTuple

from lxml import etree

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import Link, links_of
from recorder.patterns.urls.url import Url

_NUMBER = re.compile(r"\d+(?:[.,:'’]\d+)*")
_MOST = 0.5
"""Share of lines above which most of a place, or of a page, differs."""
_LONGEST_NAME, _LONGEST_DATE = 60, 100
"""Most characters of an element's name in a place, and of a line that is a date."""
_NONE: Counter[str] = Counter()


class Shape(NamedTuple):
    """Lines of one place that differ in their numbers only (`Seen # times`)."""

    place: str
    line: str


@dataclass(frozen=True)
class Volatility:
    """Volatile places, shapes of lines, and links, these by their URLs without the values of parameters."""

    places: frozenset[str] = frozenset()
    shapes: frozenset[Shape] = frozenset()
    links: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.places or self.shapes or self.links)

    def __or__(self, other: "Volatility") -> "Volatility":
        return Volatility(self.places | other.places, self.shapes | other.shapes, self.links | other.links)

    def stable_text(self, document: Document) -> str:
        """The visible text without what is volatile, one line per block."""
        lines = ((place, text) for place, text in _lines(document) if place not in self.places)
        return "\n".join(text for place, text in lines if Shape(place, _shape(text)) not in self.shapes)

    def stable_links(self, document: Document, links: Iterable[Link]) -> set[str]:
        """Where these links of the document lead, without volatile ones; a URL that is also linked elsewhere stays."""
        count = Counter(link.url for link in links)
        if self.places:
            count -= Counter(link.url for part in self._parts(document) for link in links_of(part))
        return {url for url in count if not self.links or _without_values(url) not in self.links}

    def _links_between(self, before: Document, after: Document) -> frozenset[str]:
        """URLs that differ in the values of parameters only, outside of volatile places."""
        old, new = (self.stable_links(each, links_of(each)) for each in (before, after))
        gone, come = ({_without_values(url) for url in some if "?" in url} for some in (old - new, new - old))
        return frozenset(gone & come)

    def _parts(self, document: Document) -> Iterator["_Part"]:
        """The outermost elements at volatile places."""
        places = _Places()
        walk = etree.iterwalk(document.root, events=("start",))
        for _, element in walk:
            if places.of(element) in self.places:
                yield _Part(element, document.base, document.encoding)
                walk.skip_subtree()


NOTHING_VOLATILE = Volatility()


class _Part(NamedTuple):
    """As much of a document as its links depend on."""

    root: etree._Element
    base: str
    encoding: str


def volatility_between(before: Document, after: Document) -> Volatility:
    """What differs between two visits of one page. Nothing is learnt where most of the page differs."""
    old, new = _by_place(before), _by_place(after)
    gone = {place: lines - new.get(place, _NONE) for place, lines in old.items()}
    come = {place: lines - old.get(place, _NONE) for place, lines in new.items()}
    if _size(gone) > _MOST * _size(old) or _size(come) > _MOST * _size(new):
        return NOTHING_VOLATILE
    places, shapes = set[str](), set[Shape]()
    for place in old.keys() | new.keys():
        went, came = gone.get(place, _NONE), come.get(place, _NONE)
        if _shapes(went) == _shapes(came):
            shapes |= {Shape(place, shape) for shape in _shapes(went)}
        elif _are_most(went, old.get(place, _NONE)) or _are_most(came, new.get(place, _NONE)):
            places.add(place)
    found = Volatility(frozenset(places), frozenset(shapes))
    return found | Volatility(links=found._links_between(before, after))


def daily_volatility(pages: Sequence[Document], today: date) -> Volatility:
    """Lines that say what day it is, the same on all of several pages."""
    if len(pages) < 2:
        return NOTHING_VOLATILE
    placed = [_by_place(page) for page in pages]
    said = {Shape(place, line) for place, lines in placed[0].items() for line in lines if _says_day(line, today)}
    on_all = {each for each in said if all(each.line in other.get(each.place, _NONE) for other in placed[1:])}
    in_numbers = {each for each in on_all if today.month in _numbers(each.line)}
    alone = {each.place for each in on_all - in_numbers if all(other[each.place].total() == 1 for other in placed)}
    return Volatility(frozenset(alone), frozenset(Shape(each.place, _shape(each.line)) for each in in_numbers))


def _says_day(line: str, today: date) -> bool:
    return len(line) <= _LONGEST_DATE and {today.day, today.year} <= _numbers(line)


def _numbers(line: str) -> set[int]:
    return {int(digits) for digits in re.findall(r"[0-9]{1,4}", line)}


def _lines(document: Document) -> Iterator[tuple[str, str]]:
    """The visible text as `Document.text` has it, each line with the place of its block."""
    places = _Places()
    for block, text in document.blocks():
        yield places.of(block), text


def _by_place(document: Document) -> dict[str, Counter[str]]:
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for place, text in _lines(document):
        found[place][text] += 1
    return found


def _size(lines: Mapping[str, Counter[str]]) -> int:
    return sum(each.total() for each in lines.values())


def _are_most(some: Counter[str], of: Counter[str]) -> bool:
    return some.total() > _MOST * of.total()


def _shapes(lines: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for line, often in lines.items():
        found[_shape(line)] += often
    return found


def _shape(line: str) -> str:
    return _NUMBER.sub("#", line)


def _without_values(url: str) -> str:
    """The address with the names of its parameters only."""
    path = url.partition("?")[0]
    return f"{path}?{'&'.join(name for name, _ in Url(url).parameters)}"


class _Places:
    """The place of each element of one page: its tag path, with the ids and classes that tell apart parts of a page,
    without the numbers in them. As a digest, for paths may be long and their elements many; the end of the path comes
    first, for people.
    """

    def __init__(self) -> None:
        self._of: dict[etree._Element, str] = {}
        self._after: dict[tuple[str, str], str] = {}

    def of(self, element: etree._Element) -> str:
        """A loop, since pages nest deeper than Python calls."""
        unknown = []
        at: etree._Element | None = element
        while at is not None and at not in self._of:
            unknown.append(at)
            at = at.getparent()
        place = "" if at is None else self._of[at]
        for node in reversed(unknown):
            place = self._of[node] = self._below(place, _name(node))
        return place

    def _below(self, place: str, name: str) -> str:
        key = place, name
        if key not in self._after:
            digest = blake2b(f"{place}/{name}".encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
            around = place.partition(" ")[0].rpartition("/")[2]
            self._after[key] = f"{around}/{name[:_LONGEST_NAME]} {digest}"
        return self._after[key]


def _name(element: etree._Element) -> str:
    own, classes = element.get("id"), (element.get("class") or "").split()
    return _shape("".join([element.tag, f"#{own}" if own else "", *(f".{each}" for each in classes)]))
