"""Which sheets are meant by what a person asked for."""

from collections.abc import Iterator

from recorder.exporting.page_sheets import change_sheet, page_sheet, target_sheet
from recorder.exporting.record_sheets import list_sheet, lists_of, record_sheet, table_named
from recorder.exporting.sheets import Choice, Sheet, What
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.recordings import Recording


def sheet(store: Store, recording: Recording, what: What | None, choice: Choice) -> Sheet:
    """What is meant by default: records if there are any, else the target pages; these, too, where they are gone."""
    what = _meant(store, recording, what, choice)
    if what is not What.RECORDS:
        make = {What.CHANGES: change_sheet, What.TARGETS: target_sheet, What.PAGES: page_sheet}
        return make[what](store, recording, choice)
    tables = store.records.tables(recording.id)
    listed = next((each for each in lists_of(store, tables) if each.list.name == choice.table), None)
    if listed is not None:
        return list_sheet(store, recording, listed, choice)
    return record_sheet(store, recording, table_named(tables, choice.table), choice)


def sheets(store: Store, recording: Recording, what: What | None, choice: Choice) -> Iterator[Sheet]:
    """All that belongs together, for a file that holds several tables: every table of records, each followed by the
    lists of its columns."""
    what = _meant(store, recording, what, choice)
    tables = store.records.tables(recording.id)
    if what is not What.RECORDS or choice.table is not None or not tables:
        yield sheet(store, recording, what, choice)
        return
    for table in tables:
        yield record_sheet(store, recording, table, choice)
        for listed in lists_of(store, [table]):
            yield list_sheet(store, recording, listed, choice)


def _meant(store: Store, recording: Recording, what: What | None, choice: Choice) -> What:
    if what is None:
        has_records = any(table.pages for table in store.records.tables(recording.id)) and choice.status != "gone"
        what = What.RECORDS if has_records or choice.table or choice.key else What.TARGETS
    if choice.table is not None and what not in (What.RECORDS, What.CHANGES):
        raise UsageError(f"--table chooses among tables of records, and {what} were asked for.")
    if choice.key and what is not What.RECORDS:
        raise UsageError(f"--key tells records apart, and {what} were asked for.")
    return what
