"""`recorder extract`, as a function: from the target pages of a recording to tables of records.

Templates are learnt from a sample of the pages, always the same; then all pages are read, one by one, in memory that
does not grow with their number. What a page says is worked out in `patterns.records`; here are order, names that last,
and what became of every page: in a table, or listed as unmatched.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from recorder.extracting.column_names import labels_articles, with_article, with_names, with_pointed, without_places
from recorder.extracting.kept_kinds import ChangedKind
from recorder.extracting.table_plans import ChangedColumn, Plan, as_text, tables_for
from recorder.knowledge.record_layouts import KeptTemplate, formats_of, load_templates
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.articles import label_article, passages_of
from recorder.patterns.records.asked_names import SaidElsewhere, choices_of
from recorder.patterns.records.layouts import Cell, Template
from recorder.patterns.records.listed import listed_in
from recorder.patterns.records.matching import PageNode, match
from recorder.patterns.records.reading import read_page, record_by
from recorder.patterns.records.templates import learn_templates
from recorder.patterns.similarity.rtdm import Comparison
from recorder.runtime.background import Background
from recorder.runtime.errors import RecorderError, StoppedError
from recorder.runtime.events import Activity, Listener
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Hurry, Stop
from recorder.store.database import Store, open_store
from recorder.store.page import StoredPage
from recorder.store.recordings import Recording
from recorder.store.records import RecordTable, Unmatched

SAMPLE = 100
"""Most pages that templates are learnt from."""
_LISTS = 20
"""Most pages that are read for what they say of the records."""
_BATCH = 200
_TELL_EVERY = 100
_MOST_HELD = 20_000_000
"""Most characters of records that wait to be written."""
_LARGEST_SAMPLED = 2_000_000
"""Most bytes of a page that is learnt from. Larger ones are only read."""
_MOST_SAMPLED = 5_000_000
"""Most bytes of all pages that are learnt from: parsed, they take many times as much memory."""
_FEW = 5


@dataclass(frozen=True)
class ExtractOptions:
    """`article`: also label title and body by the rule for news. `forget`: broken columns are given up."""

    database: Path
    name: str | None = None
    article: bool = False
    forget: bool = False


@dataclass(frozen=True)
class Extraction:
    """What came of it. `loose`: pages that no pattern accepts, but whose columns could be read. `no_room`: how much
    differs from page to page for which the tables have no column left. `kept`: records that were not read again."""

    recording: str
    pages: int
    tables: tuple[RecordTable, ...]
    unmatched: tuple[Unmatched, ...]
    changed: tuple[ChangedColumn, ...]
    loose: int
    no_room: int
    kept: int
    seconds: float
    kinds: tuple[ChangedKind, ...] = ()

    @property
    def broken(self) -> tuple[ChangedColumn, ...]:
        return tuple(column for column in self.changed if column.found_at is None)


async def extract(options: ExtractOptions, listen: Listener, stop: Stop) -> Extraction:
    """Make the records of a recording anew; those of before stand until all is done."""
    with open_store(options.database) as store:
        recording = store.recordings.find(options.name)
        with store.recordings.hold(recording):
            return await extracted(Extractor(store, recording, options, listen, stop), stop)


async def extracted(extractor: "Extractor", stop: Stop) -> Extraction:
    """What comes of it, in a thread of its own; stopped, it leaves the records as they were."""
    background = Background()
    try:
        made = await stop.unless_pressing(background.run(extractor.make))
        return await background.run(extractor.publish, made)
    except Hurry:
        extractor.give_up()
        words = f"{stop.reason[:1].upper()}{stop.reason[1:]}."
        raise StoppedError(words, "The records are as they were; run the same command again.") from None
    finally:
        background.close()


@dataclass(frozen=True)
class _Page:
    id: int
    url: str
    document: Document | None


@dataclass(frozen=True)
class _Made:
    """Tables that wait to be published."""

    pages: int
    plans: Sequence[Plan]
    unmatched: Sequence[Unmatched]
    loose: int
    began: float
    sample: Sequence[int]


class Extractor:
    def __init__(
        self,
        store: Store,
        recording: Recording,
        options: ExtractOptions,
        listen: Listener,
        stop: Stop,
        follows: bool = False,
    ) -> None:
        """`follows`: by the layout that was learnt before, and only what is not read yet."""
        self._store = store
        self._recording = recording
        self._options = options
        self._listen = listen
        self._stop = stop
        self._before = store.records.tables(recording.id)
        self._sample = store.records.sample(recording.id) if follows else ()

    def make(self) -> _Made:
        """The new tables, beside those that are there. Whoever waits for this may give it up: it is nobody's yet."""
        began = time.monotonic()
        ids = [target.page_id for target in self._store.targets.list(self._recording.id)]
        if not ids:
            raise RecorderError("There are no target pages to extract from.", "Collect them first: recorder crawl.")
        kept = load_templates(self._store, self._recording) if self._sample else ()
        sample = [] if kept else list(self._pages(self._sample or self._to_learn_from(ids)))
        plans = self._plans_as_kept(kept) if kept else self._plans(sample, len(ids))
        self._store.records.stage(self._recording.id, [plan.table for plan in plans]).result()
        left = self._carry_over(ids, plans) if self._sample else ids
        loose, unmatched = self._read_all(left, plans)
        self._refuse_to_lose_all(plans, len(ids))
        return _Made(len(ids), plans, unmatched, loose, began, self._sample or [page.id for page in sample])

    def publish(self, made: _Made) -> Extraction:
        """The new tables in place of the old ones, at once."""
        plans = made.plans
        kinds = [each for plan in plans if plan.known for each in plan.kinds(self._store.records.counts(plan.known))]
        self._store.records.publish(
            self._recording.id,
            [(plan.table, plan.pages, plan.columns()) for plan in plans],
            made.unmatched,
            made.sample,
            [plan.renewed() for plan in plans],
        ).result()
        self._store.health.fill(self._store.records.filled(self._recording.id)).result()
        return Extraction(
            self._recording.name,
            made.pages,
            self._store.records.tables(self._recording.id),
            tuple(made.unmatched),
            tuple(change for plan in plans for change in plan.changes()),
            made.loose,
            sum(plan.template.no_room for plan in plans if plan.template),
            sum(plan.carried[0] for plan in plans if plan.carried),
            time.monotonic() - made.began,
            tuple(kinds),
        )

    def _refuse_to_lose_all(self, plans: Sequence[Plan], pages: int) -> None:
        """Records are worth more than no records, however old: pages that say nothing now are mostly a broken site."""
        if any(table.pages for table in self._before) and not any(plan.pages for plan in plans):
            self.give_up()
            if self._sample:
                raise RecorderError(f"none of the {pages} target pages fits them")
            raise RecorderError(
                f"None of the {pages} target pages holds anything that differs from page to page.",
                "The records are as they were. Look at some of the pages: recorder export --format jsonl --what pages.",
            )

    def _pages(self, ids: Sequence[int]) -> Iterator[_Page]:
        for page_id in ids:
            if self._stop.pressing:
                raise Hurry
            page, body = self._store.pages.with_body(page_id)
            if page is not None:
                content = {"content_type": page.content_type, "url": page.final_url or page.url}
                yield _Page(page.id, page.url, None if body is None else Document.parse(body, **content))

    def give_up(self) -> None:
        self._store.records.stage(self._recording.id, ()).result()

    def _to_learn_from(self, ids: Sequence[int]) -> list[int]:
        return _may_teach(self._store.pages.some(ids[:: -(-len(ids) // SAMPLE)]))

    def _plans_as_kept(self, kept: Sequence[KeptTemplate]) -> list[Plan]:
        plans = [self._plan(each.template, each.table, ()) for each in kept]
        others = (table for table in self._before if table not in [each.table for each in kept])
        return [*plans, *(Plan(None, without_places(table), table) for table in others)]

    def _plans(self, sample: Sequence[_Page], pages: int) -> list[Plan]:
        """Templates of a sample, with the tables and names that are kept."""
        self._listen(Activity(f"learning from {len(sample):,} of {many(pages, 'page')}"))
        documents = [page.document for page in sample if page.document is not None]
        learnt = learn_templates(documents, Forest(), Comparison(), self._said_elsewhere(sample))
        templates = [template for template in learnt if template.columns]
        tables = tables_for(templates, self._before)
        plans = [self._plan(*each, sample) for each in zip(templates, tables, strict=True)]
        without = () if self._options.forget else self._before
        return [*plans, *(Plan(None, without_places(table), table) for table in without if table not in tables)]

    def _said_elsewhere(self, sample: Sequence[_Page]) -> SaidElsewhere:
        """What the site's forms offer, and what those pages say of the records that most of them were found on."""
        forms = self._store.forms.all(self._recording.id)
        choices = choices_of((field.name, field.label, field.options) for form in forms for field in form.fields)
        found_on = Counter(page.parent_page_id for page in self._store.pages.some([page.id for page in sample]))
        lists = [each for each, _ in found_on.most_common(_LISTS + 1) if each is not None][:_LISTS]
        documents = (page.document for page in self._pages(_may_teach(self._store.pages.some(lists))))
        records = {page.document.url for page in sample if page.document is not None}
        return SaidElsewhere(choices, listed_in(filter(None, documents), records))

    def _plan(self, template: Template, known: RecordTable | None, sample: Sequence[_Page]) -> Plan:
        if known is not None and self._options.forget:
            known = replace(known, columns=tuple(column for column in known.columns if not column.broken))
        earlier = self._store.records.values_of(known, [page.url for page in sample]) if known else {}
        records = ((page.url, record_by(template, page.document)) for page in sample if page.document and known)
        now = {url: {name: as_text(cell) for name, cell in record.items()} for url, record in records if url in earlier}
        formats = formats_of(self._store, self._recording, known) if known else {}
        named = with_names(template.columns, known, earlier, now, formats)
        if self._options.article or labels_articles(known):
            named = with_article(named, known)
        if known is not None and any(column.pointer for column in known.columns):
            of_table = [page.document for page in sample if page.document is not None and page.url in earlier]
            named = with_pointed(named, known, of_table, earlier)
        return Plan(replace(template, columns=named.columns), named, known)

    def _carry_over(self, ids: Sequence[int], plans: Sequence[Plan]) -> list[int]:
        """Records that are still true stay as they are, where the table has the same columns; the pages to be read."""
        done: set[int] = set()
        for number, plan in enumerate(plans):
            heads = {"url", *(name for name, _ in plan.table.sql_columns)}
            if plan.known and set(self._store.records.heads(plan.known)) == heads:
                kept, filled = self._store.records.carry_over(number, self._recording.id, plan.known, ids).result()
                plan.carry(len(kept), filled)
                done.update(kept)
        return [page_id for page_id in ids if page_id not in done]

    def _read_all(self, ids: Sequence[int], plans: Sequence[Plan]) -> tuple[int, list[Unmatched]]:
        templates = [plan.template for plan in plans if plan.template is not None]
        unmatched: list[Unmatched] = []
        loose = 0
        for number, page in enumerate(self._pages(ids), 1):
            found = read_page(templates, page.document) if page.document is not None else None
            if found is None:
                unmatched.append(Unmatched(page.id, page.url, _why(page, templates)))
            else:
                loose += not found.certain
                plan = plans[found.template]
                plan.add(page.id, page.url, {**found.record, **_article(plan, page), **_pointed(plan, page)})
            if number % _BATCH == 0 or sum(plan.held for plan in plans) > _MOST_HELD:
                self._write(plans)
            if number % _TELL_EVERY == 0:
                self._listen(Activity(f"{number:,} of {many(len(ids), 'page')} read"))
        self._write(plans)
        return loose, unmatched

    def _write(self, plans: Sequence[Plan]) -> None:
        for number, plan in enumerate(plans):
            if plan.rows:
                self._store.records.add(number, self._recording.id, plan.rows).result()
                plan.rows, plan.held = [], 0


def _may_teach(pages: Sequence[StoredPage]) -> list[int]:
    """Of a sample, the pages to learn from: as many as fit into memory, none of them huge unless all are."""
    usual = [page for page in pages if page.size <= _LARGEST_SAMPLED]
    chosen = usual or sorted(pages, key=lambda page: page.size)[:_FEW]
    return [page.id for page in chosen[:: 1 + sum(page.size for page in chosen) // _MOST_SAMPLED]]


def _article(plan: Plan, page: _Page) -> dict[str, Cell]:
    """Title and body by the rule for news, where they are asked for."""
    if not plan.article or plan.template is None or page.document is None:
        return {}
    node = PageNode.of(page.document)
    found = next(filter(None, (match(design.pattern, node) for design in plan.template.designs)), None)
    article = label_article(passages_of(found), page.document.title) if found else None
    if article is None:
        return {}
    title, body = plan.article
    return {title.name: article.title, body.name: article.body}


def _pointed(plan: Plan, page: _Page) -> dict[str, Cell]:
    """What stands where a person pointed at."""
    if page.document is None:
        return {}
    found = ((name, pointer.of(page.document)) for name, pointer in plan.pointed.items())
    return {name: value for name, value in found if value}


def _why(page: _Page, templates: Sequence[Template]) -> str:
    if page.document is None:
        return "its content was not kept"
    return "it fits no template" if templates else "nothing on it differs from page to page"
