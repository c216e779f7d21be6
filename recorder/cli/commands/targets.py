"""`recorder targets`: the addresses of what was collected, one a line."""

from collections.abc import Mapping
from pathlib import Path

from recorder.cli.option_groups import command
from recorder.cli.options import Latest, database_option, json_option, name_option, run_option, status_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_json_list, write_note, write_results
from recorder.runtime.plain_text import one_line
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.targets import Status, Target


@command("targets")
@database_option
@name_option
@run_option
@status_option
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
        "path": target.path + 1 if target.path >= 0 else None,
        "title": target.title,
    }


def _nothing(store: Store, recording: Recording, status: Status) -> str:
    if not any(run.kind == "crawl" for run in store.runs.all(recording.id)):
        return f"{recording.name} has not been crawled yet: `recorder crawl` collects its targets."
    return "There are no targets here." if status == "all" else f"No target here is {status}."
