"""What came back comes back again: pages, outcomes, and answers to forms with what was sent."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench.generality.kept_answers import Answer, KeptAnswers, key_of
from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import Act, ActKind, FilledForm, Submitted

REQUEST = Request("http://a.example/", "POST", b"q=\xff", "text/plain", (("X", "1"),))
URL, FROM = "http://a.example/b", ("http://a.example/c",)
PAGE = Page(REQUEST, URL, 200, "text/html", (("ETag", "é"),), b"\x00\xffbody", FROM, True, 0.5)
OUTCOME = Outcome(REQUEST, OutcomeKind.NOT_FOUND, "gone", 404, 2.5, URL, FROM)
FILLED = FilledForm(REQUEST, (Act(ActKind.TYPE, "q", ("word",)),), "go")


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeptAnswers]:
    answers = KeptAnswers(tmp_path / "a.sqlite")
    yield answers
    answers.close()


@pytest.mark.parametrize("answer", [PAGE, OUTCOME, Submitted(PAGE, (REQUEST,)), Submitted(OUTCOME)])
def test_an_answer_comes_back_as_it_was(kept: KeptAnswers, answer: Answer) -> None:
    kept.keep("key", 0, "plain", REQUEST.url, answer)
    assert kept.get("key", 0) == answer
    assert kept.get("key", 1) is None


def test_the_first_answer_to_one_asking_stays(kept: KeptAnswers) -> None:
    kept.keep("key", 0, "plain", REQUEST.url, PAGE)
    kept.keep("key", 0, "plain", REQUEST.url, OUTCOME)
    assert kept.get("key", 0) == PAGE


def test_different_questions_have_different_keys() -> None:
    asked = [
        REQUEST,
        replace(REQUEST, body=b"q=\xfe"),
        replace(REQUEST, method="GET"),
        FILLED,
        replace(FILLED, button=""),
    ]
    keys = {key_of(way, each) for way in ("plain", "rendered") for each in asked}
    assert len(keys) == 2 * len(asked)
    assert key_of("plain", REQUEST) == key_of("plain", replace(REQUEST))


def test_pages_are_counted_by_their_address(kept: KeptAnswers) -> None:
    for key, way, answer in (("a", "plain", PAGE), ("b", "rendered", PAGE), ("c", "plain", OUTCOME)):
        kept.keep(key, 0, way, f"http://a.example/{key}", answer)
    kept.keep("a", 1, "plain", "http://a.example/a", PAGE)
    assert kept.pages() == 1
