"""`recorder why`: how a page was reached, and why it is or is not a target."""

from pathlib import Path

import click

from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_json, write_result
from recorder.inspecting.why import explain
from recorder.inspecting.why_report import why_lines, why_plain
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.patterns.urls.url import normalise
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.errors import NoPatternError
from recorder.store.recordings import Recording


@click.command("why")
@click.argument("url")
@database_option
@name_option
@json_option
def why_command(url: str, database: Path, name: str | None, as_json: bool) -> None:
    """Explain how a page was reached, and why it is or is not a target."""
    address = normalise(url)
    if address is None:
        raise UsageError(f"{url} is not an address.", "Give a full http:// or https:// address.")
    with reading(database) as store:
        recording = recording_meant(store, name)
        found = explain(store, recording, _pattern(store, recording), address)
    if as_json:
        write_json(why_plain(found))
        return
    for line in why_lines(found):
        write_result(line)


def _pattern(store: Store, recording: Recording) -> NavigationPattern:
    """The pattern in force, or none: a recording that was interrupted knows pages all the same."""
    try:
        return from_text(store.patterns.latest(recording.id).text)
    except NoPatternError:
        return NavigationPattern()
