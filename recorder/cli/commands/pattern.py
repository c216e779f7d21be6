"""`recorder pattern export|import`: the navigation pattern as a text to read, edit and give back."""

import json
import sys
from pathlib import Path

import click

from patterns.navigation.notation import NotationError, from_plain, from_text, to_plain, to_text
from patterns.navigation.pattern import NavigationPattern
from recorder.cli.options import database_option, name_option
from recorder.cli.pattern_changes import change_lines
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_note, write_result, write_toml
from recorder.cli.trouble import store_errors
from recorder.errors import UsageError
from recorder.pattern_rows import step_rows
from store.database import Store, open_store
from store.recordings import Recording

_STANDARD = Path("-")

file_argument = click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), metavar="FILE")


@click.group("pattern")
def pattern_command() -> None:
    """Take the navigation pattern out as a text, or put an edited one in."""


@pattern_command.command("export")
@file_argument
@database_option
@name_option
def export_command(file: Path, database: Path, name: str | None) -> None:
    """Write the navigation pattern to FILE, as TOML, or as JSON if FILE ends in .json; `-` is stdout."""
    _refuse_the_database(file, database)
    with reading(database) as store:
        text = store.patterns.latest(recording_meant(store, name).id).text
    if file == _STANDARD:
        write_toml(text)
        return
    as_json = file.suffix.lower() == ".json"
    file.write_text(json.dumps(to_plain(from_text(text)), indent=2) + "\n" if as_json else text, encoding="utf-8")
    write_note(f"Written to {file}.")


@pattern_command.command("import")
@file_argument
@database_option
@name_option
def import_command(file: Path, database: Path, name: str | None) -> None:
    """Make the pattern in FILE, TOML or JSON, the one that crawls follow; `-` is stdin.

    It becomes a new version beside those before. What is wrong in it is said, and then nothing is changed.
    """
    _refuse_the_database(file, database)
    pattern = _checked(file, _read(file))
    with store_errors(), open_store(database) as store:
        recording = recording_meant(store, name)
        with store.recordings.hold(recording):
            _replace(store, recording, pattern)


def _replace(store: Store, recording: Recording, new: NavigationPattern) -> None:
    saved = store.patterns.latest(recording.id)
    old = from_text(saved.text)
    if new == old:
        write_result(f"This is the pattern in force already, version {saved.version}: nothing has changed.")
        return
    imported = store.patterns.save(recording.id, to_text(new), step_rows(new), "imported").result()
    write_result(
        f"Version {imported.version} of the navigation pattern is in force now. Against version {saved.version}:"
    )
    for line in change_lines(old, new):
        write_result(f"  {line}")
    if unfinished := store.runs.unfinished(recording.id, "crawl"):
        write_note(f"Run {unfinished.id} is an unfinished crawl by the former pattern: crawl with --fresh.")


def _refuse_the_database(file: Path, database: Path) -> None:
    if file.exists() and database.exists() and file.samefile(database):
        raise UsageError(f"{file} is the database itself.", "Name another file for the pattern.")


def _read(file: Path) -> str:
    content = sys.stdin.buffer.read() if file == _STANDARD else file.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{_called(file)} is not a text in UTF-8: {error.reason} at byte {error.start}.") from None


def _checked(file: Path, text: str) -> NavigationPattern:
    try:
        pattern = _parsed(text)
    except NotationError as error:
        raise _unfit(file, str(error)) from None
    if not pattern.paths:
        raise _unfit(file, "it has no paths, so it would lead nowhere")
    return pattern


def _parsed(text: str) -> NavigationPattern:
    """TOML never begins with a brace, JSON of a pattern always does."""
    if not text.lstrip().startswith("{"):
        return from_text(text)
    try:
        return from_plain(json.loads(text))
    except json.JSONDecodeError as error:
        raise NotationError(f"this is not JSON: {error}") from None


def _unfit(file: Path, reason: str) -> UsageError:
    return UsageError(
        f"{_called(file)} is not a navigation pattern: {reason}.",
        "Correct it and import it again; nothing was changed. `recorder pattern export` shows a right one.",
    )


def _called(file: Path) -> str:
    return "What came from stdin" if file == _STANDARD else str(file)
