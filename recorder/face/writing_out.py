"""What was collected, or the pattern, as a file of another program: the choices a person has, and one call for all; and
the rows of a screen as a CSV file.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from recorder.exporting.export import ExportOptions, Format, export
from recorder.exporting.scrapy_project import export_scrapy
from recorder.exporting.sheets import CellKind, Choice, Row, SheetColumn, What
from recorder.exporting.text_rows import CsvRows
from recorder.runtime.errors import UsageError
from recorder.runtime.files import Existing, whole_file

_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


class OutFormat(StrEnum):
    """What may be written, the usual first."""

    CSV = "csv"
    XLSX = "xlsx"
    JSONL = "jsonl"
    SQLITE = "sqlite"
    PARQUET = "parquet"
    WARC = "warc"
    SCRAPY = "scrapy"

    @property
    def holds(self) -> tuple[What, ...]:
        """What such a file may hold; nothing of it for a Scrapy project, which is made of the pattern."""
        if self is OutFormat.SCRAPY:
            return ()
        return (What.TARGETS, What.PAGES) if self is OutFormat.WARC else tuple(What)

    def file_for(self, name: str) -> str:
        """A fitting name; that of a folder for a Scrapy project."""
        endings = {OutFormat.SCRAPY: "_project", OutFormat.WARC: ".warc.gz"}
        return f"{_NOT_IN_NAMES.sub('_', name)}{endings.get(self, f'.{self}')}"


@dataclass(frozen=True)
class WritingOut:
    """`table`: of records, where there are several."""

    database: Path
    name: str
    format: OutFormat
    out: Path
    what: What | None = None
    table: str | None = None
    replaces: bool = False


def write_out(asked: WritingOut) -> tuple[str, ...]:
    """What was written, and what to know about it, in lines. Takes its time: call it in a thread."""
    if asked.out.exists() and not asked.replaces:
        raise UsageError(f"{asked.out} is there already, and was left as it is.", "Replace it, or name another.")
    if asked.out.exists() and not asked.replaces:
        raise UsageError(f"{asked.out} is there already, and was left as it is.", "Replace it, or name another.")
    if asked.format is OutFormat.SCRAPY:
        project = export_scrapy(asked.database, asked.out, asked.name, anew=asked.replaces)
        follow = f"Written to {asked.out}: run `scrapy crawl {project.spider} -O pages.jsonl` in that folder."
        return (follow, *project.lacks)
    holds_all = asked.format in (OutFormat.XLSX, OutFormat.SQLITE) and asked.what is What.RECORDS
    table = asked.table if asked.what in (What.RECORDS, What.CHANGES) and not holds_all else None
    form, choice = Format(asked.format), Choice(table=table)
    existing = Existing.REPLACE if asked.replaces else Existing.REFUSE
    done = export(ExportOptions(asked.database, form, asked.out.absolute(), asked.name, asked.what, choice, existing))
    return (f"Written to {asked.out}: {done.written:,} {done.what}.", *done.notes)


def write_csv(file: Path, heads: Sequence[str], rows: Iterable[Row]) -> int:
    """How many rows were written; the file is there whole or not at all. Cells that a spreadsheet would run as formulas
    are made plain text.
    """
    with whole_file(file.absolute()) as stream:  # no file of a screen is stdout
        writer = CsvRows(stream, tuple(SheetColumn(head, CellKind.TEXT) for head in heads), goes_on=False)
        count = 0
        for row in rows:
            writer.write(row)
            count += 1
        writer.close()
    return count
