"""What is said of a form that leads nowhere, told by its answers alone."""

import pytest

from recorder.fetching.scope import Scope
from recorder.forms.submission import Query, Submission
from recorder.probing.probe_fetcher import KeptPage
from recorder.probing.probe_sender import ProbeReply
from recorder.probing.prober import ALWAYS_THE_SAME, failure_reason
from recorder.visiting.page_reader import Reader, ReadPage

READER = Reader(Scope.of("http://h/"), with_forms=True)
LOG_IN = "<form method=post><input type=password name=p></form>"


def page(html: str) -> ReadPage:
    return READER.read("http://h/find", html.encode(), "text/html; charset=utf-8")


FORM_PAGE = page("<title>Find</title><a href=/home>home</a><form><input name=q></form>")


def reply(html: str) -> ProbeReply:
    return ProbeReply(Query(), KeptPage(1, Submission("GET", ""), page(html), len(html), "ok"))


def failed(outcome: str, reason: str) -> ProbeReply:
    return ProbeReply(Query(), KeptPage(1, Submission("GET", ""), outcome=outcome, reason=reason))


NOTHING, OTHER = "<title>a</title><p>nothing", "<title>b</title><p>nothing at all"


@pytest.mark.parametrize(
    ("replies", "said"),
    [
        ([], "it was not asked anything before the end"),
        ([failed("not-html", "it is a picture")] * 3, "none of its answers is a page of this site: it is a picture"),
        (
            [failed("timeout", "too slow"), failed("timeout", "too slow"), failed("not-found", "404")],
            "hardly one of its answers is a page of this site: too slow",
        ),
        ([reply(LOG_IN), reply(LOG_IN)], "its answers ask to log in"),
        ([reply("<title>Find</title><a href=/home>home</a><form><input name=q></form>")], "the page of the form again"),
        ([reply(NOTHING), reply(NOTHING)], ALWAYS_THE_SAME),
        ([reply(NOTHING), reply(OTHER), failed("timeout", "too slow")], "its answers list nothing"),
        ([reply(NOTHING), reply("<a href=/elsewhere>there</a>")], "its answers lead to no page like the sample"),
    ],
)
def test_why_a_form_leads_nowhere(replies: list[ProbeReply], said: str) -> None:
    assert said in failure_reason(replies, FORM_PAGE, {"http://h/home"})


def test_a_log_in_box_on_every_page_says_nothing() -> None:
    members = page(f"<title>Find</title>{LOG_IN}")
    assert "log in" not in failure_reason([reply(LOG_IN), reply(LOG_IN + NOTHING)], members, ())
