"""`recorder show`: what a recording has learnt, and on what evidence."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from recorder.cli.option_groups import command
from recorder.cli.options import database_option, json_option, name_option
from recorder.cli.reports import reading, recording_meant, table_lines
from recorder.cli.terminal import write_json, write_results
from recorder.exhausting.report import line_of
from recorder.health.checkup import LatestHealth, latest_health
from recorder.inspecting.pattern_report import (
    HEADS,
    Renderings,
    health_plain,
    health_rows,
    parameter_lines,
    pattern_lines,
)
from recorder.inspecting.recording_report import (
    coverage_lines,
    group_words,
    threshold_lines,
    told_once,
    volatility_lines,
)
from recorder.knowledge.coverage import load_coverage, load_groups
from recorder.knowledge.pattern_versions import LearntPattern, is_as_learnt, learnt_pattern
from recorder.patterns.navigation.notation import to_plain
from recorder.patterns.navigation.pattern import NavigationPattern, Position
from recorder.runtime.plain_text import brief_label, day, many, one_line
from recorder.store.database import Store
from recorder.store.forms import StoredForm
from recorder.store.patterns import SavedPattern
from recorder.store.recordings import Recording

_FORM = ("url", "method", "action", "verdict", "reason")
_NOT_AS_LEARNT = "this is said of the pattern that was learnt; the one in force was made by hand"
_FIELD = ("name", "label", "kind", "options", "required", "free", "example")


@command("show")
@database_option
@name_option
@json_option
def show_command(database: Path, name: str | None, as_json: bool) -> None:
    """Show what was learnt: the navigation pattern, its parameters, the forms, and the evidence."""
    with reading(database) as store:
        recording = recording_meant(store, name)
        learnt = learnt_pattern(store, recording.id)
        renderings = _renderings(store, learnt.saved)
        forms = store.forms.all(recording.id)
        health = latest_health(store, recording.id, learnt.saved) if learnt.saved else None
        as_learnt = learnt.saved is None or is_as_learnt(store, learnt.saved)
        told = [run.exhaustion for run in store.runs.all(recording.id) if run.exhaustion]
    if as_json:
        write_json(as_plain(recording, learnt.pattern, forms, renderings, health, told[-1] if told else None))
        return
    pattern_part = [*_pattern_lines(learnt, renderings), "", *_health_lines(health)]
    if told:
        pattern_part += [f"{one_line(line_of(told[-1]))}: {one_line(str(told[-1]['form']))}", ""]
    write_results([*_recording_lines(recording, as_learnt=as_learnt), "", *pattern_part, *_form_lines(forms)])


def as_plain(
    recording: Recording,
    pattern: NavigationPattern,
    forms: tuple[StoredForm, ...],
    renderings: Renderings,
    health: LatestHealth | None,
    exhausted: Mapping[str, object] | None = None,
) -> Mapping[str, object]:
    """The object `--json` promises; how the pages of each step are fetched, and how it did in the latest run."""
    coverage = load_coverage(recording)
    return {
        "recording": recording.name,
        "entry": recording.entry_url,
        "samples": list(recording.samples),
        "unlike": list(recording.asked("unlike")),
        "threshold": recording.threshold,
        "groups": [asdict(group) for group in load_groups(recording)],
        "coverage": coverage.as_plain() if coverage else None,
        "pattern": to_plain(pattern),
        "forms": [_plain_form(form) for form in forms],
        "rendering": [{"path": at.path + 1, "step": at.step, **found} for at, found in renderings.items()],
        "exhausted": exhausted,
        "health": _plain_health(health),
    }


def _plain_form(stored: StoredForm) -> Mapping[str, object]:
    form = stored.form
    return {
        **{name: getattr(form, name) for name in _FORM},
        "fields": [{name: getattr(field, name) for name in _FIELD} for field in stored.fields],
        "probes": stored.probes,
        "hits": stored.hits,
    }


def _renderings(store: Store, saved: SavedPattern | None) -> Renderings:
    steps = store.patterns.steps(saved.id) if saved else ()
    return {Position(step.path_index, step.step_index + 1): step.rendering for step in steps if step.rendering}


def _plain_health(health: LatestHealth | None) -> Mapping[str, object] | None:
    if health is None:
        return None
    against = health.earlier.id if health.earlier else None
    fading = health.fading.message if health.fading else None
    return {"run": health.run.id, "against": against, "fading": fading, "steps": health_plain(health.now.values())}


def _health_lines(health: LatestHealth | None) -> Iterator[str]:
    if health is None:
        return
    against = f", against run {health.earlier.id}" if health.earlier else ""
    yield f"Health in run {health.run.id}{against}:"
    yield from (f"  {line}" for line in table_lines(HEADS, list(health_rows(health.now, health.before))))
    if health.run.drift:
        yield f"  The site has drifted: {one_line(str(health.run.drift.get('message', '')))}."
    if health.fading:
        yield f"  The site fades: {health.fading.message}."
    yield ""


def _recording_lines(recording: Recording, *, as_learnt: bool) -> Iterator[str]:
    yield f"Recording  {one_line(recording.name)}"
    yield f"Entry      {recording.entry_url}"
    for sample in recording.samples:
        yield f"Sample     {sample}"
    for page in recording.asked("unlike"):
        yield f"Unlike     {page}"
    if groups := load_groups(recording):
        yield f"Groups     {group_words(groups)}"
    yield from _under("Cut        ", threshold_lines(recording))
    yield from _under("Changes    ", volatility_lines(recording))
    coverage = load_coverage(recording)
    said = (*coverage_lines(coverage), *(() if as_learnt else (_NOT_AS_LEARNT,))) if coverage else ()
    yield from _under("Coverage   ", said)


def _under(head: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield head + line
        head = " " * len(head)


def _pattern_lines(learnt: LearntPattern, renderings: Renderings) -> Iterator[str]:
    saved, pattern = learnt.saved, learnt.pattern
    if saved is None:
        yield "There is no navigation pattern yet: run `recorder record` again, with the same words, to finish it."
        return
    yield f"Navigation pattern, version {saved.version}, {saved.origin} on {day(saved.created_at)}:"
    yield from (f"  {line}" for line in pattern_lines(pattern, renderings))
    if parameters := list(parameter_lines(pattern)):
        yield ""
        yield "Parameters:"
        yield from (f"  {line}" for line in parameters)


def _form_lines(forms: tuple[StoredForm, ...]) -> Iterator[str]:
    if not forms:
        yield "No forms were looked at."
        return
    yield "Forms:"
    for stored, others in told_once(forms):
        form = stored.form
        elsewhere = f", and {others} more like it" if others else ""
        yield f"  {form.method} {one_line(form.action)}, on {one_line(form.url)}{elsewhere}"
        reason = f": {one_line(form.reason)}" if form.reason else ""
        yield f"      {form.verdict}{reason}; {many(stored.probes, 'probe')}, {stored.hits} led to targets"
        for field in stored.fields:
            label = f" ({brief_label(field.label)})" if field.label else ""
            yield f"      {one_line(field.name)}{label}: {field.kind}{', required' if field.required else ''}"
