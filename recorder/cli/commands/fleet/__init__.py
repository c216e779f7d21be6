"""`recorder fleet …`: many sites on many machines. Loads what belongs to the extra only for a command that runs."""

from importlib import import_module
from importlib.util import find_spec

import click

from recorder.runtime.errors import UsageError

_NEEDED = ("fsspec", "procrastinate", "psycopg", "psycopg_pool", "pyarrow")
"""The packages of the extra."""
_FILES = {
    "run": "working",
    "add": "listing",
    "work": "working",
    "status": "telling",
    "open": "telling",
    "retry": "listing",
    "pause": "listing",
    "remove": "listing",
    "merge": "telling",
}
"""The file of each command."""


class _FleetGroup(click.Group):
    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(_FILES)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _FILES:
            return None
        require_extra()
        module = import_module(f"recorder.cli.commands.fleet.{_FILES[cmd_name]}")
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command


@click.group("fleet", cls=_FleetGroup, invoke_without_command=True)
@click.pass_context
def fleet_command(context: click.Context) -> None:
    """Record and crawl many sites, on this machine or on many, from a queue that outlives them.

    `recorder fleet run sites.csv --to DIR` does all of it on this machine. See docs/fleet.md for several.
    """
    if context.invoked_subcommand is None:
        require_extra()
        click.echo(context.get_help())


def require_extra() -> None:
    """Refuses to go on where something of the extra is missing. Nothing of it is loaded to find out."""
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise UsageError(
            f"A fleet needs more than is installed: {', '.join(missing)}.",
            'pip install "recorder[fleet]", or, where recorder was installed by pipx: '
            'pipx install --force "recorder[fleet]"',
        )
