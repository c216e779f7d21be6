"""The `recorder` command: the table of its commands, and what it does without one."""

import click

from recorder.cli.lazy_group import LazyCommand, LazyGroup

COMMANDS = {
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
        click.echo(context.get_help())
