"""What a recording and its runs go by, in words: the threshold, what is volatile, the forms and what they are asked;
and how much is believed to be reached.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from recorder.knowledge.coverage import Coverage, load_coverage
from recorder.knowledge.page_class import load_volatility
from recorder.patterns.classes.groups import TargetGroup
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern
from recorder.runtime.plain_text import many, one_line
from recorder.store.forms import StoredForm
from recorder.store.recordings import Recording
from recorder.store.runs import Run

_VOLATILE_SHOWN = 12
_GROUPS_SHOWN = 8
"""Most groups by one thing that a line names."""
_QUERIES_SHOWN = 5
"""Most queries of a run that are listed: a table of queries may hold thousands."""
NEARLY_ALL = 0.99
"""Share of the known targets from which a pattern is said to reach all."""
_OF_CRAWLS = frozenset({"new", "changed", "unchanged", "gone", "off_pattern"})
"""What nothing is in a mapping, which collects nothing."""


def threshold_lines(recording: Recording) -> Iterator[str]:
    """The threshold of similarity, how far pages are from it, and the evidence for it."""
    if recording.threshold is None:
        yield "not learnt yet"
        return
    yield f"{recording.threshold:.2f}: pages at least this similar to the sample are targets"
    if recording.options.get("threshold") is not None:
        yield "chosen with --threshold"
    evidence = recording.threshold_evidence or {}
    margin, reasons = evidence.get("margin"), evidence.get("because")
    if isinstance(margin, (int, float)):
        yield _clearness(margin, clear=bool(evidence.get("clear")))
    yield from (one_line(str(reason)) for reason in (reasons if isinstance(reasons, list) else []))


def group_words(groups: Iterable[TargetGroup]) -> str:
    """The groups of what was found, those by one thing together: `term-* 180, tool-* 120 (left out); de 90, fr 88`."""
    parts = []
    for _, some in groupby(groups, key=lambda group: group.by):
        told = [f"{one_line(each.name)} {each.pages}{'' if each.taken else ' (left out)'}" for each in some]
        parts.append(", ".join(told[:_GROUPS_SHOWN]))
        if len(told) > _GROUPS_SHOWN:
            parts[-1] += f" and {len(told) - _GROUPS_SHOWN} more"
    return "; ".join(parts)


def _clearness(margin: float, *, clear: bool) -> str:
    """A cut through a wide gap is no proof that it is the right one, so nothing is claimed of it."""
    words = f"the page nearest to the cut is {margin:.2f} away from it"
    return words if clear else f"{words}: the cut is not clear; look at some targets, and perhaps give --threshold"


def volatility_lines(recording: Recording) -> Iterator[str]:
    """What is left out when a page is compared with that of an earlier run; no line where nothing is."""
    volatility = load_volatility(recording)
    if not volatility:
        return
    yield "what differed between two visits of the same page is left out:"
    shapes = [f"“{one_line(line)}” in {_named(place)}" for place, line in sorted(volatility.shapes)]
    places = [f"all of {_named(place)}" for place in sorted(volatility.places)]
    links = [f"links to {one_line(url)}" for url in sorted(volatility.links)]
    parts = [*places, *shapes, *links]
    yield from parts[:_VOLATILE_SHOWN]
    if len(parts) > _VOLATILE_SHOWN:
        yield f"and {len(parts) - _VOLATILE_SHOWN} more"


def _named(place: str) -> str:
    """The end of the tag path, without its digest."""
    return one_line(place.partition(" ")[0])


def new_words(run: Run, never_collected: int) -> str:
    """How many targets are new, and to whom: a question finds as new what another one has collected long ago."""
    known = run.new - never_collected
    fresh = f" ({never_collected:,} never collected before, {known:,} only new to this question)" if known else ""
    return f"{run.new:,} new{fresh}"


def counted(run: Run, *names: str) -> tuple[int | str, ...]:
    """What a run counted under these names, empty where that would say nothing: wherever runs are listed."""
    empty = _OF_CRAWLS if run.kind == "mapping" else frozenset()
    if run.kind == "mapping" and run.status != "done":
        empty |= {"targets"}
    return tuple("" if name in empty else getattr(run, name) for name in names)


def looked_at(recording: Recording, run: Run) -> str:
    """What the targets of a mapping are, which are fewer than it knows of: those it had a look at."""
    coverage = load_coverage(recording)
    if run.status != "done" or coverage is None:
        return "what is a target is decided at its end" if run.status in ("running", "stopped") else ""
    return f"it looked at {run.targets:,} of the {many(coverage.known, 'target')} it knows of"


def query_words(parameters: Mapping[str, object]) -> str:
    """The queries of a run, as `NAME=VALUE, …; …`; empty for a run that asked no form."""
    given = parameters.get("queries")
    queries = given if isinstance(given, list) else []
    shown = [_query(query) for query in queries[:_QUERIES_SHOWN]]
    more = [f"and {len(queries) - _QUERIES_SHOWN} more"] if len(queries) > _QUERIES_SHOWN else []
    return "; ".join(shown + more)


def _query(query: object) -> str:
    if not isinstance(query, Mapping):
        return str(query)
    said = ((name, value if isinstance(value, list) else [value]) for name, value in query.items())
    return ", ".join(f"{name}={'+'.join(map(str, values))}" for name, values in said)


def coverage_lines(coverage: Coverage) -> Iterator[str]:
    """One line on the whole; below it, one for each thing that is unclear."""
    yield f"{in_short(coverage)}."
    yield from (f"Unclear: {one_line(each)}" for each in coverage.unclear)


def summed_up(recording: Recording, pattern: NavigationPattern) -> str:
    """What a recording came to, in a line; empty where nothing says how many pages there are."""
    coverage = load_coverage(recording)
    if coverage is None:
        return ""
    forms = {step.url for path in pattern.paths for step in path.steps if isinstance(step, FormStep)}
    asked = f"; {many(len(forms), 'search form')} may find more" if forms else ""
    return f"{in_short(coverage)}{asked}"


def with_forms(coverage: Coverage, pattern: NavigationPattern) -> str:
    """The same of a whole recording: what forms would find that nobody asked is not counted, and may be most of it."""
    asks = any(isinstance(step, FormStep) for path in pattern.paths for step in path.steps)
    return in_short(coverage) + (
        "; what search forms find besides is not counted: crawl --exhaust tells" if asks else ""
    )


def in_short(coverage: Coverage) -> str:
    """How many pages there are, how many are reached, and how much is unclear: one line."""
    return f"{_amount(coverage)}; {_reach(coverage)}{_unclear(coverage)}"


def expected(coverage: Coverage) -> str:
    """The same without what the pattern reached while it was learnt: for a crawl, which knows better by then."""
    return f"{_amount(coverage)}{_unclear(coverage)}"


def _unclear(coverage: Coverage) -> str:
    count = len(coverage.unclear)
    return f"; {count} thing{'s are' if count > 1 else ' is'} unclear" if count else ""


def _amount(coverage: Coverage) -> str:
    pages = "such page" if coverage.estimate == coverage.high == 1 else "such pages"
    if coverage.low == coverage.high == coverage.estimate:
        return f"There are {coverage.estimate:,} {pages}"
    return f"There are about {coverage.estimate:,} {pages} ({coverage.low:,} to {coverage.high:,})"


def _reach(coverage: Coverage) -> str:
    reached = reached_targets(coverage)
    share = "all" if reached == coverage.known else f"{reached:,} of the"
    return f"the pattern reaches {share} {coverage.known:,} that are known"


def reached_targets(coverage: Coverage) -> int:
    """How many known targets the pattern reaches, which is an estimate itself: nearly all of them are all."""
    return coverage.known if coverage.reached >= NEARLY_ALL * coverage.known else coverage.reached


def told_once(forms: Iterable[StoredForm]) -> Iterator[tuple[StoredForm, int]]:
    """The forms, and how many more there are of which nothing else would be said: one that was not tried may stand on
    every page, sent to that page.
    """
    alike: dict[object, list[StoredForm]] = {}
    for stored in forms:
        form, asked = stored.form, tuple((field.name, field.label, field.kind) for field in stored.fields)
        said = (form.method, form.verdict, form.reason, asked)
        alike.setdefault(stored.id if stored.probes else said, []).append(stored)
    return ((first, len(others)) for first, *others in alike.values())
