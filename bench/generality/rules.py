"""The rules of the program: functions that answer yes or no, or with a collection, and can be switched off by answering
no, or with nothing. Which of them are rules is told by listening to trials: a rule has found something there, and has
found nothing there. A function that always finds something is a step of the work; one that never does needs no switch.
"""

import ast
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from inspect import CO_GENERATOR
from types import CodeType, FrameType

from bench.generality.constants import modules

OFF = "off"
"""The value that switches a rule off."""
_NOTHING = {
    "bool": "False",
    **dict.fromkeys(("tuple", "Sequence", "Collection", "Iterable"), "()"),
    **dict.fromkeys(("set", "Set"), "set()"),
    **dict.fromkeys(("dict", "Mapping"), "{}"),
    "list": "[]",
    "frozenset": "frozenset()",
    "Iterator": "iter(())",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, order=True)
class Rule:
    """`name` is `function`, or `Class.method`."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Those of a module that can be switched off, by name. What only declares, or is called by the language, cannot."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for each in inside:
            if isinstance(each, Function) and not each.name.startswith("__") and nothing(each) is not None:
                yield owner + each.name, each


def nothing(function: Function) -> ast.expr | None:
    """What it answers when it is off; None if it answers neither yes or no nor with a collection."""
    told = function.returns
    if function.decorator_list and "contextmanager" in ast.dump(function.decorator_list[0]):
        return None
    if isinstance(told, ast.Subscript):
        if ast.unparse(told.value) == "tuple" and not ast.unparse(told).endswith("...]"):
            return None  # so many values, and not a collection
        told = told.value
    known = _NOTHING.get(told.id) if isinstance(told, ast.Name) else None
    return ast.parse(known, mode="eval").body if known else None


def candidates() -> list[Rule]:
    """All that could be switched off, by the places of their files."""
    return [Rule(module, name) for module, path in modules() for name, _ in functions(ast.parse(path.read_text()))]


@dataclass
class Listener:
    """Hears what candidates answer, in this thread and those that start meanwhile."""

    something: set[Rule] = field(default_factory=set)
    nothing: set[Rule] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._wanted = set(candidates())
        self._known: dict[int, tuple[CodeType, Rule | None]] = {}
        self._yielded: set[int] = set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        threading.setprofile(self._hear)
        sys.setprofile(self._hear)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def rules(self) -> list[Rule]:
        return sorted(self.something & self.nothing)

    def _hear(self, frame: FrameType, event: str, answer: object) -> None:
        """A generator returns every time it yields, and ends by returning None."""
        if event != "return" or not (rule := self._rule(frame)):
            return
        generates = frame.f_code.co_flags & CO_GENERATOR
        if answer is not None:
            (self.something if answer or generates else self.nothing).add(rule)
            self._yielded |= {id(frame)} if generates else set()
        elif generates and id(frame) not in self._yielded:
            self.nothing.add(rule)
        else:
            self._yielded.discard(id(frame))

    def _rule(self, frame: FrameType) -> Rule | None:
        code = frame.f_code
        if (known := self._known.get(id(code))) is None:
            rule = Rule(str(frame.f_globals.get("__name__")), code.co_qualname)
            known = self._known[id(code)] = (code, rule if rule in self._wanted else None)  # held: ids are not reused
        return known[1]
