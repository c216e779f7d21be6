"""`recorder fleet run|work`: workers, alone or with all that belongs to a whole fleet on one machine."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from recorder.cli.commands.fleet.listing import add_sites, sites_argument
from recorder.cli.commands.fleet.options import (
    commands_with_options,
    files_of,
    fleet_meant,
    home_of,
    home_option,
    out_option,
    queue_option,
    scratch_option,
    tables_of,
)
from recorder.cli.commands.fleet.telling import merged, standing_lines
from recorder.cli.option_groups import command, under
from recorder.cli.options import json_option, log_options
from recorder.cli.terminal import ExitCode, log_in_use, write_json, write_note, write_result
from recorder.fleet.connecting import QueuePlace, connected
from recorder.fleet.site_list import read_sites
from recorder.fleet.standing import Standing, standing
from recorder.fleet.worker import LEASE, Worker, WorkerOptions
from recorder.runtime.errors import RecorderError
from recorder.runtime.plain_text import duration, many
from recorder.runtime.stopping import Stop, stopping_on_signals

_REDRAW = 1.0
_LINE_EVERY = 15.0
_START_OF_LINE = "\r\x1b[K"

_WORKING = "Working"

slots_option = under(
    _WORKING,
    click.option(
        "-j",
        "slots",
        type=click.IntRange(min=1),
        default=None,
        metavar="N",
        help="Sites to work on at the same time; by default, one for each core.",
    ),
)
per_day_option = under(
    _WORKING,
    click.option(
        "--per-day",
        type=click.IntRange(min=1),
        metavar="N",
        help="Fetch at most this many pages of a site a day; it goes on the next day.",
    ),
)
per_host_option = under(
    _WORKING,
    click.option(
        "--per-host",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        metavar="N",
        help="Most sites of one domain or address at the same time; the same for all workers.",
    ),
)


@command("work")
@slots_option
@under(
    _WORKING,
    click.option("--once", is_flag=True, help="End when nothing is due: for Slurm arrays, Kubernetes jobs, cron."),
)
@per_day_option
@per_host_option
@scratch_option
@under(
    _WORKING,
    click.option(
        "--lease",
        type=click.FloatRange(min=3),
        default=LEASE,
        show_default=True,
        metavar="SECONDS",
        help="How long a worker may be silent before its sites are given to others; the same for all workers.",
    ),
)
@queue_option
@home_option
@log_options
def work_command(
    slots: int | None,
    once: bool,
    per_day: int | None,
    per_host: int,
    scratch: Path | None,
    lease: float,
    queue: str | None,
    home: str | None,
) -> ExitCode:
    """Work on the sites of a queue, until Ctrl+C, which leaves everything saved.

    Sites of one registrable domain, or behind one address, are visited one after the other, by whichever workers.
    """
    with fleet_meant(queue, home) as place:
        options = WorkerOptions(
            files_of(home_of(place, home), scratch), slots or _cores(), once, per_day, per_host, lease
        )
        return ExitCode.STOPPED if _work(place, options, write_note) else ExitCode.DONE


@command("run")
@sites_argument
@slots_option
@per_day_option
@per_host_option
@scratch_option
@out_option
@queue_option
@home_option
@log_options
@json_option
def run_command(
    sites: Path,
    slots: int | None,
    per_day: int | None,
    per_host: int,
    scratch: Path | None,
    out: Path | None,
    queue: str | None,
    home: str | None,
    as_json: bool,
) -> ExitCode:
    """Do all of it on this machine: add the sites of SITES.csv, visit them, merge what they brought.

    With --to DIR and nothing else, the queue is a PostgreSQL in DIR, started and stopped by this command. Stopped or
    killed, the same command goes on. It ends when nothing is due; a site that failed is due again after a pause.
    """
    asked = read_sites(sites, commands_with_options())
    with fleet_meant(queue, home) as place:
        lie = home_of(place, home)
        files, out = files_of(lie, scratch), tables_of(lie, out)
        add_sites(place, asked)
        options = WorkerOptions(files, slots or _cores(), True, per_day, per_host)
        began = time.monotonic()
        with _Display(place) as display:
            stopped = _work(place, options, display.note)
        tables = merged(place, files.depot, out)
        with connected(place) as connection:
            found = standing(connection)
    if as_json:
        write_json({**found.as_plain(), "seconds": round(time.monotonic() - began, 3), "merged": tables.written})
    else:
        for line in standing_lines(found):
            write_result(line)
        write_note(f"{duration(time.monotonic() - began)}; tables are in {out}.")
    if stopped:
        write_note("Stopped. Run the same command to go on.")
        return ExitCode.STOPPED
    return ExitCode.FAILED if found.failed or tables.failed else ExitCode.DONE


def _work(place: QueuePlace, options: WorkerOptions, tell: Callable[[str], None]) -> bool:
    """Whether it was stopped by somebody."""

    async def work() -> bool:
        stop = Stop()
        with stopping_on_signals(stop):
            await Worker(place, options, stop, tell).work()
        return stop.requested

    try:
        return asyncio.run(work())
    except asyncio.CancelledError:
        return True


def _cores() -> int:
    return os.cpu_count() or 1


class _Display:
    """One line that is drawn over and over on a terminal, and written now and then elsewhere: how the fleet stands."""

    def __init__(self, place: QueuePlace) -> None:
        self._place = place
        self._live = sys.stderr.isatty() and not log_in_use().quiet
        self._shown = 0.0
        self._looking: asyncio.Task[None] | None = None

    def __enter__(self) -> "_Display":
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def note(self, text: str) -> None:
        """What a worker tells. The first word of it starts the drawing, in the worker's own loop."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look_on())
        self._clear()
        if not log_in_use().quiet:
            write_note(text)

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(_REDRAW if self._live else _LINE_EVERY)
            try:
                words = await asyncio.to_thread(self._words)
            except RecorderError:
                continue  # the worker tells that PostgreSQL is away
            if self._live:
                sys.stderr.write(_START_OF_LINE + words)
                sys.stderr.flush()
            elif not log_in_use().quiet:
                write_note(words)

    def _words(self) -> str:
        with connected(self._place) as connection:
            return _in_a_line(standing(connection, few=1))

    def _clear(self) -> None:
        if self._live:
            sys.stderr.write(_START_OF_LINE)
            sys.stderr.flush()


def _in_a_line(found: Standing) -> str:
    ended = found.sites["done"] + found.sites["parked"]
    left = "" if found.seconds_left is None or not found.open else f", about {duration(found.seconds_left)} left"
    return (
        f"{ended} of {many(found.total, 'site')} ended, {found.sites['running']} at work, {found.open} to go{left}; "
        f"{many(found.pages, 'page')}, {many(found.targets, 'target')}"
    )
