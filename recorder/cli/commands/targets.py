"""`recorder targets`: the addresses of what was collected, one a line."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import click

from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_json_list, write_note, write_results
from recorder.plain_text import one_line
from store.database import Store
from store.recordings import Recording
from store.targets import Status, Target

Latest = Literal["latest"]
STATUSES: tuple[Status, ...] = ("all", "new", "changed", "gone")


def which_run(_context: click.Context, _parameter: click.Parameter, given: str | None) -> int | Latest | None:
    """The number of a run, or `latest`."""
    if given is None:
        return None
    if given == "latest":
        return "latest"
    if not (given.isascii() and given.isdigit()):
        raise click.BadParameter(f"{given!r} is neither the number of a run nor latest.")
    return int(given)


@click.command("targets")
@database_option
@name_option
@click.option("--run", callback=which_run, metavar="N|latest", help="Only what this run collected.")
@click.option(
    "--status",
    type=click.Choice(STATUSES),
    default="all",
    show_default=True,
    help="Only those that are new, changed or gone, against the runs before.",
)
@json_option
def targets_command(database: Path, name: str | None, run: int | Latest | None, status: Status, as_json: bool) -> None:
    """List the URLs of the target pages that were collected.

    Without --run, those that are present now: collected and not gone since, each once. Before the first crawl, those
    that were seen while recording.
    """
    with reading(database) as store:
        recording = recording_meant(store, name, *([run] if isinstance(run, int) else []))
        found = store.targets.list(recording.id, run, status)
        if as_json:
            write_json_list(map(as_plain, found))
        elif not write_results(one_line(target.url) for target in found):
            write_note(_nothing(store, recording, status))


def as_plain(target: Target) -> Mapping[str, object]:
    """One object of the list `--json` promises."""
    return {
        "url": target.url,
        "status": target.status,
        "run": target.run,
        "similarity": target.similarity,
        "path": target.path,
        "title": target.title,
    }


def _nothing(store: Store, recording: Recording, status: Status) -> str:
    if not any(run.kind == "crawl" for run in store.runs.all(recording.id)):
        return f"{recording.name} has not been crawled yet: `recorder crawl` collects its targets."
    return "There are no targets here." if status == "all" else f"No target here is {status}."
