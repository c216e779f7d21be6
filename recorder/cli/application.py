"""The `recorder` command: the table of its commands, and what it does without one.

A command's module is imported only when that command is run. It may import what it needs at its top (the engine,
Playwright, Textual) without `recorder --help` paying for it. The price: the summary that `--help` shows is written here
as well as in the command; a test keeps the two equal.
"""

import sys
from difflib import get_close_matches
from importlib import import_module

import click

COMMANDS = {
    "record": "Learn how to reach all pages of a site that are like a sample page.",
    "crawl": "Collect the target pages of a recording, following its navigation pattern.",
    "show": "Show what was learnt: the navigation pattern, its parameters, the forms, and the evidence.",
    "targets": "List the URLs of the target pages that were collected.",
    "runs": "List the runs of every recording, and what each of them counted.",
    "diff": "Tell what is new, changed and gone between two runs, and what changed in each page.",
    "why": "Explain how a page was reached, and why it is or is not a target.",
    "pattern": "Take the navigation pattern out as a text, put an edited one in, or an earlier version back.",
    "tui": "Open the terminal UI: record, watch, judge, crawl.",
    "extract": "Write the data of the collected pages into the table `records`, one row a page.",
    "links": "Tell what kinds of pages the links of a site lead to, by their addresses alone.",
    "export": "Write what was collected to OUT: CSV, JSON lines, Excel, SQLite, Parquet, a web archive; `-` is stdout.",
    "report": "Write what was learnt and collected to OUT, one HTML file to look at and to send on.",
    "fleet": "Record and crawl many sites, on this machine or on many, from a queue that outlives them.",
    "session": "Keep your own session with a site in a file, for pages that need a log-in.",
    "watch": "Have a recording crawled again and again, and be told what has changed.",
    "demo": "Record and crawl a bundled bookshop, before your eyes.",
    "doctor": "Find or install a browser and check that this machine is ready.",
}
"""What `--help` shows for each command, in the order in which a newcomer needs them."""


def load_command(name: str) -> click.Command:
    """The command of this name, from the module of this name."""
    command = getattr(import_module(f"recorder.cli.commands.{name}"), f"{name}_command")
    if not isinstance(command, click.Command):
        raise TypeError(f"{name}_command is not a click command")
    return command


class LazyGroup(click.Group):
    """Lists all commands without loading any."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = get_close_matches(args[0], COMMANDS, 1)
        if near and args[0] not in COMMANDS:
            ctx.fail(f"There is no command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    "recorder",
    cls=LazyGroup,
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
            context.invoke(load_command("tui"))
        else:
            click.echo(context.get_help())


def _at_a_terminal() -> bool:
    """Whether a person can use the terminal UI; in a pipe the help is wanted."""
    from recorder.cli.machine import is_interactive

    return is_interactive() and sys.stdout.isatty()
