"""How pages of a template are read, and into which columns: values that other modules learn, and read by.

Layouts are learnt in `patterns.records.columns`, templates in `patterns.records.templates`; pages are read with them in
`patterns.records.reading`.
"""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from recorder.patterns.pages.trees import Tree
from recorder.patterns.records.kinds import PlaceKind
from recorder.patterns.records.places import Place
from recorder.patterns.records.values import ValueFormat, ValueKind
from recorder.patterns.records.walk import Wanted
from recorder.patterns.records.wordings import Ending, Excerpt

Cell = str | Sequence["Cell"] | Mapping[str, "Cell"]
"""What stands in a column: a text, a list, or rows."""

STEADY = 0.9
"""Least share of the pages for a column that all pages of a template have."""
DIVIDED = re.compile(r"(?<!\s)\s+[-–—|:·»«•/]+\s+|:\s+")
"""Between two parts of a text: its name and the site's, a label and a value. White space is looked at from its
beginning only: preformatted text may have no end of it."""

INTRODUCING = re.compile(r"(?<!\w)(?:for|of|about|für|von|über|pour|de|para|per|di|voor|van|för|om|для|о)\s+(?=\S)")
"""Between what a heading is about and how it begins on all pages: "Links for …"."""


@dataclass(frozen=True)
class Row:
    """One of several like parts of a page: what stands at the slots inside it."""

    cells: "Mapping[int | str, tuple[Found, ...]]"


Found = str | Row
Page = Mapping[int, tuple[Found, ...]]
"""What was found on a page, by slot."""


def first_of(rows: int, page: Page) -> "Mapping[int | str, tuple[Found, ...]]":
    """What stands in the first of like parts."""
    first = next(iter(page.get(rows, ())), None)
    return first.cells if isinstance(first, Row) else {}


@dataclass(slots=True)
class Slots:
    """What is read at a place and below it. None: nothing of the kind."""

    place: Place
    text: int | None = None
    attributes: tuple[tuple[str, int], ...] = ()
    """By their names."""
    links: int | None = None
    rows: int | None = None
    below: "list[Slots]" = field(default_factory=list)
    wanted: "Wanted[Slots]" = field(init=False)
    says: bool = field(init=False)
    """Whether anything is read of the element itself."""
    words: int | None = field(init=False)
    """The slot of its text, if its words as they stand are all that is read of it."""

    def __post_init__(self) -> None:
        self.wanted = Wanted({each.place.step: each for each in self.below}, self.place.vocabulary)
        self.says = self.text is not None or self.links is not None or bool(self.attributes)
        only_text = not (self.below or self.attributes) and self.links is None and self.rows is None
        changed = self.place.step.label or self.place.opening or self.place.has_cents
        self.words = self.text if only_text and self.place.kind is not PlaceKind.ITEMS and not changed else None

    def needed_by(self, columns: "Sequence[Column]") -> "Slots | None":
        """The same with only what these columns need."""
        cells = [cell for column in columns for cell in (column, *column.cells, *column.elsewhere)]
        return self._only({source for cell in cells for source in (cell.source, cell.after, cell.first_of)})

    def _only(self, wanted: "Container[int | str | None]") -> "Slots | None":
        below = [kept for child in self.below if (kept := child._only(wanted)) is not None]
        text = self.text if self.text in wanted else None
        attributes = tuple((name, slot) for name, slot in self.attributes if slot in wanted)
        links = self.links if self.links in wanted else None
        if text is None and not attributes and links is None and not below:
            return None
        return Slots(self.place, text, attributes, links, self.rows if self.rows in wanted else None, below)


@dataclass(frozen=True)
class Column:
    """`key` says where it was found and stays the same from run to run; `source` is a slot, or the name of a fact.

    `many`: some page has more than one value. `prefix` and `suffix` are cut off."""

    key: str
    name: str
    kind: ValueKind
    source: int | str
    many: bool = False
    share: float = 0.0
    example: str = ""
    prefix: str = ""
    suffix: str = ""
    after: int | str | None = None
    """The source of another column, whose value this one begins with: that and the divider are cut off."""
    cells: "tuple[Column, ...]" = ()
    first_of: int | None = None
    """The like parts in the first of which it stands."""
    excerpt: Excerpt | Ending | None = None
    """What of a text it is that says several things."""
    format: ValueFormat | None = None
    """How its texts are read as numbers or dates."""
    elsewhere: "tuple[Column, ...]" = ()
    """Other places where a page may have it."""

    def of(self, found: Found) -> Found:
        """Of what stands there, what is this column's."""
        if isinstance(found, Row):
            return found
        return without_edges(found, self.prefix, self.suffix) if self.excerpt is None else self.excerpt.of(found)


@dataclass(frozen=True)
class Layout:
    """How pages of one design are read, and into which columns."""

    slots: Slots
    columns: tuple[Column, ...]
    no_room: int = 0
    """How much more differs from page to page than a table has columns for."""


@dataclass(frozen=True)
class Design:
    """Pages that one pattern accepts, and where on them their values stand."""

    pattern: Tree
    slots: Slots


@dataclass(frozen=True)
class Template:
    """Pages of one or more designs that say the same things. A column that several of them have is found in the slots
    of each, which are numbered apart. `pages`: how many of the sample it was learnt from."""

    designs: tuple[Design, ...]
    columns: tuple[Column, ...]
    pages: int
    no_room: int = 0


def rest_after(value: str, said: str) -> str:
    """What comes after the words said already and a divider; nothing, if it is not so."""
    divider = DIVIDED.match(value, len(said)) if said and value.startswith(said) else None
    return value[divider.end() :].strip() if divider else ""


def without_edges(value: str, prefix: str, suffix: str) -> str:
    return value.removeprefix(prefix).removesuffix(suffix).strip() or value
