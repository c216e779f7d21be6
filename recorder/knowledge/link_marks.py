"""What a person has marked: classes of links to follow first, and classes not to follow at all.

A mark belongs to the classes as they were shown when it was given (table `prototypes`), and to nothing that is learnt
later: a link is of the first class whose pattern matches it. Learns no classes: `link_classes` does.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from recorder.patterns.pages.generations import Generations
from recorder.patterns.prototypes.prototype import Prototype, Prototypes, prototypes_in
from recorder.runtime.plain_text import many
from recorder.store.database import Store

_REMEMBERED = 50_000
"""Most links whose class is cached."""

_NAMED = 3
"""Most classes that a line names."""

_NO_CLASS = Prototype("", (), 0, 0, False, ())


@dataclass(frozen=True)
class LinkMarks:
    """By the patterns of classes: True where a person wants their links, False where they are ignored."""

    classes: Prototypes = field(default_factory=lambda: Prototypes(()))
    given: Mapping[str, bool] = field(default_factory=dict)
    _known: Generations[str, Prototype] = field(default_factory=lambda: Generations(_REMEMBERED), compare=False)

    def class_of(self, url: str) -> Prototype | None:
        """The class a link is of; None if it is of none."""
        found = self._known.get(url)
        if found is None:
            found = self.classes.matching(url) or _NO_CLASS
            self._known.put(url, found)
        return None if found is _NO_CLASS else found

    def mark_of(self, url: str) -> bool | None:
        found = self.class_of(url) if self.given else None
        return None if found is None else self.given.get(found.pattern)

    def ignores(self, url: str) -> bool:
        """Whether a link is not to be followed."""
        return self.mark_of(url) is False

    def wants(self, url: str) -> bool:
        """Whether a link is of a class that is never given up."""
        return self.mark_of(url) is True

    @property
    def ignored(self) -> tuple[Prototype, ...]:
        """The classes that are not followed."""
        return tuple(each for each in self.classes.ordered if self.given.get(each.pattern) is False)

    def told_of(self, urls: Iterable[str]) -> str:
        """One line that says how many of these were left out, and by which marks; empty where none were."""
        left_out = {url: found for url in urls if (found := self.class_of(url)) and self.ignores(url)}
        if not left_out:
            return ""
        names = list(dict.fromkeys(each.name for each in self.ignored if each in left_out.values()))
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        count = many(len(left_out), "address was", "addresses were")
        return (
            f"{count} left out: you ignore links of the class {', '.join(names[:_NAMED])}{more}."
            " `recorder links --unmark CLASS` has them followed again."
        )


def load_link_marks(store: Store, recording_id: int) -> LinkMarks:
    """The marks of a recording, with the classes they were given to."""
    given = store.prototypes.marks(recording_id)
    if not given:
        return LinkMarks()
    return LinkMarks(prototypes_in((row.name, row.pattern) for row in store.prototypes.all(recording_id)), given)
