"""What a shell gets of the command line: results on stdout, all else on stderr, no control characters on either, and an
exit code.

Titles, URLs and messages carry text of sites; an escape sequence in one of them must never reach a terminal.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import TextIO

import click

from recorder.runtime.plain_text import as_escapes, printable


class ExitCode(IntEnum):
    """What every command returns, for scripts."""

    DONE = 0
    FAILED = 1
    """The work failed: nothing came where something was expected, the site drifted or could not be reached."""
    WRONG_USE = 2
    STOPPED = 3
    """Stopped at a limit or by the user, with everything saved."""


class LogFormat(StrEnum):
    """How stderr is written: for people, or one JSON object a line."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True)
class Log:
    """What goes to stderr; `quiet`: only warnings and errors."""

    form: LogFormat = LogFormat.TEXT
    quiet: bool = False


class _Chosen:
    """One log for the whole process: the errors that end it are written like the rest."""

    log = Log()


def use_log(log: Log) -> None:
    _Chosen.log = log


def log_in_use() -> Log:
    return _Chosen.log


def write_result(text: str) -> None:
    """A line of what was asked for, to stdout."""
    click.echo(printable(text))


def write_results(lines: Iterable[str]) -> int:
    """Many lines of what was asked for, to stdout, without a flush between them; how many there were."""
    count = 0
    for line in lines:
        sys.stdout.write(printable(line) + "\n")
        count += 1
    return count


def write_json(value: object) -> None:
    """The one object that `--json` promises, to stdout; control characters stay in it, as escapes."""
    click.echo(as_escapes(_json(value, indent=2)))


def write_json_list(values: Iterable[object]) -> None:
    """A list of any length as JSON, to stdout, one value a line as they come."""
    separator = "[\n"
    for value in values:
        sys.stdout.write(f"{separator}  {as_escapes(_json(value))}")
        separator = ",\n"
    click.echo("\n]" if separator == ",\n" else "[]")


def write_toml(text: str) -> None:
    """A TOML text, to stdout. Control characters stand only in its quoted strings, where they may be escapes."""
    click.echo(as_escapes(text), nl=False)


def write_note(text: str) -> None:
    """A line about the work, to stderr."""
    if _Chosen.log.form is LogFormat.JSON:
        write_log("note", {"text": text})
    else:
        _tell(printable(text))


def write_routine_note(text: str) -> None:
    """A line about work that went well: `--quiet` leaves it out."""
    if not _Chosen.log.quiet:
        write_note(text)


def write_log(event: str, details: Mapping[str, object]) -> None:
    """A line of the log as JSON, to stderr."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    _tell(as_escapes(_json({"time": now, "event": event, **details})))


def _tell(line: str) -> None:
    with where_somebody_reads():
        click.echo(line, err=True)


@contextmanager
def where_somebody_reads() -> Iterator[None]:
    """To write on stderr; where that is gone, as with a terminal that was closed, there is nobody to tell."""
    try:
        yield
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Nobody reads this stream any more: what is left in its buffer must not fail once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def accept_any_text() -> None:
    """Write what a stream's encoding lacks, or a lone surrogate from a broken page, as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")


def _json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=sys.stdout.encoding.lower() != "utf-8", indent=indent)


def program() -> tuple[str, ...]:
    """The words to type for this program: in a checkout it may not be where the shell looks."""
    if shutil.which("recorder"):
        return ("recorder",)
    if Path(sys.argv[0]).name == "__main__.py":
        return (sys.executable, "-m", "recorder")
    return (os.path.relpath(sys.argv[0]),)
