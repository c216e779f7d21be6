"""Which of all that varies from page to page is worth a column, and what the columns are called.

What is the same on all pages that have it is the template's, not data. What says the same as something better named is
left out. Like parts that come several times on a page are one column: a list, or rows with cells of their own.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from recorder.patterns.pages.documents import Document
from recorder.patterns.records import naming
from recorder.patterns.records.asked_names import SaidElsewhere, with_asked_names
from recorder.patterns.records.attributes import (
    ADDRESSES,
    CLASS,
    KEPT,
    is_of_the_page_itself,
)
from recorder.patterns.records.candidates import (
    FEW,
    LINKS,
    Candidate,
    candidates_from_facts,
    candidates_of,
    has_many,
    trimmed,
    ways_down,
    worded,
)
from recorder.patterns.records.discussions import said_first
from recorder.patterns.records.echoes import TITLE, in_trail, with_title, without_echoes
from recorder.patterns.records.joining import STRUCK, after_another, joined
from recorder.patterns.records.layouts import STEADY, Column, Found, Layout, Page, Row, Slots
from recorder.patterns.records.lines import COLONS
from recorder.patterns.records.metadata import metadata_of
from recorder.patterns.records.naming import names_along
from recorder.patterns.records.places import Place
from recorder.patterns.records.reading import read
from recorder.patterns.records.sightings import MOSTLY, SELDOM
from recorder.patterns.records.values import ValueKind, format_of
from recorder.patterns.records.words import has_words

_OF_THE_PAGE = 3
"""The use of what a page is called by, whatever that is called: more than all others."""
_MOST_KINDS = 12
"""Most values of a class that is data."""
MOST_COLUMNS = 500
"""Most columns of a table, and of rows in it: a database has room for some more, and nobody reads as many."""


def learn_layout(slots: Slots, documents: Sequence[Document], said: SaidElsewhere) -> Layout:
    """The columns of a template, from all that is found at the places learnt on these pages; `said`: what
    other pages of the site say of their values."""
    pages = [read(slots, document) for document in documents]
    facts = [metadata_of(document) for document in documents]
    own = [document.url for document in documents]
    candidates = with_asked_names(list(candidates_of(slots, pages)), own, said)
    links = (each for each in candidates if not each.attribute and each.way[-1].step.tag == "a")
    captions = {each.way: next(filter(None, each.values))[0] for each in links if _is_constant(each)}
    candidates = [replace(each, caption=captions.get(each.way, "")) for each in candidates]
    cut = [trimmed(part) for each in candidates for part in (worded(each) if _is_data(each, own) else (each,))]
    found = _each_time_once(_with_constant_fields(joined(cut), own))
    outer = [each for each in found if each.rows is None] + [
        each for each in candidates_from_facts(facts) if _is_data(each, own)
    ]
    inner: dict[int, list[Candidate]] = defaultdict(list)
    for each in found:
        if each.rows is not None:
            inner[each.rows].append(each)
    rows = {number: cells for number, cells in inner.items() if _are_rows(number, cells, pages)}
    outer += [replace(each, inside=0) for number, cells in inner.items() if number not in rows for each in cells]
    outer += [each for each in said_first(rows, outer, pages) if _is_data(each, own)]
    room = max(0, MOST_COLUMNS - len(rows))
    no_room = max(0, len(outer) - room) + sum(max(0, len(cells) - MOST_COLUMNS) for cells in rows.values())
    no_room += sum(way[-1].left_out for way in slots.place.walk())
    outer = _fullest(outer, room)
    rows = {number: _fullest(cells, MOST_COLUMNS) for number, cells in list(rows.items())[:MOST_COLUMNS]}
    outer = [after_another(each, outer) for each in outer]
    kept = without_echoes(outer, inside=[c for cells in rows.values() for c in cells])
    kept = with_title(kept, outer)
    ways = {way[-1].rows: tuple(each.place for each in way) for way, _ in ways_down(slots) if way[-1].rows is not None}
    columns = with_keys_of_their_own(_named(kept, rows, ways, pages))
    return Layout(slots.needed_by(columns) or Slots(slots.place), columns, no_room)


def _fullest(candidates: list[Candidate], most: int) -> list[Candidate]:
    """In their order, those that most of the pages have."""
    if len(candidates) <= most:
        return candidates
    chosen = {id(each) for each in sorted(candidates, key=lambda each: -each.share)[:most]}
    return [each for each in candidates if id(each) in chosen]


def with_keys_of_their_own(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Words of a page that look like our notation could make one key of two places."""
    seen = Counter[str]()
    found = []
    for column in columns:
        seen[column.key] += 1
        again = seen[column.key]
        found.append(column if again == 1 else replace(column, key=f"{column.key} #{again}"))
    return tuple(found)


def _with_constant_fields(candidates: Sequence[Candidate], own: Sequence[str]) -> list[Candidate]:
    """What is data, and what has a label beside such that have, be it the same on all pages that were looked at. A link
    that says the same and leads nowhere else, or elsewhere on each page, is something to do, no field."""
    data = {id(each) for each in candidates if _is_data(each, own)}
    lists = {id(each.labelled.above) for each in candidates if id(each) in data and each.labelled}
    links = (each for each in candidates if each.attribute == "href")
    acts = {each.way for each in links if not _is_constant(each) or _says_its_page(each, own)}
    return [each for each in candidates if id(each) in data or (each.way not in acts and _is_field_of(lists, each))]


def _is_field_of(lists: Container[int], candidate: Candidate) -> bool:
    field = candidate.labelled
    if field is None or id(field.above) not in lists or candidate.attribute or candidate.share < MOSTLY:
        return False
    said = {value.rstrip(f" {COLONS}") for values in candidate.values for value in values}
    return _is_constant(candidate) and any(map(has_words, said)) and not any(map(field.label.startswith, said))


def _each_time_once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of a time that readers and programs are told, what readers are told, if that is a date: "3 days ago" is none."""
    by_way = {(each.way, each.attribute): each for each in candidates if each.way}
    gone = set()
    for each in candidates:
        if each.attribute.startswith(KEPT) and (each.way, "datetime") in by_way and each.kind is ValueKind.DATE:
            gone.add(id(each))
        text = by_way.get((each.way, "")) if each.attribute == "datetime" else None
        if text is not None:
            gone.add(id(each if text.kind is ValueKind.DATE else text))
    return [each for each in candidates if id(each) not in gone]


def _is_data(candidate: Candidate, own: Sequence[str]) -> bool:
    """Whether it varies, stands on more than a page or two, and says more than that a page is itself."""
    filled = [values for values in candidate.values if values]
    pages = len(candidate.values)
    if len(filled) < max(min(2, pages), SELDOM * pages):
        return False
    if pages > 1 and (len(set(filled)) < 2 or _is_constant(candidate)):
        return False
    if candidate.attribute == CLASS:
        return _are_of_few_kinds(candidate)
    return not _says_its_page(candidate, own)


def _says_its_page(candidate: Candidate, own: Sequence[str]) -> bool:
    """Whether it is an address, of the page that it stands on."""
    is_address = candidate.attribute in ADDRESSES
    filled = [(values, url) for values, url in zip(candidate.values, own, strict=True) if values]
    if not filled or not (is_address or candidate.attribute.startswith(KEPT)):
        return False
    return is_of_the_page_itself(candidate.way[-1].step.tag if is_address else "", filled)


def _are_of_few_kinds(candidate: Candidate) -> bool:
    """Words of a class are data where they come back: three stars, in stock."""
    counts = Counter(value for values in candidate.values for value in values)
    return len(counts) <= _MOST_KINDS and sum(n for n in counts.values() if n > 1) >= STEADY * sum(counts.values())


def _is_constant(candidate: Candidate) -> bool:
    return len({value for values in candidate.values for value in values}) == 1


def _are_rows(number: int, cells: Sequence[Candidate], pages: Sequence[Page]) -> bool:
    """Whether these are like parts with several cells. A link's text and its address go well as two lists; and a part
    that shares nothing with any that comes twice, the date in a list of tags, is a piece of the whole.
    """
    if len({each.way for each in cells}) < 2:
        return False
    again = _slots_of_like_parts([[row for row in page.get(number, ()) if isinstance(row, Row)] for page in pages])
    return len({each.way for each in cells if each.source in again}) > 1


def _slots_of_like_parts(pages: Sequence[Sequence[Row]]) -> frozenset[int | str]:
    """What is said in parts of which there are several on more than a few pages; parts are of one kind if they, or
    others, say it together.
    """
    kind_of: dict[int | str, set[int | str]] = {}
    for row in (row for rows in pages for row in rows):
        known = [kind_of.get(slot) or {slot} for slot in row.cells]
        if any(kind is not known[0] for kind in known) or not known[0] <= kind_of.keys():
            together = set().union(*known)
            kind_of |= dict.fromkeys(together, together)
    several = Counter[int]()
    for rows in pages:
        kinds = Counter(id(kind_of[next(iter(row.cells))]) for row in rows if row.cells)
        several.update(kind for kind, count in kinds.items() if count > 1)
    return frozenset(slot for slot, kind in kind_of.items() if several[id(kind)] > FEW * len(pages))


def _named(
    kept: Sequence[Candidate],
    rows: Mapping[int, Sequence[Candidate]],
    ways: Mapping[int, tuple[Place, ...]],
    pages: Sequence[Page],
) -> tuple[Column, ...]:
    """Columns in the order of the page. The title is named first, then what has the surest names."""
    drafts: list[tuple[tuple[int, int], list[str], Column, float]] = []
    for position, each in enumerate(kept):
        rank = (-1, 0) if each.is_title else (each.surety, position)
        drafts.append((rank, _choices(each, kept), _column(each), _use(each)))
    for number, cells in rows.items():
        names = [name.words for name in names_along(ways[number], of_rows=True)]
        column = _rows_column(number, cells, ways[number], pages)
        drafts.append(((naming.CALLED, number), names, column, column.share))
    drafts.sort(key=lambda draft: draft[0])
    names = naming.unlike([choices for _, choices, _, _ in drafts], taken=RESERVED)
    columns = [(replace(column, name=name), use) for name, (_, _, column, use) in zip(names, drafts, strict=True)]
    return tuple(column for column, _ in sorted(columns, key=lambda each: _order(*each)))


def _order(column: Column, use: float) -> tuple[bool, bool, bool, float, int]:
    """The title first, then what is most use; what the head says after what stands on the page, addresses last."""
    of_head = isinstance(column.source, str)
    return column.name != TITLE, use < 0, of_head, -use, column.source if isinstance(column.source, int) else 0


def _use(candidate: Candidate) -> float:
    """How well it tells records apart, and how many have it: well, somewhat or hardly. Less than nothing are addresses,
    covers and trails."""
    if candidate.attribute in ADDRESSES or in_trail(candidate):
        return -1
    if candidate.is_of_heading:
        return _OF_THE_PAGE
    filled = [values for values in candidate.values if values]
    return round(2 * len(set(filled)) / len(filled) * candidate.share)


RESERVED = frozenset({"page_id", "recording_id", "url", "rowid", "id", "first_seen", "last_seen", "status"})
"""Columns that every table of records has."""


def _choices(candidate: Candidate, kept: Sequence[Candidate]) -> list[str]:
    names = _as_category(candidate, kept) or [name.words for name in candidate.names]
    if names[0] == TITLE and candidate.surety == naming.GUESSED and candidate.rows is None and not candidate.is_title:
        names = ["heading", *names[1:]]
    if names[0] in RESERVED:
        names = [f"record_{names[0]}", *names[1:]]
    if candidate.way and candidate.way[-1].step.tag in STRUCK:
        names = [f"old_{names[0]}", *names]
    if candidate.is_title:
        names = list(dict.fromkeys([TITLE, *names]))
    if not candidate.attribute:
        return names
    with_ending = names[0] + naming.ending(candidate.attribute)
    is_alone = not any(each.way == candidate.way and not each.attribute for each in kept)
    return (
        [names[0], with_ending, *names[1:]]
        if is_alone and candidate.attribute == "datetime"
        else [with_ending, *names[1:]]
    )


def _as_category(candidate: Candidate, kept: Sequence[Candidate]) -> list[str]:
    """The trail to a page names what it belongs to: the last link is its category, those before it are wider ones."""
    if not in_trail(candidate) or candidate.way[-1].step.tag != "a":
        return []
    links = list(dict.fromkeys(each.way for each in kept if in_trail(each) and each.way[-1].step.tag == "a"))
    after = len(links) - 1 - links.index(candidate.way)
    return ["_".join(["parent"] * after + ["category"])]


def _column(candidate: Candidate) -> Column:
    column = _cell(candidate)
    if has_many(candidate.values) or candidate.attribute == LINKS:
        elsewhere = tuple(replace(each, many=True) for each in column.elsewhere)
        return replace(column, kind=ValueKind.LIST, many=True, elsewhere=elsewhere)
    if candidate.attribute in ADDRESSES:
        return replace(column, kind=ValueKind.ADDRESS)
    found = format_of([value for values in candidate.values for value in values])
    return column if found is None else replace(column, kind=found.kind, format=found)


def _cell(candidate: Candidate) -> Column:
    """A column of texts."""
    example = next(value for values in candidate.values for value in values)
    cut = {name: getattr(candidate, name) for name in ("prefix", "suffix", "after", "excerpt", "first_of")}
    cut["elsewhere"] = tuple(map(_cell, candidate.elsewhere))
    return Column(candidate.key, "", ValueKind.TEXT, candidate.source, False, candidate.share, example, **cut)


def _rows_column(number: int, cells: Sequence[Candidate], way: Sequence[Place], pages: Sequence[Page]) -> Column:
    names = naming.unlike([_choices(cell, cells) for cell in cells])
    filled = [page[number] for page in pages if number in page]
    columns = tuple(
        replace(_cell(cell), name=name, many=_many_in_rows(cell, filled))
        for cell, name in zip(cells, names, strict=True)
    )
    key = "/".join(str(place.step) for place in way)
    return Column(
        key, "", ValueKind.ROWS, number, True, len(filled) / len(pages), _example(filled, columns), cells=columns
    )


def _example(filled: Sequence[Sequence[Found]], cells: Sequence[Column]) -> str:
    """The first row: what its cells are called, and what they say."""
    row = next(each for found in filled for each in found if isinstance(each, Row))
    said = ((cell, row.cells.get(cell.source, ())) for cell in cells if isinstance(cell.source, int))
    return ", ".join(f"{cell.name}: {values[0]}" for cell, values in said if values)


def _many_in_rows(cell: Candidate, filled: Sequence[Sequence[Found]]) -> bool:
    rows = [
        row.cells.get(cell.source, ())
        for found in filled
        for row in found
        if isinstance(row, Row) and isinstance(cell.source, int)
    ]
    return sum(len(values) > 1 for values in rows) > FEW * max(len(rows), 1)
