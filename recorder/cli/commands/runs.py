"""`recorder runs`: what was done to a database, run by run."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from recorder.cli.option_groups import command
from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, table_lines
from recorder.cli.terminal import write_json, write_note, write_result, write_results
from recorder.exhausting.report import line_of
from recorder.inspecting.pattern_report import health_plain
from recorder.inspecting.recording_report import counted, looked_at, new_words, query_words
from recorder.runtime.plain_text import moment, one_line
from recorder.store.recordings import Recording
from recorder.store.runs import Run, RunCounts

_HEADS = ("run", "kind", "status", "started", "seconds", "pages", "targets", "new", "changed", "gone", "off", "errors")


@command("runs")
@database_option
@name_option
@json_option
def runs_command(database: Path, name: str | None, as_json: bool) -> None:
    """List the runs of every recording, and what each of them counted.

    The column `off` counts pages that the navigation pattern led to but that are not like the sample. With --json,
    every run also tells what it saw of each step of the pattern; `recorder show` tells that of the latest run.
    """
    with reading(database) as store:
        recordings = [store.recordings.find(name)] if name else store.recordings.all()
        found = [(recording, store.runs.all(recording.id)) for recording in recordings]
        never = {run.id: store.runs.never_collected(run.id) if run.new else 0 for _, runs in found for run in runs}
        health = {run.id: health_plain(store.health.of_run(run.id)) for _, runs in found for run in runs}
    if as_json:
        plain = (as_plain(recording, run, never[run.id], health[run.id]) for recording, runs in found for run in runs)
        write_json(list(plain))
        return
    for recording, runs in found:
        _tell(recording, runs, never)
    if not found:
        write_note("Nothing was recorded here yet.")


def as_plain(
    recording: Recording, run: Run, never_collected: int, health: Sequence[Mapping[str, object]]
) -> Mapping[str, object]:
    """One object of the list `--json` promises, with what the run saw of every step of its pattern."""
    return {
        "run": run.id,
        "recording": recording.name,
        **{name: getattr(run, name) for name in ("kind", "status", "complete", "parameters")},
        "started": run.started_at,
        "ended": run.ended_at,
        "seconds": round(run.seconds, 3),
        **{each.name: getattr(run, each.name) for each in fields(RunCounts)},
        "never_collected": never_collected,
        "drift": run.drift,
        "exhausted": _without_questions(run.exhaustion),
        "health": health,
    }


def _without_questions(told: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """A list of runs need not hold every word that was asked."""
    return told and {name: value for name, value in told.items() if name not in ("curve", "asked")}


def _tell(recording: Recording, runs: tuple[Run, ...], never: Mapping[int, int]) -> None:
    write_result(f"Recording {one_line(recording.name)}")
    write_results(f"  {line}" for line in table_lines(_HEADS, [_cells(run) for run in runs]))
    mapped = max((run.id for run in runs if run.kind == "mapping"), default=0)
    for run in runs:
        if run.id == mapped and (words := looked_at(recording, run)):
            write_result(f"  Run {run.id} is a mapping: {words}.")
        if asked := query_words(run.parameters):
            write_result(f"  Run {run.id} asked for {one_line(asked)}.")
        if run.new != never[run.id]:
            write_result(f"  Run {run.id}: {new_words(run, never[run.id])}.")
        if run.exhaustion:
            write_result(f"  Run {run.id}: {one_line(line_of(run.exhaustion))}.")
        if run.drift:
            write_result(f"  Run {run.id}: the site has drifted: {one_line(str(run.drift.get('message', '')))}.")


def _cells(run: Run) -> tuple[str | int, ...]:
    counts = counted(run, "pages", "targets", "new", "changed", "gone", "off_pattern", "errors")
    return (run.id, run.kind, run.status, moment(run.started_at), round(run.seconds), *counts)
