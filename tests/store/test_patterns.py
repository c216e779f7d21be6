"""Patterns: versions, the one in force, and steps as rows."""

import pytest

from recorder.store import Recording, StepRow, Store
from recorder.store.errors import NoPatternError

LINK = StepRow(
    path_index=0,
    step_index=0,
    kind="link",
    regex=r"http://a\.example/[a-z]+",
    place="html/body/ul",
    repeat=True,
    examples=("http://a.example/ü",),
    targets=3,
    links=9,
)
FORM = StepRow(
    path_index=1,
    step_index=0,
    kind="form",
    method="POST",
    url="http://a.example/find",
    body="q=*",
    parameters=({"name": "q", "options": ["a", "b"], "required": True},),
)


def test_none_yet(store: Store, recording: Recording) -> None:
    with pytest.raises(NoPatternError, match="no navigation pattern yet"):
        store.patterns.latest(recording.id)


def test_versions_are_kept_and_the_latest_is_in_force(store: Store, recording: Recording) -> None:
    first = store.patterns.save(recording.id, "one", [LINK]).result()
    second = store.patterns.save(recording.id, "two", [FORM, LINK], "edited").result()
    assert store.patterns.latest(recording.id) == second
    assert store.patterns.versions(recording.id) == (first, second)
    assert (second.version, second.origin, second.text) == (2, "edited", "two")
    assert store.patterns.steps(first.id) == (LINK,)
    assert store.patterns.steps(second.id) == (LINK, FORM)


def test_the_same_text_is_the_same_version_with_newer_evidence(store: Store, recording: Recording) -> None:
    first = store.patterns.save(recording.id, "one", [LINK]).result()
    assert store.patterns.save(recording.id, "one", [FORM]).result() == first
    assert store.patterns.steps(first.id) == (FORM,)


def test_a_hundred_steps(store: Store, recording: Recording) -> None:
    steps = tuple(StepRow(path_index=n // 10, step_index=n % 10, kind="link") for n in range(100))
    saved = store.patterns.save(recording.id, "many", steps[::-1]).result()
    assert store.patterns.steps(saved.id) == steps
