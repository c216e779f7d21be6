"""Generic URLs and bodies: text with a `*` where a value goes, as in `/find.cgi?select=*&for=*` [V06 §4.4].

A literal asterisk is `%2A`, which no browser writes when it sends a form, so the two cannot be confused. A body is
written like a query whatever it is sent as: a person can read and edit it, and `expand` packs it.
"""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from recorder.forms.encoding import Entry, component, decoded
from recorder.forms.query import Values
from recorder.forms.submission import Submission, cleaned, packed
from recorder.patterns.navigation.pattern import FormStep, Parameter

STAR = "*"
_LITERAL = "%2A"


class StaleFormError(Exception):
    """The form as it stands now has not what the step takes from it."""


def generic(entries: Iterable[tuple[str, str | None]], charset: str = "utf-8") -> str:
    """Names and values as a template; None is a `*`."""
    return "&".join(
        f"{escaped(component(name, charset))}={STAR if value is None else escaped(component(value, charset))}"
        for name, value in entries
    )


def escaped(text: str) -> str:
    """The text with its own asterisks told apart from those to be filled."""
    return text.replace(STAR, _LITERAL)


def literals(step: FormStep) -> dict[str, Values]:
    """The values a step sends as they are, by name."""
    template = step.url.partition("?")[2] if step.method != "POST" else step.body or ""
    found: dict[str, Values] = {}
    for name, value in (piece.partition("=")[::2] for piece in template.split("&") if STAR not in piece):
        key = decoded(name, step.charset)
        found[key] = (*found.get(key, ()), decoded(value, step.charset))
    return found


def expand(step: FormStep, values: Mapping[str, Values], fresh: Mapping[str, Values] | None = None) -> Submission:
    """The request of a step with a value for each of its parameters; `fresh` are the values of this visit."""
    slots = iter(step.parameters)
    address, query = (step.url, step.body or "") if step.method == "POST" else step.url.partition("?")[::2]
    url = _filled(address, slots, values)
    left = {name: iter((fresh or {}).get(name, ())) for name in step.fresh}
    sent = tuple(_entries(step, query, slots, values, left))
    if step.method == "GET" and "?" not in step.url:  # all that varies stands in the path
        return Submission("GET", url)
    return packed(step.method, url, step.enctype, sent, step.charset)


def _filled(address: str, slots: Iterator[Parameter], values: Mapping[str, Values]) -> str:
    """A value in a path, as some scripts put it there."""
    first, *rest = address.split(STAR)
    for after in rest:
        first += quote("".join(values[_next(slots).name][:1]), safe="") + after
    return first.replace(_LITERAL, STAR)


def _entries(
    step: FormStep,
    template: str,
    slots: Iterator[Parameter],
    values: Mapping[str, Values],
    fresh: Mapping[str, Iterator[str]],
) -> Iterator[Entry]:
    for piece in filter(None, template.split("&")):
        raw, _, value = piece.partition("=")
        name = decoded(raw, step.charset)
        if value == STAR and name in fresh:
            yield name, _of_this_visit(name, fresh[name])
        elif value == STAR:
            slot = _next(slots)
            yield from ((name, cleaned(slot.kind, name, each, step.charset)) for each in values[slot.name])
        else:
            yield name, _partly_filled(value, step.charset, slots, values)


def _partly_filled(value: str, charset: str, slots: Iterator[Parameter], values: Mapping[str, Values]) -> str:
    first, *rest = (decoded(part, charset) for part in value.split(STAR))
    for after in rest:
        first += "".join(values[_next(slots).name][:1]) + after
    return first


def _of_this_visit(name: str, values: Iterator[str]) -> str:
    value = next(values, None)
    if value is None:
        raise StaleFormError(f"the form has no hidden field {name!r} any more")
    return value


def _next(slots: Iterator[Parameter]) -> Parameter:
    slot = next(slots, None)
    if slot is None:
        raise StaleFormError("the step has more * than parameters")
    return slot
