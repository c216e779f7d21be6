"""`recorder watch install`: what makes this machine crawl again and again. It runs nothing itself."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click

from recorder.cli.option_groups import AFTERWARDS, FETCHING, GroupedCommand, under
from recorder.cli.options import database_option, name_option
from recorder.cli.reports import reading
from recorder.cli.schedules import Schedule, cron_line, systemd_units
from recorder.cli.terminal import ExitCode, write_note, write_result, write_results
from recorder.runtime.errors import RecorderError

_UNITS = Path("~/.config/systemd/user")
_MARK = "# recorder watch: "


@click.group("watch")
def watch_command() -> None:
    """Have a recording crawled again and again, and be told what has changed."""


@watch_command.command("install", cls=GroupedCommand)
@database_option
@name_option
@under(
    "When, and by what",
    click.option(
        "--every", required=True, metavar="CRON", help='When, as cron says it: "0 6 * * *" is six every morning.'
    ),
    click.option(
        "--with",
        "by",
        type=click.Choice(["systemd", "cron"]),
        help="What is to run it; by default, systemd where there is one.",
    ),
    click.option("--write", is_flag=True, help="Write it where it belongs, instead of printing it."),
)
@under(
    FETCHING,
    click.option(
        "--session",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Your own session with the site.",
    ),
)
@under(
    AFTERWARDS,
    click.option("--notify", metavar="COMMAND|URL", help="Who gets the changes, as with `recorder crawl --notify`."),
)
def install_command(
    database: Path, name: str | None, every: str, notify: str | None, session: Path | None, by: str | None, write: bool
) -> ExitCode:
    """Print a systemd timer, or a cron line, that crawls a recording at certain times.

    With --write, the units are put among those of your user (`~/.config/systemd/user`), or the line into your crontab;
    one that was written before for the same recording is replaced. Nothing of it needs an administrator.
    """
    schedule = Schedule.of(every)
    with reading(database) as store:
        recording = store.recordings.find(name).name
    command = [*_program(), "crawl", "--db", str(database.absolute()), "--name", recording, "--quiet"]
    command += ["--session", str(session.absolute())] if session else []
    command += ["--notify", notify] if notify else []
    title = re.sub(r"[^A-Za-z0-9]+", "-", f"recorder-{database.stem}-{recording}").strip("-")
    if (by or ("systemd" if shutil.which("systemctl") else "cron")) == "systemd":
        _systemd(title, *systemd_units(schedule, command, f"recorder crawls {recording}"), write=write)
    else:
        _cron(title, cron_line(schedule, command), write=write)
    return ExitCode.DONE


def _program() -> tuple[str, ...]:
    """The command, by its whole address: cron and systemd look for none."""
    found = shutil.which("recorder")
    return (str(Path(found).absolute()),) if found else (sys.executable, "-m", "recorder")


def _systemd(title: str, service: str, timer: str, *, write: bool) -> None:
    folder = _UNITS.expanduser()
    files = {folder / f"{title}.service": service, folder / f"{title}.timer": timer}
    if not write:
        for file, text in files.items():
            write_results([f"# {file}", *text.splitlines(), ""])
    else:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            file.write_text(text, encoding="utf-8")
            write_note(f"Written to {file}.")
    write_note(f"Start it: systemctl --user daemon-reload && systemctl --user enable --now {title}.timer")


def _cron(title: str, line: str, *, write: bool) -> None:
    if not write:
        write_result(line)
        write_note("Put it into your crontab with `crontab -e`, or add --write.")
        return
    if shutil.which("crontab") is None:
        raise RecorderError("There is no cron here (no program crontab).", "Install it, or leave out --write.")
    there = subprocess.run(["crontab", "-l"], capture_output=True, text=True, check=False)
    kept = there.stdout.splitlines() if there.returncode == 0 else []
    if f"{_MARK}{title}" in kept:
        at = kept.index(f"{_MARK}{title}")
        del kept[at : at + 2]
    text = "\n".join([*kept, f"{_MARK}{title}", line, ""])
    done = subprocess.run(["crontab", "-"], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RecorderError(f"crontab did not take the line: {done.stderr.strip()[:200]}", "Leave out --write.")
    write_note("Written to your crontab; `crontab -l` shows it.")
