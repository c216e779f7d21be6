"""The children of one class aligned with the children of many others, in turn: an automaton that is built while it
reads.

Filling an alignment table row by row, all that a row of sums depends on is the row above it and the weights of the next
child. So a row of sums is a *state*, the weights of a child against the class are a *letter*, and the table of a pair
is a walk. The items of a template consist of the same few things: nearly all steps have been taken before, and a step
taken before is two look-ups, however many children the class has.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol

from patterns.pages.trees import Tree
from patterns.similarity.table_rows import LONG, Lanes, Row, Rows, SumBySum

Weight = Callable[[Tree, int], int]
"""The gain of a child with some class, or the number given if there is none."""

_MOST_STATES = 20_000


class Aligner(Protocol):
    """For children with certain weights. A weight may get to know more classes, but not change its mind."""

    @property
    def size(self) -> int:
        """How much it remembers."""

    def heaviest(self, others: Iterable[Tree]) -> int:
        """What the heaviest non-crossing alignment of the children with `others` is worth."""


def aligner_of(weights: Sequence[Weight], most: int) -> Aligner:
    """No alignment is worth more than `most`."""
    if len(weights) < LONG:
        return _Automaton(weights, SumBySum(len(weights)))
    return _Automaton(weights, Lanes(len(weights), most))


class _Automaton(Generic[Row]):
    __slots__ = ("_letters", "_start", "_weights", "rows", "states")

    def __init__(self, weights: Sequence[Weight], rows: Rows[Row]) -> None:
        self._weights = weights
        self.rows = rows
        self._forget()

    @property
    def size(self) -> int:
        return len(self.states) + len(self._letters)

    def heaviest(self, others: Iterable[Tree]) -> int:
        if len(self.states) > _MOST_STATES:
            self._forget()
        state, letters = self._start, self._letters
        for other in others:
            state = state[letters[other]]
        return self.rows.last(state.sums)

    def _forget(self) -> None:
        self.states: dict[Row, _State[Row]] = {}
        self._letters = _Letters(self._weights, self.rows)
        self._start = _State(self, self._letters, self.rows.zeros)


class _Letters(dict[Tree, int], Generic[Row]):
    """By class: the number of its row of weights. Classes with the same weights are the same letter."""

    __slots__ = ("_numbers", "_rows", "_weights", "packed")

    def __init__(self, weights: Sequence[Weight], rows: Rows[Row]) -> None:
        super().__init__()
        self.packed: list[Row] = []
        self._weights = weights
        self._rows = rows
        self._numbers: dict[Row, int] = {}

    def __missing__(self, other: Tree) -> int:
        row = self._rows.pack([weight(other, 1) for weight in self._weights])
        number = self._numbers.setdefault(row, len(self.packed))
        if number == len(self.packed):
            self.packed.append(row)
        self[other] = number
        return number


class _State(dict[int, "_State[Row]"], Generic[Row]):
    """The sums of the heaviest alignments with the first 1, 2, ... children; by letter, the state that comes next."""

    __slots__ = ("_automaton", "_letters", "sums")

    def __init__(self, automaton: _Automaton[Row], letters: _Letters[Row], sums: Row) -> None:
        super().__init__()
        self._automaton = automaton
        self._letters = letters
        self.sums = sums

    def __missing__(self, letter: int) -> "_State[Row]":
        sums = self._automaton.rows.next_row(self.sums, self._letters.packed[letter])
        state = self._automaton.states.get(sums)
        if state is None:
            state = self._automaton.states[sums] = _State(self._automaton, self._letters, sums)
        self[letter] = state
        return state
