"""What tells the children of one place apart: steps, which say what a child is, and vocabularies, the words of the
template that steps are made of.

A page is walked by them in `patterns.records.walk`; vocabularies are learnt in `patterns.records.template_test`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

TEXT, PROSE = '"', "prose"
"""Tags of steps to a text between elements, and to the elements of a running text."""

_BY_TURNS = frozenset({"even", "odd", "alt"})

Ranks = Mapping[str, int]


class Step(NamedTuple):
    """One child of many pages. Only what is needed to tell it from its siblings is filled in."""

    tag: str
    mark: str = ""
    section: str = ""
    label: str = ""

    def __str__(self) -> str:
        mark = f".{self.mark}" if self.mark else ""
        section = f"{{{self.section}}}" if self.section else ""
        return f"{self.tag}{mark}{section}{f'[{self.label}]' if self.label else ''}"


@dataclass
class Vocabulary:
    """What tells the children of one place apart. `marks` are in the order of their worth, by tag."""

    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    icons: frozenset[str] = frozenset()
    """The tags whose elements are told by the pictures they begin with, where nothing else tells them."""
    sections: frozenset[str] = frozenset()
    captions: frozenset[tuple[str, str]] = frozenset()
    """Tags with their classes that head what follows as headings do."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Tags with their classes of which every other element says what the next one is."""
    heads: frozenset[tuple[str, ...]] = frozenset()
    """What rows say that are heads of the columns below them, cell by cell."""
    beside: frozenset[str] = frozenset()
    """What captions say: labels of what follows rather than headings over it."""
    lines: frozenset[str] = frozenset()
    """Labels of the lines that the text is made of, if it is."""
    labels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By the tag of the elements that begin with them."""
    numbered: frozenset[str] = frozenset()
    """Tags whose children are told by their number."""
    prose: bool = False
    lists: frozenset[str] = frozenset()
    """Headings under which stands a list and no prose."""
    texts: bool = False
    """Whether the texts between the children are values of their own."""

    @cached_property
    def ranks(self) -> Mapping[str, Ranks]:
        """The marks of each tag with their places in the order of worth: looked up for every child."""
        return {tag: {mark: place for place, mark in enumerate(marks)} for tag, marks in self.marks.items()}

    @cached_property
    def only_marks(self) -> bool:
        """Whether a child is told by its tag and mark, whatever stands beside it."""
        others = self.lines or self.labels or self.numbered or self.prose or self.texts or self.heads
        return not (self.sections or others)


def says_whose_turn(mark: str) -> bool:
    """Whether it is of the two looks that the rows of a list have by turns: `thread-odd`."""
    return bool(_BY_TURNS & set(re.split("[-_]+", mark.casefold())))
