"""Matching addresses by an expression that a person may have written, in bounded time.

Python's own engine is quick, and knows no limit of time: where repetitions beside each other accept the same
characters it goes back and forth between them, n times as long for each of them, and for ever where a group is
repeated. Expressions that were learnt have no such repetitions. For others it is worked out how long an address may be
for that engine; longer ones are left to another, which knows a limit and takes twenty times as long.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count

_SECONDS = 1.0
"""Most time for matching one address: others take a hundred thousandth of it."""
_STEPS = 10**7
"""Most steps that are left to Python's engine."""
_LARGEST = 10_000
"""Most characters of an expression written out, as the bounded engine does: 40 MB. Few addresses have as many."""
_ATOM = re.compile(
    r"(?P<setting>\(\?[a-zA-Z]+\))|(?P<open>\((?:\?(?:P?<[a-zA-Z_]\w*>|<?[=!]|>|[a-zA-Z-]*:))?)|(?P<other>\|)"
    r"|(?:(?P<close>\))|(?P<one>\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.))(?P<many>[*+?]|\{[0-9]*(?P<some>,)?[0-9]*\})?[+?]?",
    re.DOTALL,
)
_OWN_BRACE = re.compile(r"(?<!\\)(?<!\\N)((?:\\\\)*)\{(?![0-9]+(?:,[0-9]*)?\}|,[0-9]*\})")
"""A brace that counts nothing, which the bounded engine takes for leave to match by and large: `{e}`."""
_LETTERS = [*map(chr, range(0x20, 0x7F)), "é"]

_Open = frozenset[int]
"""The repetitions that may still take what comes next."""


@dataclass(frozen=True)
class Matcher:
    expression: str

    def __call__(self, text: str) -> bool:
        """Whether the whole of `text` matches; `TimeoutError` if that takes for ever."""
        return (self._quick if len(text) <= self._longest else self._bounded)(text) is not None

    @cached_property
    def _quick(self) -> Callable[[str], object]:
        return re.compile(self.expression).fullmatch

    @cached_property
    def _bounded(self) -> Callable[[str], object]:
        import regex  # loaded late: hardly any pattern needs it

        compiled = regex.compile(_OWN_BRACE.sub(r"\1\{", self.expression))
        return lambda text: compiled.fullmatch(text, timeout=_SECONDS)

    @cached_property
    def _longest(self) -> float:
        """Most characters of a text for the quick engine."""
        together = _repetitions_together(self.expression)
        return float("inf") if together <= 1 else _STEPS ** (1 / together)

    @property
    def why_unbounded(self) -> str:
        """Why the engine that knows a limit cannot take it, where that may be needed; or nothing."""
        if self._longest == float("inf"):
            return ""
        import regex

        try:
            _ = self._bounded
        except regex.error as error:
            return f"may take for ever, and cannot be bounded: {error}"
        return ""


def why_unfit(expression: str) -> str:
    """Why no address can be matched by it, or nothing."""
    try:
        re.compile(expression)
    except re.error as error:
        return f"does not compile: {error}"
    except (OverflowError, RecursionError, ValueError):  # of numbers that are too large, and of groups in groups
        return "does not compile: it is too large"
    if _written_out(expression) > _LARGEST:
        return "repeats more than an address can be long"
    return matcher(expression).why_unbounded


@lru_cache(maxsize=4096)
def matcher(expression: str) -> Matcher:
    return Matcher(expression)


def _written_out(expression: str) -> int:
    """How many characters it has where every repetition is written out as often as it must come. A group is one."""
    sizes = [0]
    for atom in _ATOM.finditer(expression):
        if atom["open"]:
            sizes.append(0)
        elif atom["one"] or (atom["close"] and len(sizes) > 1):
            size = 1 if atom["one"] else 1 + sizes.pop()
            times = re.match(r"\{([0-9]+)", atom["many"] or "")
            sizes[-1] += size * max(1, int(times[1]) if times else 1)
    return sum(sizes)


def _repetitions_together(expression: str) -> float:
    """Most repetitions that the same characters can be shared out among; infinite where a group is repeated."""
    letters: dict[int, frozenset[str]] = {}
    numbers, most, now = count(), 0, _Open()
    groups: list[tuple[bool, _Open, _Open]] = []
    """For each group that is open: whether it only looks around, what held before it, and after its branches so far."""
    for atom in _ATOM.finditer(expression):
        if atom["open"]:
            groups.append((atom["open"][-1] in "=!", now, _Open()))
        elif groups and atom["other"]:
            looks, before, after = groups[-1]
            groups[-1], now = (looks, before, after | now), before
        elif groups and atom["close"]:
            looks, before, after = groups.pop()
            if atom["many"] not in (None, "?"):
                return float("inf")
            now = before if looks else now | after | (before if atom["many"] else _Open())
        elif atom["one"]:
            accepted = _accepted(atom["one"])
            if accepted is None:
                return float("inf")
            if not accepted:  # an anchor
                continue
            sharing = _Open(number for number in now if letters[number] & accepted)
            may_be_left_out = atom["many"] in ("*", "?") or (atom["many"] or "").startswith(("{,", "{0"))
            now = now if may_be_left_out else sharing
            if atom["many"] and (atom["some"] or not atom["many"].startswith("{")):
                number = next(numbers)
                letters[number] = accepted
                most, now = max(most, len(sharing) + 1), now | {number}
    return most


@lru_cache(maxsize=1024)
def _accepted(atom: str) -> frozenset[str] | None:
    """Which letters a part of an expression stands for; None if it refers to what came before."""
    try:
        matches = re.compile(atom, re.IGNORECASE | re.DOTALL).fullmatch
    except re.error:
        return None
    return frozenset(filter(matches, _LETTERS))
