"""Whether one parameter accepts a value a person gave, and what is sent for it: an option may be meant by its text."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time

from recorder.forms.form import CHOICE_KINDS
from recorder.forms.submission import Values
from recorder.forms.values import number_of
from recorder.patterns.navigation.pattern import Parameter

_SHOWN = 12
"""Most items of a list that a message names."""

_LONGEST = 60
"""Most characters of a label that a message repeats: some tell what the whole site is for."""

_YES = frozenset({"yes", "y", "true", "on", "1", "x"})
_NO = frozenset({"no", "n", "false", "off", "0", ""})
_WEEK = re.compile(r"\d{4}-W\d{2}")


class ParameterError(Exception):
    """What was given cannot be asked; the hint lists what can."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def accepted(parameter: Parameter, given: Sequence[str]) -> Values:
    """What is sent for the values a person gave."""
    if len(given) > 1 and not parameter.multiple:
        raise ParameterError(f"{called(parameter)} is given {len(given)} times.", "It takes one value: give it once.")
    values = (value for text in given for value in _accepted(parameter, text))
    return tuple(dict.fromkeys(values)) if parameter.multiple else tuple(values)


def called(parameter: Parameter) -> str:
    """The parameter as a person knows it."""
    label = parameter.label.strip()
    brief = label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1].rstrip()}…"
    return f"{parameter.name} ({brief})" if label and folded(label) != folded(parameter.name) else parameter.name


def folded(text: str) -> str:
    """Names and options compare without regard to capitals, blanks, and the colon or asterisk of a label."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(" :*")


def in_a_list(words: Iterable[str]) -> str:
    """The first few of them, and how many more there are."""
    every = list(words)
    more = f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else ""
    return ", ".join(every[:_SHOWN]) + more


def options_of(parameter: Parameter) -> str:
    """The options, each as it may be given: the value, and the text where that is something else."""
    texts = parameter.texts or ("",) * len(parameter.options)
    pairs = zip(parameter.options, texts, strict=False)
    return in_a_list(_option(value, text) for value, text in pairs)


def _option(value: str, text: str) -> str:
    shown = value or '""'
    return f"{shown} ({text})" if text and folded(text) != folded(value) else shown


def _accepted(parameter: Parameter, text: str) -> Values:
    if parameter.kind in CHOICE_KINDS:
        return _chosen(parameter, text)
    bounds = _BOUNDED.get(parameter.kind)
    if bounds is not None and text.strip():
        bounds(parameter, text.strip())
        return (text.strip(),)
    return (text,)


def _chosen(parameter: Parameter, text: str) -> Values:
    options = parameter.options
    if text in options or not options:
        return (text,)
    if parameter.kind == "checkbox" and len(options) == 1 and folded(text) in _YES | _NO:
        return options if folded(text) in _YES else ()
    found = _meant(parameter, text)
    if len(found) == 1:
        return found
    if not text and parameter.kind == "checkbox":
        return ()
    if found:
        raise ParameterError(
            f"{text!r} could be several options of {called(parameter)}.", f"Give one of: {in_a_list(found)}."
        )
    raise ParameterError(f"{text!r} is not an option of {called(parameter)}.", f"It accepts: {options_of(parameter)}.")


def _meant(parameter: Parameter, text: str) -> Values:
    """The options of this text, or else those that differ in capitals and blanks only."""
    pairs = list(zip(parameter.options, parameter.texts, strict=False))
    same = tuple(dict.fromkeys(value for value, read in pairs if read == text))
    return same or tuple(
        dict.fromkeys(
            value
            for value, read in (*pairs, *((each, each) for each in parameter.options))
            if folded(text) and folded(read) == folded(text)
        )
    )


def _number_within(parameter: Parameter, text: str) -> None:
    number = number_of(text)
    if number is None:
        raise ParameterError(f"{text!r} is not a number, which {called(parameter)} takes.", _between(parameter))
    least, most = number_of(parameter.minimum), number_of(parameter.maximum)
    if (least is not None and number < least) or (most is not None and number > most):
        raise ParameterError(f"{text} is out of the bounds of {called(parameter)}.", _between(parameter))


def _moment_within(parameter: Parameter, text: str) -> None:
    """Dates and times in the notation browsers send; in it, earlier is smaller."""
    if not _is_moment(parameter.kind, text):
        looks = _LOOKS[parameter.kind]
        raise ParameterError(
            f"{text!r} is not a {parameter.kind}, which {called(parameter)} takes.", f"Write it as {looks}."
        )
    if (parameter.minimum and text < parameter.minimum) or (parameter.maximum and text > parameter.maximum):
        raise ParameterError(f"{text} is out of the bounds of {called(parameter)}.", _between(parameter))


def _is_moment(kind: str, text: str) -> bool:
    if kind == "week":
        return _WEEK.fullmatch(text) is not None
    read: type[date] | type[time] = {"datetime-local": datetime, "time": time}.get(kind, date)
    try:
        read.fromisoformat(f"{text}-01" if kind == "month" else text)
    except ValueError:
        return False
    return len(text) >= len(_LOOKS[kind])


def _between(parameter: Parameter) -> str:
    least, most = parameter.minimum, parameter.maximum
    if least and most:
        return f"It takes {least} to {most}."
    return f"It takes {least} or more." if least else f"It takes {most} or less." if most else "Give a number."


_LOOKS = {
    "date": "2001-12-31",
    "month": "2001-12",
    "week": "2001-W52",
    "time": "23:59",
    "datetime-local": "2001-12-31T23:59",
}
_BOUNDED = {"number": _number_within, "range": _number_within, **dict.fromkeys(_LOOKS, _moment_within)}
