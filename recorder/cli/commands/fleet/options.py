"""What the commands of a fleet share: which fleet is meant, where its files lie, and which options a row of
sites.csv may give.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from recorder.cli.option_groups import under
from recorder.fleet.connecting import QueuePlace, connected, queue_place
from recorder.fleet.depot import Depot, StorageDepot, depot_at, is_storage
from recorder.fleet.queue_address import VARIABLE, queue_given
from recorder.fleet.roll import Roll
from recorder.fleet.site_files import SiteFiles
from recorder.fleet.site_list import CommandOptions
from recorder.runtime.errors import UsageError

_OURS = frozenset(
    {"--db", "--name", "--json", "--quiet", "--log-format", "--fresh", "--resume", "--again", "--like", "--params-from"}
)
"""Options that a fleet gives itself."""

_FLEET = "The fleet"

queue_option = under(
    _FLEET,
    click.option(
        "--queue",
        metavar="DSN",
        help="A PostgreSQL for the queue, as postgresql://USER@HOST/DATABASE; with a password only in the environment "
        f"variable {VARIABLE}. Without: one of the fleet's own, in its folder.",
    ),
)
home_option = under(
    _FLEET,
    click.option(
        "--to",
        "home",
        metavar="DIR",
        help="The folder of the fleet, which all its workers reach: files of the sites, logs, merged tables. Or, with "
        "--queue, an address of object storage, as s3://BUCKET/FOLDER.",
    ),
)
scratch_option = under(
    _FLEET,
    click.option(
        "--scratch",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        help="A local folder to work in, where that of the fleet is on a network file system or in object storage.",
    ),
)
out_option = under(
    _FLEET,
    click.option(
        "--out",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        help="The folder of the merged tables; by default, parquet in the folder of the fleet.",
    ),
)


@contextmanager
def fleet_meant(queue: str | None, home: str | None) -> Iterator[QueuePlace]:
    """The queue, running, with its tables."""
    given = queue_given(queue)
    if home is None or is_storage(home):
        if home is not None and given is None:
            raise UsageError(
                "A PostgreSQL cannot lie in object storage.",
                f"Name one with --queue, or in the environment: {VARIABLE}.",
            )
        with queue_place(given, None) as place:
            yield place
        return
    folder = Path(home)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{home} cannot be a folder: {error.strerror}.", "Name another with --to.") from None
    with queue_place(given, folder) as place:
        yield place


def home_of(place: QueuePlace, home: str | None) -> str:
    """Where the fleet's files lie: as given, which is kept, or as it was first given."""
    with connected(place) as connection:
        roll = Roll(connection)
        known = roll.setting("folder")
        if home is None and known is None:
            raise UsageError(
                "Where are the files of the sites to lie?", "Name a folder that all workers reach: --to DIR."
            )
        if home is not None and known is None:
            roll.set("folder", home if is_storage(home) else str(Path(home).resolve()))
        return home or str(known)


def depot_of(home: str) -> Depot:
    """Where the files of sites lie, reached now."""
    depot = depot_at(home)
    if isinstance(depot, StorageDepot):
        depot.check()
    return depot


def files_of(home: str, scratch: Path | None) -> SiteFiles:
    """The files of sites, and where they are worked on."""
    if scratch is None and is_storage(home):
        raise UsageError("A site is worked on in a local folder.", "Name one that may grow: --scratch DIR.")
    return SiteFiles(depot_of(home), scratch or Path(home) / "work")


def tables_of(home: str, out: Path | None) -> Path:
    """The folder of merged tables."""
    if out is None and is_storage(home):
        raise UsageError("In which folder are the merged tables to lie?", "Name one on this machine: --out DIR.")
    return out or Path(home) / "parquet"


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
