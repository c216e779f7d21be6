"""What kind of thing a text is: a number, a date, an address. The text stays what it is; this only recognises."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from enum import StrEnum

_NUMBER = re.compile(
    r"[^\W\d]{0,3}\.?\s?(?:[^\w\s\-−]|(?<=\w)[-−])?\s?(?P<sign>(?<!\w)[-−])?"  # a dash after a letter is no sign
    r"(?P<digits>\d[\d.,'\u00a0\u202f ]*)\s?[^\d\n]{0,12}"
)
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}([T ][\d:.+-]+Z?)?")
_FORMATS = (
    "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%d. %B %Y", "%d/%m/%Y", "%d.%m.%Y", "%Y/%m/%d", "%A, %d %B %Y",
    "%a, %d %b %Y", "%A, %B %d, %Y", "%Y %b %d", "%B %Y",
)  # fmt: skip
_ALMOST_ALL = 0.95
_UNIT = re.compile(r"\d[\d.,'\u00a0\u202f ]*\s(?P<unit>[^\W\d_]+)")
_STEM = 4
_LONGEST_SYMBOL = 3


class ValueKind(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    ADDRESS = "url"
    LIST = "list"
    ROWS = "rows"


def kind_of(texts: Sequence[str]) -> ValueKind:
    """Of the values of a column: what almost all of them are."""
    for kind, test in ((ValueKind.DATE, date_in), (ValueKind.NUMBER, number_in)):
        if texts and sum(test(text) is not None for text in texts) >= _ALMOST_ALL * len(texts):
            return ValueKind.TEXT if kind is ValueKind.NUMBER and _are_codes(texts) else kind
    return ValueKind.TEXT


def _are_codes(texts: Iterable[str]) -> bool:
    """Numbers nobody counts with: leading zeros, very many digits."""
    for text in texts:
        digits = "".join(filter(str.isdigit, text))
        if len(digits) > 12 or (len(digits) > 1 and digits[0] == "0" and "." not in text):
            return True
    return False


def number_in(text: str) -> float | None:
    """The one number in a short text, with its currency or unit: `£1,200.50`, `320 pp.`, `1.234,5`."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    digits = re.sub(r"[\s'\u00a0\u202f]", "", found["digits"]).rstrip(".,")
    try:
        value = float(_with_point(digits))
    except ValueError:  # "1.2.3": a version
        return None
    return -value if found["sign"] else value


def unit_of(texts: Sequence[str]) -> str:
    """The word that nearly all of these have after their number, be it "1 comment" or "5 comments"; nothing, if it
    is short, as kg and pp. are."""
    found = [_UNIT.fullmatch(text.strip()) for text in texts]
    words = Counter(each["unit"].casefold() for each in found if each)
    unit, count = max(words.items(), key=lambda each: (each[1], len(each[0])), default=("", 0))
    kin = sum(often for word, often in words.items() if word[:_STEM] == unit[:_STEM])
    return unit if count and kin >= _ALMOST_ALL * len(texts) and len(unit) > _LONGEST_SYMBOL else ""


def _with_point(digits: str) -> str:
    """Of `.` and `,` the last is the decimal mark, unless exactly three digits follow it or it comes again."""
    marks = [mark for mark in digits if mark in ".,"]
    if not marks:
        return digits
    last = marks[-1]
    whole, _, rest = digits.rpartition(last)
    if len(set(marks)) == 1 and last == "," and len(rest) == 3:
        return digits.replace(",", "")
    if marks.count(last) > 1:
        return (
            digits
            if last == "." and any(len(part) != 3 for part in digits.split(".")[1:])
            else digits.replace(last, "")
        )
    return f"{whole.replace(',', '').replace('.', '')}.{rest}"


def date_in(text: str) -> str | None:
    """As ISO 8601, if the text is a date and nothing else."""
    text = " ".join(text.split())
    if _ISO.fullmatch(text):
        try:
            return datetime.fromisoformat(text).isoformat() if len(text) > 10 else date.fromisoformat(text).isoformat()
        except ValueError:  # 2021-02-30
            return None
    if not 6 <= len(text) <= 40 or not any(map(str.isdigit, text)):
        return None
    for form in _FORMATS:
        try:
            return datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    return None
