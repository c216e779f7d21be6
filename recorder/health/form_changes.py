"""The forms a crawl is about to ask: whether they still are what was recorded, seen before anything is sent.

A form that has changed is not asked: its answer would not be the answer to what a person asked.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from recorder.forms.changes import form_now
from recorder.forms.form import Form
from recorder.health.drift import Drift, called, form_steps
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern


@dataclass
class FormWatch:
    """What was seen of the forms of one crawl."""

    _fit: set[FormStep] = field(default_factory=set)
    _missed: set[FormStep] = field(default_factory=set)
    _changes: dict[FormStep, tuple[str, ...]] = field(default_factory=dict)

    def look(self, step: FormStep, forms: Iterable[Form]) -> Form | None:
        """The step's form among those of a page, if it may be asked as it stands."""
        now = form_now(step, forms)
        if now.form is None:
            self._missed.add(step)
            return None
        if now.changes:
            self._changes.setdefault(step, now.changes)
            return None
        self._fit.add(step)
        return now.form

    def has_changed(self, step: FormStep) -> bool:
        """Whether it was met, and nowhere as it was recorded."""
        return step in self._changes and step not in self._fit

    def find_drift(self, pattern: NavigationPattern, followed: Set[int], found: int) -> Drift | None:
        """The first form that has changed, or is gone from its page and the question `found` nothing. Whether an answer
        has a further form depends on the question.
        """
        steps = list(form_steps(pattern, followed))
        for at, step in steps:
            if self.has_changed(step):
                words = f"the form on {step.page}, has changed: {'; '.join(self._changes[step])}"
                return Drift.at(at, 0, 0, f"{called(at)}, {words}")
        for at, step in steps:
            if at.step == 1 and not found and step in self._missed - self._fit:
                return Drift.at(at, 0, 0, f"{called(at)}, the form of {step.url}, is no longer where it was")
        return None
