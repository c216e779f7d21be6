"""How well forms are understood, on real forms with a hand-checked truth: `tests/forms/corpus`."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from recorder.forms.finding import find_forms
from recorder.forms.form import Form
from recorder.forms.verdict import FormVerdict, judge
from recorder.forms.vocabulary import spoken
from recorder.patterns.pages.documents import Document

CORPUS = Path(__file__).parent / "corpus"
TUNING, HELD_OUT = "tuning", "held out"


@dataclass(frozen=True)
class Case:
    """One real form; `labels` are the right names of its visible fields, None for a field nobody checked."""

    file: str
    url: str
    half: str
    search: bool
    changes: bool
    labels: tuple[tuple[str, ...] | None, ...]

    @property
    def form(self) -> Form:
        body = (CORPUS / "pages" / self.file).read_bytes()
        return find_forms(Document.parse(body, content_type="text/html; charset=utf-8", url=self.url))[0]


@dataclass(frozen=True)
class Reading:
    """What was made of a case."""

    case: Case
    form: Form
    verdict: FormVerdict

    @property
    def labels(self) -> list[tuple[str, tuple[str, ...]]]:
        """Each label that can be right or wrong, with what is right."""
        visible = [field for field in self.form.fields if field.kind != "hidden"]
        pairs = zip(visible, self.case.labels, strict=True)
        return [(field.label, right) for field, right in pairs if right]


@dataclass(frozen=True)
class Understanding:
    """The figures of one half. `precision`: of what was judged safe, how much changes nothing."""

    forms: int
    precision: float
    searches_among_safe: float
    recall: float
    labels: int
    label_accuracy: float


def cases(half: str) -> list[Case]:
    entries = json.loads((CORPUS / "truth.json").read_text(encoding="utf-8"))
    return [_case(entry) for entry in entries if entry["half"] == half]


def _case(entry: dict[str, object]) -> Case:
    labels = entry["labels"]
    assert isinstance(labels, list)
    return Case(
        file=str(entry["file"]),
        url=str(entry["url"]),
        half=str(entry["half"]),
        search=bool(entry["search"]),
        changes=bool(entry["changes"]),
        labels=tuple(None if each is None else tuple(each) for each in labels),
    )


def readings(half: str) -> list[Reading]:
    return [Reading(case, form := case.form, judge(form)) for case in cases(half)]


def understanding(read: Iterable[Reading]) -> Understanding:
    read = list(read)
    safe = [each for each in read if each.verdict.safe]
    searches = [each for each in read if each.case.search]
    labels = [pair for each in read for pair in each.labels]
    return Understanding(
        forms=len(read),
        precision=_share(not each.case.changes for each in safe),
        searches_among_safe=_share(each.case.search for each in safe),
        recall=_share(each.verdict.safe for each in searches),
        labels=len(labels),
        label_accuracy=_share(is_right(label, right) for label, right in labels),
    )


def is_right(label: str, right: Iterable[str]) -> bool:
    """Whether a label says what a person would say, decoration aside."""
    return spoken(label) in {spoken(each) for each in right}


def _share(found: Iterable[bool]) -> float:
    found = list(found)
    return sum(found) / len(found) if found else 0.0
