"""One regex for many URLs: the paper's URLPattern, which here also asks what the next URLs will look like.

How to read a regex here: it is anchored, in Python syntax, and holds for a normalised URL whose parameters stand in
the order of their names, because a site may write them in any order: `detail\\?cd=[0-9]+&lang=en` also means
`detail?lang=en&cd=7`. A parameter that some URLs lack is written `(?:[?&]page=[0-9]+|)`. No quantifier is nested,
and what `generalise` writes is matched in linear time by any regex engine. It does not say where on a page the links
stand; that is a step's *place*.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from recorder.patterns.urls.ladders import Ladder, ladder_of
from recorder.patterns.urls.tokens import escape
from recorder.patterns.urls.url import Url

EXAMPLES = 3
"""Most URLs kept as examples of an expression."""

_NAMED = "?&"
"""The marks of slots that are parameters, of the query or of the route."""


class ExpressionError(ValueError):
    """A text that is no regular expression, or no URLs to make one from."""


@dataclass(frozen=True)
class Expression:
    """A URL regex. `clashes` are known unwanted URLs that it matches all the same: narrow by place, or split the
    group.
    """

    text: str
    examples: tuple[str, ...] = field(default=(), compare=False)
    clashes: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        try:
            return re.compile(self.text)
        except (re.error, OverflowError, RecursionError) as error:
            raise ExpressionError(f"not a regular expression: {self.text[:200]}: {error}") from None

    def matches(self, url: str | Url) -> bool:
        """Whether a normalised URL fits, whatever the order of its parameters."""
        url = Url(url) if isinstance(url, str) else url
        return self.compiled.fullmatch(url.ordered) is not None


def generalise(urls: Iterable[str], negatives: Iterable[str] = ()) -> Expression:
    """The most specific expression that should match the URLs still unseen, avoiding `negatives` where a narrower
    one can.

    The negatives that it cannot avoid are its `clashes`, those among them that should match, too.
    """
    wanted, unwanted = _parsed(urls), _parsed(negatives)
    known = set(wanted)
    avoidable = [url for url in unwanted if url not in known]
    forms = _forms(wanted)
    expression = _expression(forms, [_narrowed(form, avoidable) for form in forms])
    return replace(expression, clashes=tuple(url.text for url in unwanted if expression.matches(url)))


def _parsed(urls: Iterable[str]) -> list[Url]:
    return list(map(_url, sorted(set(urls))))


@lru_cache(maxsize=16_384)  # a group of links is looked at with one set of unwanted links after the other
def _url(text: str) -> Url:
    return Url(text)


@dataclass(frozen=True)
class _Slot:
    """One level or parameter of a form, and its value in every URL that has it."""

    key: str
    values: tuple[str, ...]
    optional: bool

    @property
    def ladder(self) -> Ladder:
        return ladder_of(self.values)


@dataclass(frozen=True)
class _Form:
    """URLs with the same origin and number of levels, seen level by level. Parameters may come and go."""

    origin: str
    slots: tuple[_Slot, ...]
    examples: tuple[str, ...]

    @classmethod
    def of(cls, urls: Sequence[Url]) -> "_Form":
        values: defaultdict[str, list[str]] = defaultdict(list)
        for url in urls:
            for key, value in url.slots:
                values[key].append(value)
        keys = sorted(values, key=lambda key: ("/?#&".index(key[0]), key[1:] if key[0] in _NAMED else key[1:].zfill(8)))
        slots = tuple(_Slot(key, tuple(values[key]), len(values[key]) < len(urls)) for key in keys)
        middle = len(urls) // 2
        return cls(urls[0].origin, slots, tuple(dict.fromkeys(url.text for url in (urls[0], urls[middle], urls[-1]))))

    def regex(self, bodies: Mapping[str, str]) -> str:
        text, before = escape(self.origin), ""
        for slot in self.slots:
            named = slot.key[0] in _NAMED
            if not named:
                lead, before = "#" if slot.key == "#0" else "/", ""
            else:
                lead = before or r"\?"
                before = "&" if not slot.optional or before == "&" else "[?&]"
            piece = f"{lead}{escape(slot.key[1:]) * named}{bodies[slot.key]}"
            text += f"(?:{piece}|)" if slot.optional else piece
        return text

    def holds(self, url: Url) -> bool:
        """Whether `url` has exactly these levels, and no parameter too many or too few."""
        return url.origin == self.origin and self._required <= set(url.keys) <= self._keys

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(slot.key for slot in self.slots)

    @cached_property
    def _required(self) -> frozenset[str]:
        return frozenset(slot.key for slot in self.slots if not slot.optional)


def _forms(urls: Sequence[Url]) -> list[_Form]:
    if not urls:
        raise ExpressionError("no URLs to make an expression from")
    by_form: defaultdict[tuple[str, str], list[Url]] = defaultdict(list)
    for url in urls:
        by_form[url.origin, "".join(key[0] for key in url.keys if key[0] not in _NAMED)].append(url)
    return [_Form.of(members) for _, members in sorted(by_form.items())]


def _expression(forms: Sequence[_Form], bodies: Sequence[Mapping[str, str]]) -> Expression:
    regexes = [form.regex(body) for form, body in zip(forms, bodies, strict=True)]
    text = regexes[0] if len(regexes) == 1 else f"(?:{'|'.join(regexes)})"
    examples = [example for form in forms for example in form.examples]
    return Expression(f"^{text}$", tuple(examples[:EXAMPLES]))


def _narrowed(form: _Form, unwanted: Iterable[Url]) -> dict[str, str]:
    """A regex per level. While unwanted URLs fit, the level that can shed most of them takes a narrower one, each
    level once.
    """
    bodies = {slot.key: slot.ladder.chosen for slot in form.slots}
    clashing = [dict(url.slots) for url in unwanted if form.holds(url)]
    for key, body in bodies.items():
        clashing = _still_matching(clashing, key, body)
    free = {slot.key: slot.ladder for slot in reversed(form.slots)}
    while clashing and free:
        attempts = [
            (key, body, _still_matching(clashing, key, body))
            for key, ladder in free.items()
            for body in ladder.narrower
        ]
        key, body, left = min(attempts, key=lambda attempt: len(attempt[2]), default=("", "", clashing))
        if len(left) == len(clashing):
            break
        bodies[key], clashing = body, left
        del free[key]
    return bodies


def _still_matching(rows: Iterable[dict[str, str]], key: str, body: str) -> list[dict[str, str]]:
    matches = re.compile(body).fullmatch
    return [row for row in rows if key not in row or matches(row[key])]
