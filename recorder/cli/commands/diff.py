"""`recorder diff`: what became of the targets between two runs."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_json, write_note, write_result, write_results
from recorder.errors import UsageError
from recorder.plain_text import one_line
from store.database import Store
from store.runs import Run
from store.targets import Difference


@click.command("diff")
@click.argument("runs", metavar="[RUN RUN]", type=int, nargs=-1)
@database_option
@name_option
@json_option
def diff_command(runs: tuple[int, ...], database: Path, name: str | None, as_json: bool) -> None:
    """Tell what is new, changed and gone between two runs.

    Without their numbers, between the last two crawls that can be compared: those with the same parameters.
    """
    if len(runs) not in (0, 2) or len(set(runs)) < len(runs):
        raise click.UsageError("Name two different runs, or none for the last two crawls.")
    with reading(database) as store:
        recording = recording_meant(store, name, *runs)
        older, newer = _named(store, runs) if runs else last_two(store.runs.all(recording.id))
        difference = store.targets.diff(older.id, newer.id)
    if as_json:
        write_json(as_plain(difference))
    else:
        _tell(difference)


def as_plain(difference: Difference) -> Mapping[str, object]:
    """The object `--json` promises."""
    return asdict(difference)


def _named(store: Store, runs: tuple[int, ...]) -> tuple[Run, Run]:
    older, newer = (store.runs.get(run) for run in sorted(runs))
    if older.kind != newer.kind:
        raise UsageError(
            f"Run {older.id} is a {older.kind} and run {newer.id} a {newer.kind}: they do not look for the same pages.",
            "Compare two crawls; `recorder runs` lists them.",
        )
    return older, newer


def last_two(runs: Sequence[Run]) -> tuple[Run, Run]:
    """The newest crawl that can be compared with one before it, and that one."""
    crawls = [run for run in runs if run.kind == "crawl" and run.status != "running"]
    for position, newer in reversed(list(enumerate(crawls))):
        for older in reversed(crawls[:position]):
            if older.parameters == newer.parameters:
                return older, newer
    raise UsageError(
        "There are no two crawls to compare: a second one with the same parameters is needed.",
        "Run `recorder crawl` again when the site may have changed.",
    )


def _tell(difference: Difference) -> None:
    counts = dict.fromkeys(("new", "changed", "gone", "missing"), 0)
    for change in difference.changes:
        counts[change.status] += 1
    words = ", ".join(f"{count} {status}" for status, count in counts.items() if count or status != "missing")
    write_result(f"From run {difference.older} to run {difference.newer}: {words}, {difference.unchanged} unchanged.")
    write_results(f"{one.status:<8} {one_line(one.url)}  {one_line(one.title)}" for one in difference.changes)
    if not difference.judges_gone:
        write_note(f"Nothing can be called gone, because {difference.why_not}.")
