"""What kind of thing the values of a column are, and what each of them means: a number, a date.

A format is found once, from all values of a column, and then reads them one by one: "1.250" beside "12,50" is a number
of four digits, "03/04/2021" beside "25/12/2021" a day in April. Values that do not agree have no format. Reading knows
neither the time nor the locale of the machine. The texts stay as they are.

price-parser and dateparser are loaded when a column needs them first: a crawl, which reads no values, never does.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dateparser.date import DateDataParser

_NUMBER = re.compile(
    r"(?:[^\W\d]{1,3}\.?)?\s?(?:[^\w\s\-−.]|(?<=\w)[-−])?\s?(?P<sign>(?<!\w)[-−])?"  # a dash after a letter is no sign
    r"(?P<digits>\.?\d[\d.,'\u00a0\u202f ]*)\s?[^\d\n]{0,12}"
)
_SPACES = re.compile(r"[\s'\u00a0\u202f]")
_NO_THOUSANDS = re.compile(r"[\s'](?!\d{3}(?!\d))\d")
"""Two numbers beside each other, "No 3 2021": a space within one goes before three digits."""
_OPEN = re.compile(r"(?!0)\d{1,3}[.,]\d{3}")
"""Thousands, or a fraction: only the other values can tell."""
_UNIT = re.compile(r"\d[\d.,'\u00a0\u202f ]*\s(?P<unit>[^\W\d_]+)")
_ANY_UNIT = re.compile(r".*\d\s?(?P<unit>[^\W\d_]+)")
_ATTACHED_BEFORE = re.compile(r"(?P<letters>[^\W\d_]+)[-−]?\d")
_VERSION = re.compile(r"\D{0,3}\d+(?:\.\d{1,2}){2,}\D*")
_SHORTEST_CODE = 5
_ENOUGH_CODES = 5
"""Fewest digits, and fewest different values, for digits of one length to be a code and no count."""
_STEM = 4
_LONGEST_SYMBOL = 3

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}([T ][\d:.+-]+Z?)?")
_IN_DIGITS = re.compile(r"(?P<first>\d{1,2})(?P<mark>[/.-])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4})")
_FROM_YEAR = re.compile(r"(?P<year>\d{4})(?:/(?P<m>\d{1,2})/(?P<d>\d{1,2})|\.(?P<month>\d\d)\.(?P<day>\d\d)\.?)")
_DIGITS = re.compile(r"\d+")
_AFTER_A_WORD = re.compile(r"(?P<word>[^\W\d_]{2,}\.?),?\s(?P<date>[\d/.-]+)")
_YEAR = re.compile(r"(?:1\d|20|21)\d\d")
_WORDS = re.compile(r"(?!\W*[^\W\d_]{1,2}\b)(?=.*[^\W\d_])[^:]+")
"""A word among the numbers, no time of day, and nothing before it all such as "on"."""
_ARTICLE = re.compile(r"^([^\W\d_]{3,},?) [^\W\d_]{2,3} (?=\d)")
"""Between the day of the week and the day: "Samstag, den 3. Januar"."""
_MONTH_AND_YEAR = re.compile(r"[^\W\d_]+ \d{4}")
_ATTACHED = re.compile(r"\d[^\W\d_]")
_HOUR_AND_MINUTE = r"(?P<h>\d{1,2})(?:[:h]|\.(?=\d\d\s?[AaPp]\.?[Mm]\b))(?P<m>\d\d)"
"""Or with a point, before "am"."""
_TIME = rf"{_HOUR_AND_MINUTE}(?::(?P<s>\d\d))?(?:\s?(?P<half>[AaPp])\.?[Mm]\.?|\s(?:h|Uhr|uur))?"
_ZONE = r"(?:\s?(?P<zone>UTC|GMT|Z|[+-]\d\d:?\d\d))?"
_DAY_AND_TIME = re.compile(rf"(?P<day>.+?),?\s(?:[^\W\d]{{1,3}}\s|[-–·@]\s)?{_TIME}{_ZONE}")
_TIME_AND_DAY = re.compile(rf"{_TIME}{_ZONE},?\s(?:[^\W\d]{{1,3}}\s|[-–·@]\s)?(?P<day>.+)")
_FOUR_DIGITS = re.compile(r"\d{4}")
_LENGTHS = range(6, 41)
_LONGEST_WITH_TIME = 64
_ANY_YEAR, _ANY_DAY, _ANY_DATE = "2000", "3", "03.03.2000"
_LANGUAGES_BY_USE = (
    "en es fr de it pt nl ru pl uk cs sk sv da nb fi hu ro bg hr sr sl el tr he ar hi th vi id ja ko zh ca eu gl et lv "
    "lt is ms"
)
_LANGUAGES = _LANGUAGES_BY_USE.split()
_FIRST = 3
"""Most values of a column that are looked at in every language."""

_ALMOST_ALL = 0.95
"""Least share of the values for what a column is said to be."""


class ValueKind(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    ADDRESS = "url"
    LIST = "list"
    ROWS = "rows"


_EXACT = 2**53
"""Below it floating-point numbers hold every whole one; SQLite stores none ten bits longer."""


@dataclass(frozen=True)
class NumberFormat:
    """`decimal`: which mark three digits after may be a fraction; none where they are thousands always. `whole`: there
    are no fractions."""

    decimal: str = "."
    whole: bool = False
    kind = ValueKind.NUMBER

    def read(self, text: str) -> float | None:
        """The one number in a short text, with its currency or unit: `£1,200.50`, `320 pp.`, `1.234,5`."""
        from price_parser.parser import parse_number

        found = _NUMBER.fullmatch(text.strip())
        if found is None or _NO_THOUSANDS.search(found["digits"]):
            return None
        digits = _digits(found)
        shown = _decimal_mark(digits)
        if shown == "," and any(len(part) != 3 for part in digits.partition(",")[0].split(".")[1:]):
            return None  # "1.2.3": a version
        value = parse_number(digits, self.decimal if shown is None else shown)
        if value is None:
            return None
        number = -float(value) if found["sign"] else float(value)
        return int(number) if self.whole and number.is_integer() and abs(number) < _EXACT else number


@dataclass(frozen=True)
class DateFormat:
    """`language` is that of the months; `day_first`: before the month, where both are digits."""

    language: str = "en"
    day_first: bool = True
    kind = ValueKind.DATE

    def read(self, text: str) -> str | None:
        """As ISO 8601, if the text is a date, perhaps with a time of day, and nothing else."""
        text = " ".join(text.split())
        try:
            if _ISO.fullmatch(text):
                return (datetime if len(text) > 10 else date).fromisoformat(text).isoformat()
            if day := self._day(text):
                return day.isoformat()
            found = any(map(text.__contains__, ".:h")) and len(text) <= _LONGEST_WITH_TIME
            timed = (_DAY_AND_TIME.fullmatch(text) or _TIME_AND_DAY.fullmatch(text)) if found else None
            day = self._day(timed["day"]) if timed else None
            return f"{day.isoformat()}T{_time(timed)}" if timed and day else None
        except ValueError:  # 2021-02-30
            return None

    def _day(self, text: str) -> date | None:
        if len(text) not in _LENGTHS:
            return None
        if _ISO.fullmatch(text):
            return date.fromisoformat(text)
        if day := self._in_digits(text) or _in_words(text, self.language):
            return day
        plain = _ARTICLE.sub(r"\1 ", text)
        return _in_words(plain, self.language) if plain != text else None

    def _in_digits(self, text: str) -> date | None:
        dated = _AFTER_A_WORD.fullmatch(text)
        if dated and any(_month_and_day(f"{dated['word']} {_ANY_DATE}", self.language)):  # a day of the week
            text = dated["date"]
        if found := _FROM_YEAR.fullmatch(text):
            return date(int(found["year"]), int(found["m"] or found["month"]), int(found["d"] or found["day"]))
        if found := _IN_DIGITS.fullmatch(text):
            day, month = (found["first"], found["second"]) if self.day_first else (found["second"], found["first"])
            return date(int(found["year"]), int(month), int(day))
        return None


def _time(found: re.Match[str]) -> str:
    hour = int(found["h"])
    if found["half"]:
        hour = hour % 12 + (12 if found["half"] in "pP" else 0)
    zone = "+00:00" if (found["zone"] or "")[:1] in set("UGZ") else found["zone"] or ""
    return time.fromisoformat(f"{hour:02}:{found['m']}:{found['s'] or '00'}{zone}").isoformat()


ValueFormat = NumberFormat | DateFormat


def kind_of(texts: Sequence[str]) -> ValueKind:
    found = format_of(texts)
    return ValueKind.TEXT if found is None else found.kind


def format_of(texts: Sequence[str]) -> ValueFormat | None:
    """How almost all values of a column are read; None if there is no one way."""
    return _date_format(texts) or number_format(texts) if texts else None


def _reads(one: ValueFormat, texts: Sequence[str]) -> bool:
    misses = 0
    for text in texts:
        misses += one.read(text) is None
        if len(texts) - misses < _ALMOST_ALL * len(texts):
            return False
    return True


def number_format(texts: Sequence[str]) -> NumberFormat | None:
    """The decimal mark is what other values show it to be. Where none does, prices have none before three digits, and
    other numbers have a point there."""
    if not _reads(NumberFormat(), texts) or _are_codes(texts) or _are_of_several_units(texts):
        return None
    found = [_digits(each) for text in texts if (each := _NUMBER.fullmatch(text.strip()))]
    shown = Counter(map(_decimal_mark, found))
    whole = shown.keys() == {""}
    if not any(map(_OPEN.fullmatch, found)):
        return NumberFormat(whole=whole)
    marks = {mark: count for mark, count in shown.items() if mark}
    return NumberFormat(max(".,", key=lambda mark: marks.get(mark, 0)) if marks else "" if _are_prices(texts) else ".")


def _digits(number: re.Match[str]) -> str:
    return _SPACES.sub("", number["digits"]).rstrip(".,")


def _decimal_mark(digits: str) -> str | None:
    """The last mark, or, where that comes again, the other one; "" if there is none, None if nobody can tell."""
    if _OPEN.fullmatch(digits):
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return ""
    mark = digits[last]
    return mark if digits.count(mark) == 1 else "." if mark == "," else ","


def _are_prices(texts: Sequence[str]) -> bool:
    from price_parser import Price

    return all(Price.fromstring(text).currency for text in texts)


def _are_codes(texts: Sequence[str]) -> bool:
    """Numbers nobody counts with: leading zeros, very many digits, always as many of them, letters right before them
    that are no currency, several points as versions have."""
    for text in texts:
        digits = "".join(filter(str.isdigit, text))
        if len(digits) > 12 or (len(digits) > 1 and digits[0] == "0" and "." not in text) or _VERSION.fullmatch(text):
            return True
    attached = {found["letters"] for text in texts if (found := _ATTACHED_BEFORE.match(text.strip()))}
    if attached and not _are_prices([f"{letters}1" for letters in attached]):
        return True
    lengths = {len(text) if text.isdecimal() else 0 for text in map(str.strip, texts)}
    return len(lengths) == 1 and min(lengths) >= _SHORTEST_CODE and len(set(texts)) >= _ENOUGH_CODES


def _are_of_several_units(texts: Iterable[str]) -> bool:
    """Whether the numbers cannot be compared: "980 KB" beside "1.2 MB"."""
    found = (_ANY_UNIT.fullmatch(text.strip()) for text in texts)
    return len({each["unit"].casefold()[:_STEM] for each in found if each}) > 1


def unit_of(texts: Sequence[str]) -> str:
    """The word that nearly all of these have after their number, be it "1 comment" or "5 comments"; nothing, if it
    is short, as kg and pp. are."""
    found = [_UNIT.fullmatch(text.strip()) for text in texts]
    words = Counter(each["unit"].casefold() for each in found if each)
    unit, count = max(words.items(), key=lambda each: (each[1], len(each[0])), default=("", 0))
    kin = sum(often for word, often in words.items() if word[:_STEM] == unit[:_STEM])
    return unit if count and kin >= _ALMOST_ALL * len(texts) and len(unit) > _LONGEST_SYMBOL else ""


def _date_format(texts: Sequence[str]) -> DateFormat | None:
    likely = sum(6 <= len(text) <= _LONGEST_WITH_TIME and _FOUR_DIGITS.search(text) is not None for text in texts)
    if likely < _ALMOST_ALL * len(texts):
        return None
    usual = (DateFormat(), DateFormat(day_first=False))
    others = [DateFormat(language) for language in _LANGUAGES]
    shared = (those for text in texts[:_FIRST] if (those := [each for each in others if each.read(text)]))
    return next((each for each in chain(usual, next(shared, ())) if _reads(each, texts)), None)


def _in_words(text: str, language: str) -> date | None:
    """A day whose month is a word, or has one beside it: "3 de mayo de 2021", "2021年5月3日". What
    dateparser is asked has always the same year, and the same day where that stands alone: its answers are kept."""
    numbers = _DIGITS.findall(text)
    years, days = [each for each in numbers if _YEAR.fullmatch(each)], [each for each in numbers if len(each) <= 2]
    if not days and language == "en" and _MONTH_AND_YEAR.fullmatch(text):
        text, days = f"1 {text}", ["1"]
    alone = len(days) == 1 and not _ATTACHED.search(text)
    is_date = len(years) == 1 and len(numbers) <= 1 + len(days) and (alone or _ATTACHED.search(text))
    if not is_date or len(days) > 2 or not _WORDS.fullmatch(text):
        return None
    pattern = _DIGITS.sub(lambda each: _ANY_YEAR if each[0] == years[0] else _ANY_DAY if alone else each[0], text)
    month, day = _month_and_day(pattern, language)
    if str(day) not in ([_ANY_DAY] if alone else [each.lstrip("0") for each in days]):
        return None
    return date(int(years[0]), month, int(days[0]) if alone else day)


@lru_cache(maxsize=4096)
def _month_and_day(text: str, language: str) -> tuple[int, int]:
    """0 and 0 if it is no date."""
    found = _parser(language).get_date_data(text).date_obj
    return (found.month, found.day) if found else (0, 0)


@lru_cache(maxsize=len(_LANGUAGES))
def _parser(language: str) -> "DateDataParser":
    from dateparser.date import DateDataParser

    settings = {"PARSERS": ["absolute-time"], "STRICT_PARSING": True, "RELATIVE_BASE": datetime(2000, 1, 1)}
    return DateDataParser(languages=[language], settings=settings)
