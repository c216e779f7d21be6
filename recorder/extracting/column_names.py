"""Names and choices that outlive an extraction: which column of today is which of those that are kept.

A column is the same if it is found at the same place, or under the same name, or, after a redesign, if it says the same
of the same pages. One that is none of these is *broken*: it was there, and no page has it now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

from recorder.extracting.kept_kinds import of_known_kind
from recorder.patterns.pages.documents import Document
from recorder.patterns.records.articles import Article
from recorder.patterns.records.kept_layouts import value_as_text, value_of
from recorder.patterns.records.layouts import Column
from recorder.patterns.records.naming import unlike
from recorder.patterns.records.pointing import Pointer, pointers_to
from recorder.patterns.records.values import ValueFormat, ValueKind
from recorder.store.records import MEANINGS, RecordColumn, RecordTable, SqlValue
from recorder.store.rows import as_written

_AGREES = 0.8
"""Least share of the pages on which a column says what a kept one said, to be the same."""
_ENOUGH = 5
"""Fewest pages on which agreement is no chance."""
_EXAMPLE = 200
_RARE = 0.05
"""Largest share of the pages for a column that a sample may miss by chance: it is not called broken."""

_ARTICLE = {
    f"article/{part.name}": RecordColumn(key=f"article/{part.name}", name=f"article_{part.name}", kind=ValueKind.TEXT)
    for part in fields(Article)
}
"""The labels of the news rule, where they were asked for."""

Said = Mapping[str, Mapping[str, SqlValue]]
"""What records say, by URL and column."""


@dataclass(frozen=True)
class Named:
    """The columns of a template under the names that are kept. `moved`: columns found elsewhere than before."""

    columns: tuple[Column, ...]
    kept: tuple[RecordColumn, ...]
    """As they are to be stored, those that are broken last."""
    broken: tuple[RecordColumn, ...] = ()
    moved: tuple[tuple[RecordColumn, str], ...] = ()
    """Each with the place it was found at before."""

    @property
    def article(self) -> tuple[RecordColumn, ...]:
        """Title and body by the rule for news, if they are labelled."""
        return tuple(column for column in self.kept if column.key in _ARTICLE)


def labels_articles(stored: RecordTable | None) -> bool:
    """Whether title and body were once asked for: that is a choice which is kept."""
    return stored is not None and any(column.key in _ARTICLE for column in stored.columns)


def with_article(named: Named, stored: RecordTable | None) -> Named:
    """The same with columns for title and body, under the names that they have, or that are free."""
    known = {column.key: column for column in (stored.columns if stored else ()) if column.key in _ARTICLE}
    new = [column for key, column in _ARTICLE.items() if key not in known]
    taken = [column.name for column in (*named.kept, *known.values())]
    names = unlike([[column.name] for column in new], taken)
    known |= {column.key: replace(column, name=name) for column, name in zip(new, names, strict=True)}
    labels = (replace(known[key], broken=False) for key in _ARTICLE)
    return replace(named, kept=(*named.kept, *labels))


def with_pointed(named: Named, stored: RecordTable, documents: Sequence[Document], earlier: Said) -> Named:
    """The same with the columns that a person pointed at. Of those that no page has any more, the values of before tell
    where they stand now, if they stand anywhere."""
    pointed = [column for column in stored.columns if column.pointer]
    found = [_found_again(column, documents, earlier) for column in pointed]
    moved = ((now, was.key) for was, now in zip(pointed, found, strict=True) if now.pointer != was.pointer)
    broken = (column for column in found if column.broken)
    return replace(
        named,
        kept=(*named.kept, *found),
        broken=(*named.broken, *broken),
        moved=(*named.moved, *moved),
    )


def pointer_of(column: RecordColumn) -> Pointer:
    with as_written("column of records"):
        found = value_of(column.pointer)
        if not isinstance(found, Pointer):
            raise TypeError(f"{column.pointer[:40]!r} is no pointer")
        return found


def _found_again(column: RecordColumn, documents: Sequence[Document], earlier: Said) -> RecordColumn:
    pointer = pointer_of(column)
    if not documents or any(pointer.of(page) for page in documents):
        return replace(column, broken=False)
    said = [(page, earlier.get(page.url, {}).get(column.name)) for page in documents]
    examples = [(page, value) for page, value in said if isinstance(value, str)][:_ENOUGH]
    again = pointers_to(examples, documents) if examples else []
    if len(again) != 1:
        return replace(column, broken=bool(column.filled))
    return replace(column, broken=False, pointer=value_as_text(replace(again[0], format=pointer.format)))


def without_places(stored: RecordTable) -> Named:
    """The names of a table of which no page is left."""
    broken = tuple(replace(column, broken=True) for column in stored.columns)
    return Named((), broken, broken)


def with_names(
    found: Sequence[Column], stored: RecordTable | None, earlier: Said, now: Said, formats: Mapping[str, ValueFormat]
) -> Named:
    """`now` is what these columns read, under the names it gives itself, on pages that `earlier` knows too. `formats`:
    how the columns of before were read, by their keys."""
    if stored is None:
        return Named(tuple(found), tuple(map(_fresh, found)))
    known = [column for column in stored.columns if column.key not in _ARTICLE and not column.pointer]
    same, moved = _same(found, known, earlier, now)
    lost = [column for column in known if column.name not in {each.name for each in same.values()}]
    taken = [column.name + ending for column in stored.columns for ending in ("", *MEANINGS)]
    new = [column for column in found if column.key not in same]
    fresh = dict(zip((column.key for column in new), unlike([[column.name] for column in new], taken), strict=True))
    names = fresh | {key: column.name for key, column in same.items()}
    said = {column.key: [record.get(column.name) for record in now.values()] for column in found}
    kinds = [of_known_kind(each, same.get(each.key), formats, said[each.key]) for each in found]
    columns = tuple(replace(column, name=names[column.key]) for column in kinds)
    kept = [_fresh(column, same.get(column.key)) for column in columns]
    gone = [replace(column, broken=_was_common(column, stored)) for column in lost]
    return Named(
        columns,
        (*kept, *(column for column in gone if column.broken or column.chosen)),
        tuple(column for column in gone if column.broken),
        tuple((column, same[column.key].key) for column in kept if column.key in moved),
    )


def _fresh(column: Column, known: RecordColumn | None = None) -> RecordColumn:
    return RecordColumn(
        key=column.key,
        name=column.name,
        kind=column.kind,
        example=column.example[:_EXAMPLE],
        chosen=known is not None and known.chosen,
        left_out=known is not None and known.left_out,
        downloaded=known is not None and known.downloaded,
    )


def _was_common(column: RecordColumn, stored: RecordTable) -> bool:
    return column.broken or column.filled > max(1, _RARE * stored.pages)


def _same(
    columns: Sequence[Column], known: Sequence[RecordColumn], earlier: Said, now: Said
) -> tuple[dict[str, RecordColumn], set[str]]:
    """By today's key, the kept column it is; and the keys of those that were known by their values alone."""
    same: dict[str, RecordColumn] = {}
    by_key = {column.key: column for column in known}
    for column in columns:
        if column.key in by_key:
            same[column.key] = by_key[column.key]
    left = [column for column in known if column.key not in same]
    moved = set()
    for column in (each for each in columns if each.key not in same):
        found = _match(column, left, earlier, now)
        if found is not None:
            same[column.key] = found
            moved.add(column.key)
            left.remove(found)
    return same, moved


def _match(column: Column, left: Sequence[RecordColumn], earlier: Said, now: Said) -> RecordColumn | None:
    agreeing = [(_agreement(column, known, earlier, now), known) for known in left]
    best = max(agreeing, key=lambda each: (each[0] or 0.0, each[1].name == column.name), default=None)
    if best is not None and (best[0] or 0.0) >= _AGREES:
        return best[1]
    return next((known for share, known in agreeing if share is None and known.name == column.name), None)


def _agreement(column: Column, known: RecordColumn, earlier: Said, now: Said) -> float | None:
    """On what share of the pages both say the same; None where too few pages are known to tell."""
    pairs = []
    for url, record in now.items():
        was, value = earlier[url].get(known.name), record.get(column.name)
        if was is not None or value is not None:
            pairs.append((was, value))
    before = [value for value, _ in pairs if value is not None]
    if len(before) < _ENOUGH or len(set(before)) < 2:
        return None if len(pairs) < _ENOUGH else 0.0
    return sum(was == value for was, value in pairs) / len(pairs)
