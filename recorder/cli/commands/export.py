"""`recorder export`: what was collected, in a file of another program."""

import shlex
from pathlib import Path

import click

from recorder.cli.commands.targets import STATUSES, Latest, which_run
from recorder.cli.exit_codes import ExitCode
from recorder.cli.options import database_option, name_option
from recorder.cli.terminal import write_note
from recorder.exporting.export import ExportOptions, Format, export
from recorder.exporting.files import STDOUT, Existing
from recorder.exporting.scrapy_export import ScrapyOptions, export_scrapy
from recorder.exporting.sheets import Choice, What
from store.targets import Status

_SCRAPY = "scrapy"


@click.command("export")
@click.argument("out", type=click.Path(allow_dash=True, path_type=Path), metavar="OUT")
@database_option
@name_option
@click.option(
    "--format",
    "form",
    type=click.Choice([*(each.value for each in Format), _SCRAPY]),
    required=True,
    help="What to write.",
)
@click.option(
    "--what",
    type=click.Choice([each.value for each in What]),
    help="Records, target pages or all pages. Unless said: records if `recorder extract` made some, else targets.",
)
@click.option("--table", metavar="TABLE", help="Which table of records, where there are several.")
@click.option("--run", callback=which_run, metavar="N|latest", help="Only what this run collected.")
@click.option(
    "--status",
    type=click.Choice(STATUSES),
    default="all",
    show_default=True,
    help="Only targets, or their records, that are new, changed or gone.",
)
@click.option("--append", is_flag=True, help="Add to OUT what it does not hold yet, told by URL and run.")
@click.option("--force", is_flag=True, help="Replace OUT.")
def export_command(
    out: Path,
    database: Path,
    name: str | None,
    form: str,
    what: str | None,
    table: str | None,
    run: int | Latest | None,
    status: Status,
    append: bool,
    force: bool,
) -> ExitCode:
    """Write what was collected to OUT, as JSON lines, CSV, Parquet or a web archive; `-` is stdout.

    One row a record or page. A WARC holds the bodies of target pages, or of all pages with --what pages. A file that
    is there already is left alone, unless --append or --force. Parquet and WARC files cannot be appended to.

    With --format scrapy, OUT is a folder: a Scrapy project that follows the navigation pattern without recorder. The
    parameters of forms are its arguments, as in `scrapy crawl NAME -a "field=value"`.
    """
    if append and force:
        raise click.UsageError("--append and --force exclude each other.")
    if form == _SCRAPY:
        if append or what or table or run or status != "all" or out == STDOUT:
            raise click.UsageError("A Scrapy project is a folder of its own: give OUT, --db, --name and --force only.")
        return _write_project(ScrapyOptions(database, out, name, Existing.REPLACE if force else Existing.REFUSE))
    existing = Existing.GO_ON if append else Existing.REPLACE if force else Existing.REFUSE
    options = ExportOptions(
        database, Format(form), out, name, What(what) if what else None, Choice(run, status, table), existing
    )
    done = export(options)
    there = f", {done.held} were there" if append else ""
    write_note(f"Written to {'stdout' if out == STDOUT else out}: {done.written} {done.what}{there}.")
    return ExitCode.DONE if done.written or done.held else ExitCode.FAILED


def _write_project(options: ScrapyOptions) -> ExitCode:
    project = export_scrapy(options)
    for each in project.lacks:
        write_note(each)
    follow = f"cd {shlex.quote(str(options.folder))} && scrapy crawl {project.spider} -O pages.jsonl"
    write_note(f"Written to {options.folder}: a Scrapy project with {project.paths} paths. Run it: {follow}")
    return ExitCode.DONE
