"""The navigation pattern as text: TOML a person can read and edit, loss-free both ways; and as plain values for
`--json`.

Reading is strict: an unknown key, a wrong type or an expression that does not compile is a `NotationError` that says
where.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TypeVar

import tomli_w

from recorder.patterns.navigation.bounded_matching import why_unfit
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path, Step

Plain = dict[str, object]
_T = TypeVar("_T")

_HEADER = """\
# A navigation pattern: every path leads from the entry page to target pages, the best path first.
# A link step follows the links whose whole URL its regex matches (Python syntax), at its place on the page if given.
"""


_MOST = 10**9
_SHOWN = 200
"""Most characters of an expression in a message."""
_BASIC_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class NotationError(ValueError):
    """The text is not a navigation pattern; the message says where and why."""


def to_plain(pattern: NavigationPattern) -> Plain:
    """The pattern as dictionaries and lists, as `--json` prints it."""
    return {"paths": [_plain_path(path) for path in pattern.paths]}


def to_text(pattern: NavigationPattern) -> str:
    """The pattern as TOML."""
    lines = [_HEADER]
    for path in pattern.paths:
        lines += ["[[paths]]", f"targets = {path.targets}", f"links = {path.links}", ""]
        for step in path.steps:
            lines += ["[[paths.steps]]", _assignments(_told(step))]
            for parameter in step.parameters if isinstance(step, FormStep) else ():
                lines += ["[[paths.steps.parameters]]", _assignments(_told(parameter))]
    return "\n".join(lines)


def from_text(text: str) -> NavigationPattern:
    """The pattern a TOML text describes."""
    try:
        plain = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of numbers too long, and of lists in lists
        raise NotationError(f"this is not TOML: {error}") from None
    return from_plain(plain)


def from_plain(plain: object) -> NavigationPattern:
    """The pattern that `to_plain` gave."""
    table = _table(plain, "the pattern", {"paths"})
    paths = _as_list(table.get("paths", []))
    return NavigationPattern(tuple(_path(path, f"path {number}") for number, path in enumerate(paths, 1)))


def _plain_path(path: Path) -> Plain:
    return {"steps": [_plain_step(step) for step in path.steps], "targets": path.targets, "links": path.links}


def _plain_step(step: Step) -> Plain:
    if isinstance(step, LinkStep):
        return {"kind": "link", **_plain_fields(step)}
    plain = {"kind": "form", **_plain_fields(step)}
    plain["parameters"] = [_plain_fields(parameter) for parameter in step.parameters]
    return plain


def _told(value: Step | Parameter) -> Plain:
    """What text has to say: a form step has many fields that hold nothing as a rule."""
    if isinstance(value, LinkStep):
        return _plain_step(value)
    usual = {field.name: field.default for field in fields(value)}
    told = {name: found for name, found in _plain_fields(value).items() if getattr(value, name) != usual[name]}
    told.pop("parameters", None)
    return {"kind": "form", **told} if isinstance(value, FormStep) else told


def _plain_fields(value: LinkStep | FormStep | Parameter) -> Plain:
    plain = {field.name: getattr(value, field.name) for field in fields(value)}
    return {name: list(found) if isinstance(found, tuple) else found for name, found in plain.items()}


def _path(plain: object, where: str) -> Path:
    table = _table(plain, where, {"steps", "targets", "links"})
    steps = _as_list(table.get("steps", []))
    if not steps:
        raise NotationError(f"{where} has no steps")
    return Path(
        tuple(_step(step, f"{where}, step {number}") for number, step in enumerate(steps, 1)),
        _get(table, "targets", int, where, 0),
        _get(table, "links", int, where, 0),
    )


def _step(plain: object, where: str) -> Step:
    kind = _as_table(plain, where).get("kind")
    readers: dict[str, Callable[[object, str], Step]] = {"link": _link_step, "form": _form_step}
    if not isinstance(kind, str) or kind not in readers:
        raise NotationError(f'{where}: kind must be "link" or "form", not {kind!r}')
    return readers[kind](plain, where)


def _link_step(plain: object, where: str) -> LinkStep:
    table = _table(plain, where, {"kind", *(field.name for field in fields(LinkStep))})
    regex = _required(table, "regex", where)
    if not regex:
        raise NotationError(f"{where}: the regex is empty, and matches no link")
    if why := why_unfit(regex):
        raise NotationError(f"{where}: the regex {regex[:_SHOWN]!r} {why}")
    return LinkStep(
        regex,
        _optional(table, "place", where),
        _get(table, "repeat", bool, where, False),
        _strings(table, "examples", where),
    )


def _form_step(plain: object, where: str) -> FormStep:
    table = _table(plain, where, {"kind", *(field.name for field in fields(FormStep))})
    parameters = _as_list(table.get("parameters", []))
    return FormStep(
        _required(table, "method", where),
        _required(table, "url", where),
        _optional(table, "body", where),
        tuple(_parameter(parameter, f"{where}, parameter {n}") for n, parameter in enumerate(parameters, 1)),
        _get(table, "enctype", str, where, FormStep.enctype),
        _get(table, "charset", str, where, FormStep.charset),
        _strings(table, "fresh", where),
        _get(table, "page", str, where, ""),
        _get(table, "form", str, where, ""),
        _get(table, "in_browser", bool, where, False),
        _get(table, "apart", bool, where, False),
    )


def _parameter(plain: object, where: str) -> Parameter:
    table = _table(plain, where, {field.name for field in fields(Parameter)})
    return Parameter(
        _required(table, "name", where),
        _get(table, "label", str, where, ""),
        _get(table, "kind", str, where, "text"),
        _strings(table, "options", where),
        _get(table, "required", bool, where, False),
        _get(table, "example", str, where, ""),
        _strings(table, "default", where),
        _strings(table, "texts", where),
        _get(table, "multiple", bool, where, False),
        _get(table, "minimum", str, where, ""),
        _get(table, "maximum", str, where, ""),
    )


def _table(plain: object, where: str, known: set[str]) -> Plain:
    table = _as_table(plain, where)
    unknown = sorted(set(table) - known)
    if unknown:
        raise NotationError(f"{where}: unknown {', '.join(unknown)} (known: {', '.join(sorted(known))})")
    return table


def _as_table(plain: object, where: str) -> Plain:
    if not isinstance(plain, Mapping):
        raise NotationError(f"{where} must be a table of names and values")
    return {str(name): value for name, value in plain.items()}


def _as_list(plain: object) -> list[object]:
    if plain is None:
        return []
    if not isinstance(plain, list):
        raise NotationError("paths, steps and parameters must be lists of tables")
    return plain


def _required(table: Plain, name: str, where: str) -> str:
    if name not in table:
        raise NotationError(f"{where} has no {name}")
    return _get(table, name, str, where, "")


def _optional(table: Plain, name: str, where: str) -> str | None:
    return None if table.get(name) is None else _get(table, name, str, where, "")


def _strings(table: Plain, name: str, where: str) -> tuple[str, ...]:
    values = table.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise NotationError(f"{where}: {name} must be a list of texts")
    return tuple(values)


def _get(table: Plain, name: str, kind: type[_T], where: str, default: _T) -> _T:
    value = table.get(name, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NotationError(f"{where}: {name} must be a {kind.__name__}, not {value!r}")
    if isinstance(value, int) and not 0 <= value <= _MOST:
        raise NotationError(f"{where}: {name} must be a count, not {value}")
    return value


def _assignments(plain: Plain) -> str:
    """tomli-w knows basic strings alone, in which every backslash of a regex is doubled: those that can be literal
    strings become so.
    """
    return _BASIC_STRING.sub(
        _literal, tomli_w.dumps({name: value for name, value in plain.items() if value is not None})
    )


def _literal(basic: re.Match[str]) -> str:
    text: str = tomllib.loads(f"text = {basic[0]}")["text"]
    return f"'{text}'" if text.isprintable() and "'" not in text else basic[0]
