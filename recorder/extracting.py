"""`recorder extract`, as a function: from the target pages of a recording to tables of records.

Templates are learnt from a sample of the pages, always the same; then all pages are read, one by one, in memory that
does not grow with their number. What a page says is worked out in `patterns.records`; here are order, names that last,
and what became of every page: in a table, or listed as unmatched.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from patterns.pages.documents import Document
from patterns.pages.trees import Forest
from patterns.records.columns import RESERVED
from patterns.records.layouts import Cell, record_of
from patterns.records.matching import match
from patterns.records.news import label_article
from patterns.records.page_nodes import PageNode
from patterns.records.passages import passages_of
from patterns.records.templates import Template, learn_templates, read_page
from patterns.similarity.rtdm import Comparison
from recorder.background import Background
from recorder.errors import RecorderError, StoppedError, UsageError
from recorder.events import Activity, Listener
from recorder.record_names import ARTICLE_BODY, ARTICLE_TITLE, Named, table_for, with_names
from recorder.record_rows import sql_columns, sql_values
from recorder.stopping import Hurry, Stop
from store.database import Store, open_store
from store.recordings import Recording
from store.records import NewTable, RecordColumn, RecordTable, Row, Unmatched

SAMPLE = 100
"""Pages that templates are learnt from."""
_BATCH = 200
_TELL_EVERY = 100
_LARGEST_SAMPLED = 2_000_000
"""Bytes of a page that is learnt from; larger ones are only read."""


@dataclass(frozen=True)
class ExtractOptions:
    """`article`: also label title and body by the rule for news. `forget`: broken columns are given up."""

    database: Path
    name: str | None = None
    article: bool = False
    forget: bool = False


@dataclass(frozen=True)
class ChangedColumn:
    """A column that is not where it was. `found_at`: where its values stand now, if anywhere."""

    table: str
    name: str
    was_at: str
    found_at: str | None


@dataclass(frozen=True)
class Extraction:
    """What came of it. `loose`: pages that no pattern accepts, but whose columns could be read."""

    recording: str
    pages: int
    tables: tuple[RecordTable, ...]
    unmatched: tuple[Unmatched, ...]
    changed: tuple[ChangedColumn, ...]
    loose: int
    seconds: float

    @property
    def broken(self) -> tuple[ChangedColumn, ...]:
        return tuple(column for column in self.changed if column.found_at is None)


async def extract(options: ExtractOptions, listen: Listener, stop: Stop) -> Extraction:
    """Make the records of a recording anew; those of before stand until all is done."""
    with open_store(options.database) as store:
        recording = store.recordings.find(options.name)
        with store.recordings.hold(recording):
            background = Background()
            try:
                return await background.run(_Extractor(store, recording, options, listen, stop).extract)
            except Hurry:
                words = f"{stop.reason[:1].upper()}{stop.reason[1:]}."
                raise StoppedError(words, "The records are as they were; run the same command again.") from None
            finally:
                background.close()


def rename_column(store: Store, recording: Recording, old: str, new: str) -> RecordTable:
    """Give a column a name of a person's choice, which later extractions keep; the table it is in."""
    table = table_with(store, recording, old)
    name = new.strip()
    if not name or name.casefold() in RESERVED:
        raise UsageError(f"A column cannot be called {new!r}.", "Choose another name.")
    store.records.rename(table, column_named(table, old).name, name).result()
    return table


def leave_out_column(store: Store, recording: Recording, name: str, left_out: bool = True) -> RecordTable:
    """Keep a column out of the table, or take it in again at the next extraction; the table it is in."""
    table = table_with(store, recording, name)
    store.records.leave_out(table, column_named(table, name).name, left_out).result()
    return table


def table_with(store: Store, recording: Recording, column: str) -> RecordTable:
    """The table that has a column of this name; `table.column` says which where several do."""
    tables = store.records.tables(recording.id)
    if not tables:
        raise UsageError("There are no records yet.", "Run `recorder extract` first.")
    having = [table for table in tables if any(column in _spellings(table, each) for each in table.columns)]
    if len(having) == 1:
        return having[0]
    if having:
        choices = ", ".join(f"{table.name}.{column}" for table in having)
        raise UsageError(f"Several tables have a column {column!r}.", f"Say which: {choices}.")
    known = ", ".join(each.name for table in tables for each in table.columns)
    raise UsageError(f"There is no column {column!r}.", f"There are: {known}.")


def column_named(table: RecordTable, name: str) -> RecordColumn:
    return next(each for each in table.columns if name in _spellings(table, each))


def _spellings(table: RecordTable, column: RecordColumn) -> tuple[str, str]:
    return column.name, f"{table.name}.{column.name}"


@dataclass(frozen=True)
class _Page:
    id: int
    url: str
    document: Document | None


@dataclass
class _Plan:
    """A template with the names that are kept, and what was counted of its table."""

    template: Template
    named: Named
    table: NewTable
    present: tuple[RecordColumn, ...]
    """The columns of the table: those that are neither left out nor broken."""
    rows: list[Row] = field(default_factory=list)
    pages: int = 0
    filled: dict[str, int] = field(default_factory=dict)

    def add(self, page: _Page, record: dict[str, Cell]) -> None:
        cells = tuple(cell for column in self.present for cell in sql_values(column, record))
        self.rows.append((page.id, page.url, cells))
        self.pages += 1
        for name in record:
            self.filled[name] = self.filled.get(name, 0) + 1

    def columns(self) -> tuple[RecordColumn, ...]:
        """As they are to be kept, with what was counted."""
        return tuple(
            column if column.broken else replace(column, filled=self.filled.get(column.name, 0))
            for column in self.named.kept
        )


class _Extractor:
    def __init__(
        self, store: Store, recording: Recording, options: ExtractOptions, listen: Listener, stop: Stop
    ) -> None:
        self._store = store
        self._recording = recording
        self._options = options
        self._listen = listen
        self._stop = stop

    def extract(self) -> Extraction:
        began = time.monotonic()
        ids = [target.page_id for target in self._store.targets.list(self._recording.id)]
        if not ids:
            raise RecorderError("There are no target pages to extract from.", "Collect them first: recorder crawl.")
        plans = self._plans(ids)
        self._store.records.stage([plan.table for plan in plans]).result()
        loose, unmatched = self._read_all(ids, plans)
        self._store.records.publish(
            self._recording.id, [(plan.table, plan.pages, plan.columns()) for plan in plans], unmatched
        ).result()
        self._store.health.fill(self._store.records.filled(self._recording.id)).result()
        return Extraction(
            self._recording.name,
            len(ids),
            self._store.records.tables(self._recording.id),
            tuple(unmatched),
            tuple(change for plan in plans for change in _changes(plan)),
            loose,
            time.monotonic() - began,
        )

    def _pages(self, ids: Sequence[int]) -> Iterator[_Page]:
        for page_id in ids:
            if self._stop.pressing:
                raise Hurry
            page, body = self._store.pages.get(page_id), self._store.pages.body(page_id)
            if page is not None:
                content = {"content_type": page.content_type, "url": page.final_url or page.url}
                yield _Page(page.id, page.url, None if body is None else Document.parse(body, **content))

    def _plans(self, ids: Sequence[int]) -> list[_Plan]:
        """Templates of a sample spread evenly over all pages, with the names that are kept."""
        self._listen(Activity(f"learning from {min(len(ids), SAMPLE)} of {len(ids)} pages"))
        sample = [page for page in self._pages(ids[:: -(-len(ids) // SAMPLE)]) if _may_teach(page)]
        documents = [page.document for page in sample if page.document is not None]
        templates = learn_templates(documents, Forest(), Comparison())
        stored = list(self._store.records.tables(self._recording.id))
        plans: list[_Plan] = []
        for template in templates:
            known = table_for(template.layout, stored)
            if known is not None:
                stored.remove(known)
            named = self._named(template, known, sample)
            present = tuple(
                column
                for column in named.kept
                if not column.broken
                and not column.left_out
                and column.key in {each.key for each in named.layout.columns} | {ARTICLE_TITLE.key, ARTICLE_BODY.key}
            )
            taken = [*(table.name for table in stored), *(plan.table.name for plan in plans)]
            name = (
                known.name if known else self._store.records.free_name(self._recording.id, self._recording.name, taken)
            )
            table = NewTable(name, tuple(each for column in present for each in sql_columns(column)))
            plans.append(_Plan(replace(template, layout=named.layout), named, table, present))
        return plans

    def _named(self, template: Template, known: RecordTable | None, sample: Sequence[_Page]) -> Named:
        if known is not None and self._options.forget:
            known = replace(known, columns=tuple(column for column in known.columns if not column.broken))
        earlier = self._store.records.values_of(known, [page.url for page in sample]) if known else {}
        now = {page.url: record_of(template.layout, page.document) for page in sample if page.document and known}
        named = with_names(template.layout, known, earlier, now)
        if not self._options.article:
            return named
        return replace(
            named, kept=(*(c for c in named.kept if c.key not in _ARTICLE_KEYS), ARTICLE_TITLE, ARTICLE_BODY)
        )

    def _read_all(self, ids: Sequence[int], plans: Sequence[_Plan]) -> tuple[int, list[Unmatched]]:
        templates = [plan.template for plan in plans]
        unmatched: list[Unmatched] = []
        loose = 0
        for number, page in enumerate(self._pages(ids), 1):
            found = read_page(templates, page.document) if page.document is not None else None
            if found is None:
                unmatched.append(Unmatched(page.id, page.url, _why(page)))
            else:
                loose += not found.certain
                plan = plans[found.template]
                plan.add(page, {**found.record, **(self._article(plan, page))})
            if number % _BATCH == 0:
                self._write(plans)
            if number % _TELL_EVERY == 0:
                self._listen(Activity(f"{number} of {len(ids)} pages read"))
        self._write(plans)
        return loose, unmatched

    def _article(self, plan: _Plan, page: _Page) -> dict[str, Cell]:
        if not self._options.article or page.document is None:
            return {}
        found = match(plan.template.pattern, PageNode.of(page.document))
        article = label_article(passages_of(found), page.document.title) if found else None
        return {} if article is None else {ARTICLE_TITLE.name: article.title, ARTICLE_BODY.name: article.body}

    def _write(self, plans: Sequence[_Plan]) -> None:
        for number, plan in enumerate(plans):
            if plan.rows:
                width = len(plan.table.sql_columns)
                self._store.records.add(number, width, self._recording.id, plan.rows).result()
                plan.rows = []


_ARTICLE_KEYS = {ARTICLE_TITLE.key, ARTICLE_BODY.key}


def _may_teach(page: _Page) -> bool:
    return page.document is not None and len(page.document.body) <= _LARGEST_SAMPLED


def _why(page: _Page) -> str:
    return "its content was not kept" if page.document is None else "it fits no template"


def _changes(plan: _Plan) -> Iterator[ChangedColumn]:
    for column in plan.named.broken:
        yield ChangedColumn(plan.table.name, column.name, column.key, None)
    for column, was_at in plan.named.moved:
        yield ChangedColumn(plan.table.name, column.name, was_at, column.key)
