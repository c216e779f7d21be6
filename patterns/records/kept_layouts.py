"""Templates as JSON text, so that pages can be read later without learning anew. Whatever values layouts are made of
are written by the names of their classes and fields; what cannot be read any more is learnt again.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from recorder.patterns.pages.trees import Tree
from recorder.patterns.records import kinds, layouts, places, pointing, values, vocabularies, wordings
from recorder.patterns.records.layouts import Design, Slots, Template

CLASSES: Mapping[str, type] = {
    name: value
    for module in (kinds, layouts, places, pointing, values, vocabularies, wordings)
    for name, value in vars(module).items()
    if isinstance(value, type)
}
READING = 9
"""One more whenever pages would be read by the same layout in another way: what was kept before is learnt again."""

_CONTAINERS: Mapping[str, Any] = {"list": list, "frozenset": frozenset, "dict": dict}


def written(template: Template) -> str:
    designs = [[_pattern(each.pattern), _plain(_without_places_below(each.slots))] for each in template.designs]
    said = [designs, _plain(template.columns), template.pages, template.no_room, READING]
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def read_template(text: str) -> Template:
    """Raises `ValueError` where the text is of another version."""
    try:
        *said, reading = json.loads(text)
        if reading != READING:
            raise ValueError(f"made for reading {reading}")
        designs, columns, pages, no_room = said
        found = tuple(Design(_grown(*pattern), _made(slots)) for pattern, slots in designs)
        return Template(found, _made(columns), pages, no_room)
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ValueError(f"no template: {error}") from error


def value_as_text(value: object) -> str:
    """Of any value of these classes."""
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))


def value_of(text: str) -> Any:
    """Raises `ValueError` where the text is of another version."""
    try:
        return _made(json.loads(text))
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"no such value: {error}") from error


def _pattern(tree: Tree) -> list[object]:
    nodes = list(tree.nodes())
    return [[node.label for node in nodes], [len(node.children) for node in nodes]]


def _without_places_below(slots: Slots) -> Slots:
    """Reading goes by the slots alone."""
    below = [_without_places_below(each) for each in slots.below]
    return replace(slots, place=replace(slots.place, children={}), below=below)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return {type(value).__name__: value.name}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {type(value).__name__: {name: _plain(getattr(value, name)) for name in value._fields}}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, list):
        return {"list": [_plain(each) for each in value]}
    if isinstance(value, frozenset):
        return {"frozenset": sorted((_plain(each) for each in value), key=json.dumps)}
    if isinstance(value, Mapping):
        return {"dict": [[_plain(key), _plain(each)] for key, each in value.items()]}
    if is_dataclass(value):
        said = (
            (each.name, getattr(value, each.name)) for each in fields(value) if each.init and not _usual(each, value)
        )
        return {type(value).__name__: {name: _plain(each) for name, each in said}}
    return value


def _usual(of: "Field[Any]", value: object) -> bool:
    own = getattr(value, of.name)
    if of.default_factory is not MISSING:
        return bool(own == of.default_factory())
    return of.default is not MISSING and own == of.default and type(own) is type(of.default)


def _made(plain: Any) -> Any:
    """The value that was written so."""
    if isinstance(plain, list):
        return tuple(_made(each) for each in plain)
    if not isinstance(plain, dict):
        return plain
    ((name, inside),) = plain.items()
    if name in _CONTAINERS:
        return _CONTAINERS[name](_made(inside))
    kind = CLASSES[name]
    if isinstance(inside, str):
        return kind[inside]  # type: ignore[index]  # an enum's member by its name
    return kind(**{field: _made(each) for field, each in inside.items()})


def _grown(labels: list[str], counts: list[int]) -> Tree:
    """Backwards, the children of a node are on top of the stack when it comes, the first one uppermost."""
    stack: list[Tree] = []
    for label, count in zip(reversed(labels), reversed(counts), strict=True):
        children = tuple(stack[: -count - 1 : -1]) if count else ()
        del stack[len(stack) - count :]
        stack.append(Tree(label, children))
    return stack.pop()
