"""The numbers of the program that have a name: constants of modules, and defaults of dataclasses, but for nought, where
counting begins. Found in the source; nothing is imported.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import mul, truediv
from pathlib import Path

import recorder

DECIDING = (
    *("patterns/classes", "patterns/navigation", "patterns/prototypes", "patterns/similarity", "patterns/urls"),
    *("patterns/pages", "forms", "mapping", "probing", "visiting", "knowledge", "crawling", "recording"),
)
"""The folders whose numbers decide something of a recording or a crawl. Others draw, store, or fetch."""


@dataclass(frozen=True)
class Constant:
    """`name` is `CONSTANT`, or `Class.field` for the default of a dataclass."""

    module: str
    name: str
    value: float

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"

    def times(self, factor: float) -> float:
        """Another value. Whole numbers stay whole and above zero, shares stay shares."""
        if isinstance(self.value, int):
            return max(1, round(self.value * factor)) if self.value > 0 else round(self.value * factor)
        return min(1.0, self.value * factor) if 0 < self.value <= 1 else self.value * factor


def constants() -> list[Constant]:
    """All of them, by the places of their files."""
    return [each for module, path in modules() for each in _of_file(path, module)]


def modules() -> Iterator[tuple[str, Path]]:
    """The modules that decide something, by name, with their files."""
    root = Path(recorder.__file__).parent
    for path in (path for folder in DECIDING for path in sorted((root / folder).rglob("*.py"))):
        yield ".".join(("recorder", *path.relative_to(root).with_suffix("").parts)), path


def _of_file(path: Path, module: str) -> Iterator[Constant]:
    for name, node in assigned(ast.parse(path.read_text())):
        if value := number(node):
            yield Constant(module, name, value)


def assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module gives values to, with the expressions."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.dump(each) for each in node.decorator_list):
            yield from ((f"{node.name}.{name}", value) for part in node.body for name, value in _pairs(part))
        else:
            yield from ((name, value) for name, value in _pairs(node) if name.isupper())


def _pairs(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target.id, node.value
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                named = zip(target.elts, node.value.elts, strict=True)
                yield from ((each.id, value) for each, value in named if isinstance(each, ast.Name))


_WORK: dict[type[ast.operator], Callable[[float, float], float]] = {ast.Div: truediv, ast.Mult: mul, ast.Pow: pow}


def number(node: ast.expr) -> float | None:
    """The value of a number as written: `2 / 3` and `64 * 1024` are numbers."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = number(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and (work := _WORK.get(type(node.op))):
        left, right = number(node.left), number(node.right)
        return None if left is None or right is None else work(left, right)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return node.value
    return None
