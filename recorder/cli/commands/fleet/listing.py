"""`recorder fleet add|retry|pause|remove`: which sites are in the queue, and what is to be done with them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from recorder.cli.commands.fleet.options import (
    commands_with_options,
    fleet_meant,
    home_of,
    home_option,
    queue_option,
)
from recorder.cli.option_groups import command
from recorder.cli.options import json_option
from recorder.cli.terminal import write_json, write_note, write_result
from recorder.fleet.connecting import QueuePlace, connected
from recorder.fleet.roll import Added, Roll
from recorder.fleet.site_list import SiteRow, read_sites
from recorder.runtime.plain_text import many

sites_argument = click.argument("sites", type=click.Path(dir_okay=False, path_type=Path), metavar="SITES.csv")
patterns_argument = click.argument("patterns", nargs=-1, required=True, metavar="PATTERN...")
_PATTERNS = """

PATTERN is the name, host or address of sites, with * and ? for any characters, or a state as in state:parked.
"""
_Command = Callable[..., None]


def add_sites(place: QueuePlace, sites: tuple[SiteRow, ...]) -> Added:
    with connected(place) as connection:
        return Roll(connection).add(sites)


@command("add")
@sites_argument
@queue_option
@home_option
@json_option
def add_command(sites: Path, queue: str | None, home: str | None, as_json: bool) -> None:
    """Put sites into the queue, one a row of SITES.csv.

    Its first row names the columns, in any order. `entry` and `like` are needed: where a site begins, and a page like
    those you want (several with | between them). `name` names the site; `params` a CSV file of queries for its forms;
    `options` options of record and crawl, as in `--render never --delay 2`; `every` when it is visited again: hourly,
    daily, weekly, monthly or a cron expression, in UTC; `relearn` yes: learn a drifted site anew, once.
    Further columns are kept. Rows that cannot be used are named all at once, and then nothing is added.

    A site that is in the queue already keeps what became of it, and gets the options and the timetable of its row.
    """
    asked = read_sites(sites, commands_with_options())
    with fleet_meant(queue, home) as place:
        if home is not None:
            home_of(place, home)
        added = add_sites(place, asked)
    if as_json:
        write_json({"new": added.new, "known": added.known})
    else:
        write_result(f"{many(added.new, 'new site')}, {added.known} known already.")


def _for_sites(name: str) -> Callable[[_Command], click.Command]:
    """A command that does something with the sites meant by its patterns."""

    def command(work: _Command) -> click.Command:
        help_text = f"{work.__doc__}{_PATTERNS}"
        return click.command(name, help=help_text)(patterns_argument(queue_option(home_option(json_option(work)))))

    return command


@_for_sites("retry")
@click.option("--first", is_flag=True, help="Take them before all others.")
def retry_command(first: bool, **meant: Any) -> None:
    """Let sites be visited now, whatever became of them: parked, done, paused or resting."""
    _change("to be visited now", lambda roll, names: roll.retry(names, first=first), **meant)


@_for_sites("pause")
@click.option("--resume", is_flag=True, help="End the pause instead.")
def pause_command(resume: bool, **meant: Any) -> None:
    """Visit sites no more until their pause is ended with --resume. What is at work stops, with everything saved."""
    what = "visited again" if resume else "paused"
    _change(what, lambda roll, names: roll.pause(names, paused=not resume), **meant)


@_for_sites("remove")
def remove_command(**meant: Any) -> None:
    """Take sites out of the queue. A command that is at work on one is ended; their files are kept."""
    _change("removed", lambda roll, names: roll.remove(names), **meant)
    write_note("Their files were kept. `recorder fleet merge` leaves them out.")


def _change(
    what: str,
    change: Callable[[Roll, list[str]], int],
    *,
    patterns: tuple[str, ...],
    queue: str | None,
    home: str | None,
    as_json: bool,
) -> None:
    with fleet_meant(queue, home) as place, connected(place) as connection:
        roll = Roll(connection)
        count = change(roll, roll.matching(patterns))
    if as_json:
        write_json({"sites": count})
    else:
        write_result(f"{many(count, 'site')} {what}.")
