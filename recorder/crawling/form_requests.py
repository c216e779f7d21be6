"""The form steps of a crawl: from a person's values to a request, and from a page of results to the next one.

A step whose form gives it something of each visit (a token) has the form's page fetched first; one that only a browser
can submit is filled in by it. What is followed from the answer is the crawler's matter.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import chain
from urllib.parse import unquote_plus

from recorder.crawling.form_filling import filled_form
from recorder.fetching import Outcome, OutcomeKind, Request
from recorder.forms.changes import find_again
from recorder.forms.csrf_tokens import fresh_names, fresh_values
from recorder.forms.form import Form
from recorder.forms.generic_request import StaleFormError, expand, query_of
from recorder.forms.pagination import turned
from recorder.forms.parameters import ReadyPath
from recorder.forms.submission import Query, Submission, Values, default_button, submission
from recorder.health.form_changes import FormWatch
from recorder.patterns.classes.idle_parameters import NO_PARAMETERS, IdleParameters
from recorder.patterns.navigation.pagination import turns_a_page
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern, Position
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.url import Url
from recorder.store.frontier import Request as Queued
from recorder.store.frontier import request_key
from recorder.store.rows import Json
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.visitor import Visit, Visitor


@dataclass(frozen=True)
class Question:
    """One query of a person: what was given, and what that makes of the form steps of each path."""

    given: Json
    paths: tuple[ReadyPath, ...]


@dataclass
class Questions:
    """What a crawl is asked to find. Without parameters: the one question that needs none."""

    pattern: NavigationPattern
    all: tuple[Question, ...]
    idle: IdleParameters = NO_PARAMETERS
    """Left out of the addresses of targets: each answer would write them otherwise."""
    watch: FormWatch = field(default_factory=FormWatch)

    def begin(self, entry: str) -> Iterator[Queued]:
        """Where the crawl starts: the entry page, and every form that is asked without going anywhere first."""
        for number, question in enumerate(self.all):
            for ready in question.paths:
                start = Position(ready.path, 0)
                forms = self.pattern.form_steps(start)
                if not forms:
                    yield Queued(url=entry, path_index=ready.path, query=self._asked(number))
                for step, reached in forms:
                    if not self.watch.has_changed(step):
                        yield self.request(step, reached, number, {}, depth=1)

    def first_forms(self) -> tuple[FormStep, ...]:
        """The forms that are asked without going anywhere first, each once."""
        starts = (Position(ready.path, 0) for question in self.all for ready in question.paths)
        return tuple(dict.fromkeys(step for start in starts for step, _ in self.pattern.form_steps(start)))

    @property
    def ask_forms(self) -> bool:
        """Whether any form is asked at all."""
        paths = {ready.path for question in self.all for ready in question.paths}
        return any(isinstance(step, FormStep) for path in paths for step in self.pattern.paths[path].steps)

    def asks_forms_at(self, position: Position) -> bool:
        """Whether the forms of a page at this position matter."""
        return bool(self.pattern.form_steps(position)) or self.step_before(position) is not None

    def onward(
        self, position: Position, url: str, links: Iterable[Link], forms: Iterable[Form], number: int, depth: int
    ) -> Iterator[Queued]:
        """The form that comes next on a page with these links and forms; what turns the pages of a list that is sent as
        a form; and, on an answer, what else turns its pages.
        """
        for step, reached in self.pattern.form_steps(position):
            form = self.watch.look(step, forms)
            if form is not None:
                yield self.request(step, reached, number, fresh_values(step, form), depth + 1, form.url)
        if not self.pattern.is_target(position):
            for sent, which in chain.from_iterable(turned(form, depth) for form in forms):
                yield self._turned(sent, which, position, number, depth + 1)
        asked = self.step_before(position)
        if asked is not None:
            for form in turning(asked, forms):
                yield self._turned(form, _constant(form), position, number, depth + 1)
            for link in further_pages(url, links, _said(asked, self.values(number, position))):
                yield self.link(link, position, number, depth + 1)

    def link(self, link: Link, to: Position, number: int, depth: int) -> Queued:
        """A link to follow. Every question comes by it once, so that a page knows all that found it."""
        url = self.idle.plain(link.url) if self.pattern.is_target(to) else link.url
        return Queued(
            url=url,
            key=f"{url} for question {number}" if number else url,
            path_index=to.path,
            position=to.step,
            depth=depth,
            place=link.place,
            query=self._asked(number),
        )

    def step_before(self, position: Position) -> FormStep | None:
        """The form step whose answer stands at this position."""
        step = self.pattern.paths[position.path].steps[position.step - 1] if position.step else None
        return step if isinstance(step, FormStep) else None

    def number_of(self, query: Json | None) -> int:
        """Which question a row of the frontier belongs to."""
        number = (query or {}).get("question", 0)
        assert isinstance(number, int)
        return number

    def given(self, number: int) -> Json | None:
        """What the person asked, to be kept with the pages it finds; None where nothing was."""
        return self.all[number].given or None

    def values(self, number: int, position: Position) -> Mapping[str, Values]:
        """What is said in the form step that leads to `position`."""
        steps = self.pattern.paths[position.path].steps[: position.step]
        place = sum(isinstance(step, FormStep) for step in steps) - 1
        ready = next(each for each in self.all[number].paths if each.path == position.path)
        return ready.values[place]

    def request(
        self, step: FormStep, at: Position, number: int, fresh: Mapping[str, Values], depth: int, page: str = ""
    ) -> Queued:
        """The row of the frontier. What belongs to one visit is no part of what makes two rows the same."""
        blank = dict.fromkeys(step.fresh, ("",) * 20)
        named = expand(step, self.values(number, at), blank)
        kept = {name: list(values) for name, values in fresh.items()}
        return Queued(
            url=named.url,
            method=named.method,
            body=_text(named),
            key=request_key(f"{page}{named.url}", f"FORM {named.method}", _text(named)),
            path_index=at.path,
            position=at.step,
            depth=depth,
            query=self._asked(number) | {"fresh": kept, "page": page},
        )

    def _turned(self, form: Form, which: str, at: Position, number: int, depth: int) -> Queued:
        sent = submission(form, Query((), default_button(form)))
        assert sent is not None  # turning() takes no other
        return Queued(
            url=sent.url,
            method=sent.method,
            body=_text(sent),
            key=request_key(sent.url, f"TURN {sent.method}", which),
            path_index=at.path,
            position=at.step,
            depth=depth,
            query=self._asked(number) | {"turn": sent.content_type or ""},
        )

    def _asked(self, number: int) -> dict[str, object]:
        return {"question": number}


def _constant(form: Form) -> str:
    """What such a form sends, but for what belongs to one visit."""
    return "&".join(f"{each.name}={each.value}" for each in form.fields if each.name not in fresh_names(form))


def turning(step: FormStep, forms: Iterable[Form]) -> Iterator[Form]:
    """The forms of an answer that turn its pages: nothing to fill in, sent to where the question was sent."""
    place = step.url.partition("?")[0]
    for form in forms:
        hidden = all(each.kind == "hidden" for each in form.fields)
        if (
            form.fields
            and form.buttons
            and hidden
            and (form.method, form.action.partition("?")[0])
            == (
                step.method,
                place,
            )
        ):
            yield form


def further_pages(url: str, links: Iterable[Link], said: Set[str]) -> Iterator[Link]:
    """The links of an answer that lead to further pages of it, whether or not any was seen while recording: at the
    answer's own path, repeating what was said, and announced as another page.
    """
    own = Url(url).levels
    for link in links:
        there = Url(link.url)
        if there.levels == own and turns_a_page(url, link):
            values = {unquote_plus(value) for _, value in there.parameters}
            if said <= values:
                yield link


def _said(step: FormStep, values: Mapping[str, Values]) -> frozenset[str]:
    """What a person said, and not the form for them: sites need not repeat that."""
    return frozenset(
        value for each in step.parameters for value in values[each.name] if value and value not in each.default
    )


class FormSender:
    """Sends the form steps of a crawl."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    async def send(self, step: FormStep, values: Mapping[str, Values], query: Json) -> Visit:
        """The answer to a form step, or why there is none."""
        page = str(query.get("page") or step.page)
        try:
            if step.in_browser:
                return await self._by_browser(step, values, page)
            return await self._over_http(step, values, page, query)
        except StaleFormError as error:
            return _without_form(page, str(error))

    async def turn(self, url: str, method: str, body: str, query: Json) -> Visit:
        """The page that a form on an answer leads to."""
        sent = body.encode() if method == "POST" else None
        return await self._visitor.ask(Request(url, method, sent, str(query["turn"]) or None))

    async def _over_http(self, step: FormStep, values: Mapping[str, Values], page: str, query: Json) -> Visit:
        kept = query.get("fresh")
        fresh: Mapping[str, Values] = kept if isinstance(kept, Mapping) else {}
        if step.fresh and not fresh:
            visit = await self._visitor.visit(page)
            if visit.page is None:
                return visit
            fresh = fresh_values(step, _found(step, visit.page))
        sent = expand(step, values, fresh)
        return await self._visitor.ask(Request(sent.url, sent.method, sent.body, sent.content_type))

    async def _by_browser(self, step: FormStep, values: Mapping[str, Values], page: str) -> Visit:
        visit = await self._visitor.visit(page)
        if visit.page is None:
            return visit
        form = _found(step, visit.page)
        answer, _ = await self._visitor.submit(filled_form(form, query_of(step, form, values)))
        return answer


def _found(step: FormStep, page: ReadPage) -> Form:
    form = find_again(step, page.forms)
    if form is None:
        raise StaleFormError(f"the form is no longer on {page.url}")
    return form


def _without_form(page: str, reason: str) -> Visit:
    return Visit(page, Outcome(Request(page), OutcomeKind.NOT_FOUND, reason, url=page), None)


def _text(sent: Submission) -> str:
    return (sent.body or b"").decode("utf-8", "replace")
