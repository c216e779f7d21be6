"""`recorder record`: two URLs in, a navigation pattern out."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click

from recorder.cli.option_groups import PAGES, RECORDING, command, under
from recorder.cli.options import (
    continuation_options,
    database_option,
    fetch_options,
    gathered,
    json_option,
    log_options,
)
from recorder.cli.reports import reading
from recorder.cli.running import ended_early, run_engine
from recorder.cli.terminal import ExitCode, program, write_json, write_note, write_results
from recorder.fetching.options import FetchOptions
from recorder.fetching.scope import ScopeKind
from recorder.inspecting.pattern_report import pattern_lines
from recorder.inspecting.recording_report import group_words, with_forms
from recorder.mapping.mapper import MappingLimits
from recorder.patterns.classes.groups import TargetGroup, names_of
from recorder.patterns.navigation.notation import to_plain
from recorder.probing.choices import FormChoice
from recorder.probing.hand_steps import load_steps
from recorder.recording.again import record_again
from recorder.recording.options import RecordOptions, as_before
from recorder.recording.session import RecordResult, record
from recorder.runtime.stopping import Continuation


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


@dataclass(frozen=True)
class MappingChoices:
    """What the user asked for about mapping, as typed; None where the engine is to decide."""

    exhaustive: bool
    best_path: bool
    threshold: float | None
    max_pages: int | None
    max_depth: int | None
    max_probes: int | None
    forms: str | None


mapping_options = under(
    "Learning the site",
    click.option("--exhaustive", is_flag=True, help="Walk the whole site instead of a sample of every kind of link."),
    click.option("--best-path", is_flag=True, help="Keep only the path that leads to most targets."),
    click.option(
        "--threshold",
        callback=chosen_threshold,
        metavar="0..1|auto",
        default="auto",
        help="The cut: how similar to the sample a page must be to count as a target.",
    ),
    click.option("--max-pages", type=click.IntRange(min=1), metavar="N", help="Stop after this many pages."),
    click.option("--max-depth", type=click.IntRange(min=1), metavar="N", help="Follow links no deeper than this."),
    click.option("--max-probes", type=click.IntRange(min=0), metavar="N", help="Submit forms no more often than this."),
    click.option(
        "--forms",
        type=click.Choice([choice.value for choice in FormChoice]),
        show_default=FormChoice.SEARCH.value,
        help="Which forms to try: those that plainly search, none, or (on a site of your own) all that do not plainly "
        "change something.",
    ),
    gathered("mapping", MappingChoices),
)
"""The options on how to map a site, given to the command as one `MappingChoices` named `mapping`."""


@command("record")
@click.argument("entry", required=False)
@under(
    PAGES,
    click.option(
        "--like",
        "samples",
        metavar="SAMPLE",
        multiple=True,
        help="A page like those you want; may be given several times.",
    ),
    click.option(
        "--unlike", metavar="PAGE", multiple=True, help="A page that you do not want; may be given several times."
    ),
    click.option("--without", metavar="GROUP", multiple=True, help="Leave out this group of targets, or several."),
    click.option(
        "--only",
        metavar="GROUP",
        multiple=True,
        help="Take in only this group of targets, or several; all takes in every group again.",
    ),
    click.option(
        "--steps",
        "steps_file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE.json",
        help="A recording of Chrome's DevTools: what you entered in forms there is tried, options you chose are kept.",
    ),
    click.option("--again", is_flag=True, help="Learn a changed site anew, by what is stored of its sample."),
)
@database_option
@under(
    RECORDING, click.option("--name", metavar="NAME", help="What to call the recording; by default, the host of ENTRY.")
)
@mapping_options
@fetch_options
@continuation_options
@log_options
@json_option
def record_command(
    entry: str | None,
    samples: tuple[str, ...],
    unlike: tuple[str, ...],
    without: tuple[str, ...],
    only: tuple[str, ...],
    steps_file: Path | None,
    again: bool,
    database: Path,
    name: str | None,
    mapping: MappingChoices,
    scope: str | None,
    fetching: FetchOptions,
    continuation: Continuation,
    as_json: bool,
) -> ExitCode:
    """Learn how to reach all pages of a site that are like a sample page.

    ENTRY is where the site begins, SAMPLE one of the pages you want. What is learnt, the navigation pattern, is
    kept in the database; `recorder crawl` then collects the pages. Addresses may be given without a scheme: https
    is meant, or http where https cannot be reached.

    If that brings too little, give more samples. If it brings too much, name pages that you do not want with
    --unlike: they, and pages of their kind, are left out. What is stored is then judged again, and the site is
    asked only for what is not stored.

    What was found is listed in groups, by what the addresses differ in (`term-* 180, tool-* 120; de 90, fr 88`).
    --without leaves groups out, --only takes in nothing but these. Crawls go by your choice until you make another.
    With these options and with --unlike, ENTRY and --like can be left out once a recording is done.

    At its end, a recording says how many such pages it believes there are, how many of them the pattern reaches,
    and what is unclear: above all, whether another sample would have led to other pages.

    With --steps, a recording of Chrome's DevTools can stand for both: by default, ENTRY is the page on which it
    begins and SAMPLE the one on which it ends. It is not played back: what you entered in forms is tried, and no
    form that changes something is sent.

    When the site has changed, `--again` takes the place of ENTRY and --like: the page that now has the content of
    the old sample is looked for, and a new pattern is learnt from it. Earlier patterns and runs are kept.
    """
    steps = load_steps(steps_file) if steps_file else None
    if steps and not again:
        entry, samples = entry or steps.entry, samples or (steps.last,)
        write_note(f"As recorded by hand: from {entry} to pages like {samples[0]}.")
    changes = bool(unlike or without or only)
    asked = _meant(entry, samples, database, name, again=again, changes=changes)
    asked = replace(asked, scope=ScopeKind(scope or asked.scope), fetching=fetching, continuation=continuation)
    asked = replace(asked, steps=steps, unlike=(*asked.unlike, *unlike))
    if without or only:
        asked = replace(asked, without=without, only=only)
    options = _as_chosen(asked, mapping)
    if fetching.session and options.forms is FormChoice.ALL:
        raise click.UsageError("--forms all may change something in your name: leave it out, or --session.")
    work = record_again if again else record
    result = run_engine(lambda listen, stop: work(options, listen, stop))
    if result.run is None:
        write_note("There is no unfinished recording to go on with.")
    if as_json:
        write_json(as_plain(result))
    elif result.run is not None:
        session = ["--session", str(fetching.session.file)] if fetching.session else []
        _tell(result, options.samples, ["--db", str(database), *(["--name", name] if name else []), *session])
    return ended_early(result.stopped) if result.stopped else ExitCode.DONE


def _meant(
    entry: str | None, samples: tuple[str, ...], database: Path, name: str | None, *, again: bool, changes: bool
) -> RecordOptions:
    """The pages that were given, or what was asked when the site was recorded."""
    if again and (entry or samples):
        raise click.UsageError("--again takes ENTRY and --like from the recording: leave them out.")
    if entry and samples:
        return RecordOptions(entry, samples, database, name)
    if not again and (entry or samples or not changes):
        raise click.UsageError("Give ENTRY and --like SAMPLE; or --again, when what is recorded here has changed.")
    with reading(database) as store:
        return as_before(store.recordings.find(name), database)


def _as_chosen(asked: RecordOptions, mapping: MappingChoices) -> RecordOptions:
    """What is asked now; where nothing is said, `asked` stands."""
    return replace(
        asked,
        exhaustive=mapping.exhaustive or asked.exhaustive,
        best_path=mapping.best_path,
        threshold=asked.threshold if mapping.threshold is None else mapping.threshold,
        limits=MappingLimits(mapping.max_pages, mapping.max_depth),
        forms=asked.forms if mapping.forms is None else FormChoice(mapping.forms),
        max_probes=asked.max_probes if mapping.max_probes is None else mapping.max_probes,
    )


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
        "groups": [asdict(group) for group in result.groups],
        "pattern": to_plain(result.pattern),
        "coverage": result.coverage.as_plain() if result.coverage else None,
    }


def _tell(result: RecordResult, samples: Sequence[str], place: list[str]) -> None:
    write_results(pattern_lines(result.pattern))
    if result.pattern.paths:
        if result.coverage:
            write_note(f"{with_forms(result.coverage, result.pattern)}.")
        if len(result.groups) > 1:
            write_note(f"Groups: {group_words(result.groups)}. {_how_to_choose(result.groups, samples)}")
        write_note(f"Next: {shlex.join([*program(), 'crawl', *place])}")


def _how_to_choose(groups: Sequence[TargetGroup], samples: Sequence[str]) -> str:
    """Who sees that too much came needs one word more: the group of the sample, if others are taken in beside it."""
    names = frozenset.intersection(*map(names_of, samples))
    own = next((group for group in groups if group.name in names), None)
    if own and any(group.taken and group.by == own.by and group != own for group in groups):
        return f"--without NAME leaves one out; --only {shlex.quote(own.name)} takes in your sample's alone."
    return "--without NAME leaves one out, --only NAME all others."
