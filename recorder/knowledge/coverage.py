"""What a recording found of what a person wants, kept with it: how much it is believed to reach, what is unclear, and
the groups of targets, some of them left out. Which groups there are is found by `patterns.classes.groups`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from recorder.patterns.classes.groups import EVERYTHING, GroupChoice, TargetGroup
from recorder.patterns.navigation.numbering import Between
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.rows import Json


@dataclass(frozen=True)
class Coverage:
    """How many target pages there are believed to be, from `low` to `high`; how many are `known` and how many of these
    the pattern has `reached`; in plain sentences, what is `unclear` and what would settle it.
    """

    estimate: int
    low: int
    high: int
    known: int
    reached: int
    unclear: tuple[str, ...] = ()

    def as_plain(self) -> Mapping[str, object]:
        """As `--json` tells it, and as it is kept."""
        return {**asdict(self), "unclear": list(self.unclear)}


def save_coverage(store: Store, recording_id: int, coverage: Coverage) -> None:
    """Keep it with what else later commands go by; a recording that is begun anew has none until it is done."""
    options = store.recordings.get(recording_id).options
    store.recordings.set_options(recording_id, {**options, "coverage": coverage.as_plain()}).result()


def load_coverage(recording: Recording) -> Coverage | None:
    """None while a recording is unfinished, and in databases from before it was kept."""
    kept = recording.options.get("coverage")
    if not isinstance(kept, Mapping):
        return None
    estimate, low, high, known, reached = (int(kept[name]) for name in ("estimate", "low", "high", "known", "reached"))
    return Coverage(estimate, low, high, known, reached, tuple(map(str, kept["unclear"])))


def numbers_kept(between: Between) -> Json:
    """Whether numbers tell what is there, as it is kept with the evidence for a threshold."""
    return {"numbers_tell": between.tells}


def do_numbers_tell(recording: Recording) -> bool:
    """Not in databases from before they were tried."""
    return (recording.threshold_evidence or {}).get("numbers_tell") is True


def groups_kept(groups: tuple[TargetGroup, ...], choice: GroupChoice) -> Json:
    """As they are kept with the evidence for a threshold."""
    return {"groups": [asdict(group) for group in groups], "choice": asdict(choice)}


def load_groups(recording: Recording) -> tuple[TargetGroup, ...]:
    """None in databases from before they were looked for."""
    kept = (recording.threshold_evidence or {}).get("groups")
    found = kept if isinstance(kept, list) else []
    return tuple(TargetGroup(**{**group, "examples": tuple(group["examples"])}) for group in found)


def load_choice(recording: Recording) -> GroupChoice:
    """What is left out or taken in alone."""
    kept = (recording.threshold_evidence or {}).get("choice")
    if not isinstance(kept, Mapping):
        return EVERYTHING
    return GroupChoice(**{name: tuple(said) for name, said in kept.items()})
