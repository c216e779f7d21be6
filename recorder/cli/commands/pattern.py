"""`recorder pattern export|import|versions|restore`: the navigation pattern as a text to read, edit and give back; and
its versions, none of which is ever lost.
"""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_json, write_note, write_result, write_results, write_toml
from recorder.inspecting.known_links import KnownLinks
from recorder.knowledge.pattern_files import (
    PatternChange,
    read_pattern,
    replace_pattern,
    write_pattern,
)
from recorder.knowledge.pattern_versions import PatternVersion, pattern_versions, restore_pattern
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.runtime.errors import told_errors
from recorder.runtime.files import refuse_the_database
from recorder.runtime.plain_text import many, moment
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording

_STANDARD = Path("-")

file_argument = click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), metavar="FILE")


@click.group("pattern")
def pattern_command() -> None:
    """Take the navigation pattern out as a text, put an edited one in, or an earlier version back."""


@pattern_command.command("export")
@file_argument
@database_option
@name_option
@click.option("--force", is_flag=True, help="Write over FILE if it exists.")
def export_command(file: Path, database: Path, name: str | None, force: bool) -> None:
    """Write the navigation pattern to FILE, as TOML, or as JSON if FILE ends in .json; `-` is stdout."""
    with reading(database) as store:
        text = store.patterns.latest(recording_meant(store, name).id).text
    if file == _STANDARD:
        write_toml(text)
        return
    write_pattern(text, file, database, anew=force)
    write_note(f"Written to {file}.")


@pattern_command.command("import")
@file_argument
@database_option
@name_option
@json_option
def import_command(file: Path, database: Path, name: str | None, as_json: bool) -> None:
    """Make the pattern in FILE, TOML or JSON, the one that crawls follow; `-` is stdin.

    It becomes a new version beside those before. What is wrong in it is said, and then nothing is changed.
    """
    refuse_the_database(file, database)
    standard = file == _STANDARD
    content = sys.stdin.buffer.read() if standard else file.read_bytes()
    pattern = read_pattern(content, "What came from stdin" if standard else str(file))
    with told_errors(), open_store(database) as store:
        recording = recording_meant(store, name)
        with store.recordings.hold(recording):
            former = from_text(store.patterns.latest(recording.id).text)
            done = replace_pattern(store, recording, pattern, "imported")
        doubts = _dead_steps(store, recording, pattern, former) if done.changes else ()
    _tell(done, as_json=as_json)
    for doubt in doubts:
        write_note(doubt)


@pattern_command.command("versions")
@database_option
@name_option
@json_option
def versions_command(database: Path, name: str | None, as_json: bool) -> None:
    """List every version of the navigation pattern, and what each of them changed; the last one is in force."""
    with reading(database) as store:
        versions = pattern_versions(store, recording_meant(store, name))
    if as_json:
        write_json([asdict(version) for version in versions])
        return
    for version in versions:
        write_result(_headline(version))
        write_results(f"  {line}" for line in version.changes)
    if not versions:
        write_note("No navigation pattern was learnt yet.")


@pattern_command.command("restore")
@click.argument("version", type=click.IntRange(min=1))
@database_option
@name_option
@json_option
def restore_command(version: int, database: Path, name: str | None, as_json: bool) -> None:
    """Make VERSION of the navigation pattern the one that crawls follow again.

    It becomes a new version beside those before, so that this, too, can be taken back.
    """
    with told_errors(), open_store(database) as store:
        recording = recording_meant(store, name)
        with store.recordings.hold(recording):
            done = restore_pattern(store, recording, version)
    _tell(done, as_json=as_json)


def _dead_steps(
    store: Store, recording: Recording, pattern: NavigationPattern, former: NavigationPattern
) -> tuple[str, ...]:
    """By the links of the last mapping."""
    mappings = [run.id for run in store.runs.all(recording.id) if run.kind == "mapping"]
    return tuple(KnownLinks.of_run(store, mappings[-1]).dead_steps(pattern, former)) if mappings else ()


def _headline(one: PatternVersion) -> str:
    return f"Version {one.version}, {one.origin} {moment(one.created)}, {many(one.paths, 'path')}"


def _tell(done: PatternChange, *, as_json: bool) -> None:
    if as_json:
        write_json(asdict(done))
        return
    if not done.changes:
        write_result(f"This is the pattern in force already, version {done.version}: nothing has changed.")
        return
    write_result(f"Version {done.version} of the navigation pattern is in force now. Against version {done.former}:")
    write_results(f"  {line}" for line in done.changes)
    if done.unfinished is not None:
        write_note(f"Run {done.unfinished} is an unfinished crawl by the former pattern: the next one begins anew.")
