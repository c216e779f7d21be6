"""`recorder export`, as a function: what was collected, from a database into a file."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from recorder.exporting.contents import sheet, sheets
from recorder.exporting.page_sheets import pages_of, target_pages_of
from recorder.exporting.parquet import Parquet
from recorder.exporting.sheets import Choice, Copy, Held, Key, Sheet, What
from recorder.exporting.sqlite_file import write_sqlite
from recorder.exporting.text_rows import CsvRows, JsonLines, held_in_csv, held_in_json_lines
from recorder.exporting.warc import write_warc
from recorder.exporting.workbook import Workbook
from recorder.runtime.errors import UsageError, told_errors
from recorder.runtime.files import Existing, grown_file, is_gone_on_with, whole_file
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording


class Format(StrEnum):
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"
    XLSX = "xlsx"
    SQLITE = "sqlite"
    WARC = "warc"


@dataclass(frozen=True)
class ExportOptions:
    """`out` may be `-`, for stdout. `what` None: records if there are any, else target pages."""

    database: Path
    format: Format
    out: Path
    name: str | None = None
    what: What | None = None
    choice: Choice = field(default_factory=Choice)
    existing: Existing = Existing.REFUSE


@dataclass(frozen=True)
class Exported:
    """How many rows, or pages of a WARC, were written, and how many the file held already. `notes`: what a reader of
    the rows should know. `copies`: pages that were left out by the key."""

    what: What
    written: int
    held: int = 0
    notes: tuple[str, ...] = ()
    copies: tuple[Copy, ...] = ()


_ROWS: dict[Format, type[JsonLines | CsvRows | Parquet]] = {
    Format.JSONL: JsonLines,
    Format.CSV: CsvRows,
    Format.PARQUET: Parquet,
}
_HELD: dict[Format, Callable[[Path, Sheet], Held]] = {Format.JSONL: held_in_json_lines, Format.CSV: held_in_csv}


def export(options: ExportOptions) -> Exported:
    """Write what was collected, as it is at this moment, whatever a crawl stores meanwhile."""
    goes_on = is_gone_on_with(options.out, options.existing, options.database)
    if goes_on and options.format not in _HELD:
        raise UsageError(
            f"A {options.format} file cannot be gone on with.", "Name another file, or --force to write it anew."
        )
    with told_errors(), open_store(options.database, read_only=True) as store, store.at_this_moment() as moment:
        recording = moment.recordings.find(options.name)
        if options.format is Format.WARC:
            return _export_warc(moment, recording, options)
        if options.format in (Format.XLSX, Format.SQLITE):
            return _export_tables(list(sheets(moment, recording, options.what, options.choice)), options)
        found = sheet(moment, recording, options.what, options.choice)
        return _go_on(found, options) if goes_on else _export_anew(found, options)


def _export_anew(found: Sheet, options: ExportOptions) -> Exported:
    with whole_file(options.out) as stream:
        written = _write(found, options.format, stream, frozenset(), goes_on=False)
    return Exported(found.what, written, 0, found.notes, found.copies)


def _export_tables(found: Sequence[Sheet], options: ExportOptions) -> Exported:
    """A file that holds several tables. What is told of one of them twice is said once."""
    notes = [note for each in found for note in each.notes]
    with whole_file(options.out) as stream:
        if options.format is Format.SQLITE:
            written = write_sqlite(stream, found)
        else:
            book = Workbook(stream)
            written = sum([0 if each.items else count for each in found for count in [book.write(each)]])
            book.close()
            notes += book.notes
    copies = (copy for each in found for copy in each.copies)
    return Exported(found[0].what, written, 0, tuple(dict.fromkeys(notes)), tuple(copies))


def _go_on(found: Sheet, options: ExportOptions) -> Exported:
    if found.items:
        raise UsageError("Items of lists have no key to go on by.", "Name another file, or --force to write it anew.")
    held = _HELD[options.format](options.out, found)
    with grown_file(options.out, held.end) as stream:
        written = _write(found, options.format, stream, held.keys, goes_on=held.end > 0)
    return Exported(found.what, written, len(held.keys), found.notes, found.copies)


def _write(found: Sheet, form: Format, stream: BinaryIO, held: Collection[Key], *, goes_on: bool) -> int:
    writer = _ROWS[form](stream, found.columns, goes_on=goes_on)
    count = 0
    for row in found.rows:
        if row[:2] not in held:
            writer.write(row)
            count += 1
    writer.close()
    return count


def _export_warc(store: Store, recording: Recording, options: ExportOptions) -> Exported:
    """Targets, or all pages; records are no part of an archive."""
    what = options.what or What.TARGETS
    if what not in (What.TARGETS, What.PAGES) or options.choice.table is not None:
        raise UsageError("A WARC holds pages, no records.", "Export --what targets or --what pages.")
    pages = (
        pages_of(store, recording, options.choice)
        if what is What.PAGES
        else (page for _, page in target_pages_of(store, recording, options.choice))
    )
    with whole_file(options.out) as stream:
        return Exported(what, write_warc(stream, store, recording, pages))
