"""From the queries that found something to one form step [V06 §4.4].

Fields whose value varied become `*`, the parameters a person gives when crawling; so do choices that were seen to make
a difference, with what the page starts with as their default. All else stays as it was sent. Fields that never change
the answer stay, and hidden values that belong to one visit are marked `fresh`.

`values_of` and `query_of` lead from a query of the form to values of the parameters and back; `templates.expand` makes
the request of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from recorder.forms.csrf_tokens import fresh_names
from recorder.forms.form import Form
from recorder.forms.informativeness import Answer, Effect
from recorder.forms.query import Query, Values, default_button
from recorder.forms.submission import cleaned, is_sent, pressed_entries, way_of
from recorder.forms.templates import StaleFormError, escaped, generic, literals
from recorder.patterns.navigation.pattern import FormStep, Parameter

MOST_OPTIONS = 1_000
"""A longer list is not kept: any value is then accepted."""


def fold(
    form: Form,
    answers: Iterable[Answer],
    effects: Mapping[int, Effect] | None = None,
    visits: Sequence[Form] = (),
    *,
    independent: bool = False,
    in_browser: bool = False,
) -> FormStep | None:
    """The step that all good answers are answers of; None if none was good.

    `effects` are a plan's; `visits` other visits of the same form, `independent` if with cookies of their own.
    """
    good = tuple(answer for answer in answers if answer.good)
    if not good:
        return None
    return _Folding(form, good, effects or {}, visits).step(independent, in_browser)


@dataclass(frozen=True)
class _Folding:
    form: Form
    good: tuple[Answer, ...]
    effects: Mapping[int, Effect]
    visits: Sequence[Form]

    def step(self, independent: bool, in_browser: bool) -> FormStep:
        form, button = self.form, self.good[0].query.pressed(self.form)
        way = way_of(form, button)
        method, action, enctype = way or ("GET", form.url.partition("#")[0], form.enctype)
        keys = field_keys(form)
        free = [number for number, key in enumerate(keys) if key and self._is_free(number)]
        taken = {form.fields[number].name for number in free}
        fresh = tuple(name for name in fresh_names(form, self.visits, independent=independent) if name not in taken)
        query = generic(self._entries(free, keys, fresh), form.charset)
        return FormStep(
            method,
            f"{escaped(action.partition('?')[0])}?{query}" if method == "GET" else escaped(action),
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
        """Whether a person is asked for it."""
        field, effect = self.form.fields[number], self.effects.get(number, Effect.UNKNOWN)
        if field.kind == "hidden" or field.disabled or effect is Effect.NONE:
            return False
        sent = {answer.query.sends(self.form, number) for answer in self.good}
        if not field.is_typed and effect is Effect.CHANGES and field.chosen in sent:
            return True
        if field.is_choice:
            return len(sent) > 1
        return any(values != field.chosen for values in sent)

    def _usual(self, number: int) -> Values:
        """What most good queries sent; of equally many, what the page has there, or else what the first did."""
        sent = Counter(answer.query.sends(self.form, number) for answer in self.good)
        return max(sent, key=lambda values: (sent[values], values == self.form.fields[number].chosen))

    def _parameter(self, number: int, key: str) -> Parameter:
        field = self.form.fields[number]
        said = [answer for answer in self.good if answer.query.sends(self.form, number) != field.chosen]
        required = len(said) == len(self.good)
        best = max(said, key=lambda answer: answer.size, default=None)
        options = self._options(number)
        return Parameter(
            key,
            field.label or field.hint,
            field.kind,
            tuple(value for value, _ in options),
            required,
            "".join(best.query.sends(self.form, number)[:1]) if best else "".join(field.chosen[:1]),
            () if required else field.chosen,
            tuple(text for _, text in options),
            field.multiple or (field.kind == "checkbox" and len(field.options) > 1),
            field.minimum,
            field.maximum,
        )

    def _options(self, number: int) -> tuple[tuple[str, str], ...]:
        """What a choice accepts; nothing where each visit offers something else, as the second step of a search may."""
        field = self.form.fields[number]
        if not field.is_choice or len(field.options) > MOST_OPTIONS:
            return ()
        offered = tuple(option.value for option in field.options)
        for visit in self.visits:
            same = next((each for each in visit.fields if (each.name, each.kind) == (field.name, field.kind)), field)
            if tuple(option.value for option in same.options) != offered:
                return ()
        return tuple((option.value, option.text) for option in field.options)


def field_keys(form: Form) -> tuple[str, ...]:
    """A name of its own for each field, as parameters are called; empty for one that no person sees."""
    keys: dict[str, None] = {}
    found = []
    for number, field in enumerate(form.fields):
        if field.kind == "hidden":
            found.append("")
            continue
        base = key = field.name or field.label or field.hint or f"field {number + 1}"
        again = 1
        while key in keys:
            again += 1
            key = f"{base}#{again}"
        keys[key] = None
        found.append(key)
    return tuple(found)


def values_of(step: FormStep, form: Form, query: Query) -> Mapping[str, Values]:
    """What a query of the form says for each parameter of the step."""
    numbers = _numbers(step, form)
    return {name: query.sends(form, number) for name, number in numbers.items()}


def query_of(step: FormStep, form: Form, values: Mapping[str, Values]) -> Query:
    """The query that says these values, for a browser that fills in the form as it stands now."""
    numbers = _numbers(step, form)
    literal = _literal_choices(step, form, frozenset(numbers.values()))
    return Query.of(literal | {number: values[name] for name, number in numbers.items()}, _button(step, form))


def find_again(step: FormStep, found: Iterable[Form]) -> Form | None:
    """The step's form among those of a page: the same form, or one that asks for all the step has to say."""
    candidates = list(found)
    same = next((form for form in candidates if form.signature == step.form), None)
    asked = {parameter.name for parameter in step.parameters}
    fitting = (
        form
        for form in candidates
        if asked
        and asked <= set(field_keys(form))
        and any(_leads(step, way_of(form, each)) for each in (*form.buttons, None))
    )
    return same or next(fitting, None)


def _numbers(step: FormStep, form: Form) -> dict[str, int]:
    places = {key: number for number, key in enumerate(field_keys(form)) if key}
    missing = [parameter.name for parameter in step.parameters if parameter.name not in places]
    if missing:
        raise StaleFormError(f"the form does not ask for {', '.join(map(repr, missing))} any more")
    return {parameter.name: places[parameter.name] for parameter in step.parameters}


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
        if number is not None and _leads(step, way_of(form, form.buttons[number]))
    )
    return next(named, next(leading, usual))


def _leads(step: FormStep, way: tuple[str, str, str] | None) -> bool:
    """Without its query: a GET writes its own, and that of a POST may hold what belongs to one visit."""
    return way is not None and escaped(way[1].partition("?")[0]) == step.url.partition("?")[0]
