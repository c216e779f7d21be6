"""A click group that imports a command's module only when that command is run.

A command's module may then import what it needs at its top (the engine, Playwright, Textual) without `recorder --help`
paying for it. The price is that the summary shown by `--help` is written in the table of commands as well as in the
command; a test keeps the two equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click


@dataclass(frozen=True)
class LazyCommand:
    """Where a command lives, as `module:attribute`, and the one line that `--help` shows for it."""

    place: str
    summary: str

    def load(self) -> click.Command:
        module, _, attribute = self.place.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.place} is not a click command")
        return command


class LazyGroup(click.Group):
    """Lists its commands in the order of the table, which is the order in which a newcomer needs them."""

    def __init__(self, *, table: Mapping[str, LazyCommand], **settings: Any) -> None:
        super().__init__(**settings)
        self.table = table

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = self.table.get(cmd_name)
        return entry.load() if entry else None

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.table.items()])
