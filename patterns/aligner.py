"""The children of one class aligned with the children of many others, in turn: an automaton that is built while it
reads.

Filling an alignment table column by column, all that a column depends on is the one before it and the weights of the
next child. So a column of sums is a *state*, the weights of a child against the class are a *letter*, and the table of
a pair is a walk. The items of a template consist of the same few things: nearly all steps have been taken before, and a
step taken before is two look-ups, however many children the class has.
"""

from collections.abc import Callable, Iterable, Sequence

from patterns.trees import Tree

Weight = Callable[[Tree, int], int]
"""The gain of a child with some class, or the number given if there is none."""

_MOST_STATES = 20_000


class Aligner:
    """For children with these `weights`. A weight may get to know more classes, but not change its mind."""

    __slots__ = ("_letters", "_start", "_weights", "columns", "states")

    def __init__(self, weights: Sequence[Weight]) -> None:
        self._weights = weights
        self._forget()

    @property
    def size(self) -> int:
        """How much it remembers."""
        return len(self.states) + len(self._letters)

    def heaviest(self, others: Iterable[Tree]) -> int:
        """What the heaviest non-crossing alignment of the children with `others` is worth."""
        if len(self.states) > _MOST_STATES:
            self._forget()
        state, letters = self._start, self._letters
        for other in others:
            state = state[letters[other]]
        return state.sums[-1]

    def _forget(self) -> None:
        self.columns: list[tuple[int, ...]] = []
        self.states: dict[tuple[int, ...], _State] = {}
        self._letters = _Letters(self._weights, self.columns)
        self._start = _State(self, (0,) * len(self._weights))


class _Letters(dict[Tree, int]):
    """By class: the number of its column of weights. Classes with the same weights are the same letter."""

    __slots__ = ("_columns", "_numbers", "_weights")

    def __init__(self, weights: Sequence[Weight], columns: list[tuple[int, ...]]) -> None:
        super().__init__()
        self._weights = weights
        self._columns = columns
        self._numbers: dict[tuple[int, ...], int] = {}

    def __missing__(self, other: Tree) -> int:
        column = tuple([weight(other, 1) for weight in self._weights])
        number = self._numbers.setdefault(column, len(self._columns))
        if number == len(self._columns):
            self._columns.append(column)
        self[other] = number
        return number


class _State(dict[int, "_State"]):
    """The sums of the heaviest alignments with the first 1, 2, ... children; by letter, the state that comes next."""

    __slots__ = ("_aligner", "sums")

    def __init__(self, aligner: Aligner, sums: tuple[int, ...]) -> None:
        super().__init__()
        self._aligner = aligner
        self.sums = sums

    def __missing__(self, letter: int) -> "_State":
        sums = []
        best = diagonal = 0
        for weight, up in zip(self._aligner.columns[letter], self.sums, strict=True):
            weight += diagonal
            if weight > best:
                best = weight
            if up > best:
                best = up
            diagonal = up
            sums.append(best)
        key = tuple(sums)
        state = self._aligner.states.get(key)
        if state is None:
            state = self._aligner.states[key] = _State(self._aligner, key)
        self[letter] = state
        return state
