"""`recorder fleet status|merge`: how a fleet stands, and what it brought."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from recorder.cli.commands.fleet.options import fleet_meant, folder_of, folder_option, queue_option
from recorder.cli.options import json_option
from recorder.cli.reports import table_lines
from recorder.cli.terminal import ExitCode, write_json, write_note, write_result, write_results
from recorder.fleet.connecting import QueuePlace, connected
from recorder.fleet.merge import Merged, merge
from recorder.fleet.roll import Roll
from recorder.fleet.site_files import SiteFiles
from recorder.fleet.standing import Standing, all_sites, prometheus, standing
from recorder.runtime.plain_text import duration, many, moment, one_line, shortened

_TABLES = "parquet"
"""The folder of merged tables, in that of the fleet."""
_AGAIN = 2.0
_WIDEST = 90
_LOG_LINES = 15


@click.command("status")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@click.option("--watch", is_flag=True, help="Tell it again every two seconds, until Ctrl+C.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "prometheus"]),
    default="text",
    show_default=True,
    help="Words for people, or the text that Prometheus reads.",
)
@queue_option
@folder_option
@json_option
def status_command(
    patterns: tuple[str, ...], watch: bool, form: str, queue: str | None, folder: Path | None, as_json: bool
) -> None:
    """Tell how a fleet stands: sites, hosts, workers, what failed and why, and how long it will still take.

    With PATTERN (a name, host or address, with * and ?, or a state as in state:parked) every such site is told, and of
    a single one the end of its log.
    """
    with fleet_meant(queue, folder) as place:
        while True:
            if watch and form == "text" and not as_json:
                click.clear()
            _status(place, patterns, form, as_json)
            if not watch:
                return
            time.sleep(_AGAIN)


def _status(place: QueuePlace, patterns: tuple[str, ...], form: str, as_json: bool) -> None:
    with connected(place) as connection:
        roll = Roll(connection)
        if patterns:
            sites = all_sites(connection, roll.matching(patterns))
            files = SiteFiles(Path(known)) if (known := roll.setting("folder")) else None
            _tell_sites(sites, files, as_json)
            return
        found = standing(connection)
    if form == "prometheus":
        click.echo(prometheus(found), nl=False)
    elif as_json:
        write_json(found.as_plain())
    else:
        write_results(standing_lines(found))


def standing_lines(found: Standing) -> Iterator[str]:
    counts = ", ".join(f"{count:,} {state}" for state, count in found.sites.items() if count)
    paused = f" ({found.paused} of them paused)" if found.paused else ""
    yield f"{many(found.total, 'site')}: {counts or 'none'}{paused}; {found.pages:,} pages, {found.targets:,} targets"
    if found.open:
        left = (
            "" if found.seconds_left is None else f", about {duration(found.seconds_left)} at the pace of the last hour"
        )
        yield f"{many(found.open, 'site')} to go now{left}"
    yield f"{many(len(found.workers), 'worker')}, {many(sum(each['slots'] for each in found.workers), 'slot')}"
    for worker in found.workers:
        yield f"  {worker['name']}: {worker['sites']} of {worker['slots']} at work, seen {worker['silent']:.0f} s ago"
    if found.running:
        yield "At work"
        rows = [(row["name"], row["doing"] or "", row["pages"], row["targets"]) for row in found.running]
        yield from (f"  {line}" for line in table_lines(("site", "doing", "pages", "targets"), rows))
    if found.failed:
        yield "What went wrong"
        for row in found.failed:
            yield f"  {row['name']}: {_state(row)}: {shortened(one_line(row['reason']), _WIDEST)}"
    busy = [host for host in found.hosts if host["rest_until"] is not None]
    for host in busy:
        yield f"  {host['domain']} is left alone until {moment(host['rest_until'].isoformat())}"


def _state(row: Mapping[str, Any]) -> str:
    if row["state"] == "waiting":
        due = row["due_at"] if isinstance(row["due_at"], str) else row["due_at"].isoformat()
        return "paused" if row["paused"] else f"again at {moment(due)}"
    return str(row["state"])


def _tell_sites(sites: Sequence[Mapping[str, Any]], files: SiteFiles | None, as_json: bool) -> None:
    if as_json:
        write_json([{**site, "file": _file(site, files)} for site in sites])
        return
    heads = ("site", "state", "pages", "targets", "file")
    rows = [
        (site["name"], _state(site), site["pages"], site["targets"], _file(site, files) or "none yet") for site in sites
    ]
    write_results(table_lines(heads, rows))
    for site in sites:
        if site["reason"]:
            write_result(f"{site['name']}: {one_line(site['reason'])}")
    if len(sites) == 1 and files is not None and (log := files.log(sites[0]["name"])).exists():
        write_result(f"The end of {log}:")
        write_results(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG_LINES:])


def _file(site: Mapping[str, Any], files: SiteFiles | None) -> str | None:
    return str(files.in_place(site["name"], site["published"])) if files and site["published"] else None


@click.command("merge")
@queue_option
@folder_option
@json_option
def merge_command(queue: str | None, folder: Path | None, as_json: bool) -> ExitCode:
    """Write all records, target pages and runs as Parquet into DIR/parquet, in a folder for each site.

    Done again, it writes only sites that have changed. Many programs read them as one table; DuckDB by
    `SELECT * FROM read_parquet('DIR/parquet/records/*/*.parquet', union_by_name = true, hive_partitioning = true)`.
    """
    with fleet_meant(queue, folder) as place:
        done = merged(place, folder_of(place, folder))
    if as_json:
        write_json({"written": done.written, "unchanged": done.unchanged, "failed": done.failed})
    else:
        write_result(f"{many(done.written, 'site')} written, {done.unchanged} unchanged.")
    return ExitCode.FAILED if done.failed else ExitCode.DONE


def merged(place: QueuePlace, folder: Path) -> Merged:
    """Merge what is in place now."""
    with connected(place) as connection:
        rows = all_sites(connection)
    files = SiteFiles(folder)
    places = {row["name"]: files.in_place(row["name"], row["published"]) for row in rows if row["published"]}
    done = merge(places, folder / _TABLES, lambda _: None)
    for name, why in done.failed.items():
        write_note(f"{name}: {one_line(why)}")
    return done
