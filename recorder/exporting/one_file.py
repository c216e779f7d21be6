"""Several modules as one: the definitions that some of them need, each once, in an order in which they can stand in one
file. What is private to two modules under one name gets another in one of them. Types are not followed: in the file,
annotations are texts.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

_OURS = "recorder."
Definition = tuple[str, str]
"""A module and a name in it; of a method, "Class.method"."""


def one_file(roots: Sequence[Definition], instead: Mapping[Definition, str], imports: Iterable[Definition] = ()) -> str:
    """Imports and definitions that `roots` need; `instead` has the texts of those that are written otherwise, which
    need `imports`."""
    return _Bundle(instead, imports).of(roots)


def _file_of(module: str) -> Traversable:
    top, _, rest = module.partition(".")
    return files(top) / f"{rest.replace('.', '/')}.py"


class _Module:
    def __init__(self, name: str) -> None:
        self.name = name
        self.text = _file_of(name).read_text("utf-8")
        self.nodes: dict[str, ast.stmt] = {}
        self.imports: dict[str, tuple[str, str]] = {}
        """By the name here: module, and name there; no name where the module itself is meant."""
        for node in ast.parse(self.text).body:
            self._take(node)

    def _take(self, node: ast.stmt) -> None:
        if isinstance(node, ast.ImportFrom):
            self.imports |= {each.asname or each.name: (str(node.module), each.name) for each in node.names}
        elif isinstance(node, ast.Import):
            self.imports |= {each.asname or each.name: (each.name, "") for each in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            self.nodes[node.name] = node
        elif isinstance(node, ast.Assign):
            named = (name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name))
            self.nodes |= {each.id: node for each in named}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            self.nodes[node.target.id] = node

    def source(self, node: ast.stmt) -> str:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        return "\n".join(self.text.splitlines()[first - 1 : node.end_lineno])


class _Bundle:
    def __init__(self, instead: Mapping[Definition, str], imports: Iterable[Definition]) -> None:
        self._instead = instead
        self._modules: dict[str, _Module] = {}
        self._needed: dict[Definition, None] = {}
        self._order: list[str] = []
        """Modules, those before that others stand on."""
        self._imports = set(imports)
        self._attributes: set[str] = set()

    def of(self, roots: Sequence[Definition]) -> str:
        self._need(roots)
        while waiting := [each for each in self._methods() if each not in self._needed]:
            self._need(waiting)
        texts = {name: self._text_of(self._modules[name]) for name in self._order if name in self._modules}
        parts = [*(text for text in self._instead.values()), *self._unlike(texts)]
        return "\n".join([*self._import_lines(), *(f"\n\n{part.strip()}" for part in parts if part.strip())])

    def _need(self, wanted: Sequence[Definition]) -> None:
        stack = list(wanted)
        while stack:
            module, name = stack.pop()
            if (module, name) in self._needed:
                continue
            self._needed[module, name] = None
            if (module, name) in self._instead:
                self._look_at(ast.parse(self._instead[module, name]), self._module(module))
            else:
                stack += self._look_at(self._node(module, name), self._module(module))

    def _import_lines(self) -> Iterator[str]:
        """Modules first, then what is taken from some."""
        taken: dict[str, list[str]] = {}
        for origin, name in sorted(self._imports):
            if name:
                taken.setdefault(origin, []).append(name)
            else:
                yield f"import {origin}"
        yield from (f"from {origin} import {', '.join(names)}" for origin, names in taken.items())

    def _methods(self) -> Iterator[Definition]:
        """Of needed classes, those that anything needed calls by name, and those that Python calls."""
        for module, name in list(self._needed):
            node = self._module(module).nodes.get(name) if (module, name) not in self._instead else None
            for each in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(each, ast.FunctionDef) and (each.name in self._attributes or each.name.startswith("__")):
                    yield module, f"{name}.{each.name}"

    def _module(self, name: str) -> _Module:
        if name not in self._modules:
            self._modules[name] = module = _Module(name)
            for origin, _ in module.imports.values():
                if origin.startswith(_OURS) and _file_of(origin).is_file():
                    self._module(origin)
            self._order.append(name)
        return self._modules[name]

    def _node(self, module: str, name: str) -> ast.AST:
        owner, _, method = name.partition(".")
        node = self._module(module).nodes[owner]
        if isinstance(node, ast.ClassDef):
            if method:
                return next(each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == method)
            rest = [each for each in node.body if not isinstance(each, ast.FunctionDef)]
            return ast.Module([*map(ast.Expr, [*node.bases, *node.decorator_list]), *rest], [])
        return node

    def _look_at(self, node: ast.AST, module: _Module) -> list[Definition]:
        """What it needs of ours; imports of others are noted."""
        found: list[Definition] = []
        for each in _without_types(node):
            if isinstance(each, ast.Attribute):
                self._attributes.add(each.attr)
            if not isinstance(each, ast.Name) or not isinstance(each.ctx, ast.Load):
                continue
            if each.id in module.nodes:
                found.append((module.name, each.id))
            elif each.id in module.imports:
                origin, name = module.imports[each.id]
                if origin.startswith(_OURS):
                    found.append((origin, name))
                else:
                    self._imports.add((origin, name))
        return found

    def _text_of(self, module: _Module) -> str:
        names = [name for of, name in self._needed if of == module.name and (of, name) not in self._instead]
        nodes = {id(node): node for name in names if (node := module.nodes.get(name)) is not None}
        lines = sorted(nodes.values(), key=lambda node: node.lineno)
        return "\n\n".join(self._pruned(module, node) for node in lines)

    def _pruned(self, module: _Module, node: ast.stmt) -> str:
        """Without the methods that nothing calls."""
        text = module.source(node)
        if not isinstance(node, ast.ClassDef):
            return text
        start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        lines: list[str | None] = list(text.splitlines())
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and (module.name, f"{node.name}.{each.name}") not in self._needed:
                first = min([each.lineno, *(one.lineno for one in each.decorator_list)])
                lines[first - start : int(each.end_lineno or 0) - start + 1] = [None] * (
                    int(each.end_lineno or 0) - first + 1
                )
        return re.sub(r"\n\n\n+", "\n\n", "\n".join(line for line in lines if line is not None)).rstrip()

    def _unlike(self, texts: Mapping[str, str]) -> Iterator[str]:
        """With other names for what two modules call the same."""
        taken = {name for _, name in self._instead}
        for module, text in texts.items():
            own = {
                name
                for of, name in self._needed
                if of == module and "." not in name and (of, name) not in self._instead
            }
            for name in own & taken:
                text = re.sub(rf"(?<![\w.]){name}(?!\w)", f"{name}_of_{module.rpartition('.')[2]}", text)
            taken |= own
            yield text


def _without_types(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it but annotations."""
    stack = [node]
    while stack:
        each = stack.pop()
        yield each
        for field, below in ast.iter_fields(each):
            if field not in ("annotation", "returns"):
                stack += [one for one in (below if isinstance(below, list) else [below]) if isinstance(one, ast.AST)]
