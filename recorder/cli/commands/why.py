"""`recorder why`: how a page was reached, and why it is or is not a target."""

from pathlib import Path

import click

from recorder.cli.option_groups import command
from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant
from recorder.cli.terminal import write_json, write_result
from recorder.inspecting.why import explain
from recorder.inspecting.why_report import why_lines, why_plain
from recorder.knowledge.pattern_versions import learnt_pattern


@command("why")
@click.argument("url")
@database_option
@name_option
@json_option
def why_command(url: str, database: Path, name: str | None, as_json: bool) -> None:
    """Explain how a page was reached, and why it is or is not a target."""
    with reading(database) as store:
        recording = recording_meant(store, name)
        found = explain(store, recording, learnt_pattern(store, recording.id).pattern, url)
    if as_json:
        write_json(why_plain(found))
        return
    for line in why_lines(found):
        write_result(line)
