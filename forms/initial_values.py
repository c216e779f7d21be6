"""What an input holds when its page arrives: the value sanitization of the HTML standard.

A number box of which the page says "1,5" is empty, and a slider without a value stands in its middle. What a person
types is cleaned by `forms.submission`.
"""

import math
import re
from collections.abc import Callable
from datetime import date

_NUMBER = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MONTH = re.compile(r"[0-9]{4,}-(?:0[1-9]|1[0-2])")
_WEEK = re.compile(r"([0-9]{4})-W([0-9]{2})")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"((?:[01][0-9]|2[0-3]):[0-5][0-9])(:[0-5][0-9](?:\.[0-9]{1,3})?)?")
_NO_SECONDS = re.compile(r":00(?:\.0+)?")
_LOWEST, _HIGHEST = 0.0, 100.0
"""The ends of a slider that names none."""


def held(kind: str, value: str, *, minimum: str = "", maximum: str = "", step: str = "", multiple: bool = False) -> str:
    """The value of an `input` of this kind that nobody has touched."""
    if kind == "range":
        return _slider(value, minimum, maximum, step)
    if kind == "email" and multiple:
        return ",".join(each.strip() for each in value.split(","))
    if kind == "color":
        return value.lower() if _COLOUR.fullmatch(value) else "#000000"
    if kind == "datetime-local":
        return _moment(value)
    return value if kind not in _VALID or _VALID[kind](value) else ""


def _number(text: str) -> float | None:
    number = float(text) if _NUMBER.fullmatch(text) else None
    return number if number is not None and math.isfinite(number) else None


def _slider(value: str, minimum: str, maximum: str, step: str) -> str:
    """Within its ends, on one of its steps, and in the middle where the page does not say."""
    lowest, highest = _number(minimum), _number(maximum)
    low = _LOWEST if lowest is None else lowest
    high = max(low, _HIGHEST if highest is None else highest)
    said = _number(value)
    stands = min(max(low + (high - low) / 2 if said is None else said, low), high)
    width = _number(step) or 1.0
    if step.strip().lower() != "any" and width > 0:
        start = said if lowest is None and said is not None else low
        steps = math.floor((stands - start) / width + 0.5)
        stands = start + (steps if start + steps * width <= high else steps - 1) * width
    return f"{stands:g}"


def _moment(text: str) -> str:
    """Day and time with a `T` between them, and no more seconds than it has."""
    day, _, time = text.replace(" ", "T", 1).partition("T")
    found = _TIME.fullmatch(time)
    if found is None or not _is_day(day):
        return ""
    seconds = found[2] or ""
    return f"{day}T{found[1]}{'' if _NO_SECONDS.fullmatch(seconds) else seconds}"


def _is_day(text: str) -> bool:
    return bool(_DAY.fullmatch(text)) and _exists(lambda: date.fromisoformat(text))


def _is_week(text: str) -> bool:
    found = _WEEK.fullmatch(text)
    return found is not None and _exists(lambda: date.fromisocalendar(int(found[1]), int(found[2]), 1))


def _exists(day: Callable[[], date]) -> bool:
    try:
        day()
    except ValueError:
        return False
    return True


_VALID: dict[str, Callable[[str], bool]] = {
    "number": lambda text: _number(text) is not None,
    "date": _is_day,
    "month": lambda text: _MONTH.fullmatch(text) is not None,
    "week": _is_week,
    "time": lambda text: _TIME.fullmatch(text) is not None,
}
