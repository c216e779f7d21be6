"""A form step from what a browser was seen to send, where scripts send something else than the form says.

A search box that only a script reads still ends in a request, as a rule with the typed words in a query, a body or a
path. Each part of the request that varied must be explained by one parameter, alone or between constant words; if any
is not (a time, a number drawn by lot, JSON), there is no step, and the form stays a matter for the browser. Whether
the step gives the same page over HTTP is for the caller to try.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote

from recorder.forms.form import URLENCODED, Form
from recorder.forms.generic_request import STAR, escaped, values_of
from recorder.forms.submission import Query, Submission, entries_of
from recorder.patterns.navigation.pattern import FormStep, Parameter
from recorder.patterns.pages.encoder import component


@dataclass(frozen=True, slots=True)
class Sent:
    """A query, and the request whose answer it brought."""

    query: Query
    submission: Submission


@dataclass(frozen=True, slots=True)
class _Parts:
    """A request in parts that are compared one by one."""

    method: str
    path: tuple[str, ...]
    query: tuple[tuple[str, str], ...]
    body: tuple[tuple[str, str], ...]


def observed_step(step: FormStep, form: Form, sent: Sequence[Sent]) -> FormStep | None:
    """The step as a request that was seen, over HTTP; None where the requests cannot be explained by its parameters."""
    parts = [found for each in sent if (found := _parts(each.submission, step.charset)) is not None]
    if len(sent) < 2 or len(parts) < len(sent) or len({_shape(each) for each in parts}) != 1:
        return None
    said = [{name: "".join(values[:1]) for name, values in values_of(step, form, each.query).items()} for each in sent]
    slots = _Slots(step.parameters, said, frozenset(step.fresh))
    try:
        path = [slots.level(levels) for levels in zip(*(each.path for each in parts), strict=True)]
        query, body = (
            [slots.pair(pairs, step.charset) for pairs in zip(*side, strict=True)]
            for side in ([each.query for each in parts], [each.body for each in parts])
        )
        slots.check_all_are_used()
    except _UnexplainedError:
        return None
    url, asked, posted = "/".join(path), "&".join(query), parts[0].method == "POST"
    return replace(
        step,
        method=parts[0].method,
        url=f"{url}?{asked}" if asked else url,
        body="&".join(body) if posted else None,
        parameters=tuple(slots.used),
        enctype=URLENCODED,
        fresh=tuple(name for name in step.fresh if name in slots.fresh_ones),
        in_browser=False,
    )


class _UnexplainedError(Exception):
    """Something in the requests varies that no parameter explains."""


@dataclass
class _Slots:
    """The parameter that fills each place, in the order of the places."""

    parameters: tuple[Parameter, ...]
    said: Sequence[Mapping[str, str]]
    fresh: frozenset[str]

    def __post_init__(self) -> None:
        self.used: list[Parameter] = []
        self.fresh_ones: set[str] = set()

    def level(self, levels: Sequence[str]) -> str:
        """One level of the path, the same in all requests or filled by a parameter."""
        if len(set(levels)) == 1:
            return escaped(levels[0])
        before, after = self._explained("", [unquote(level) for level in levels])
        return f"{escaped(quote(before, safe=''))}{STAR}{escaped(quote(after, safe=''))}"

    def pair(self, pairs: Sequence[tuple[str, str]], charset: str) -> str:
        """One name and value: the same in all requests, of each visit, or filled by a parameter."""
        name, values = escaped(component(pairs[0][0], charset)), [value for _, value in pairs]
        if pairs[0][0] in self.fresh:
            self.fresh_ones.add(pairs[0][0])
            return f"{name}={STAR}"
        if len(set(values)) == 1 and not self._is_asked_for(*pairs[0]):
            return f"{name}={escaped(component(values[0], charset))}"
        before, after = (escaped(component(text, charset)) for text in self._explained(pairs[0][0], values))
        return f"{name}={before}{STAR}{after}"

    def check_all_are_used(self) -> None:
        """A parameter that made a difference could not be asked for without a place; one with two could contradict
        itself. A box that nobody filled in yet is one only if it is sent.
        """
        used = Counter(each.name for each in self.used)
        varied = {each.name for each in self.parameters if len({said[each.name] for said in self.said}) > 1}
        if not varied <= used.keys() or max(used.values(), default=0) != 1:
            raise _UnexplainedError

    def _explained(self, name: str, values: Sequence[str]) -> tuple[str, str]:
        """The constant words before and after the parameter whose values these are: that of this name, or any."""
        for parameter in sorted(self.parameters, key=lambda each: each.name != name):
            found = {_around(value, said[parameter.name]) for value, said in zip(values, self.said, strict=True)}
            around = found.pop()
            if not found and around is not None:
                self.used.append(parameter)
                return around
        raise _UnexplainedError

    def _is_asked_for(self, name: str, value: str) -> bool:
        """A parameter that happened to be the same each time is found by its name."""
        return any(each.name == name and all(s[name] == value for s in self.said) for each in self.parameters)


def _around(value: str, said: str) -> tuple[str, str] | None:
    before, found, after = value.partition(said) if said else ("", value == said, "")
    return (before, after) if found else None


def _parts(sent: Submission, charset: str) -> _Parts | None:
    if sent.method not in {"GET", "POST"} or (sent.body and (sent.content_type or "").split(";")[0] != URLENCODED):
        return None
    address, _, query = sent.url.partition("#")[0].partition("?")
    body = (sent.body or b"").decode("ascii", "replace")
    return _Parts(sent.method, tuple(address.split("/")), entries_of(query, charset), entries_of(body, charset))


def _shape(parts: _Parts) -> tuple[object, ...]:
    names = (tuple(name for name, _ in pairs) for pairs in (parts.query, parts.body))
    return parts.method, len(parts.path), *names
