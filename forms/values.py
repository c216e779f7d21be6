"""The values worth trying in each field of a form: its own options, the terms for a text box, numbers and dates within
bounds.

Where there are many, the first few are spread over the whole list, so that those who stop early have seen all of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from recorder.forms.form import Field, Form
from recorder.forms.submission import Values, is_sent

_ASKED_OF_A_PERSON = frozenset({"password", "email", "file"})
_DATES = ("2010-07-15", "1900-01-01", "2100-01-01")
"""Whatever the site holds, one of them as a bound shuts nothing out."""
_BEYOND = Decimal(9999)
"""A number above most that sites hold."""
_MOST_DIGITS = 20
"""Most digits of a bound or step that is believed."""
_MOST_MEMBERS = 1_000
"""Most options of a list that are tried."""
_MOMENTS = frozenset({"date", "month", "week", "time", "datetime-local"})


def values_to_try(field: Field, terms: Sequence[str]) -> tuple[Values, ...]:
    """What may be put into the field, the most telling first, without what it holds anyway; nothing for a field that
    is to be left alone.
    """
    if field.disabled or field.kind == "hidden" or field.kind in _ASKED_OF_A_PERSON:
        return ()
    held = field.chosen
    return tuple(dict.fromkeys(values for values in _candidates(field, terms) if values != held))


def needed(field: Field, terms: Sequence[str]) -> Values | None:
    """What a required field that arrives empty is given, so that a browser lets the form pass."""
    if not field.required or field.disabled or any(field.chosen):
        return None
    if field.is_choice:  # what a page offers first says least: "any", "all"
        return next(((option.value,) for option in field.options if option.value), None)
    return next((values for values in values_to_try(field, terms) if any(values)), None)


def varying_fields(form: Form, terms: Sequence[str]) -> dict[int, tuple[Values, ...]]:
    """The fields that have something to try, by number. Where a form sends what is typed, boxes that it does not send,
    such as one that filters a menu, ask the site nothing.
    """
    sends_text = any(field.is_typed and is_sent(field) for field in form.fields)
    asking = [n for n, field in enumerate(form.fields) if field.name or not (field.is_typed and sends_text)]
    tried = {number: values_to_try(form.fields[number], terms) for number in asking}
    return {number: values for number, values in tried.items() if values}


def _candidates(field: Field, terms: Sequence[str]) -> Iterator[Values]:
    if field.is_choice:
        yield from _choices(field)
    elif field.is_typed:
        yield from ((term,) for term in (*(option.value for option in field.options), *terms) if fits(field, term))
    elif field.kind in {"number", "range"}:
        yield from ((text,) for text in _numbers(field))
    elif field.kind in _MOMENTS:
        yield from ((text,) for text in _moments(field))


def _choices(field: Field) -> Iterator[Values]:
    yield from ((value,) for value in spread([option.value for option in field.options][:_MOST_MEMBERS]))
    if field.kind == "checkbox":
        yield ()


def fits(field: Field, text: str) -> bool:
    """Whether a browser would let the text pass."""
    if not text or (field.max_length is not None and len(text) > field.max_length):
        return False
    try:
        return not field.pattern or re.fullmatch(field.pattern, text) is not None
    except re.error:  # an expression of JavaScript that Python does not know
        return True


def spread(items: Sequence[str]) -> Iterator[str]:
    """All the items: first, last, the middle, the middles of the halves and so on."""
    if not items:
        return
    order = dict.fromkeys([0, len(items) - 1])
    step = len(items) - 1
    while step > 1:
        half = step // 2
        order |= dict.fromkeys(range(half, len(items), max(half, 1)))
        step = half
    order |= dict.fromkeys(range(len(items)))
    yield from (items[at] for at in order)


def _numbers(field: Field) -> Iterator[str]:
    least, most, step = (_bound(text) for text in (field.minimum, field.maximum, field.step))
    beyond = [_BEYOND] if field.kind == "number" and most is None and (least or 0) < _BEYOND else []
    if least is None and most is None:
        least, most = (Decimal(0), Decimal(100)) if field.kind == "range" else (Decimal(1), Decimal(10))
    least = least if least is not None else min(Decimal(0), most or Decimal(0))
    most = most if most is not None else max(least * 2, least + 10)
    step = step if step is not None and step > 0 else Decimal(1)
    if most < least:
        return
    middle = least + ((most - least) / 2 // step) * step
    last = least + ((most - least) // step) * step
    yield from dict.fromkeys(_plainly(number) for number in (middle, least, *(beyond or [last])))


def _bound(text: str) -> Decimal | None:
    number = number_of(text)
    return number if number is not None and abs(number.adjusted()) < _MOST_DIGITS else None


def number_of(text: str) -> Decimal | None:
    """The finite number that is written there."""
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _plainly(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _moments(field: Field) -> Iterable[str]:
    """Within bounds if there are any; the same on every day, for a plan must not depend on when it is made."""
    bounds = [_day(text) for text in (field.minimum, field.maximum)]
    if bounds[0] and bounds[1] and bounds[0] <= bounds[1]:
        middle = bounds[0] + timedelta(days=(bounds[1] - bounds[0]).days // 2)
        days = [middle, bounds[0], bounds[1]]
    elif bounds[0] or bounds[1]:
        days = [day for day in bounds if day]
    else:
        days = [date.fromisoformat(text) for text in _DATES]
    return dict.fromkeys(_written(field.kind, day) for day in days)


def _day(text: str) -> date | None:
    for form in (text[:10], f"{text[:7]}-01", f"{text[:8]}-1"):
        try:
            return date.fromisoformat(form)
        except ValueError:
            continue
    return None


def _written(kind: str, day: date) -> str:
    year, week, _ = day.isocalendar()
    written = {
        "date": day.isoformat(),
        "month": day.isoformat()[:7],
        "week": f"{year:04}-W{week:02}",
        "time": "12:00",
        "datetime-local": f"{day.isoformat()}T12:00",
    }
    return written[kind]
