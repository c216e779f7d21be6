"""`recorder export`: what was collected, in a file of another program."""

import shlex
from pathlib import Path

import click

from recorder.cli.option_groups import command, under
from recorder.cli.options import Latest, database_option, json_option, name_option, run_option, status_option
from recorder.cli.terminal import ExitCode, write_json, write_note
from recorder.exporting.export import ExportOptions, Format, export
from recorder.exporting.extractor import export_extractor
from recorder.exporting.handed_on import PatternFormat, export_pattern
from recorder.exporting.scrapy_project import export_scrapy
from recorder.exporting.sheets import Choice, What
from recorder.runtime.files import STDOUT, Existing
from recorder.store.targets import Status

_SCRAPY = "scrapy"
_EXTRACTOR = "extractor"
_OF_WHAT_WAS_LEARNT = {
    _SCRAPY: "A Scrapy project is a folder of its own",
    _EXTRACTOR: "An extractor is a file of its own",
    **dict.fromkeys(map(str, PatternFormat), "This is the pattern, not what was collected"),
}
"""Formats that hold no rows, and what is said where some are asked for."""


@command("export")
@click.argument("out", type=click.Path(allow_dash=True, path_type=Path), metavar="OUT")
@database_option
@name_option
@under(
    "What to write",
    click.option(
        "--format",
        "form",
        type=click.Choice([*(each.value for each in Format), *_OF_WHAT_WAS_LEARNT]),
        help=f"What to write. Unless said: what OUT ends with, such as .csv ({', '.join(Format)}).",
    ),
    click.option(
        "--what",
        type=click.Choice([each.value for each in What]),
        help="Records, target pages, all pages, or the changes of fields. Unless said: records if there are any, else"
        " targets.",
    ),
    click.option(
        "--table",
        metavar="TABLE",
        help="Which table of records, where there are several; or a table of the items of lists.",
    ),
    click.option(
        "--key", "key", multiple=True, metavar="COLUMN", help="Write a record once, where pages say the same in COLUMN."
    ),
)
@run_option
@status_option
@under(
    "The file",
    click.option("--append", is_flag=True, help="Add to OUT what it does not hold yet, told by URL and run."),
    click.option("--force", is_flag=True, help="Replace OUT."),
)
@json_option
def export_command(
    out: Path,
    database: Path,
    name: str | None,
    form: str | None,
    what: str | None,
    table: str | None,
    key: tuple[str, ...],
    run: int | Latest | None,
    status: Status,
    append: bool,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Write what was collected to OUT: CSV, JSON lines, Excel, SQLite, Parquet, a web archive; `-` is stdout.

    One row a record or page. Excel and SQLite files hold all tables of records, and the lists in them as tables of
    their own; other files hold one. A WARC holds the bodies of target pages, or of all pages with --what pages. A file
    that is there already is left alone, unless --append or --force; only JSON lines and CSV can be appended to.

    The navigation pattern itself is written with --format devtools (a recording for Chrome's DevTools and
    @puppeteer/replay: one way to a target along each path, then every target), playwright (a Python script that prints
    the targets) and browsertrix (a configuration with the pattern as its scope).

    With --format scrapy, OUT is a folder: a Scrapy project that follows the navigation pattern without recorder. The
    parameters of forms are its arguments, as in `scrapy crawl NAME -a "field=value"`. It knows nothing of the classes
    of links that are ignored (`recorder links --ignore`), only what the pattern says.

    With --format extractor, OUT is a Python file that reads such pages into records and needs lxml alone.
    """
    if append and force:
        raise click.UsageError("--append and --force exclude each other.")
    if as_json and out == STDOUT:
        raise click.UsageError("--json prints to stdout itself: give OUT a name.")
    form = form or _ending(out)
    if form in _OF_WHAT_WAS_LEARNT:
        if append or what or table or key or run or status != "all" or (form == _SCRAPY and out == STDOUT):
            raise click.UsageError(f"{_OF_WHAT_WAS_LEARNT[form]}: give OUT, --db, --name and --force only.")
        return _hand_on(form, database, out, name, force=force, as_json=as_json)
    existing = Existing.GO_ON if append else Existing.REPLACE if force else Existing.REFUSE
    options = ExportOptions(
        database, Format(form), out, name, What(what) if what else None, Choice(run, status, table, key), existing
    )
    done = export(options)
    if as_json:
        told = {"what": done.what, "written": done.written, "held": done.held}
        copies = [{"url": copy.url, "of": copy.of} for copy in done.copies]
        write_json({"format": form, "out": str(out), **told, "copies": copies})
    for note in done.notes:
        write_note(note)
    there = f", {done.held} were there" if append else ""
    write_note(f"{_written(out)}: {done.written} {done.what}{there}.")
    return ExitCode.DONE if done.written or done.held else ExitCode.FAILED


def _ending(out: Path) -> str:
    form = out.suffix.removeprefix(".")
    if form not in list(Format):
        endings = ", ".join(f".{each}" for each in Format)
        raise click.UsageError(f"Say with --format what to write, or give OUT one of these endings: {endings}.")
    return form


def _written(out: Path) -> str:
    return f"Written to {'stdout' if out == STDOUT else out}"


def _hand_on(form: str, database: Path, out: Path, name: str | None, *, force: bool, as_json: bool) -> ExitCode:
    """What others collect or read pages with, instead of what was collected."""
    told: dict[str, object]
    if form == _SCRAPY:
        project = export_scrapy(database, out, name, anew=force)
        told = {"spider": project.spider, "paths": project.paths, "lacks": list(project.lacks)}
        follow = f"cd {shlex.quote(str(out))} && scrapy crawl {project.spider} -O pages.jsonl"
        made = f"{_written(out)}: a Scrapy project with {project.paths} paths. Run it: {follow}"
        notes = [*project.lacks, made]
    elif form == _EXTRACTOR:
        tables = export_extractor(database, out, name, anew=force)
        told = {"tables": list(tables)}
        notes = [f"{_written(out)}: what reads pages into {', '.join(tables)}."]
        notes += [f"Try it: python {shlex.quote(str(out))} PAGE.html"] if out != STDOUT else []
    else:
        lacks = export_pattern(PatternFormat(form), database, out, name, anew=force)
        told = {"lacks": list(lacks)}
        notes = [*lacks, f"{_written(out)}: the pattern, for {form}."]
    if as_json:
        write_json({"format": form, "out": str(out), **told})
    for each in notes:
        write_note(each)
    return ExitCode.DONE
