"""`recorder crawl`: collects the target pages of a recording."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from recorder.cli.completing import offer_parameters
from recorder.cli.notifying import checked_receiver, notify
from recorder.cli.option_groups import AFTERWARDS, PAGES, command, under
from recorder.cli.options import (
    continuation_options,
    database_option,
    fetch_options,
    gathered,
    json_option,
    log_options,
    name_option,
)
from recorder.cli.running import ended_early, run_engine
from recorder.cli.terminal import ExitCode, write_json, write_note, write_result, write_routine_note
from recorder.crawling.exhausted_form import ExhaustOptions
from recorder.crawling.queries import queries_of
from recorder.crawling.session import CrawlOptions, CrawlResult, crawl
from recorder.exhausting.goal import Goal
from recorder.fetching.options import FetchOptions
from recorder.inspecting.recording_report import expected, new_words, query_words
from recorder.knowledge.coverage import Coverage
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import many, one_line
from recorder.runtime.stopping import Continuation
from recorder.store.record_changes import ColumnChanges
from recorder.store.runs import Run

_COUNTS = ("pages", "targets", "new", "changed", "unchanged", "gone", "off_pattern", "errors", "rendered")
_COVERAGE = Goal().coverage
_NAMED = 3
"""Most columns that the last line names."""


@dataclass(frozen=True)
class ExhaustChoices:
    """What the user asked for about a form that is asked by itself, as typed."""

    exhaust: str | None
    coverage: float
    max_requests: int | None
    per_day: int | None

    def meant(self, *, asks_otherwise: bool) -> ExhaustOptions | None:
        if self.exhaust is None:
            if self.max_requests or self.per_day or self.coverage != _COVERAGE:
                raise UsageError("--coverage, --max-requests and --per-day belong to --exhaust.", "Add --exhaust.")
            return None
        if asks_otherwise:
            raise UsageError(
                "--exhaust chooses its questions itself, and stops by --coverage, --max-requests and --per-day.",
                "Leave out --param, --params-from, --limit and --only-new.",
            )
        return ExhaustOptions(self.exhaust, Goal(self.coverage, self.max_requests), self.per_day)


exhaust_options = under(
    "A form that is asked by itself",
    click.option(
        "--exhaust",
        is_flag=False,
        flag_value="",
        metavar="[FORM]",
        help="Ask a search form by itself until nearly all it can find is collected, and say how much that is. FORM is"
        " its address, a part of it, or the number of its path; without, the form that leads to most.",
    ),
    click.option(
        "--coverage",
        type=click.FloatRange(0, 1, min_open=True),
        default=_COVERAGE,
        show_default=True,
        help="With --exhaust: stop when at least this share is collected.",
    ),
    click.option(
        "--max-requests",
        type=click.IntRange(min=1),
        metavar="N",
        help="With --exhaust: stop after this many result pages; by default, one for every two records.",
    ),
    click.option(
        "--per-day",
        type=click.IntRange(min=1),
        metavar="N",
        help="With --exhaust: ask for at most this many result pages a day.",
    ),
    gathered("exhausting", ExhaustChoices),
)


@command("crawl")
@database_option
@name_option
@under(
    PAGES,
    click.option(
        "--param",
        "assignments",
        multiple=True,
        metavar="NAME=VALUE",
        shell_complete=offer_parameters,
        help="What to enter in a form, by the name or label of its field; `recorder show` lists them.",
    ),
    click.option(
        "--params-from",
        "table",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE.csv",
        help="Many queries, one a row; the first row names the fields.",
    ),
    click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop when this many targets are collected."),
    click.option(
        "--only-new", is_flag=True, help="Fetch only lists and new target pages; skip those that were collected before."
    ),
)
@exhaust_options
@under(
    AFTERWARDS,
    click.option(
        "--no-extract", is_flag=True, help="Leave the records that `recorder extract` made as they are, however old."
    ),
    click.option(
        "--notify",
        "receiver",
        metavar="COMMAND|URL",
        help="Who gets what is new, changed and gone, if anything is: a command (JSON on its input), or a web address.",
    ),
)
@fetch_options
@continuation_options
@log_options
@json_option
def crawl_command(
    database: Path,
    name: str | None,
    assignments: tuple[str, ...],
    table: Path | None,
    limit: int | None,
    only_new: bool,
    exhausting: ExhaustChoices,
    no_extract: bool,
    receiver: str | None,
    scope: str | None,
    fetching: FetchOptions,
    continuation: Continuation,
    as_json: bool,
) -> ExitCode:
    """Collect the target pages of a recording, following its navigation pattern.

    A later crawl says what is new, changed (in its text alone, or in its structure) and gone. If the site is no
    longer as it was when it was recorded, the crawl names the step of the pattern that fails, and ends with exit
    code 1.

    Once `recorder extract` has made records, every crawl keeps them up: pages that are new or have changed are read
    in the same way, and records of pages that are gone leave the table. The last line names the three columns that
    changed most.

    With --notify, the changes since the last crawl, old and new values of records included, go to a command, as
    JSON on its standard input and as text in the environment variable RECORDER_TEXT; or they are posted to a web
    address, as JSON with that text in `text`. Three attempts are made; if all fail, the crawl ends as it would have
    ended.
    """
    options = CrawlOptions(
        database=database,
        name=name,
        limit=limit,
        only_new=only_new,
        queries=queries_of(assignments, table),
        scope=scope,
        fetching=fetching,
        continuation=continuation,
        exhaust=exhausting.meant(asks_otherwise=bool(assignments or table or limit or only_new)),
        extract=not no_extract,
    )
    receiver = checked_receiver(receiver) if receiver else None
    result = run_engine(lambda listen, stop: crawl(options, listen, stop))
    if receiver and result.run is not None:
        notify(receiver, database, name, proxy=fetching.proxy)
    if result.run is None:
        write_note("There is no unfinished crawl to go on with.")
    if as_json:
        write_json(as_plain(result))
    else:
        _tell(result, only_new=only_new)
    return _ending(result, only_new=only_new)


def as_plain(result: CrawlResult) -> Mapping[str, object]:
    """The object `--json` promises; its counts are zero when there was no run."""
    run = result.run
    return {
        "run": run.id if run else None,
        **{name: getattr(run, name) if run else 0 for name in _COUNTS},
        "drift": asdict(result.drift) if result.drift else None,
        "seconds": round(run.seconds, 3) if run else 0.0,
        "never_collected": result.never_collected,
        "stragglers": result.stragglers,
        "changed_text": run.changed_text if run else 0,
        "changed_structure": run.changed_structure if run else 0,
        "fading": asdict(result.fading) if result.fading else None,
        "trouble": result.trouble or None,
        "ignored": result.ignored,
        "coverage": result.coverage.as_plain() if result.coverage else None,
        "exhausted": result.exhausted.as_plain() if result.exhausted else None,
        "records": asdict(result.records) if result.records else None,
        "changed_columns": [asdict(column) for column in result.changed_columns],
    }


def _tell(result: CrawlResult, *, only_new: bool) -> None:
    exhausted, run = result.exhausted, result.run
    if run is not None:
        write_result(summary(run, result.never_collected) + changed_most(result.changed_columns))
        whole = not (run.parameters.get("queries") or only_new or result.stopped or exhausted)
        if result.coverage and whole:
            write_routine_note(" ".join(said_before(result.coverage, run.targets)))
        if run.parameters.get("queries") and not (run.targets or run.errors or result.stopped):
            write_note(f"Nothing was found for {one_line(query_words(run.parameters))}.")
    if exhausted:
        write_result(f"{exhausted.line}.")


def said_before(coverage: Coverage, targets: int) -> Iterator[str]:
    """What the recording led to expect of a whole crawl, and that it came to less; whether there were forms that nobody
    asked was told when it began.
    """
    yield f"The recording said: {expected(coverage)}."
    if targets < coverage.low:
        yield f"This crawl came to {targets:,}, which is fewer."


def _ending(result: CrawlResult, *, only_new: bool) -> ExitCode:
    """A run that was asked to collect and collected nothing has failed; one there was no need for has not."""
    run, exhausted = result.run, result.exhausted
    if result.stopped:
        if exhausted is None:
            ended_early(result.stopped)
        else:  # why it ended is told in its last line
            write_note(f"{'Give more with --max-requests' if exhausted.early else 'Run the same command'} to go on.")
        return ExitCode.FAILED if result.trouble else ExitCode.STOPPED
    if exhausted and run is not None and run.errors:
        write_note(f"{many(run.errors, 'page')} could not be had: run the same command to ask for them again.")
    # A query may well find nothing, and there may be nothing new.
    expected = run is not None and not only_new and not run.parameters.get("queries") and not exhausted
    empty = run is not None and not run.targets and (expected or run.errors > 0)
    return ExitCode.FAILED if result.drift or result.trouble or empty else ExitCode.DONE


def summary(run: Run, never_collected: int) -> str:
    """What a crawl came to, in a line."""
    kinds = f" ({run.changed_text} text, {run.changed_structure} structure)" if run.changed else ""
    counts = (
        f"{new_words(run, never_collected)}, {run.changed} changed{kinds}, {run.unchanged} unchanged, {run.gone} gone"
    )
    trouble = f"; {run.off_pattern} off-pattern, {many(run.errors, 'error')}" if run.off_pattern or run.errors else ""
    return f"{many(run.targets, 'target')} from {many(run.pages, 'page')}: {counts}{trouble}"


def changed_most(columns: Sequence[ColumnChanges]) -> str:
    """What changed in the records, in a few words; the table is named where there are several."""
    several = len({column.table for column in columns}) > 1
    names = (one_line(f"{column.table}.{column.column}" if several else column.column) for column in columns)
    told = [f"{name} in {column.records}" for name, column in zip(names, columns[:_NAMED], strict=False)]
    return f"; changed most: {', '.join(told)}" if told else ""
