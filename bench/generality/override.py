"""One number of the program set to another value, or one rule switched off, for a whole process: imported before the
program, it rewrites the source of the module, so that `from module import NAME` sees the other value too. The file
stays as it is. Without the variable in the environment it does nothing.
"""

import ast
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

VARIABLE = "RECORDER_BENCH_OVERRIDE"
"""`module:NAME=value`, `module:Class.field=value`, or `module:function=off`."""


class _Rewritten(SourceFileLoader):
    """Compiles from the source every time: neither reads nor writes what Python has cached of the module."""

    def get_code(self, fullname: str) -> CodeType:
        del fullname  # the loader is of one module
        tree = ast.parse(self.get_data(self.path))
        _rewrite(tree, *_asked()[1:])
        return compile(tree, self.path, "exec")


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != _asked()[0]:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Rewritten(fullname, spec.origin)
        return spec


def _asked() -> tuple[str, str, str]:
    """The module, the name and the value that are asked for."""
    place, _, value = os.environ.get(VARIABLE, "").rpartition("=")
    module, _, name = place.partition(":")
    return module, name, value


def _rewrite(tree: ast.Module, name: str, value: str) -> None:
    """ValueError if the module does not give that name a value: a misspelt name must not seem to have no effect."""
    from bench.generality.constants import assigned
    from bench.generality.rules import OFF, functions, nothing

    if value == OFF and (rules := [node for known, node in functions(tree) if known == name]):
        for rule in rules:
            rule.body = [ast.Return(nothing(rule))]
        ast.fix_missing_locations(tree)
        return
    found = [node for known, node in assigned(tree) if known == name]
    if not found:
        raise ValueError(f"There is no {name} to set to {value}.")
    _Exchanged(found[-1], ast.parse(value, mode="eval").body).visit(tree)
    ast.fix_missing_locations(tree)


@dataclass
class _Exchanged(ast.NodeTransformer):
    """One expression in place of another."""

    old: ast.expr
    new: ast.expr

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def touches(folders: Sequence[str]) -> bool:
    """Whether the number is one of a module in these folders of the program."""
    return any(_asked()[0].startswith(f"recorder.{folder.replace('/', '.')}.") for folder in folders)


if os.environ.get(VARIABLE):
    sys.meta_path.insert(0, _Finder())
