"""From a page to what is followed from it: further pages of an answer, and forms with a person's values."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path as File

import pytest

from recorder.crawling.link_follower import LinkFollower, further_pages
from recorder.crawling.navigator import Navigator
from recorder.crawling.queries import Question
from recorder.crawling.tasks import Task, TaskReader
from recorder.forms.form import Button, Field, Form
from recorder.forms.parameters import ready_paths
from recorder.health.form_changes import FormWatch
from recorder.knowledge.link_marks import LinkMarks
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path
from recorder.patterns.pages.links import Link
from recorder.runtime.events import nobody
from recorder.store import Store, open_store
from recorder.store.frontier import QueuedRequest

ANSWER = "http://h/find?q=tea&page=1"
STEP = FormStep("POST", "http://h/find", "q=*", (Parameter("q", "Words", "text", required=True),), page="http://h/")


def link(url: str, text: str = "", kind: str = "a") -> Link:
    return Link(url, "html/body/p/a", text, kind)


HIDDEN = Field(name="q", kind="hidden", value="tea")


def turner(*fields: Field) -> Form:
    return Form(url=ANSWER, action="http://h/find", method="POST", fields=fields, buttons=(Button(label="Next"),))


@pytest.mark.parametrize(
    ("offered", "leads_on"),
    [
        (link("http://h/find?q=tea&page=2", "2"), True),
        (link("http://h/find?page=2&q=tea", "Next page"), True),
        (link("http://h/find?q=tea&page=2", "»"), True),
        (link("http://h/find?q=tea&page=2", "", "next"), True),
        (link("http://h/find?q=coffee&page=2", "2"), False),
        (link("http://h/find?q=tea&sort=up", "By title"), False),
        (link("http://h/other?q=tea&page=2", "2"), False),
        (link("http://h/find?page=2", "2"), False),
        (link("http://h/find/kept/2?q=tea", "2"), True),
        (link("http://h/find/kept/2?q=tea", "About tea"), False),
        (link("http://h/find/kept/2?q=coffee", "2"), False),
    ],
)
def test_further_pages_repeat_what_was_said_and_announce_themselves(offered: Link, leads_on: bool) -> None:
    assert list(further_pages(ANSWER, [offered], {"tea"})) == [offered] * leads_on


def test_numbers_of_the_path_may_count_the_pages_of_an_answer() -> None:
    onward = [link(f"http://h/find/kept/{number}?q=tea", str(number)) for number in (1, 3)]
    assert list(further_pages("http://h/find/kept/2?q=tea", onward, {"tea"})) == onward
    assert list(further_pages("http://h/find/best/2?q=tea", onward, {"tea"})) == []


def test_the_words_may_stand_in_the_address_as_browsers_write_them() -> None:
    onward = link("http://h/find?q=green+tea%2C+caf%C3%A9&page=2", "2")
    assert list(further_pages("http://h/find?q=x", [onward], {"green tea, café"})) == [onward]


@pytest.fixture
def store(tmp_path: File) -> Iterator[Store]:
    with open_store(tmp_path / "site.db", create=True) as opened:
        yield opened


class Asked:
    """A crawl of `http://h/` that is asked one question."""

    def __init__(self, store: Store, pattern: NavigationPattern, *given: tuple[str, str]) -> None:
        self.navigator = Navigator(pattern, (Question(0, dict(given), ready_paths(pattern, given)),))
        self.follower = LinkFollower(
            self.navigator, store.pages, nobody, FormWatch(), partial(store.frontier.queued, 1)
        )
        self.store = store
        recording = store.recordings.create("site", "http://h/", ["http://h/1"], {}).result()
        self.run = store.runs.begin(recording.id, "crawl").result()

    def begin(self) -> list[QueuedRequest]:
        return list(self.follower.begin("http://h/"))

    def onward(
        self, position: int, url: str, links: tuple[Link, ...] = (), forms: tuple[Form, ...] = (), end: str = ""
    ) -> list[QueuedRequest]:
        """From a page at a position of the first path, whose redirects led to the `end`."""
        return list(self.follower.follow(self.task(position, url), end or url, links, forms).requests)

    def task(self, position: int, url: str) -> Task:
        """To fetch a page at a position of the first path."""
        self.store.frontier.add(self.run.id, [QueuedRequest(url=url, position=position, depth=1)]).result()
        (row,) = self.store.frontier.claim(self.run.id).result()
        return TaskReader(self.navigator, "http://h/", LinkMarks()).read(row)


def test_a_browser_is_worth_only_what_nothing_else_led_to(store: Store) -> None:
    """Scripts draw one menu on all pages."""
    steps = LinkStep("^http://h/list/[0-9]$"), LinkStep("^http://h/[0-9]+$")
    asked = Asked(store, NavigationPattern((Path(steps),)))
    known, new = link("http://h/1", "one"), link("http://h/2", "two")
    useful = asked.follower.useful(asked.task(1, "http://h/list/1"))
    store.frontier.add(asked.run.id, [QueuedRequest(url=known.url, position=2, depth=2)]).result()
    assert useful is not None
    assert useful([known]) == set()
    assert len(useful([known, new])) == 1


@pytest.mark.parametrize("onward", ["http://h/find?q=tea&page=2", "http://h/kept/9/2?q=tea"])
def test_an_answer_goes_on_where_it_was_asked_for_and_where_it_was_sent_on(store: Store, onward: str) -> None:
    asked = Asked(store, NavigationPattern((Path((STEP, LinkStep("^http://h/[0-9]+$"))),)), ("q", "tea"))
    links = (link(onward, "2"), link("http://h/other/2?q=tea", "2"))
    assert [row.url for row in asked.onward(1, ANSWER, links, end="http://h/kept/9?q=tea")] == [onward]


def test_what_the_form_says_of_itself_need_not_be_repeated(tmp_path: File) -> None:
    order = Parameter("order", "Order", "select", ("up", "down"), default=("up",))
    step = FormStep("GET", "http://h/find?q=*&order=*", None, (*STEP.parameters, order))
    pattern = NavigationPattern((Path((step, LinkStep("^http://h/[0-9]+$"))),))
    onward = link("http://h/find?q=tea&page=2", "next")
    for given, turned in ((), [onward.url]), ((("order", "down"),), []):
        with open_store(tmp_path / f"{len(given)}.db", create=True) as store:
            asked = Asked(store, pattern, ("q", "tea"), *given)
            assert [row.url for row in asked.onward(1, ANSWER, (onward,))] == turned


def test_a_form_on_the_way_is_asked_where_it_stands(store: Store) -> None:
    pattern = NavigationPattern((Path((LinkStep("^http://h/desk$"), STEP, LinkStep("^http://h/[0-9]+$"))),))
    asked = Asked(store, pattern, ("q", "tea"))
    assert [row.url for row in asked.begin()] == ["http://h/"]
    form = Form(url="http://h/desk", action="http://h/find", method="POST", fields=(Field(name="q", kind="text"),))
    (row,) = asked.onward(1, "http://h/desk", (), (form,))
    assert (row.method, row.url, row.body) == ("POST", "http://h/find", "q=tea")
    assert (row.position, row.depth) == (2, 2)


def test_an_answer_is_turned_by_its_form_until_it_has_none(store: Store) -> None:
    asked = Asked(store, NavigationPattern((Path((STEP, LinkStep("^http://h/[0-9]+$"))),)), ("q", "tea"))
    assert [(row.method, row.url) for row in asked.begin()] == [("POST", "http://h/find")]
    pages = [turner(HIDDEN, Field(name="page", kind="hidden", value=str(number))) for number in (2, 3)]
    rows = [row for form in pages for row in asked.onward(1, f"http://h/find#{form.fields[1].value}", (), (form,))]
    assert [row.body for row in rows] == ["q=tea&page=2", "q=tea&page=3"]
    assert len({row.key for row in rows}) == 2
    assert {row.position for row in rows} == {1}


def test_a_token_makes_no_page_of_its_own(store: Store) -> None:
    asked = Asked(store, NavigationPattern((Path((STEP, LinkStep("^http://h/[0-9]+$"))),)), ("q", "tea"))
    keys = set()
    for token in ("a1b2c3d4e5f6a7b8c9", "0f1e2d3c4b5a69788"):
        form = turner(HIDDEN, Field(name="token", kind="hidden", value=token))
        keys |= {row.key for row in asked.onward(1, f"http://h/find#{token}", (), (form,))}
    assert len(keys) == 1


def test_forms_are_read_only_where_some_are_asked() -> None:
    links = NavigationPattern((Path((LinkStep("^http://h/[0-9]+$"),)),))
    assert not asks_forms(links)
    assert asks_forms(NavigationPattern((Path((FormStep("GET", "http://h/all?q=", None),)), *links.paths)))


def asks_forms(pattern: NavigationPattern) -> bool:
    return Navigator(pattern, (Question(0, {}, ready_paths(pattern)),)).asks_forms
