"""`recorder tui`: the terminal UI. The only module that knows of it; loaded when it is to be opened, not before."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from recorder.cli.machine import is_interactive
from recorder.cli.option_groups import command
from recorder.cli.terminal import ExitCode, write_note
from recorder.runtime.errors import UsageError
from recorder.runtime.gc_tuning import collect_garbage_seldom
from recorder.tui.app import RecorderApp
from recorder.tui.pictures import picture_widget

if TYPE_CHECKING:  # it needs the extra
    from recorder.face.fleet import FleetDesk


@command("tui")
@click.option(
    "--db",
    "database",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The database to open; without it, a list of those opened lately.",
)
def tui_command(database: Path | None) -> ExitCode:
    """Open the terminal UI: record, watch, judge, crawl."""
    require_terminal()
    open_terminal_ui(database)
    return ExitCode.DONE


def require_terminal() -> None:
    if not is_interactive():
        raise UsageError("The terminal UI needs a terminal.", "`recorder --help` lists the commands that do without.")


def open_terminal_ui(database: Path | None, fleet: "FleetDesk | None" = None) -> None:
    """Returns when the person has left; a fault of ours goes on to where all of them are told."""
    collect_garbage_seldom()
    app = RecorderApp(database, fleet, picture_widget())
    farewell = app.run()
    if app.fault is not None:
        app.session.end()
        raise app.fault
    if farewell:
        write_note(farewell)
