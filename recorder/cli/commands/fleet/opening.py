"""`recorder fleet open`: a fleet in the terminal UI, beside the databases of its sites."""

import click

from recorder.cli.commands.fleet.options import fleet_meant, home_of, home_option, queue_option
from recorder.cli.terminal import ExitCode


@click.command("open")
@queue_option
@home_option
def open_command(queue: str | None, home: str | None) -> ExitCode:
    """Open the terminal UI on a fleet: its sites, what each does, what failed and why; try again, pause, do first.

    Enter on a site opens its database. The fleet itself is worked on by `recorder fleet run` and `recorder fleet work`.
    """
    from recorder.cli.commands.tui import open_terminal_ui, require_terminal
    from recorder.face.fleet import FleetDesk

    require_terminal()
    with fleet_meant(queue, home) as place, FleetDesk(place) as desk:
        if home is not None:
            home_of(place, home)
        open_terminal_ui(None, desk)
    return ExitCode.DONE
