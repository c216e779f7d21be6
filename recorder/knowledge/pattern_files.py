"""The navigation pattern in a file that a person edits, TOML or JSON; a changed one put in force, and the lines that
say what it changes.
"""

import json
import pathlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import zip_longest

from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import NotationError, from_plain, from_text, to_plain, to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path, Step
from recorder.runtime.errors import UsageError
from recorder.runtime.files import refuse_to_replace, whole_file
from recorder.runtime.plain_text import many
from recorder.store.database import Store
from recorder.store.patterns import Origin, StepRow
from recorder.store.recordings import Recording


@dataclass(frozen=True)
class PatternChange:
    """What came of putting a pattern in force: `changes` are lines for a person, none where nothing has changed.
    `unfinished` is a crawl by the former pattern, which cannot be resumed.
    """

    version: int
    former: int
    changes: tuple[str, ...] = ()
    unfinished: int | None = None


def write_pattern(text: str, file: pathlib.Path, database: pathlib.Path, *, anew: bool = False) -> None:
    """As JSON if the file's name ends in .json, else as TOML. A file that is there, perhaps with a person's edits, is
    only written over if it is to be made `anew`.
    """
    refuse_to_replace(file, database, anew=anew)
    as_json = file.suffix.lower() == ".json"
    with whole_file(file) as stream:
        stream.write((json.dumps(to_plain(from_text(text)), indent=2) + "\n" if as_json else text).encode())


def read_pattern(content: bytes, called: str) -> NavigationPattern:
    """The pattern in a file, or a `UsageError` that says what is wrong with it; `called` is its name."""
    try:
        pattern = _parsed(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UsageError(f"{called} is not a text in UTF-8: {error.reason} at byte {error.start}.") from None
    except NotationError as error:
        raise _unfit(called, str(error)) from None
    if not pattern.paths:
        raise _unfit(called, "it has no paths, so it would lead nowhere")
    return pattern


def replace_pattern(
    store: Store, recording: Recording, new: NavigationPattern, origin: Origin, rows: Sequence[StepRow] = ()
) -> PatternChange:
    """Put a pattern in force, as a new version beside those before. `rows` are its steps with what is known of them.
    The caller holds the recording.
    """
    saved = store.patterns.latest(recording.id)
    old = from_text(saved.text)
    if new == old:
        return PatternChange(saved.version, saved.version)
    unfinished = store.runs.unfinished(recording.id, "crawl")
    kept = store.patterns.save(recording.id, to_text(new), rows or step_rows(new), origin).result()
    return PatternChange(
        kept.version, saved.version, tuple(change_lines(old, new)), unfinished.id if unfinished else None
    )


def _parsed(text: str) -> NavigationPattern:
    """TOML never begins with a brace, JSON of a pattern always does."""
    if not text.lstrip().startswith("{"):
        return from_text(text)
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:  # also of numbers too long, and of lists in lists
        raise NotationError(f"this is not JSON: {error}") from None
    return from_plain(plain)


def _unfit(called: str, reason: str) -> UsageError:
    return UsageError(
        f"{called} is not a navigation pattern: {reason}.",
        "Correct it and import it again; nothing was changed. `recorder pattern export` shows a right one.",
    )


def change_lines(old: NavigationPattern, new: NavigationPattern) -> Iterator[str]:
    """What differs between two patterns. Paths in both are left out; the others are compared in their order."""
    kept = {path.steps for path in old.paths} & {path.steps for path in new.paths}
    dropped = [(number, path) for number, path in enumerate(old.paths, 1) if path.steps not in kept]
    added = [(number, path) for number, path in enumerate(new.paths, 1) if path.steps not in kept]
    for before, after in zip_longest(dropped, added):
        if before is None:
            yield f"Path {after[0]} is new, with {_steps(after[1])}."
        elif after is None:
            yield f"The former path {before[0]}, with {_steps(before[1])}, is left out."
        else:
            yield from _path_changes(before[1], after[0], after[1])
    if not dropped and not added:
        yield _same_steps(old, new)


def _steps(path: Path) -> str:
    return many(len(path.steps), "step")


def _path_changes(old: Path, number: int, new: Path) -> Iterator[str]:
    for position, (before, after) in enumerate(zip_longest(old.steps, new.steps), 1):
        where = f"Path {number}, step {position}"
        if before is None:
            yield f"{where} is new: {_short(after)}"
        elif after is None:
            yield f"{where} is left out: {_short(before)}"
        elif before != after:
            yield from (f"{where}: {change}" for change in _step_changes(before, after))


def _step_changes(old: Step, new: Step) -> Iterator[str]:
    if type(old) is not type(new):
        yield f"{_short(old)} is now {_short(new)}"
        return
    for field in fields(old):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        if field.name == "parameters":
            yield from _parameter_changes(before, after)
        else:
            yield f"{field.name} was {_value(before)}, is now {_value(after)}"


def _parameter_changes(old: Sequence[Parameter], new: Sequence[Parameter]) -> Iterator[str]:
    """By name, as `q: no longer required`."""
    before, after = ({each.name: each for each in some} for some in (old, new))
    yield from (f"{name}: no longer a parameter" for name in before if name not in after)
    yield from (f"{name}: a new parameter" for name in after if name not in before)
    for name in (name for name in after if name in before and before[name] != after[name]):
        if before[name].required != after[name].required:
            yield f"{name}: {'required now' if after[name].required else 'no longer required'}"
        differing = [field.name for field in fields(Parameter) if field.name not in ("name", "required")]
        if other := [each for each in differing if getattr(before[name], each) != getattr(after[name], each)]:
            yield f"{name}: {' and '.join(other)} changed"
    if before == after:
        yield "the parameters stand in another order"


def _short(step: Step | None) -> str:
    if isinstance(step, LinkStep):
        return step.regex
    return f"{step.method} {step.url}" if isinstance(step, FormStep) else ""


def _value(value: object) -> str:
    return "not given" if value is None else str(value)


def _same_steps(old: NavigationPattern, new: NavigationPattern) -> str:
    if [path.steps for path in old.paths] != [path.steps for path in new.paths]:
        return "The paths stand in another order."
    return "Only the numbers of targets or links differ."
