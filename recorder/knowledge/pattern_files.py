"""The navigation pattern in a file that a person edits, TOML or JSON, and a changed one put in force."""

import json
from dataclasses import dataclass
from pathlib import Path

from recorder.knowledge.pattern_diff import change_lines
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import NotationError, from_plain, from_text, to_plain, to_text
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.patterns import Origin
from recorder.store.recordings import Recording


@dataclass(frozen=True)
class PatternChange:
    """What putting a pattern in force came to: `changes` are lines for a person, none where nothing has changed.
    `unfinished` is a crawl by the former pattern; it is not gone on with.
    """

    version: int
    former: int
    changes: tuple[str, ...] = ()
    unfinished: int | None = None


def write_pattern(text: str, file: Path, database: Path) -> None:
    """As JSON if the file's name ends in .json, else as TOML."""
    refuse_the_database(file, database)
    as_json = file.suffix.lower() == ".json"
    file.write_text(json.dumps(to_plain(from_text(text)), indent=2) + "\n" if as_json else text, encoding="utf-8")


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


def replace_pattern(store: Store, recording: Recording, new: NavigationPattern, origin: Origin) -> PatternChange:
    """Put a pattern in force, as a new version beside those before. The caller holds the recording."""
    saved = store.patterns.latest(recording.id)
    old = from_text(saved.text)
    if new == old:
        return PatternChange(saved.version, saved.version)
    unfinished = store.runs.unfinished(recording.id, "crawl")
    kept = store.patterns.save(recording.id, to_text(new), step_rows(new), origin).result()
    return PatternChange(
        kept.version, saved.version, tuple(change_lines(old, new)), unfinished.id if unfinished else None
    )


def refuse_the_database(file: Path, database: Path) -> None:
    """A slip of the hand must not cost what was collected."""
    if file.exists() and database.exists() and file.samefile(database):
        raise UsageError(f"{file} is the database itself.", "Name another file for the pattern.")


def _parsed(text: str) -> NavigationPattern:
    """TOML never begins with a brace, JSON of a pattern always does."""
    if not text.lstrip().startswith("{"):
        return from_text(text)
    try:
        return from_plain(json.loads(text))
    except json.JSONDecodeError as error:
        raise NotationError(f"this is not JSON: {error}") from None


def _unfit(called: str, reason: str) -> UsageError:
    return UsageError(
        f"{called} is not a navigation pattern: {reason}.",
        "Correct it and import it again; nothing was changed. `recorder pattern export` shows a right one.",
    )
