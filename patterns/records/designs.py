"""Pages of one kind in several designs, which say the same things in other places: one table, and one column for what
is called the same.

Every design keeps slots of its own, so that no page is read by another's. Which pages are of one design is decided in
`patterns.records.templates`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.columns import MOST_COLUMNS, with_keys_of_their_own
from recorder.patterns.records.layouts import STEADY, Cell, Column, Layout
from recorder.patterns.records.naming import unlike
from recorder.patterns.records.reading import record_of
from recorder.patterns.records.values import ValueKind, format_of

SAME_TABLE = 0.33
"""Least share of their columns that designs of one table have in common."""
_TEXTS = frozenset({ValueKind.TEXT, ValueKind.NUMBER, ValueKind.DATE})


@dataclass(frozen=True)
class Seen:
    """Pages of one design, and how they are read."""

    documents: Sequence[Document]
    layout: Layout


def by_table(designs: Sequence[Seen]) -> list[list[Seen]]:
    """Those of one table are called alike: what only some of them have is optional."""
    tables: list[list[Seen]] = []
    for each in designs:
        alike = (table for table in tables if any(_called_alike(each, other) for other in table))
        table = next(alike, None)
        if table is None:
            tables.append([each])
        else:
            table.append(each)
    return tables


def _called_alike(one: Seen, other: Seen) -> bool:
    names = [{column.name for column in each.layout.columns if column.share >= STEADY} for each in (one, other)]
    return len(names[0] & names[1]) >= SAME_TABLE * max(1, len(names[0] | names[1]))


def columns_of(designs: Sequence[Seen]) -> tuple[tuple[Column, ...], int]:
    """The columns of a table, and how many there was no room for."""
    first, *others = designs
    if not others:
        return first.layout.columns, 0
    pages = sum(len(each.documents) for each in designs)
    columns: Sequence[Column] = ()
    for each in designs:
        share = len(each.documents) / pages
        columns = _together(columns, [replace(own, share=own.share * share) for own in each.layout.columns])
    columns = with_keys_of_their_own(sorted(columns, key=lambda column: column.kind is ValueKind.ADDRESS))
    kept = columns[:MOST_COLUMNS]
    records = [record_of(each.layout.slots, kept, document) for each in designs for document in each.documents]
    return tuple(_with_format(column, records) for column in kept), len(columns) - len(kept)


def _together(known: Sequence[Column], more: Sequence[Column]) -> Sequence[Column]:
    """The same attribute is called the same, or stands in the same place if it is not."""
    pairs = _pairs(known, more)
    joined = [_joined(each, pairs[each.key]) if each.key in pairs else each for each in known]
    taken = {each.key for each in pairs.values()}
    new = [each for each in more if each.key not in taken]
    names = unlike([[each.name] for each in new], [each.name for each in known])
    return [*joined, *(replace(each, name=name) for each, name in zip(new, names, strict=True))]


def _pairs(known: Sequence[Column], more: Sequence[Column]) -> Mapping[str, Column]:
    """By the key of a known column, which of the others is the same."""
    found: dict[str, Column] = {}
    left = {each.key: each for each in more}
    for is_same in (_is_called, _is_at_place):
        for column in known:
            same = next((each for each in left.values() if is_same(column, each) and _is_like(column, each)), None)
            if same is not None and column.key not in found:
                found[column.key] = left.pop(same.key)
    return found


def _is_called(one: Column, other: Column) -> bool:
    return one.name.casefold() == other.name.casefold()


def _is_at_place(one: Column, other: Column) -> bool:
    return one.key == other.key and one.kind is other.kind


def _is_like(one: Column, other: Column) -> bool:
    """Rows have cells of their own, and addresses are no words."""
    return all((one.kind is kind) == (other.kind is kind) for kind in (ValueKind.ROWS, ValueKind.ADDRESS))


def _joined(known: Column, other: Column) -> Column:
    """One column, known by the same key whichever design has more pages. What stands on the page is looked at before
    what its head says, which any design may have.
    """
    kind = known.kind if known.kind is other.kind else ValueKind.LIST if known.many or other.many else ValueKind.TEXT
    places = sorted(_places(known, other), key=lambda each: isinstance(each.source, str))
    first, *rest = (
        replace(each, kind=kind, many=known.many or other.many, elsewhere=(), format=None) for each in places
    )
    return replace(
        first,
        key=min(known.key, other.key),
        name=known.name,
        share=known.share + other.share,
        example=known.example,
        elsewhere=tuple(rest),
    )


def _places(*columns: Column) -> Iterator[Column]:
    for each in columns:
        yield from (each, *each.elsewhere)


def _with_format(column: Column, records: Sequence[Mapping[str, Cell]]) -> Column:
    """Designs may write numbers and dates in other ways: what holds for all pages is learnt from all."""
    if not column.elsewhere or column.kind not in _TEXTS:
        return column
    found = format_of([value for record in records if isinstance(value := record.get(column.name), str)])
    return replace(column, kind=found.kind if found else ValueKind.TEXT, format=found)
