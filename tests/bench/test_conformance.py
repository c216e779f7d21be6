"""What the standards say is done, but for what is excused with a reason."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page

from bench.conformance import told
from bench.conformance.forms import PAGE, Case, Sent, cases, comparable, excuses
from bench.conformance.suite import DATA, Suite
from bench.conformance.suites import all_suites
from recorder.patterns.urls.address import read


@pytest.fixture(scope="module")
def suites() -> tuple[Suite, ...]:
    """Run when they are wanted, and not by every worker that only looks for tests."""
    return tuple(all_suites())


def test_every_suite_comes_out_as_its_standard_says(suites: tuple[Suite, ...]) -> None:
    assert {suite.name for suite in suites if suite.cases <= 20} == set()
    assert {suite.name: suite.failed for suite in suites if suite.passed < suite.bar} == {}


def test_what_is_excused_is_told_and_does_not_count(suites: tuple[Suite, ...]) -> None:
    suite = Suite("of names", 0.5, 4, {"long name": "x", "short": "y"}, {"long": "nobody has one"})
    assert (suite.passed, suite.failed, suite.excused) == (2 / 3, {"short": "y"}, {"long name": "nobody has one"})
    names = [figure.name for figure in told(suites)]
    assert len(names) > len(suites) and any("RFC 9309" in name for name in names)


def test_user_names_in_urls_are_seen() -> None:
    cases = json.loads((DATA / "urltestdata.json").read_text(encoding="utf-8"))
    private = [case for case in cases if case.get("username") or case.get("password")]
    found = [read(case["input"], case["base"] or "") for case in private]
    assert found and all(each is not None and each.credentials for each in found)


OTHERWISE = {
    "dirname: right to left around it": "Chromium sends `dir` in the capitals of the page",
    "dirname: empty": "Chromium sends a direction without a name",
    "dirname: of the button": "Chromium sends it before the value of the button",
    "action: odd letters": "Chromium escapes `|` in paths",
    **dict.fromkeys(
        (f"{way}: accept-charset=replacement" for way in ("urlencoded", "multipart", "plain")),
        "Chromium says the name of an encoding it does not send",
    ),
}
"""Where Chromium does not send what the standard says."""


class Server(ThreadingHTTPServer):
    """Shows one page, and remembers what its form sent."""

    case: Case
    armed = False
    sent: Sent | None = None

    def handle_error(self, *_: object) -> None:
        """A browser hangs up on the page that it leaves."""


class Answer(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, body: bytes | None) -> None:
        if self.server.armed and self.path != "/favicon.ico":
            content_type = None if body is None else self.headers["Content-Type"]
            self.server.sent = comparable(self.command, self.path, content_type, body)
            self.server.armed = False
        self.send_response(200)
        self.send_header("Content-Type", self.server.case.content_type)
        self.end_headers()
        self.wfile.write(self.server.case.page)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


SUBMIT = """(number) => {
    const form = document.forms[0]
    const pushes = (each) => ['submit', 'image'].includes(each.type)
    const buttons = [...document.querySelectorAll('button, input')].filter(pushes)
    number === null ? form.submit() : form.requestSubmit(buttons[number])
}"""


@pytest.mark.slow
def test_a_browser_sends_what_the_cases_of_forms_say(page: Page) -> None:
    otherwise = {}
    with Server(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        for case in (each for each in cases() if each.sent is not None):
            server.case, server.sent = case, None
            page.goto(f"http://127.0.0.1:{server.server_port}{PAGE}")
            server.armed = True
            with page.expect_navigation():
                page.evaluate(SUBMIT, case.press)
            if server.sent != case.sent and case.name not in OTHERWISE:
                otherwise[case.name] = (server.sent, case.sent)
        server.shutdown()
    assert not otherwise


def test_every_excuse_is_needed(suites: tuple[Suite, ...]) -> None:
    used = {name for suite in suites for name in suite.excused}
    assert all(any(name.startswith(excuse) for name in used) for excuse in excuses())
