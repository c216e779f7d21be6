"""What has changed between crawls: which two are compared where nobody says which, what somebody who was not there is
told, for programs and in words, and what became of the fields of one record.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

from recorder.patterns.records.values import number_format
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import many, one_line, shortened
from recorder.store.database import Store
from recorder.store.record_changes import FieldChange
from recorder.store.recordings import Recording
from recorder.store.runs import Run

_NAMED = 20
"""Most pages of a kind that are named in words."""

_VALUES, _VALUE_LENGTH = 5, 60
"""Most fields of a page that are told in words, and how much of a value."""


@dataclass(frozen=True)
class FieldHistory:
    """`changes` of one column, the oldest first. `numbers`: all values it had, if each of them is one."""

    column: str
    changes: tuple[FieldChange, ...]
    numbers: tuple[float, ...]


def field_histories(changes: Iterable[FieldChange]) -> Iterator[FieldHistory]:
    """Of one record, column by column."""
    for column, some in groupby(changes, lambda change: change.column):
        steps = tuple(some)
        texts = [text for text in (steps[0].before, *(step.after for step in steps)) if text is not None]
        how = number_format(texts) if texts else None
        numbers = [how.read(text) for text in texts] if how else []
        yield FieldHistory(column, steps, tuple(number for number in numbers if number is not None))


def comparable(runs: Sequence[Run]) -> tuple[Run, Run] | None:
    """The newest crawl that can be compared with one before it; the older first."""
    crawls = [run for run in runs if run.kind == "crawl" and run.status != "running"]
    for position, newer in reversed(list(enumerate(crawls))):
        for older in reversed(crawls[:position]):
            if older.parameters == newer.parameters:
                return older, newer
    return None


def last_two(runs: Sequence[Run]) -> tuple[Run, Run]:
    """Those that are `comparable`; `UsageError` where no two are."""
    if found := comparable(runs):
        return found
    raise UsageError(
        "There are no two crawls to compare: a second one with the same parameters is needed.",
        "Run `recorder crawl` again when the site may have changed.",
    )


def told_changes(store: Store, recording: Recording, run: Run) -> Mapping[str, object] | None:
    """None where nothing has changed, or nothing is there to compare with: what a first crawl finds is no news."""
    before = [each for each in store.runs.all(recording.id) if each.id < run.id and each.parameters == run.parameters]
    if not any(each.kind == "crawl" and each.status == "done" for each in before) or run.status != "done":
        return None
    pages = {
        status: [{"url": page.url, "title": page.title} for page in store.targets.list(recording.id, run.id, status)]
        for status in ("new", "changed", "gone")
    }
    if not any(pages.values()):
        return None
    fields = tuple(store.record_changes.list(recording.id, run.id))
    return {
        "recording": recording.name,
        "entry": recording.entry_url,
        "run": run.id,
        **pages,
        "fields": [
            {"url": each.url, "table": each.in_table, "column": each.column, "before": each.before, "after": each.after}
            for each in fields
        ],
        "columns": [asdict(column) for column in store.record_changes.of_run(run.id)],
        "text": "\n".join(_words(recording, pages, fields)),
    }


def _words(
    recording: Recording, pages: Mapping[str, list[dict[str, str]]], fields: Iterable[FieldChange]
) -> Iterator[str]:
    by_url: dict[str, list[FieldChange]] = {}
    for change in fields:
        by_url.setdefault(change.url, []).append(change)
    counts = ", ".join(f"{len(found):,} {status}" for status, found in pages.items() if found)
    yield f"{recording.name}: {counts} ({recording.entry_url})"
    for status, found in pages.items():
        for page in found[:_NAMED]:
            yield f"{status}: {one_line(page['title']) or page['url']}\n  {page['url']}"
            yield from _values(by_url.get(page["url"], ()))
        if len(found) > _NAMED:
            yield f"{status}: and {many(len(found) - _NAMED, 'more page')}"


def _values(changes: Sequence[FieldChange]) -> Iterator[str]:
    """Of one page: short values first, for a price says more than a description."""
    ordered = sorted(changes, key=lambda change: len(change.before or "") + len(change.after or ""))
    yield from (
        f"  {one_line(each.column)}: {_short(each.before)} -> {_short(each.after)}" for each in ordered[:_VALUES]
    )
    if len(ordered) > _VALUES:
        yield f"  and {many(len(ordered) - _VALUES, 'more field')}"


def _short(value: str | None) -> str:
    return shortened(one_line(value), _VALUE_LENGTH) if value else "nothing"
