"""All records, target pages and runs of a fleet as Parquet, in a folder for each site, as DuckDB and others read them:

    records/site=NAME/7.parquet    targets/site=NAME/7.parquet    runs/site=NAME/7.parquet

The number is that of the site's file in place. Where the pages of a site have several layouts, their tables of records
stand side by side (`7-2.parquet`), and the column `table` tells their rows apart. What has the number already is left
alone, so that a second merge writes nothing and the first of two changes nothing but what changed. Each file is there
whole or not at all.
"""

import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from recorder.exporting.page_sheets import target_sheet
from recorder.exporting.parquet import Parquet
from recorder.exporting.record_sheets import free_name, record_sheet
from recorder.exporting.sheets import Cell, CellKind, Choice, Row, Sheet, SheetColumn
from recorder.fleet.depot import Depot
from recorder.runtime.errors import RecorderError, told_errors
from recorder.runtime.files import whole_file
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording

_KINDS = ("records", "targets", "runs")
_RUN = {
    "recording": CellKind.TEXT,
    "run": CellKind.WHOLE,
    "kind": CellKind.TEXT,
    "status": CellKind.TEXT,
    "complete": CellKind.YES_NO,
    "started": CellKind.TIME,
    "ended": CellKind.TIME,
    "seconds": CellKind.NUMBER,
    **dict.fromkeys(
        ("pages", "targets", "new", "changed", "unchanged", "gone", "off_pattern", "errors", "rendered"), CellKind.WHOLE
    ),
}


@dataclass(frozen=True)
class MergedSite:
    """`rows`: of records; None where its partition was up to date."""

    name: str
    rows: int | None


@dataclass(frozen=True)
class Merged:
    written: int
    unchanged: int
    failed: Mapping[str, str]


def merge(depot: Depot, numbers: Mapping[str, int], out: Path, tell: Callable[[MergedSite], None]) -> Merged:
    """`numbers`: of the file in place, by name of the site. Partitions of sites that are not among them leave."""
    written, unchanged, failed = 0, 0, {}
    for name, number in sorted(numbers.items()):
        try:
            rows = _merge_site(depot, name, number, out)
        except (RecorderError, OSError) as error:
            failed[name] = str(error)
            continue
        written, unchanged = written + (rows is not None), unchanged + (rows is None)
        tell(MergedSite(name, rows))
    for kind in _KINDS:
        for folder in (out / kind).glob("site=*"):
            if folder.name.removeprefix("site=") not in numbers:
                shutil.rmtree(folder)
    return Merged(written, unchanged, failed)


def _merge_site(depot: Depot, name: str, number: int, out: Path) -> int | None:
    places = {kind: out / kind / f"site={name}" / f"{number}.parquet" for kind in _KINDS}
    if places["runs"].exists():  # the last to be written
        return None
    with (
        told_errors(),
        depot.reading(name, number) as file,
        open_store(file, read_only=True) as store,
        store.at_this_moment() as moment,
    ):
        if not moment.recordings.all():  # the site could not be had yet
            return None
        recording = moment.recordings.find()
        written: dict[Path, int] = {}
        tables = [table for table in moment.records.tables(recording.id) if table.pages]
        for number, table in enumerate(tables, start=1):
            first = places["records"]
            place = first if number == 1 else first.with_stem(f"{first.stem}-{number}")
            written[place] = _write(place, *_with_table(record_sheet(moment, recording, table, Choice())))
        targets = target_sheet(moment, recording, Choice())
        _write(places["targets"], targets.columns, targets.rows)
        _write(places["runs"], tuple(SheetColumn(*column) for column in _RUN.items()), _runs(moment, recording))
    for place in places.values():
        for other in place.parent.glob("*.parquet"):
            if other not in (*written, places["targets"], places["runs"]):
                other.unlink()
    return sum(written.values())


def _with_table(records: Sheet) -> tuple[tuple[SheetColumn, ...], Iterable[Row]]:
    """With a last column that says which table a record is of."""
    column = SheetColumn(free_name("table", (each.name for each in records.columns)), CellKind.TEXT)
    return (*records.columns, column), ((*row, records.name) for row in records.rows)


def _write(place: Path, columns: tuple[SheetColumn, ...], rows: Iterable[Row]) -> int:
    place.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with whole_file(place) as stream:
        writer = Parquet(stream, columns, goes_on=False)
        for row in rows:
            writer.write(row)
            count += 1
        writer.close()
    return count


def _runs(store: Store, recording: Recording) -> Iterable[Row]:
    for run in store.runs.all(recording.id):
        plain: Mapping[str, Cell] = {
            **asdict(run),
            "recording": recording.name,
            "run": run.id,
            "started": run.started_at,
            "ended": run.ended_at,
        }
        yield tuple(plain[column] for column in _RUN)
