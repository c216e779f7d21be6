"""Programs asked what their own databases were asked, and their records beside their own columns: `python -m bench
generality --answers`. One recording a program, from its first sample.
"""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from statistics import fmean

from bench.generality.program_scoring import Asked, Columns, asked, columns
from bench.generality.relay import Relay
from bench.generality.runner import Ready, prepared
from bench.generality.samples import samples
from bench.generality.site import Site
from bench.generality.trial import Task
from bench.generality.workers import tried
from bench.sites import SiteUnavailableError


@dataclass(frozen=True)
class Program:
    """What came of one."""

    name: str
    asked: tuple[Asked, ...]
    columns: Columns
    failure: str = ""


def programs(sites: Iterable[Site], mirrors: Path, unavailable: dict[str, str]) -> list[Program]:
    """One after the other; those that this machine cannot get are named in `unavailable`."""
    found = []
    for site in sites:
        try:
            with ExitStack() as opening:
                found.append(_program(prepared(site, opening.enter_context(Relay(site)), mirrors)))
        except SiteUnavailableError as error:
            unavailable[site.name] = str(error)
    return found


def _program(ready: Ready) -> Program:
    truth, base = ready.truth, ready.base
    sample = samples(ready.site, truth)[0]
    read = frozenset(base + truth.records[identity] for identity in truth.fields if identity in truth.records)
    task: Task = replace(ready.task(sample), queries=truth.queries, read=read)
    found = tried(task, core=0)
    if found.failure:
        nothing = tuple(Asked(query.sort, 0.0, 0.0, "there is no pattern") for query in truth.queries)
        return Program(ready.site.name, nothing, Columns({}), found.failure)
    told = zip(truth.queries, found.answers, strict=True)
    return Program(
        ready.site.name,
        tuple(asked(query, answer, base, truth) for query, answer in told),
        columns(found.records, base, truth),
    )


def as_text(found: Sequence[Program], *, names: bool) -> str:
    """A line a program, unless they must not be named; then what holds of all."""
    lines = [_line(program) for program in found] if names else []
    lines += ["", *_by_sort([each for program in found for each in program.asked]), _columns_line(found)]
    return "\n".join(lines)


def _line(program: Program) -> str:
    exact = sum(each.is_exact for each in program.asked)
    lost = [own for own, name in program.columns.found.items() if not name]
    told = f"{program.name:<26} {exact} of {len(program.asked)} queries exact; " + _shares([program])
    refused = {each.refused for each in program.asked if each.refused}
    odd = ", ".join(f"{name} ({why})" for name, why in program.columns.unwanted.items())
    more = [program.failure, *sorted(refused), lost and f"lost: {', '.join(lost)}", odd and f"unwanted: {odd}"]
    return "\n      ".join([told, *filter(None, more)])


def _by_sort(every: Sequence[Asked]) -> list[str]:
    sorts = groupby(sorted(every, key=lambda each: each.sort), lambda each: each.sort)
    lines = [f"  {sort:<14} {_means(list(some))}" for sort, some in sorts]
    return [*lines, f"  all queries    {_means(every)}"] if every else []


def _means(some: Sequence[Asked]) -> str:
    exact = fmean(each.is_exact for each in some)
    precision, recall = fmean(each.precision for each in some), fmean(each.recall for each in some)
    refused = sum(bool(each.refused) for each in some)
    return f"exact {exact:.2f}  precision {precision:.3f}  recall {recall:.3f}  refused {refused} of {len(some)}"


def _columns_line(found: Sequence[Program]) -> str:
    """Of all, and the mean of the programs that have columns."""
    each = [program.columns for program in found if program.columns.found]
    if not each:
        return f"{len(found)} programs; " + _shares(found)
    recovered = fmean(columns.recovered / len(columns.found) for columns in each)
    sensible = fmean(columns.sensible / max(1, columns.recovered) for columns in each)
    unwanted = fmean(len(columns.unwanted) / max(1, columns.count) for columns in each)
    means = f"in the mean of {len(each)}: recovered {recovered:.2f}, sensible {sensible:.2f}, unwanted {unwanted:.2f}"
    return f"{len(found)} programs; {_shares(found)}\n  {means}"


def _shares(found: Sequence[Program]) -> str:
    shown = sum(len(program.columns.found) for program in found)
    recovered = sum(program.columns.recovered for program in found)
    sensible = sum(program.columns.sensible for program in found)
    told = f"{recovered} of {shown} columns recovered, {sensible} of them with a sensible name"
    unwanted = sum(len(program.columns.unwanted) for program in found)
    every = sum(program.columns.count for program in found)
    return f"{told}; {unwanted} of {every} columns unwanted"
