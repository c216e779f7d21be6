"""What a browser was seen to send becomes a step, if its parts are explained by what was typed; else it does not."""

from urllib.parse import unquote_plus

import pytest

from recorder.forms.form import URLENCODED, Field, Form
from recorder.forms.generic_request import expand, fold
from recorder.forms.informativeness import Answer
from recorder.forms.observed import Sent, observed_step
from recorder.forms.submission import Query, Submission
from recorder.patterns.navigation.pattern import FormStep
from tests.forms.invented_forms import select

FORM = Form(
    url="http://h/",
    action="",
    fields=(Field(name="", kind="search", label="Look for"), select("kind", "all", "maps", "films")),
)
SAID = (("Harry", "all"), ("Süd ost", "maps"), ("a/b", "films"))


def step_of(said: tuple[tuple[str, str], ...] = SAID) -> FormStep:
    answers = [Answer(Query(((0, (words,)), (1, (kind,)))), words, True) for words, kind in said]
    step = fold(FORM, answers)
    assert step is not None
    assert step.in_browser
    return step


def seen(*requests: str | Submission, said: tuple[tuple[str, str], ...] = SAID) -> FormStep | None:
    sent = [
        Sent(Query(((0, (words,)), (1, (kind,)))), Submission("GET", each) if isinstance(each, str) else each)
        for each, (words, kind) in zip(requests, said, strict=False)
    ]
    return observed_step(step_of(said), FORM, sent)


def again(step: FormStep, words: str, kind: str) -> Submission:
    return expand(step, {"Look for": (words,), "kind": (kind,)})


@pytest.mark.parametrize(
    ("requests", "url"),
    [
        (
            ["http://h/s?t=all&w=Harry&v=2", "http://h/s?t=maps&w=S%C3%BCd+ost&v=2", "http://h/s?t=films&w=a%2Fb&v=2"],
            "http://h/s?t=*&w=*&v=2",
        ),
        (["http://h/all/Harry", "http://h/maps/S%C3%BCd%20ost", "http://h/films/a%2Fb"], "http://h/*/*"),
        (
            ["http://h/s?q=in:all+title:Harry&k=all", "http://h/s?q=in:all+title:S%C3%BCd+ost&k=maps"],
            "http://h/s?q=in%3Aall+title%3A*&k=*",
        ),
    ],
)
def test_what_varies_is_explained(requests: list[str], url: str) -> None:
    step = seen(*requests)
    assert step is not None
    assert (step.url, step.in_browser) == (url, False)
    assert unquote_plus(again(step, "Harry", "all").url) == unquote_plus(requests[0])


def test_a_posted_request() -> None:
    def posted(body: str) -> Submission:
        return Submission("POST", "http://h/api?v=1", body.encode(), "application/x-www-form-urlencoded; charset=UTF-8")

    step = seen(posted("w=Harry&k=all"), posted("w=S%C3%BCd%20ost&k=maps"))
    assert step is not None
    assert (step.method, step.url, step.body) == ("POST", "http://h/api?v=1", "w=*&k=*")
    assert again(step, "x", "all").body == b"w=x&k=all"


def test_a_parameter_that_was_the_same_each_time_keeps_its_place() -> None:
    said = (("Harry", "maps"), ("Potter", "maps"), ("x", "all"))
    step = seen("http://h/s?w=Harry&kind=maps", "http://h/s?w=Potter&kind=maps", said=said)
    assert step is not None
    assert step.url == "http://h/s?w=*&kind=*"


@pytest.mark.parametrize(
    "requests",
    [
        ["http://h/s?w=Harry&kind=all"],
        ["http://h/s?w=Harry&kind=all&t=1", "http://h/s?w=S%C3%BCd+ost&kind=maps&t=2"],
        ["http://h/s?w=Harry", "http://h/s?w=S%C3%BCd+ost"],
        ["http://h/s?w=Harry&kind=all", "http://h/s?w=S%C3%BCd+ost"],
        ["http://h/s?w=Harry&v=Harry&kind=all", "http://h/s?w=S%C3%BCd+ost&v=S%C3%BCd+ost&kind=maps"],
        ["http://h/s?w=Harry&kind=all", "http://h/other?w=S%C3%BCd+ost&kind=maps"],
    ],
)
def test_what_cannot_be_explained_stays_in_the_browser(requests: list[str]) -> None:
    assert seen(*requests) is None


def test_json_stays_in_the_browser() -> None:
    def posted(words: str) -> Submission:
        return Submission("POST", "http://h/api", f'{{"w": "{words}"}}'.encode(), "application/json")

    assert seen(posted("Harry"), posted("a/b")) is None


def test_what_belongs_to_one_visit_is_taken_from_the_next() -> None:
    """A link that posts the page back: the script names the button, the page brings its state."""
    asked = Form(
        url="http://h/",
        action="http://h/find",
        method="POST",
        fields=(Field(name="w", kind="search"), Field(name="__VIEWSTATE", kind="hidden", value="a1b2c3d4")),
    )
    folded = fold(asked, [Answer(Query(((0, (words,)),)), words, True) for words in ("Harry", "Potter")])
    assert folded is not None
    sent = [
        Sent(
            Query(((0, (words,)),)),
            Submission("POST", "http://h/find", f"target=go&w={words}&__VIEWSTATE={state}".encode(), URLENCODED),
        )
        for words, state in (("Harry", "a1b2c3d4"), ("Potter", "e5f6a7b8"))
    ]
    step = observed_step(folded, asked, sent)
    assert step is not None
    assert (step.body, step.fresh) == ("target=go&w=*&__VIEWSTATE=*", ("__VIEWSTATE",))
    assert expand(step, {"w": ("x",)}, {"__VIEWSTATE": ("now",)}).body == b"target=go&w=x&__VIEWSTATE=now"


def test_a_box_that_nobody_filled_in_is_a_parameter_if_it_is_sent() -> None:
    boxes = tuple(Field(name=name, kind="text") for name in ("from", "to", "w"))
    asked = Form(url="http://h/", action="", fields=boxes)
    queries = [Query(((2, (word,)),)) for word in ("Harry", "Potter")]
    step = fold(asked, [Answer(query, str(query), True) for query in queries])
    assert step is not None
    sent = [Submission("GET", f"http://h/s?to=&w={word}") for word in ("Harry", "Potter")]
    found = observed_step(step, asked, [Sent(*each) for each in zip(queries, sent, strict=True)])
    assert found is not None
    assert (found.url, [each.name for each in found.parameters]) == ("http://h/s?to=*&w=*", ["to", "w"])
