"""The tokens of URLs, the leaves of the paper's regex tree [SIGIR06 §4.3.2], and the values one level takes in similar
URLs, aligned token by token: the inner loop of URLPattern [Figure 7].

Tokens are letters, digits, `_` and letters outside ASCII, and every other character for itself. The paper's
neighbouring columns may accept the same characters (`[a-zA-Z]+_*\\w*`), which a backtracking engine pays for with the
square of the length or worse: such neighbours are melted into one class, so that matching is linear. It knows nothing
of levels.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

ALPHA, DIGITS, OTHER = "alpha", "digits", "other"
"""The kinds of words. Any other character is a kind of its own."""

_TOKEN = re.compile(r"[a-zA-Z]+|[0-9]+|[^\W0-9a-zA-Z]+|\W")
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")


def escape(text: str) -> str:
    """`text` as a regex. `re.escape` also escapes `-`, `&`, `~`, `#`, which only makes URLs hard to read."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def tokenize(text: str) -> tuple[str, ...]:
    """Cut into the leftmost longest pieces of one kind."""
    return tuple(_TOKEN.findall(text))


def kind_of(token: str) -> str:
    first = token[0]
    if "a" <= first <= "z" or "A" <= first <= "Z":
        return ALPHA
    if "0" <= first <= "9":
        return DIGITS
    return OTHER if first.isalnum() or first == "_" else first


_ENDS_A_LEVEL = "/?#&="
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


def settled(values: Iterable[str]) -> str:
    """The paper's columns for `values` (prefix and suffix already cut), overlapping neighbours melted together."""
    return "".join(run.regex for run in _settled([_Run.of(column) for column in _columns(values)]))


def any_of(values: Sequence[str]) -> str:
    """One class that leaves out only what ends a level, as far as the values do without."""
    ends = "".join(character for character in _ENDS_A_LEVEL if not any(character in value for value in values))
    return (f"[^{ends}]" if ends else r"[\s\S]") + _quantifier(values)


def kinds_of(values: Sequence[str]) -> str:
    """One class of the kinds of token seen."""
    characters = frozenset("".join(values))
    return _class(characters) + _quantifier(values) if characters else ""


def _quantifier(values: Sequence[str]) -> str:
    return "+" if all(values) else "*"


def _columns(values: Iterable[str]) -> list[tuple[str | None, ...]]:
    """None where a value has no token in the column. Equal rows add nothing to any column, so each is kept once."""
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
    def of(cls, column: tuple[str | None, ...]) -> "_Run":
        present = [token for token in column if token is not None]
        optional = None in column
        characters = frozenset("".join(present))
        if len(present) > 1:
            return cls(_class(characters) + ("*" if optional else "+"), characters, True, optional)
        return cls(_literal(present[0]) + "*" if optional else escape(present[0]), characters, optional, optional)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds that the regex accepts. A letter outside ASCII is written as `\\w`, which accepts them all."""
        kinds = frozenset(map(kind_of, self.characters))
        return kinds | {ALPHA, DIGITS} if any(not c.isascii() for c in self.characters) else kinds

    def melted(self, others: Sequence["_Run"]) -> "_Run":
        runs = (self, *others)
        characters = frozenset[str]().union(*(run.characters for run in runs))
        optional = all(run.optional for run in runs)
        return _Run(_class(characters) + ("*" if optional else "+"), characters, True, optional)


def _literal(token: str) -> str:
    """The token as one piece of a regex, which a quantifier may follow."""
    return escape(token) if len(token) == 1 else f"(?:{token})"


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
        if runs[n].kinds & runs[start].kinds:
            if runs[n].repeats:
                return n
        elif not runs[n].optional:
            return None
    return None


def _class(characters: frozenset[str]) -> str:
    """A character class for the kinds of these characters: whole kinds for letters and digits, single marks."""
    words: dict[str, list[str]] = {kind: [] for kind in (ALPHA, DIGITS, OTHER)}
    marks: list[str] = []
    for character in sorted(characters):
        words.get(kind_of(character), marks).append(character)
    if len(characters) == len(marks) == 1:
        return escape(marks[0])
    inside = "a-zA-Z" * bool(words[ALPHA]) + "0-9" * bool(words[DIGITS]) + "_" * bool(words[OTHER])
    if words[OTHER] not in ([], ["_"]) or all(words.values()):
        inside = r"\w"
        if not marks:
            return inside
    marks.sort(key="-".__eq__)  # a hyphen stands last, where it means itself
    return f"[{inside}{''.join(f'{chr(92)}{mark}' if mark in _SPECIAL_IN_CLASS else mark for mark in marks)}]"
