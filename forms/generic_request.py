"""A generic request: good queries folded into one form step, and the step expanded into a request again [V06 §4.4].

The URL or body of a step is a template with a `*` where a value goes, as in `/find.cgi?select=*&for=*`. A literal
asterisk is `%2A`, which no browser writes when it sends a form, so the two cannot be confused. A body is written like
a query whatever it is sent as, so that a person can read and edit it; `expand` packs it.

Every field a person can fill in becomes a `*`, a parameter to be given when crawling, whether or not a probe happened
to hit it; but for choices whose options were seen to change nothing. All else stays as it was sent, but for hidden
values that belong to one visit (`csrf_tokens`). How a request is written is `submission`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from recorder.forms.csrf_tokens import fresh_names
from recorder.forms.form import Button, Form
from recorder.forms.informativeness import Answer, Effect
from recorder.forms.submission import (
    Entry,
    Query,
    Submission,
    Values,
    cleaned,
    default_button,
    is_sent,
    packed,
    pressed_entries,
    way_of,
)
from recorder.patterns.navigation.pattern import FormStep, Parameter
from recorder.patterns.pages.encoder import component, decoded
from recorder.patterns.urls.url import without_session

MOST_OPTIONS = 1_000
"""Most options that a parameter keeps: with a longer list any value is accepted."""

STAR = "*"
_LITERAL = "%2A"


class StaleFormError(Exception):
    """The form as it is now lacks what the step takes from it."""


def fold(
    form: Form,
    answers: Iterable[Answer],
    effects: Mapping[int, Effect] | None = None,
    visits: Sequence[Form] = (),  # others of the same form
    *,
    in_browser: bool = False,
) -> FormStep | None:
    """The step that all good answers are answers of, by the effects that a plan knows; None if none was good."""
    told = tuple(answers)
    good = tuple(answer for answer in told if answer.good)
    refused = tuple(answer.query for answer in told if answer.good is False)
    return _Folding(form, good, refused, effects or {}, visits).step(in_browser) if good else None


@dataclass(frozen=True)
class _Folding:
    form: Form
    good: tuple[Answer, ...]
    refused: tuple[Query, ...]
    effects: Mapping[int, Effect]
    visits: Sequence[Form]

    def step(self, in_browser: bool) -> FormStep:
        form, button = self.form, self.good[0].query.pressed(self.form)
        way = way_of(form, button)
        method, action, enctype = way or ("GET", form.url.partition("#")[0], form.enctype)
        keys = form.keys
        free = [number for number, key in enumerate(keys) if key and self._is_free(number)]
        taken = {form.fields[number].name for number in free}
        fresh = tuple(name for name in fresh_names(form, self.visits) if name not in taken)
        query = generic(self._entries(free, keys, fresh), form.charset)
        return FormStep(
            method,
            f"{escaped(without_session(action.partition('?')[0]))}?{query}" if method == "GET" else escaped(action),
            None if method == "GET" else query,
            tuple(self._parameter(number, keys[number]) for number in free),
            enctype if method == "POST" else FormStep.enctype,
            form.charset,
            fresh,
            form.url,
            form.signature,
            in_browser or way is None or any(not form.fields[number].name for number in free),
        )

    def _entries(self, free: Sequence[int], keys: Sequence[str], fresh: Sequence[str]) -> list[tuple[str, str | None]]:
        found: list[tuple[str, str | None]] = []
        for number, field in enumerate(self.form.fields):
            if number in free:
                found.append((field.name or keys[number], None))
            elif not is_sent(field):
                continue
            elif field.kind == "hidden" and field.name in fresh:
                found.append((field.name, None))
            else:
                values = (cleaned(field.kind, field.name, each, self.form.charset) for each in self._usual(number))
                found += [(field.name, value) for value in values]
        return [*found, *pressed_entries(self.good[0].query.pressed(self.form))]

    def _is_free(self, number: int) -> bool:
        """Whether a person is asked for it. Of a choice its own options were tried; but that some words change nothing
        does not say that a box takes none, unless nothing changes anything. A box without a name costs a browser.
        """
        field, effect = self.form.fields[number], self.effects.get(number, Effect.UNKNOWN)
        if field.kind in {"hidden", "file"} or field.disabled or self._is_deaf:
            return False
        counts = field.name or self._said(number)
        return bool(counts) and not (field.is_choice and effect is Effect.NONE)

    @property
    def _is_deaf(self) -> bool:
        """Whether its answer is the same whatever is asked."""
        return bool(self.effects) and all(effect is Effect.NONE for effect in self.effects.values())

    def _said(self, number: int) -> list[Answer]:
        """The good answers to queries that say something here."""
        chosen = self.form.fields[number].chosen
        return [answer for answer in self.good if answer.query.sends(self.form, number) != chosen]

    def _usual(self, number: int) -> Values:
        """What most good queries sent; of equally many, what the page has there, or else what the first did."""
        sent = Counter(answer.query.sends(self.form, number) for answer in self.good)
        return max(sent, key=lambda values: (sent[values], values == self.form.fields[number].chosen))

    def _parameter(self, number: int, key: str) -> Parameter:
        field = self.form.fields[number]
        said, usual = self._said(number), self._usual(number)
        always = len({answer.query.sends(self.form, number) for answer in self.good}) == 1
        needed = field.required or self._is_refused_without(number)
        required = needed and len(said) == len(self.good) and not (field.is_choice and always)
        best = max(said, key=lambda answer: answer.size, default=None)
        options = self._options(number)
        return Parameter(
            key,
            field.label or field.hint,
            field.kind,
            tuple(value for value, _ in options),
            required,
            "".join(best.query.sends(self.form, number)[:1]) if best else "".join(field.chosen[:1]),
            usual if field.is_choice and always else field.chosen,
            tuple(text for _, text in options),
            field.multiple or (field.kind == "checkbox" and len(field.options) > 1),
            field.minimum,
            field.maximum,
        )

    def _is_refused_without(self, number: int) -> bool:
        """Whether what worked was refused without this. That a form wants something says of no field that it must be
        this one, unless it asks for nothing else.
        """
        worked = {answer.query.without(number) for answer in self.good}
        missed = (query for query in self.refused if query.sends(self.form, number) == self.form.fields[number].chosen)
        alone = not any(self._is_free(other) for other, key in enumerate(self.form.keys) if key and other != number)
        return any((alone or query.filled) and query.without(number) in worked for query in missed)

    def _options(self, number: int) -> tuple[tuple[str, str], ...]:
        """What a choice accepts; nothing where the options differ between visits, as in the second step of a search."""
        field = self.form.fields[number]
        if not field.is_choice or len(field.options) > MOST_OPTIONS:
            return ()
        offered = tuple(option.value for option in field.options)
        for visit in self.visits:
            same = next((each for each in visit.fields if (each.name, each.kind) == (field.name, field.kind)), field)
            if tuple(option.value for option in same.options) != offered:
                return ()
        return tuple((option.value, option.text) for option in field.options)


def values_of(step: FormStep, form: Form, query: Query) -> Mapping[str, Values]:
    """What a query of the form says for each parameter of the step."""
    numbers = _numbers(step, form)
    return {name: query.sends(form, number) for name, number in numbers.items()}


def query_of(step: FormStep, form: Form, values: Mapping[str, Values]) -> Query:
    """The query that says these values in the present form, for a browser to fill in: only where it holds others."""
    numbers = _numbers(step, form)
    literal = _literal_choices(step, form, frozenset(numbers.values()))
    said = {number: values[name] for name, number in numbers.items() if values[name] != form.fields[number].chosen}
    return Query.of(literal | said, _button(step, form))


def _numbers(step: FormStep, form: Form) -> dict[str, int]:
    places = {key: number for number, key in enumerate(form.keys) if key}
    missing = [parameter.name for parameter in step.parameters if parameter.name not in places and parameter.was_hit]
    if missing:
        raise StaleFormError(f"the form does not ask for {', '.join(map(repr, missing))} any more")
    return {parameter.name: places[parameter.name] for parameter in step.parameters if parameter.name in places}


def _literal_choices(step: FormStep, form: Form, free: frozenset[int]) -> dict[int, Values]:
    """What the step says in fields it does not ask a person for, where that is not what they hold anyway."""
    told = literals(step)
    said: dict[int, Values] = {}
    names = Counter(field.name for field in form.fields if is_sent(field))
    for number, field in enumerate(form.fields):
        if number in free or not is_sent(field) or field.kind == "hidden" or names[field.name] > 1:
            continue
        values = told.get(field.name, ())
        if values != field.chosen:
            said[number] = values
    return said


def _button(step: FormStep, form: Form) -> int | None:
    """The button whose name and value the step sends, or else the one that leads where it leads."""
    told = literals(step)
    named = (n for n, each in enumerate(form.buttons) if each.name and each.value in told.get(each.name, ()))
    usual = default_button(form)
    leading = (
        number
        for number in (usual, *range(len(form.buttons)))
        if number is not None and leads_to(step, form, form.buttons[number])
    )
    return next(named, next(leading, usual))


def leads_to(step: FormStep, form: Form, button: Button | None) -> bool:
    """Whether the button sends the form where the step was sent. The query does not count: a GET writes its own, and
    that of a POST may hold what belongs to one visit.
    """
    way = way_of(form, button)
    return way is not None and escaped(way[1].partition("?")[0]) == step.url.partition("?")[0]


def generic(entries: Iterable[tuple[str, str | None]], charset: str = "utf-8") -> str:
    """Names and values as a template; None is a `*`."""
    return "&".join(
        f"{escaped(component(name, charset))}={STAR if value is None else escaped(component(value, charset))}"
        for name, value in entries
    )


def escaped(text: str) -> str:
    """The text with its own asterisks escaped, so that none of them is filled."""
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
    if step.method == "GET" and "?" not in step.url:  # all that varies is in the path
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
