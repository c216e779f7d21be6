"""`recorder report`: what was learnt and collected, for somebody who has no terminal."""

from pathlib import Path

import click

from recorder.cli.option_groups import command
from recorder.cli.options import database_option, name_option
from recorder.cli.terminal import write_note
from recorder.inspecting.report import write_report
from recorder.runtime.plain_text import many


@command("report")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@database_option
@name_option
@click.option(
    "--pictures",
    is_flag=True,
    help="With pictures of the sample and of lists, as the browser shows what is stored; no site is asked.",
)
@click.option("--force", is_flag=True, help="Replace OUT.")
def report_command(out: Path, database: Path, name: str | None, pictures: bool, force: bool) -> None:
    """Write what was learnt and collected to OUT, one HTML file to look at and to send on.

    In words and pictures: how much is reached, the map of the site, the cut, every path with examples, the forms and
    why each was or was not asked, the columns and their values, changes over runs, health. It needs no network.
    """
    sections = write_report(database, out, name, anew=force, pictured=pictures)
    write_note(f"Written to {out}: {many(sections, 'section')}. Open it in a browser.")
