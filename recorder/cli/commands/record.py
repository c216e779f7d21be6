"""`recorder record`: two URLs in, a navigation pattern out."""

import shlex
from collections.abc import Mapping
from pathlib import Path

import click

from patterns.navigation.notation import to_plain
from recorder.cli.exit_codes import ExitCode
from recorder.cli.options import (
    FetchChoices,
    continuation_options,
    database_option,
    engine_options,
    fetch_options,
    json_option,
    log_options,
)
from recorder.cli.running import ended_early, run_engine
from recorder.cli.terminal import write_json, write_note, write_result
from recorder.continuation import Continuation
from recorder.mapping.mapper import MappingLimits
from recorder.probing.choices import MOST_PROBES, FormChoice
from recorder.recording import RecordOptions, RecordResult, record
from recorder.scope import ScopeKind
from recorder.words.patterns import pattern_lines


def chosen_threshold(_context: click.Context, _parameter: click.Parameter, given: str) -> float | None:
    """A similarity from 0 to 1, or None for `auto`."""
    if given == "auto":
        return None
    try:
        number = float(given)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise click.BadParameter(f"{given!r} is neither auto nor a number from 0 to 1.")
    return number


@click.command("record")
@click.argument("entry")
@click.option("--like", "samples", metavar="SAMPLE", multiple=True, required=True, help="A page like those you want.")
@database_option
@click.option("--name", metavar="NAME", help="What to call the recording; the host of ENTRY unless given.")
@click.option("--exhaustive", is_flag=True, help="Walk the whole site instead of a sample of every kind of link.")
@click.option("--best-path", is_flag=True, help="Keep only the path that leads to most targets.")
@click.option(
    "--threshold", callback=chosen_threshold, metavar="0..1|auto", default="auto", help="How alike targets must be."
)
@click.option("--max-pages", type=click.IntRange(min=1), metavar="N", help="Stop after this many pages.")
@click.option("--max-depth", type=click.IntRange(min=1), metavar="N", help="Follow links no deeper than this.")
@click.option("--max-probes", type=click.IntRange(min=0), metavar="N", help="Submit forms no more often than this.")
@click.option(
    "--forms",
    type=click.Choice([choice.value for choice in FormChoice]),
    default=FormChoice.SEARCH.value,
    show_default=True,
    help="Which forms to try: those that plainly search, none, or (on a site of your own) all that do not plainly "
    "change something.",
)
@fetch_options
@continuation_options
@log_options
@json_option
def record_command(
    entry: str,
    samples: tuple[str, ...],
    database: Path,
    name: str | None,
    exhaustive: bool,
    best_path: bool,
    threshold: float | None,
    max_pages: int | None,
    max_depth: int | None,
    max_probes: int | None,
    forms: str,
    fetching: FetchChoices,
    continuation: Continuation,
    as_json: bool,
) -> ExitCode:
    """Learn how to reach all pages of a site that are like a sample page.

    ENTRY is where the site begins, SAMPLE one of the pages you want. What is learnt, the navigation pattern, is kept
    in the database; `recorder crawl` then collects the pages.
    """
    options = RecordOptions(
        entry=entry,
        samples=samples,
        database=database,
        name=name,
        exhaustive=exhaustive,
        best_path=best_path,
        threshold=threshold,
        limits=MappingLimits(max_pages, max_depth),
        forms=FormChoice(forms),
        max_probes=MOST_PROBES if max_probes is None else max_probes,
        scope=ScopeKind(fetching.scope or ScopeKind.HOST),
        fetching=engine_options(fetching),
        continuation=continuation,
    )
    result = run_engine(lambda listen, stop: record(options, listen, stop))
    if result.run is None:
        write_note("There is no unfinished recording to go on with.")
    if as_json:
        write_json(as_plain(result))
    elif result.run is not None:
        _tell(result, ["--db", str(database), *(["--name", name] if name else [])])
    return ended_early(result.stopped) if result.stopped else ExitCode.DONE


def as_plain(result: RecordResult) -> Mapping[str, object]:
    """The object `--json` promises."""
    run = result.run
    return {
        "recording": result.recording,
        "run": run.id if run else None,
        "pages": run.pages if run else 0,
        "targets": result.targets,
        "probes": run.probes if run else 0,
        "forms": result.forms,
        "seconds": round(run.seconds, 3) if run else 0.0,
        "rendered": run.rendered if run else 0,
        "pattern": to_plain(result.pattern),
    }


def _tell(result: RecordResult, place: list[str]) -> None:
    for line in pattern_lines(result.pattern):
        write_result(line)
    if result.pattern.paths:
        write_note(f"Next: {shlex.join(['recorder', 'crawl', *place])}")
