"""Tasks of a crawl: what a row of the frontier asks for, and how it is queued.

A row keeps the number of its question, and what a form or a turned page needs besides, as JSON. Only this file knows
its keys: they are written when a request is queued, and read once, when the row is claimed.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

from recorder.crawling.navigator import Navigator, Waypoint
from recorder.crawling.queries import Question
from recorder.exhausting.answers import Ask, Kind
from recorder.fetching.answers import Request
from recorder.forms.form import Form
from recorder.forms.generic_request import expand
from recorder.forms.submission import Query, Submission, Values, submission
from recorder.knowledge.link_marks import LinkMarks
from recorder.patterns.classes.groups import EVERYTHING, GroupChoice
from recorder.patterns.navigation.pattern import FormStep, Position
from recorder.store.frontier import FrontierRow, QueuedRequest, request_key
from recorder.store.page import IGNORED, KNOWN, LEFT_OUT
from recorder.store.rows import Json

_QUESTION, _FRESH, _PAGE, _TURN = "question", "fresh", "page", "turn"
ASKED = "asked"
"""The key of what a question that the program made says."""
BESIDE = Position(-1, 0)
"""Where pages stand that no step of the pattern leads to."""
_BLANK = ("",) * 20
"""Stands for the values of one visit, which are no part of what makes two requests the same."""


@dataclass(frozen=True, slots=True)
class _Claimed:
    row: FrontierRow
    key: str
    """Equal for tasks of the same page: the address, unless a form is sent there."""
    at: Waypoint
    question: Question
    promised: bool
    """Whether the pattern says that a target is there."""

    @property
    def beside(self) -> bool:
        """Whether no step of the pattern leads there."""
        return self.at.position == BESIDE

    @property
    def session(self) -> str:
        """The session that its question needs, if it needs one of its own."""
        return f"question {self.question.number}" if self.at.apart else ""


@dataclass(frozen=True, slots=True)
class LinkTask(_Claimed):
    """A link to follow, or the entry page."""

    left_out: str = ""
    """The outcome of a page that is not to be fetched."""


@dataclass(frozen=True, slots=True)
class FormTask(_Claimed):
    """A form step to submit. `fresh` are the hidden values of the visit that met the form, on `page`; without them it
    is fetched again.
    """

    step: FormStep
    fresh: Mapping[str, Values]
    page: str


@dataclass(frozen=True, slots=True)
class TurnTask(_Claimed):
    """A form on an answer or list that turns its pages."""

    request: Request


Task = LinkTask | FormTask | TurnTask


_BESIDE = Waypoint(BESIDE, is_target=False, answered=None, asks=None, goes_on=False, forms=0, apart=None)


@dataclass(frozen=True)
class TaskReader:
    """Reads the rows of one crawl."""

    navigator: Navigator
    entry: str
    marks: LinkMarks
    """Which links are not followed although the pattern leads along them."""
    collected_before: Set[str] = frozenset()
    """Targets that need not be fetched again."""
    choice: GroupChoice = EVERYTHING
    """Which groups of targets are not wanted."""

    def read(self, row: FrontierRow) -> Task:
        """What a claimed row asks for. Rows of old databases may say nothing of a question."""
        said = row.query or {}
        number = said.get(_QUESTION, 0)
        assert isinstance(number, int)
        position = Position(row.path_index, row.position)
        at = _BESIDE if position == BESIDE else self.navigator.waypoints[position]
        question = self.navigator.questions[number]
        # The entry page is never a target, whatever matches its address.
        promised = at.is_target and row.url != self.entry
        if _TURN in said:
            body = row.body.encode() if row.method == "POST" else None
            request = Request(row.url, row.method, body, str(said[_TURN]) or None)
            return TurnTask(row, row.key, at, question, promised, request)
        if _FRESH in said and at.answered:
            page = str(said.get(_PAGE) or at.answered.page)
            return FormTask(row, row.key, at, question, promised, at.answered, _values(said[_FRESH]), page)
        return LinkTask(row, row.key if at.apart else row.url, at, question, promised, self._left_out(row.url, at))

    def wants(self, url: str) -> bool:
        """Whether a page that no step leads to may be fetched."""
        known = url == self.entry or url in self.collected_before
        return not (known or self.marks.ignores(url) or self.choice.leaves_out(url))

    def _left_out(self, url: str, at: Waypoint) -> str:
        """The entry page never is; nor is a page that was collected before, or is not wanted, but may lead on to
        others.
        """
        if at.position.step > 0 and self.marks.ignores(url):
            return IGNORED
        if not at.is_target or at.goes_on:
            return ""
        if self.choice.leaves_out(url):
            return LEFT_OUT
        return KNOWN if url in self.collected_before else ""


def _values(kept: object) -> dict[str, Values]:
    assert isinstance(kept, Mapping)
    return {name: tuple(values) for name, values in kept.items()}


def link_request(url: str, at: Position, question: Question, depth: int, place: str = "") -> QueuedRequest:
    """Every question comes by a link once, so that a page knows all that found it."""
    return QueuedRequest(
        url=url,
        key=f"{url} for question {question.number}" if question.number else url,
        path_index=at.path,
        position=at.step,
        depth=depth,
        place=place,
        query={_QUESTION: question.number},
    )


def straggler_request(url: str) -> QueuedRequest:
    """A page that was met in links, and that no step leads to."""
    return QueuedRequest(url=url, path_index=BESIDE.path, position=BESIDE.step, query={_QUESTION: 0})


def form_request(
    at: Waypoint, question: Question, depth: int, fresh: Mapping[str, Values] | None = None, page: str = ""
) -> QueuedRequest:
    """The form step that leads to `at`, with the `fresh` values of the `page` it was met on."""
    assert at.answered is not None  # or no form step leads there
    sent = expand(at.answered, question.values(at.position.path, at.forms), dict.fromkeys(at.answered.fresh, _BLANK))
    kept = {name: list(values) for name, values in (fresh or {}).items()}
    key = request_key(f"{page}{sent.url}", f"FORM {sent.method}", _text(sent))
    return _sent(sent, key, at.position, depth, {_QUESTION: question.number, _FRESH: kept, _PAGE: page})


def asking_request(at: Waypoint, question: Question, ask: Ask) -> QueuedRequest:
    """A question that the program made. A killed run finds it in the row again."""
    request = form_request(at, question, 1)
    asked = {"kind": ask.kind, "given": dict(ask.given), "round": ask.round}
    return replace(request, query={**(request.query or {}), ASKED: asked})


def asked_in(row: FrontierRow) -> tuple[int, Ask]:
    """The number of such a question, and what it says."""
    assert row.query is not None
    number, asked = row.query[_QUESTION], row.query[ASKED]
    assert isinstance(number, int) and isinstance(asked, Mapping)
    return number, Ask(Kind(asked["kind"]), tuple(asked["given"].items()), asked["round"])


def turn_request(form: Form, which: str, at: Position, question: Question, depth: int) -> QueuedRequest:
    """The form as it stands, and which page it leads to, whatever else it sends."""
    sent = submission(form, Query(()))
    assert sent is not None  # a form with an action that is no script
    key = request_key(form.action, f"TURN {sent.method}", f"{which} for question {question.number}")
    return _sent(sent, key, at, depth, {_QUESTION: question.number, _TURN: sent.content_type or ""})


def _sent(sent: Submission, key: str, at: Position, depth: int, query: Json) -> QueuedRequest:
    return QueuedRequest(
        url=sent.url,
        method=sent.method,
        body=_text(sent),
        key=key,
        path_index=at.path,
        position=at.step,
        depth=depth,
        query=query,
    )


def _text(sent: Submission) -> str:
    return (sent.body or b"").decode("utf-8", "replace")
