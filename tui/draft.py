"""A navigation pattern while it is edited: what is in force, and what has become of it. Nothing is stored here."""

from dataclasses import dataclass, replace

from recorder.face import LinkStep, NavigationPattern, PatternPath, Step

Place = tuple[int, int]
"""A step by the number of its path, and its own in that path."""


@dataclass(frozen=True)
class Draft:
    """`edited` against `in_force`; each edit gives another draft."""

    in_force: NavigationPattern
    edited: NavigationPattern

    @classmethod
    def of(cls, pattern: NavigationPattern) -> "Draft":
        return cls(pattern, pattern)

    @property
    def has_changed(self) -> bool:
        return self.edited != self.in_force

    @property
    def places(self) -> tuple[Place, ...]:
        """Every step, path by path."""
        return tuple((p, s) for p, path in enumerate(self.edited.paths) for s in range(len(path.steps)))

    def path(self, place: Place) -> PatternPath:
        return self.edited.paths[place[0]]

    def step(self, place: Place) -> Step:
        return self.path(place).steps[place[1]]

    def is_edited(self, step: Step) -> bool:
        """Whether no path in force has it."""
        return step not in {one for path in self.in_force.paths for one in path.steps}

    def former(self, place: Place) -> LinkStep | None:
        """The link step in force, where the draft still has it at its place; else as the draft has it."""
        found = _step_at(self.in_force, place) if len(self.in_force.paths) == len(self.edited.paths) else None
        step = found if isinstance(found, LinkStep) else self.step(place)
        return step if isinstance(step, LinkStep) else None

    def with_step(self, place: Place, step: LinkStep) -> "Draft":
        path, number = place
        steps = self.edited.paths[path].steps
        changed = replace(self.edited.paths[path], steps=(*steps[:number], step, *steps[number + 1 :]))
        return self._with_paths(*self.edited.paths[:path], changed, *self.edited.paths[path + 1 :])

    def without_path(self, path: int) -> "Draft":
        return self._with_paths(*self.edited.paths[:path], *self.edited.paths[path + 1 :])

    def _with_paths(self, *paths: PatternPath) -> "Draft":
        return replace(self, edited=NavigationPattern(paths))


def _step_at(pattern: NavigationPattern, place: Place) -> Step | None:
    path, number = place
    steps = pattern.paths[path].steps if path < len(pattern.paths) else ()
    return steps[number] if number < len(steps) else None
