"""`recorder diff`: what became of the targets between two runs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

import click

from recorder.cli.option_groups import command
from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_json, write_note, write_result, write_results
from recorder.exporting.record_sheets import ages
from recorder.exporting.sheets import Choice
from recorder.inspecting.changes import last_two
from recorder.inspecting.page_versions import PageDifference, difference_lines, page_difference
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import many, one_line, shortened
from recorder.store.database import Store
from recorder.store.record_changes import FieldChange
from recorder.store.recordings import Recording
from recorder.store.runs import Run
from recorder.store.targets import Change, Difference

_LONGEST = 90


@command("diff")
@click.argument("runs", metavar="[RUN RUN]", type=int, nargs=-1)
@database_option
@name_option
@click.option("--fields", is_flag=True, help="Tell which fields of the records changed, from which value to which.")
@json_option
def diff_command(runs: tuple[int, ...], database: Path, name: str | None, fields: bool, as_json: bool) -> None:
    """Tell what is new, changed and gone between two runs, and what changed in each page.

    A page has changed in its structure if parts came or went, otherwise in its text alone. Without
    their numbers, between the last two crawls that can be compared: those with the same parameters.
    With --fields, of the records that are in both: every value that is another now, and what it was. All changes,
    run by run, are in the view `record_changes`; `recorder export --what changes` writes them to a file.
    """
    if len(runs) not in (0, 2) or len(set(runs)) < len(runs):
        raise click.UsageError("Name two different runs, or none for the last two crawls.")
    with reading(database) as store:
        recording = recording_meant(store, name, *runs)
        older, newer = _named(store, runs) if runs else last_two(store.runs.all(recording.id))
        if fields:
            _tell_fields(store, recording, older, newer, as_json=as_json)
            return
        difference = store.targets.diff(older.id, newer.id)
        if as_json:
            write_json(as_plain(store, difference))
        else:
            _tell(store, difference)


def as_plain(store: Store, difference: Difference) -> Mapping[str, object]:
    """The object `--json` promises."""
    changes = [_plain_change(store, one) for one in difference.changes]
    return {**asdict(difference), "changes": changes}


def _plain_change(store: Store, change: Change) -> Mapping[str, object]:
    plain: dict[str, object] = {"url": change.url, "status": change.status, "title": change.title}
    if change.status == "changed":
        found = _difference(store, change)
        plain |= {"what": change.what, "difference": asdict(found) if found else None}
    return plain


def _difference(store: Store, change: Change) -> PageDifference | None:
    older, newer = change.pages
    return page_difference(store, older, newer) if older is not None and newer is not None else None


def _named(store: Store, runs: tuple[int, ...]) -> tuple[Run, Run]:
    older, newer = (store.runs.get(run) for run in sorted(runs))
    if older.kind != newer.kind:
        raise UsageError(
            f"Run {older.id} is a {older.kind} and run {newer.id} a {newer.kind}: they do not look for the same pages.",
            "Compare two crawls; `recorder runs` lists them.",
        )
    return older, newer


def _tell_fields(store: Store, recording: Recording, older: Run, newer: Run, *, as_json: bool) -> None:
    if not store.records.tables(recording.id):
        raise UsageError("There are no records yet.", "Run `recorder extract` first: later crawls keep what changes.")
    changes = list(store.record_changes.between(recording.id, older.id, newer.id))
    if as_json:
        write_json({"older": older.id, "newer": newer.id, "fields": [asdict(change) for change in changes]})
    else:
        records = len({(change.in_table, change.url) for change in changes})
        write_result(
            f"From run {older.id} to run {newer.id}: {many(len(changes), 'value')}"
            f" of {many(records, 'record')} changed."
        )
        write_results(line for _, each in groupby(changes, _of_record) for line in _field_lines(list(each)))
    for note in ages(store, recording, Choice()):
        write_note(note)


def _of_record(change: FieldChange) -> tuple[str, str]:
    return change.in_table, change.url


def _field_lines(changes: Sequence[FieldChange]) -> Iterator[str]:
    """Of one record."""
    yield f"{one_line(changes[-1].url)}  {one_line(changes[-1].record)}"
    for change in changes:
        before, after = (
            "nothing" if value is None else shortened(one_line(value), _LONGEST)
            for value in (change.before, change.after)
        )
        yield f"           {one_line(change.column)}: {before} -> {after}"


def _tell(store: Store, difference: Difference) -> None:
    counts = dict.fromkeys(("new", "changed", "gone", "missing"), 0)
    for change in difference.changes:
        counts[change.status] += 1
    words = ", ".join(f"{count} {status}" for status, count in counts.items() if count or status != "missing")
    write_result(f"From run {difference.older} to run {difference.newer}: {words}, {difference.unchanged} unchanged.")
    write_results(line for one in difference.changes for line in _change_lines(store, one))
    if not difference.judges_gone:
        write_note(f"Nothing can be called gone, because {difference.why_not}.")


def _change_lines(store: Store, change: Change) -> Iterator[str]:
    what = f"  ({change.what})" if change.what else ""
    yield f"{change.status:<8} {one_line(change.url)}  {one_line(change.title)}{what}"
    found = _difference(store, change) if change.status == "changed" else None
    if found is not None:
        yield from (f"           {line}" for line in difference_lines(found))
