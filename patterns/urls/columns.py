"""The values one level takes in similar URLs, aligned token by token: the inner loop of URLPattern [SIGIR06 Figure
7].

`aligned` is the paper's, letter for letter. Its neighbouring columns may accept the same characters
(`[a-zA-Z]+_*\\w*`), which a backtracking engine pays for with the square of the length or worse; `settled` melts
such neighbours into one class and is always linear.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from recorder.patterns.urls.regex_tree import (
    ALPHA,
    ANY,
    DIGITS,
    OTHER,
    Node,
    Token,
    characters_of,
    escape,
    leaf_of,
    token_regex,
    tokenize,
)

_SPECIAL_IN_CLASS = frozenset("[]\\^")


def common_affixes(values: Sequence[str]) -> tuple[str, str]:
    """The longest common prefix, and the longest common suffix of what remains."""
    prefix = _common_prefix(values)
    rests = [value[len(prefix) :][::-1] for value in values]
    return prefix, _common_prefix(rests)[::-1]


def _common_prefix(values: Sequence[str]) -> str:
    low, high = min(values), max(values)  # whatever these two share, all between them share
    return low[: next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))]


def infixes(values: Iterable[str], prefix: str, suffix: str) -> list[str]:
    return [value[len(prefix) : len(value) - len(suffix)] for value in values]


def aligned(values: Sequence[str]) -> str:
    """The paper's regex for a level: common prefix, one TokenRegex per column, common suffix."""
    prefix, suffix = common_affixes(values)
    columns = "".join(map(token_regex, _columns(infixes(values, prefix, suffix))))
    return escape(prefix) + columns + escape(suffix)


def settled(values: Iterable[str]) -> str:
    """The paper's columns for `values` (prefix and suffix already cut), overlapping neighbours melted together."""
    return "".join(run.regex for run in _settled([_Run.of(column) for column in _columns(values)]))


def any_of(values: Sequence[str]) -> str:
    """One class that leaves out only what ends a level."""
    return characters_of(ANY, "".join(values)) + _quantifier(values)


def kinds_of(values: Sequence[str]) -> str:
    """One class of the kinds of token seen."""
    characters = frozenset("".join(values))
    return _class(characters) + _quantifier(values) if characters else ""


def _quantifier(values: Sequence[str]) -> str:
    return "+" if all(values) else "*"


def _columns(values: Iterable[str]) -> list[tuple[Token, ...]]:
    """Equal rows add nothing to any column, so each is kept once."""
    rows = {tokenize(value) for value in values}
    return [tuple(set(column)) for column in zip_longest(*sorted(rows))]


@dataclass(frozen=True)
class _Run:
    """One or more columns as one piece of a regex: its regex, the characters it came from, and how often it may
    occur.
    """

    regex: str
    characters: frozenset[str]
    repeats: bool
    optional: bool

    @classmethod
    def of(cls, column: tuple[Token, ...]) -> "_Run":
        present = [token for token in column if token is not None]
        optional = None in column
        characters = frozenset("".join(present))
        if len(present) > 1:
            return cls(_class(characters) + ("*" if optional else "+"), characters, True, optional)
        return cls(token_regex(column), characters, optional, optional)

    @cached_property
    def leaves(self) -> frozenset[Node]:
        """The kinds that the regex accepts. A letter outside ASCII is written as `\\w`, which accepts them all."""
        leaves = frozenset(map(leaf_of, self.characters))
        return leaves | {ALPHA, DIGITS} if any(not c.isascii() for c in self.characters) else leaves

    def melted(self, others: Sequence["_Run"]) -> "_Run":
        runs = (self, *others)
        characters = frozenset[str]().union(*(run.characters for run in runs))
        optional = all(run.optional for run in runs)
        return _Run(_class(characters) + ("*" if optional else "+"), characters, True, optional)


def _settled(runs: list[_Run]) -> list[_Run]:
    start = 0
    while start < len(runs):
        rival = _rival(runs, start)
        if rival is None:
            start += 1
        else:
            runs = [*runs[:start], runs[start].melted(runs[start + 1 : rival + 1]), *runs[rival + 1 :]]
            start = 0
    return runs


def _rival(runs: Sequence[_Run], start: int) -> int | None:
    """The next run that could take characters from the run at `start`: with nothing between that must stop it."""
    if not runs[start].repeats:
        return None
    for n in range(start + 1, len(runs)):
        if runs[n].leaves & runs[start].leaves:
            if runs[n].repeats:
                return n
        elif not runs[n].optional:
            return None
    return None


def _class(characters: frozenset[str]) -> str:
    """A character class for the kinds of these characters: whole kinds for letters and digits, single marks."""
    words: dict[Node, list[str]] = {leaf: [] for leaf in (ALPHA, DIGITS, OTHER)}
    marks: list[str] = []
    for character in sorted(characters):
        words.get(leaf_of(character), marks).append(character)
    if len(characters) == len(marks) == 1:
        return escape(marks[0])
    inside = "a-zA-Z" * bool(words[ALPHA]) + "0-9" * bool(words[DIGITS]) + "_" * bool(words[OTHER])
    if words[OTHER] not in ([], ["_"]) or all(words.values()):
        inside = r"\w"
        if not marks:
            return inside
    marks.sort(key="-".__eq__)  # a hyphen stands last, where it means itself
    return f"[{inside}{''.join(f'{chr(92)}{mark}' if mark in _SPECIAL_IN_CLASS else mark for mark in marks)}]"
