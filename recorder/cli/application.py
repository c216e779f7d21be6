"""The `recorder` command: the table of its commands, and what it does without one.

A command's module is imported only when that command is run. It may import what it needs at its top (the engine,
Playwright, Textual) without `recorder --help` paying for it. The price: the summary that `--help` shows is written here
as well as in the command; a test keeps the two equal.
"""

import sys
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
    """Lists its commands in the order of the table: that in which a newcomer needs them."""

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


COMMANDS = {
    "record": LazyCommand(
        "recorder.cli.commands.record:record_command",
        "Learn how to reach all pages of a site that are like a sample page.",
    ),
    "crawl": LazyCommand(
        "recorder.cli.commands.crawl:crawl_command",
        "Collect the target pages of a recording, following its navigation pattern.",
    ),
    "show": LazyCommand(
        "recorder.cli.commands.show:show_command",
        "Show what was learnt: the navigation pattern, its parameters, the forms, and the evidence.",
    ),
    "targets": LazyCommand(
        "recorder.cli.commands.targets:targets_command", "List the URLs of the target pages that were collected."
    ),
    "runs": LazyCommand(
        "recorder.cli.commands.runs:runs_command", "List the runs of every recording, and what each of them counted."
    ),
    "diff": LazyCommand(
        "recorder.cli.commands.diff:diff_command",
        "Tell what is new, changed and gone between two runs, and what changed in each page.",
    ),
    "why": LazyCommand(
        "recorder.cli.commands.why:why_command", "Explain how a page was reached, and why it is or is not a target."
    ),
    "pattern": LazyCommand(
        "recorder.cli.commands.pattern:pattern_command",
        "Take the navigation pattern out as a text, or put an edited one in.",
    ),
    "tui": LazyCommand("recorder.cli.commands.tui:tui_command", "Open the terminal UI: record, watch, judge, crawl."),
    "extract": LazyCommand(
        "recorder.cli.commands.extract:extract_command",
        "Write the data of the collected pages into the table `records`, one row a page.",
    ),
    "links": LazyCommand(
        "recorder.cli.commands.links:links_command",
        "Tell what kinds of pages the links of a site lead to, by their addresses alone.",
    ),
    "export": LazyCommand(
        "recorder.cli.commands.export:export_command",
        "Write what was collected to OUT, as JSON lines, CSV, Parquet or a web archive; `-` is stdout.",
    ),
    "demo": LazyCommand(
        "recorder.cli.commands.demo:demo_command", "Record and crawl a bundled bookshop, before your eyes."
    ),
    "doctor": LazyCommand(
        "recorder.cli.commands.doctor:doctor", "Find or install a browser and check that this machine is ready."
    ),
}


@click.group(
    "recorder",
    cls=LazyGroup,
    table=COMMANDS,
    invoke_without_command=True,
    context_settings={"max_content_width": 100},
)
@click.version_option(package_name="recorder", message="recorder %(version)s")
@click.pass_context
def application(context: click.Context) -> None:
    """Collect all pages of a site that look like one sample page.

    Give the entry page of a site and one page like those you want. recorder learns how to reach every such page,
    writes it down as a navigation pattern, and collects those pages and only those.
    """
    if context.invoked_subcommand is None:
        if _at_a_terminal():
            context.invoke(COMMANDS["tui"].load())
        else:
            click.echo(context.get_help())


def _at_a_terminal() -> bool:
    """Whether a person can use the terminal UI; in a pipe the help is wanted."""
    from recorder.cli.machine import is_interactive

    return is_interactive() and sys.stdout.isatty()
