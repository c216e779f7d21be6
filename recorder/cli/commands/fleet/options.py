"""What the commands of a fleet share: which fleet is meant, and which options a row of sites.csv may give."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from recorder.fleet.connecting import QueuePlace, connected, queue_place
from recorder.fleet.queue_address import VARIABLE, queue_given
from recorder.fleet.roll import Roll
from recorder.fleet.site_list import CommandOptions
from recorder.runtime.errors import UsageError

_OURS = frozenset(
    {"--db", "--name", "--json", "--quiet", "--log-format", "--fresh", "--resume", "--again", "--like", "--params-from"}
)
"""Options that a fleet gives itself."""

queue_option = click.option(
    "--queue",
    metavar="DSN",
    help="A PostgreSQL for the queue, as postgresql://USER@HOST/DATABASE; with a password only in the environment "
    f"variable {VARIABLE}. Without: one of the fleet's own, in its folder.",
)
folder_option = click.option(
    "--to",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the fleet, which all its workers reach: files of the sites, logs, merged tables.",
)


@contextmanager
def fleet_meant(queue: str | None, folder: Path | None) -> Iterator[QueuePlace]:
    """The queue, running, with its tables."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with queue_place(queue_given(queue), folder) as place:
        yield place


def folder_of(place: QueuePlace, folder: Path | None) -> Path:
    """Where the fleet's files lie: as given, which is kept, or as it was first given."""
    with connected(place) as connection:
        roll = Roll(connection)
        known = roll.setting("folder")
        if folder is None and known is None:
            raise UsageError(
                "Where are the files of the sites to lie?", "Name a folder that all workers reach: --to DIR."
            )
        if folder is not None and known is None:
            roll.set("folder", str(folder.resolve()))
        return folder if folder is not None else Path(str(known))


def commands_with_options() -> tuple[CommandOptions, CommandOptions]:
    """`record` and `crawl`. Loads the engine: only where rows are read."""
    from recorder.cli.application import load_command

    return _taken_by(load_command("record")), _taken_by(load_command("crawl"))


def _taken_by(command: click.Command) -> CommandOptions:
    taken = {
        name: not each.is_flag
        for each in command.params
        if isinstance(each, click.Option)
        for name in each.opts
        if name not in _OURS
    }
    return CommandOptions(str(command.name), taken)
