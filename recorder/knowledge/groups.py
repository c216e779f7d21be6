"""The groups of targets that a recording found, and which of them are left out, saved with it and loaded from it. What
groups there are is found by `patterns.classes.groups`.
"""

from collections.abc import Mapping
from dataclasses import asdict

from recorder.patterns.classes.groups import EVERYTHING, GroupChoice, TargetGroup
from recorder.store.recordings import Recording
from recorder.store.rows import Json


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
