"""What forms and records of a program are worth: queries against the program's own answers, columns against its own.

A column of the program's counts where pages show it: on most records its value is part of what the page says. It is
*recovered* if some column of the table holds exactly that on nearly all of these records. The name of that column is
*sensible* if it shares a word with the program's own name of it; words are compared without capitals and endings, and
what records are called by is `title` on purpose. A list holds its items one after the other. Of all columns those are
*unwanted* that say the same of every record, say what another one says, or say words that no reader of the page sees.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from bench.generality.answers import Answer
from bench.generality.extracted import ExtractedRecord
from bench.generality.site import Query, Truth
from recorder.patterns.records.columns import RESERVED, TITLE
from recorder.store.records import DERIVED

_SHOWN = 0.8
"""Share of records whose page says a value: the others may cut it short, or say nothing where it is the usual one."""
_NEARLY_ALL = 0.95
"""Share of records on which a recovered column is exact."""
_DIFFERENT = 2
"""Fewest values of a column that tells records apart: what all have in common is no field of a record."""

_ENDING = re.compile(r"(?<=\w{3})(?:s|e[dr]|or)$")
"""Of a plural, and of who does something or what is done: `reporter`, "reported by"."""
_DIGIT = re.compile(r"\d")
_CALLED_BY = frozenset({"name", "subject", "headline", "summary"})
"""Words of a program's own names for what its records are called."""


@dataclass(frozen=True)
class Asked:
    """A query, and how well it was answered."""

    sort: str
    precision: float
    recall: float
    refused: str = ""

    @property
    def is_exact(self) -> bool:
        return self.precision == self.recall == 1


@dataclass(frozen=True)
class Columns:
    """Of the program's columns that pages show, by their own names: what they came out as, "" where they did not."""

    found: Mapping[str, str]
    unwanted: Mapping[str, str] = field(default_factory=dict)
    """Columns of the table that nobody wants, and why."""
    count: int = 0
    """All columns of the table."""

    @property
    def recovered(self) -> int:
        return sum(map(bool, self.found.values()))

    @property
    def sensible(self) -> int:
        return sum(bool(_words(own) & _words(name)) or _is_title(own, name) for own, name in self.found.items())


def asked(query: Query, answer: Answer, base: str, truth: Truth) -> Asked:
    """An empty answer to a question without hits is exact; one that could not be asked finds nothing."""
    if answer.refused:
        return Asked(query.sort, 0.0, 0.0, answer.refused)
    known = [truth.identity(url.removeprefix(base)) for url in answer.found]
    right = {identity for identity in known if identity in query.answer}
    wrong = sum(
        identity not in query.answer and not truth.neither(url.removeprefix(base))
        for identity, url in zip(known, answer.found, strict=True)
    )
    precision = len(right) / (len(right) + wrong) if right or wrong else 1.0
    return Asked(query.sort, precision, len(right) / len(query.answer) if query.answer else 1.0)


def columns(records: Iterable[ExtractedRecord], base: str, truth: Truth) -> Columns:
    pairs = [(truth.fields[identity], record) for record in records if (identity := _identity(record, base, truth))]
    own = sorted({name for fields, _ in pairs for name in fields})
    found = {name: _recovered(name, pairs) for name in own if _is_shown(name, pairs)}
    table = _without_derived({name: None for _, record in pairs for name in record.values})
    said = {name: tuple(_plain(record.values.get(name, "")) for _, record in pairs) for name in table}
    reasons = {name: _why_unwanted(name, said, [_plain(record.text) for _, record in pairs]) for name in table}
    return Columns(found, {name: why for name, why in reasons.items() if why}, len(table))


def _without_derived(names: Iterable[str]) -> list[str]:
    """The columns of data, without those that every table has and those that say what a text means."""
    known = [name for name in names if name not in RESERVED]
    derived = {name + ending for name in known for ending in DERIVED}
    return [name for name in known if name not in derived]


def _why_unwanted(name: str, said: Mapping[str, Sequence[str]], texts: Sequence[str]) -> str:
    values = said[name]
    if len(filled := set(filter(None, values))) < _DIFFERENT:
        return "constant"
    names = list(said)
    others = (other for other in names[: names.index(name)] if _agree(values, said[other]))
    if other := next(others, ""):
        return f"as {other}"
    told = [(value, text) for value, text in zip(values, texts, strict=True) if value]
    are_words = not any("://" in value or value[:1] in "[{" or _DIGIT.search(value) for value in filled)
    return "layout" if are_words and not any(value in text for value, text in told) else ""


def _agree(values: Sequence[str], others: Sequence[str]) -> bool:
    told = [(value, other) for value, other in zip(values, others, strict=True) if value]
    return fmean(value.rstrip("/") == other.rstrip("/") for value, other in told) >= _NEARLY_ALL


_Pairs = list[tuple[Mapping[str, str], ExtractedRecord]]


def _identity(record: ExtractedRecord, base: str, truth: Truth) -> str | None:
    identity = truth.identity(record.url.removeprefix(base))
    return identity if identity in truth.fields else None


def _is_shown(name: str, pairs: _Pairs) -> bool:
    told = [(_plain(fields[name]), _plain(record.text)) for fields, record in pairs if fields.get(name)]
    if len({value for value, _ in told}) < _DIFFERENT:
        return False
    return fmean(value in text for value, text in told) >= _SHOWN


def _recovered(name: str, pairs: _Pairs) -> str:
    """The name of the column that holds it most often, of several the one best named; "" where none holds it on nearly
    all records.
    """
    told = [(_plain(fields[name]), record) for fields, record in pairs if fields.get(name)]
    shown = [(value, record) for value, record in told if value in _plain(record.text)]
    exact = {
        column: fmean(_plain(record.values.get(column, "")) == value for value, record in shown)
        for column in sorted({column for _, record in shown for column in record.values})
    }
    best = max(exact, key=lambda column: (exact[column], len(_words(column) & _words(name))), default="")
    return best if best and exact[best] >= _NEARLY_ALL else ""


def _plain(value: str) -> str:
    return " ".join(value.split())


def _is_title(own: str, name: str) -> bool:
    return name == TITLE and bool(_words(own) & _CALLED_BY)


def _words(name: str) -> set[str]:
    found = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    return {_ENDING.sub("", word) for word in found}
