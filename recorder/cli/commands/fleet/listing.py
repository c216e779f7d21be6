"""`recorder fleet add|retry|pause|remove`: which sites are in the queue, and what is to be done with them."""

from pathlib import Path

import click

from recorder.cli.commands.fleet.options import (
    commands_with_options,
    fleet_meant,
    folder_of,
    folder_option,
    queue_option,
)
from recorder.cli.options import json_option
from recorder.cli.terminal import write_json, write_note, write_result
from recorder.fleet.connecting import QueuePlace, connected
from recorder.fleet.roll import Added, Roll
from recorder.fleet.site_list import SiteRow, read_sites
from recorder.runtime.plain_text import many

sites_argument = click.argument("sites", type=click.Path(dir_okay=False, path_type=Path), metavar="SITES.csv")
patterns_argument = click.argument("patterns", nargs=-1, required=True, metavar="PATTERN...")


def add_sites(place: QueuePlace, sites: tuple[SiteRow, ...]) -> Added:
    with connected(place) as connection:
        return Roll(connection).add(sites)


@click.command("add")
@sites_argument
@queue_option
@folder_option
@json_option
def add_command(sites: Path, queue: str | None, folder: Path | None, as_json: bool) -> None:
    """Put sites into the queue, one a row of SITES.csv.

    Its first row names the columns, in any order. `entry` and `like` are needed: where a site begins, and a page like
    those you want (several with | between them). `name` names the site; `params` a CSV file of queries for its forms;
    `options` options of record and crawl, as in `--render never --delay 2`; `every` when it is visited again: hourly,
    daily, weekly, monthly or a cron expression, in UTC; `relearn` yes: learn a drifted site anew, once.
    Further columns are kept. Rows that cannot be used are named all at once, and then nothing is added.

    A site that is in the queue already keeps what became of it, and gets the options and the timetable of its row.
    """
    asked = read_sites(sites, commands_with_options())
    with fleet_meant(queue, folder) as place:
        if folder is not None:
            folder_of(place, folder)
        added = add_sites(place, asked)
    if as_json:
        write_json({"new": added.new, "known": added.known})
    else:
        write_result(f"{many(added.new, 'new site')}, {added.known} known already.")


@click.command("retry")
@patterns_argument
@click.option("--first", is_flag=True, help="Take them before all others.")
@queue_option
@folder_option
@json_option
def retry_command(
    patterns: tuple[str, ...], first: bool, queue: str | None, folder: Path | None, as_json: bool
) -> None:
    """Let sites be visited now, whatever became of them: parked, done, paused or resting.

    PATTERN is the name, host or address of sites, with * and ? for any characters, or a state as in state:parked.
    """
    with fleet_meant(queue, folder) as place, connected(place) as connection:
        roll = Roll(connection)
        count = roll.retry(roll.matching(patterns), first=first)
    _tell(count, "to be visited now", as_json)


@click.command("pause")
@patterns_argument
@click.option("--resume", is_flag=True, help="End the pause instead.")
@queue_option
@folder_option
@json_option
def pause_command(
    patterns: tuple[str, ...], resume: bool, queue: str | None, folder: Path | None, as_json: bool
) -> None:
    """Visit sites no more until their pause is ended with --resume. What is at work stops, with everything saved.

    PATTERN is the name, host or address of sites, with * and ? for any characters, or a state as in state:parked.
    """
    with fleet_meant(queue, folder) as place, connected(place) as connection:
        roll = Roll(connection)
        count = roll.pause(roll.matching(patterns), paused=not resume)
    _tell(count, "visited again" if resume else "paused", as_json)


@click.command("remove")
@patterns_argument
@queue_option
@folder_option
@json_option
def remove_command(patterns: tuple[str, ...], queue: str | None, folder: Path | None, as_json: bool) -> None:
    """Take sites out of the queue. A command that is at work on one is ended; their files are kept.

    PATTERN is the name, host or address of sites, with * and ? for any characters, or a state as in state:parked.
    """
    with fleet_meant(queue, folder) as place, connected(place) as connection:
        roll = Roll(connection)
        count = roll.remove(roll.matching(patterns))
    _tell(count, "removed", as_json)
    write_note("Their files were kept. `recorder fleet merge` leaves them out.")


def _tell(count: int, what: str, as_json: bool) -> None:
    if as_json:
        write_json({"sites": count})
    else:
        write_result(f"{many(count, 'site')} {what}.")
