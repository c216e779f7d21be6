"""`recorder extract`: the data of the collected pages, as tables."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

import click

from recorder.cli.column_choosing import choose, need_pages
from recorder.cli.option_groups import command, under
from recorder.cli.options import database_option, fetch_options, json_option, name_option
from recorder.cli.reports import recording_meant, table_lines
from recorder.cli.running import ended_early, run_engine
from recorder.cli.terminal import ExitCode, write_json, write_note, write_result, write_results
from recorder.extracting.downloading import FetchedFiles, download, mark_for_download
from recorder.extracting.session import Extraction, ExtractOptions, extract
from recorder.extracting.unlisted import ReadOptions, ReadRecord, read_pages
from recorder.fetching.options import FetchOptions
from recorder.runtime.errors import told_errors
from recorder.runtime.events import Listener
from recorder.runtime.plain_text import many, one_line, share, shortened
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store
from recorder.store.records import RecordColumn, RecordTable

_SHOWN = 5
_EXAMPLE = 60


@command("extract")
@database_option
@name_option
@under(
    "Columns",
    click.option(
        "--rename",
        "renames",
        multiple=True,
        metavar="OLD=NEW",
        help="Give a column another name from now on; no page is read again.",
    ),
    click.option(
        "--leave-out",
        "left_out",
        multiple=True,
        metavar="COLUMN",
        help="Leave a column out from now on; no page is read again.",
    ),
    click.option(
        "--take-in", "taken_in", multiple=True, metavar="COLUMN", help="Take in again a column that was left out."
    ),
    click.option("--article", is_flag=True, help="Also label title and body of every page, as of news; kept up later."),
    click.option("--forget-broken", is_flag=True, help="Drop the columns that no page has any more."),
    click.option(
        "--want",
        "wanted",
        multiple=True,
        metavar="NAME=VALUE",
        help="Add a column NAME by an example: VALUE as it stands on one page. Give it twice, with values of two pages,"
        " where one example is not enough.",
    ),
    click.option("--on", multiple=True, metavar="URL", help="The page that has the VALUE; one for each --want."),
)
@under(
    "Files, and other pages",
    click.option(
        "--download",
        "downloads",
        multiple=True,
        metavar="COLUMN",
        help="Only fetch the images or files that a column leads to, now and after every crawl, into a folder beside"
        " the database; where they lie is in the column COLUMN_file.",
    ),
    click.option(
        "--urls",
        type=click.File(encoding="utf-8"),
        metavar="FILE",
        help="Read only the pages that FILE lists, addresses or paths of files, one a line, in the way that was learnt,"
        " and print their records, one JSON object a line. - is stdin.",
    ),
)
@fetch_options
@json_option
def extract_command(
    database: Path,
    name: str | None,
    renames: tuple[str, ...],
    left_out: tuple[str, ...],
    taken_in: tuple[str, ...],
    article: bool,
    forget_broken: bool,
    wanted: tuple[str, ...],
    on: tuple[str, ...],
    downloads: tuple[str, ...],
    urls: TextIO | None,
    scope: str | None,
    fetching: FetchOptions,
    as_json: bool,
) -> ExitCode:
    """Write the data of the collected pages into the table `records`, one row a page.

    Columns are called what stands beside their values on the page. Pages of several templates get a table each. After
    a redesign of the site, the command says which columns broke, and ends with exit code 1.

    With --urls nothing is stored, and pages are fetched as in a crawl; scope and the options of fetching are for that.
    """
    chooses = renames or left_out or taken_in
    if sum(map(bool, (chooses, wanted, downloads, urls))) > 1:
        raise click.UsageError("Choices about columns, --want, --download and --urls are for one command each.")
    if on and len(on) != len(wanted):
        raise click.UsageError("Give one --on for each --want.")
    if downloads:
        return _download(database, name, downloads, fetching, as_json=as_json)
    if chooses:
        for line in choose(database, name, renames, left_out, taken_in):
            if not as_json:
                write_result(line)
        return _chosen(database, name, as_json=as_json)
    if wanted and not need_pages(database, name, wanted, on):
        return _chosen(database, name, as_json=as_json)
    if urls is not None:
        return _read_pages(urls, ReadOptions(database, name, scope, fetching), as_json=as_json)
    options = ExtractOptions(database, name, article, forget_broken)
    result = run_engine(lambda listen, stop: extract(options, listen, stop))
    if as_json:
        write_json(as_plain(result))
    else:
        write_results(_lines(result))
    _warn(result)
    nothing = not any(table.pages for table in result.tables)
    return ExitCode.FAILED if result.broken or nothing else ExitCode.DONE


def _read_pages(urls: TextIO, options: ReadOptions, *, as_json: bool) -> ExitCode:
    given = (line for line in map(str.strip, urls) if line)
    found: list[Mapping[str, object]] = []
    read = 0

    async def read_all(listen: Listener, stop: Stop) -> str:
        nonlocal read
        async for each in read_pages(given, options, listen, stop):
            read += not each.why_not
            if as_json:
                found.append(_plain_record(each))
            else:
                write_result(json.dumps(_plain_record(each), ensure_ascii=False))
            if each.why_not:
                write_note(f"{one_line(each.url)}: {one_line(each.why_not)}")
        return stop.reason

    stopped = run_engine(read_all)
    if as_json:
        write_json(found)
    if stopped:
        return ended_early(stopped)
    return ExitCode.DONE if read else ExitCode.FAILED


def _plain_record(of: ReadRecord) -> Mapping[str, object]:
    return {
        "url": of.url,
        "table": of.table or None,
        "record": of.record if not of.why_not else None,
        "why_not": of.why_not or None,
    }


def as_plain(result: Extraction) -> Mapping[str, object]:
    """The object `--json` promises."""
    return {
        "recording": result.recording,
        "pages": result.pages,
        "tables": [_plain_table(table) for table in result.tables],
        "unmatched": [{"url": page.url, "reason": page.reason} for page in result.unmatched],
        "broken": [{"table": each.table, "column": each.name, "place": each.was_at} for each in result.broken],
        "moved": [
            {"table": each.table, "column": each.name, "was": each.was_at, "now": each.found_at}
            for each in result.changed
            if each.found_at
        ],
        "kinds": [asdict(each) for each in result.kinds],
        "loose": result.loose,
        "no_room": result.no_room,
        "seconds": round(result.seconds, 3),
    }


def _plain_table(table: RecordTable) -> Mapping[str, object]:
    return {
        "table": table.name,
        "pages": table.pages,
        "columns": [
            {
                "name": column.name,
                "kind": column.kind,
                "filled": _share(table, column),
                "example": column.example,
                "place": column.key,
                "left_out": column.left_out,
            }
            for column in table.columns
            if not column.broken
        ],
    }


def _share(table: RecordTable, column: RecordColumn) -> float:
    return round(column.filled / table.pages, 4) if table.pages else 0.0


def _lines(result: Extraction) -> Iterator[str]:
    for table in result.tables:
        yield f"Table {table.name}: {table.pages:,} of {many(result.pages, 'page')}"
        present = [column for column in table.columns if not column.broken and not column.left_out]
        if present:
            rows = [
                (each.name, each.kind, share(each.filled, table.pages), shortened(one_line(each.example), _EXAMPLE))
                for each in present
            ]
            yield from (f"  {line}" for line in table_lines(("column", "kind", "filled", "example"), rows))
        yield ""


def _warn(result: Extraction) -> None:
    for change in result.changed:
        if change.found_at:
            write_note(f"Column {change.name} of {change.table} moved: its values stand at {change.found_at} now.")
        else:
            write_note(f"Column {change.name} of {change.table} broke: nothing stands at {change.was_at} any more.")
    for each in result.kinds:
        write_note(f"{each.line}.")
    if result.broken:
        why = "The site has another design, or another version of recorder learnt how to read it"
        write_note(f"{why}. `recorder extract --forget-broken` gives these columns up.")
    if result.no_room:
        write_note(f"The tables have no room for {many(result.no_room, 'more field')} that differ from page to page.")
    if result.unmatched:
        write_note(f"{many(len(result.unmatched), 'page')} like no template, in the table unmatched_pages:")
        for page in result.unmatched[:_SHOWN]:
            write_note(f"  {one_line(page.url)}: {page.reason}")


def _download(
    database: Path, name: str | None, columns: tuple[str, ...], fetching: FetchOptions, *, as_json: bool
) -> ExitCode:
    stopped = ""

    async def fetch(listen: Listener, stop: Stop) -> FetchedFiles | None:
        nonlocal stopped
        with open_store(database) as store:
            recording = store.recordings.find(name)
            with store.recordings.hold(recording):
                for each in columns:
                    mark_for_download(store, recording, each)
                done = await download(store, recording, database, fetching, listen, stop)
        stopped = stop.reason
        return done

    done = run_engine(fetch)
    assert done is not None  # a column is marked
    if as_json:
        write_json(_plain_files(done))
    else:
        write_result(done.line)
        for url, reason in done.failed[:_SHOWN]:
            write_note(f"  {one_line(url)}: {one_line(reason)}")
    if stopped:
        return ended_early(stopped)
    return ExitCode.FAILED if done.failed and not done.files else ExitCode.DONE


def _plain_files(done: FetchedFiles) -> Mapping[str, object]:
    return {
        "folder": str(done.folder),
        "files": done.files,
        "size": done.size,
        "failed": [{"url": url, "reason": reason} for url, reason in done.failed],
        "left": done.left,
    }


def _chosen(database: Path, name: str | None, *, as_json: bool) -> ExitCode:
    """After choices about columns, for which no page is read: with `--json`, the tables as they are now."""
    if as_json:
        with told_errors(), open_store(database, read_only=True) as store:
            recording = recording_meant(store, name)
            tables = [_plain_table(table) for table in store.records.tables(recording.id)]
            write_json({"recording": recording.name, "tables": tables})
    return ExitCode.DONE
