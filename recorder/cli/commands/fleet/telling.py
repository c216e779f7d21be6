"""`recorder fleet status|open|merge`: how a fleet stands, in words or in the terminal UI, and what it brought."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from recorder.cli.commands.fleet.options import (
    depot_of,
    fleet_meant,
    home_of,
    home_option,
    out_option,
    queue_option,
    tables_of,
)
from recorder.cli.option_groups import OUTPUT, command, under
from recorder.cli.options import json_option
from recorder.cli.reports import table_lines
from recorder.cli.terminal import ExitCode, write_json, write_note, write_result, write_results
from recorder.fleet.connecting import QueuePlace, connected
from recorder.fleet.depot import Depot, depot_at
from recorder.fleet.merge import Merged, merge
from recorder.fleet.roll import Roll
from recorder.fleet.standing import Standing, all_sites, in_words, prometheus, said_state, standing
from recorder.runtime.plain_text import many, moment, one_line, shortened

_AGAIN = 2.0
_WIDEST = 90
_LOG_LINES = 15


@command("status")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@under(
    OUTPUT,
    click.option("--watch", is_flag=True, help="Tell it again every two seconds, until Ctrl+C."),
    click.option(
        "--format",
        "form",
        type=click.Choice(["text", "prometheus"]),
        default="text",
        show_default=True,
        help="Words for people, or the text that Prometheus reads.",
    ),
)
@queue_option
@home_option
@json_option
def status_command(
    patterns: tuple[str, ...], watch: bool, form: str, queue: str | None, home: str | None, as_json: bool
) -> None:
    """Tell how a fleet stands: sites, hosts, workers, what failed and why, and how long it will still take.

    With PATTERN (a name, host or address, with * and ?, or a state as in state:parked) every such site is told, and of
    a single one the end of its log.
    """
    with fleet_meant(queue, home) as place:
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
            depot = depot_at(known) if (known := roll.setting("folder")) else None
            _tell_sites(sites, depot, as_json)
            return
        found = standing(connection)
    if form == "prometheus":
        click.echo(prometheus(found), nl=False)
    elif as_json:
        write_json(found.as_plain())
    else:
        write_results(standing_lines(found))


def standing_lines(found: Standing) -> Iterator[str]:
    yield from in_words(found)
    for worker in found.workers:
        yield f"  {worker['name']}: {worker['sites']} of {worker['slots']} at work, seen {worker['silent']:.0f} s ago"
    if found.running:
        yield "At work"
        rows = [(row["name"], row["doing"] or "", row["pages"], row["targets"]) for row in found.running]
        yield from (f"  {line}" for line in table_lines(("site", "doing", "pages", "targets"), rows))
    if found.failed:
        yield "What went wrong"
        for row in found.failed:
            yield f"  {row['name']}: {said_state(row)}: {shortened(one_line(row['reason']), _WIDEST)}"
    if found.unclear:
        yield "What is unclear"
        for row in found.unclear:
            yield f"  {row['name']}: {shortened(one_line(' '.join(row['unclear'])), _WIDEST)}"
    busy = [host for host in found.hosts if host["rest_until"] is not None]
    for host in busy:
        yield f"  {host['domain']} is left alone until {moment(host['rest_until'].isoformat())}"


def _tell_sites(sites: Sequence[Mapping[str, Any]], depot: Depot | None, as_json: bool) -> None:
    if as_json:
        write_json([{**site, "file": _file(site, depot)} for site in sites])
        return
    heads = ("site", "state", "pages", "targets", "file")
    rows = [
        (site["name"], said_state(site), site["pages"], site["targets"], _file(site, depot) or "none yet")
        for site in sites
    ]
    write_results(table_lines(heads, rows))
    for site in sites:
        if site["reason"]:
            write_result(f"{site['name']}: {one_line(site['reason'])}")
        for sentence in site["unclear"]:
            write_result(f"{site['name']}: {one_line(sentence)}")
    if len(sites) == 1 and depot is not None:
        _tell_log(depot, sites[0]["name"])


def _tell_log(depot: Depot, name: str) -> None:
    try:
        log = depot.log(name)
    except OSError as error:
        write_note(f"Its log cannot be read: {error}")
        return
    if log:
        write_result("The end of its log:")
        write_results(log.splitlines()[-_LOG_LINES:])


def _file(site: Mapping[str, Any], depot: Depot | None) -> str | None:
    return depot.said(site["name"], site["published"]) if depot and site["published"] else None


@command("open")
@queue_option
@home_option
def open_command(queue: str | None, home: str | None) -> ExitCode:
    """Open the terminal UI on a fleet: its sites, what each does, what failed and why; try again, pause, do first.

    Enter on a site opens its database. The fleet itself is worked on by `recorder fleet run` and `recorder fleet work`.
    """
    from recorder.cli.commands.tui import open_terminal_ui, require_terminal
    from recorder.face.fleet import FleetDesk

    require_terminal()
    with fleet_meant(queue, home) as place, FleetDesk(place) as desk:
        if home is not None:
            home_of(place, home)
        open_terminal_ui(None, desk)
    return ExitCode.DONE


@command("merge")
@queue_option
@home_option
@out_option
@json_option
def merge_command(queue: str | None, home: str | None, out: Path | None, as_json: bool) -> ExitCode:
    """Write all records, target pages and runs as Parquet into DIR/parquet, in a folder for each site.

    Done again, it writes only sites that have changed. Many programs read them as one table; DuckDB by
    `SELECT * FROM read_parquet('DIR/parquet/records/*/*.parquet', union_by_name = true, hive_partitioning = true)`.
    """
    with fleet_meant(queue, home) as place:
        lie = home_of(place, home)
        done = merged(place, depot_of(lie), tables_of(lie, out))
    if as_json:
        write_json({"written": done.written, "unchanged": done.unchanged, "failed": done.failed})
    else:
        write_result(f"{many(done.written, 'site')} written, {done.unchanged} unchanged.")
    return ExitCode.FAILED if done.failed else ExitCode.DONE


def merged(place: QueuePlace, depot: Depot, out: Path) -> Merged:
    """Merge what is in place now."""
    with connected(place) as connection:
        rows = all_sites(connection)
    done = merge(depot, {row["name"]: row["published"] for row in rows if row["published"]}, out, lambda _: None)
    for name, why in done.failed.items():
        write_note(f"{name}: {one_line(why)}")
    return done
