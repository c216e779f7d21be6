"""The versions of a navigation pattern: the one in force, what each of them changed, and an earlier one put in force
again. None is ever taken away or written over: one that is restored becomes a new version.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from recorder.knowledge.pattern_files import PatternChange, change_lines, replace_pattern
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.errors import NoPatternError
from recorder.store.patterns import Origin, SavedPattern
from recorder.store.recordings import Recording
from recorder.store.runs import Run


@dataclass(frozen=True)
class LearntPattern:
    """The pattern in force; without one, `saved` is None and the pattern empty."""

    saved: SavedPattern | None
    pattern: NavigationPattern


def learnt_pattern(store: Store, recording_id: int) -> LearntPattern:
    """A recording that was interrupted has no pattern yet, but all else of it can be shown."""
    try:
        saved = store.patterns.latest(recording_id)
    except NoPatternError:
        return LearntPattern(None, NavigationPattern())
    return LearntPattern(saved, from_text(saved.text))


@dataclass(frozen=True)
class PatternVersion:
    """`changes` are lines that say what it changed of the version before; the first has none."""

    version: int
    origin: Origin
    created: str
    paths: int
    changes: tuple[str, ...] = ()


def pattern_versions(store: Store, recording: Recording) -> tuple[PatternVersion, ...]:
    """Oldest first; the last one is in force."""
    return tuple(_versions(store, recording))


def _versions(store: Store, recording: Recording) -> Iterator[PatternVersion]:
    former = None
    for saved in store.patterns.versions(recording.id):
        pattern = from_text(saved.text)
        changes = tuple(change_lines(former, pattern)) if former is not None else ()
        yield PatternVersion(saved.version, saved.origin, saved.created_at, len(pattern.paths), changes)
        former = pattern


def is_as_learnt(store: Store, saved: SavedPattern) -> bool:
    """Whether it is what was learnt last: of another one nothing is true that the recording says of its reach."""
    learnt = [each.text for each in store.patterns.versions(saved.recording_id) if each.origin == "learnt"]
    return bool(learnt) and saved.text == learnt[-1]


def is_reshaped(store: Store, run: Run, saved: SavedPattern) -> bool:
    """Whether a person has changed the pattern of this crawl since the one it is compared with."""
    crawls = [each for each in store.runs.all(run.recording_id) if each.kind == "crawl" and each.id < run.id]
    before = [each.started_at for each in crawls if each.parameters == run.parameters]
    return saved.origin != "learnt" and bool(before) and before[-1] < saved.created_at


def restore_pattern(store: Store, recording: Recording, version: int) -> PatternChange:
    """Put an earlier version in force again, with what is known of how its pages are fetched. The caller holds the
    recording.
    """
    found = {saved.version: saved for saved in store.patterns.versions(recording.id)}
    if version not in found:
        raise UsageError(f"There is no version {version} of this pattern.", "See `recorder pattern versions`.")
    saved = found[version]
    return replace_pattern(store, recording, from_text(saved.text), "restored", store.patterns.steps(saved.id))
