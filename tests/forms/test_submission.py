"""What is built from a form is what Chromium sends, byte for byte; and what no browser could send is not built."""

import re
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from recorder.forms.form import MULTIPART, Button, Field, Form, Option
from recorder.forms.submission import Query, Submission, default_button, entries, entries_of, submission, urlencoded
from tests.forms.browser_forms import CASES, Case

FILL = """([number, kind, values]) => {
    const form = document.forms[0]
    const groups = []
    for (const control of form.elements) {
        if (control.type === 'submit' || control.type === 'image') continue
        const last = groups.at(-1)
        const grouped = ['radio', 'checkbox'].includes(control.type)
        if (grouped && last && last[0].name === control.name) last.push(control)
        else if (control.name) groups.push([control])
    }
    for (const control of groups[number]) {
        if (kind === 'select') for (const option of control.options) option.selected = values.includes(option.value)
        else if (kind === 'radio' || kind === 'checkbox') control.checked = values.includes(control.value)
        else control.value = values[0]
    }
}"""
SUBMIT = """(number) => {
    const form = document.forms[0]
    const buttons = [...document.querySelectorAll('button, input[type=submit], input[type=image]')]
    number === null ? form.submit() : form.requestSubmit(buttons[number])
}"""


class Server(ThreadingHTTPServer):
    """Shows one page, and remembers what its form sent last."""

    document, content_type = b"", ""
    sent: Submission | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answer(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, posted: bytes | None) -> None:
        content_type = None if posted is None else self.headers["Content-Type"]
        if self.path.startswith(("/find", "/other")):
            self.server.sent = Submission(self.command, self.server.base + self.path, posted, content_type)
        self.send_response(200)
        self.send_header("Content-Type", self.server.content_type)
        self.end_headers()
        self.wfile.write(self.server.document)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Page:
    return browser.new_page()


def sent_by_chromium(tab: Page, server: Server, case: Case) -> Submission:
    document = f"<!doctype html><meta charset={case.charset}>{case.html}"
    server.document = document.encode(case.charset, "xmlcharrefreplace")
    server.content_type = f"text/html; charset={case.charset}"
    tab.goto(server.base + "/")
    for number, values in case.typed:
        tab.evaluate(FILL, [number, case.form.fields[number].kind, list(values)])
    server.sent = None
    with tab.expect_navigation():
        tab.evaluate(SUBMIT, case.pressed)
    assert server.sent is not None
    return server.sent


def with_boundary_of(built: Submission, sent: Submission) -> Submission:
    """Browsers draw their boundaries by lot."""
    if built.content_type is None or not built.content_type.startswith(MULTIPART) or sent.content_type is None:
        return built
    ours, theirs = (each.partition("boundary=")[2] for each in (built.content_type, sent.content_type))
    body = (built.body or b"").replace(ours.encode(), theirs.encode())
    return replace(built, body=body, content_type=built.content_type.replace(ours, theirs))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_is_what_chromium_sends(tab: Page, server: Server, case: Case) -> None:
    def absolute(action: str) -> str:
        return urljoin(server.base, action)

    buttons = tuple(replace(each, action=each.action and absolute(each.action)) for each in case.form.buttons)
    built = submission(replace(case.form, action=absolute(case.form.action), buttons=buttons), case.query)
    assert built is not None
    sent = sent_by_chromium(tab, server, case)
    assert with_boundary_of(built, sent) == sent


@pytest.mark.parametrize(
    ("method", "action"), [("DIALOG", "http://h/"), ("GET", ""), ("POST", "javascript:go()"), ("GET", "http://[")]
)
def test_what_only_a_script_knows_is_not_built(method: str, action: str) -> None:
    assert submission(Form(url="http://h/", action=action, method=method), Query()) is None


@pytest.mark.parametrize("charset", ["", "x-user-defined", "no\0name", "base64", "utf-16le", "hz-gb-2312", "idna"])
def test_an_odd_charset_is_utf8(charset: str) -> None:
    form = Form(url="", action="http://h/", charset=charset, fields=(Field(name="q", kind="text", value="é漢"),))
    assert submission(form, Query()) == Submission("GET", "http://h/?q=%C3%A9%E6%BC%A2")


def test_half_a_character_is_sent_as_a_whole_one() -> None:
    assert urlencoded([("q", "a\ud800b")]) == "q=a%EF%BF%BDb"


def test_enter_presses_the_first_button_that_submits() -> None:
    def button(*kinds: str) -> int | None:
        return default_button(Form(url="", action="", buttons=tuple(Button(kind=kind) for kind in kinds)))

    assert (button("button", "image", "submit"), button("button"), button()) == (1, 0, None)


names = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), min_size=1, max_size=8)


@given(st.lists(st.tuples(names, names), max_size=5))
def test_urlencoded_entries_come_back(pairs: list[tuple[str, str]]) -> None:
    assert entries_of(urlencoded(pairs)) == tuple(pairs)
    assert re.fullmatch(r"[a-zA-Z0-9*._+%=&-]*", urlencoded(pairs))


@given(st.sets(st.integers(0, 3)), st.lists(st.booleans(), min_size=4, max_size=4))
def test_a_box_is_sent_when_it_is_ticked(ticked: set[int], at_first: list[bool]) -> None:
    boxes = tuple(
        Field(name=f"b{n}", kind="checkbox", options=(Option("on", "", chosen),)) for n, chosen in enumerate(at_first)
    )
    form = Form(url="", action="http://h/", fields=boxes)
    query = Query.of({n: ("on",) if n in ticked else () for n in range(4)})
    assert {name for name, _ in entries(form, query)} == {f"b{n}" for n in ticked}
    assert {name for name, _ in entries(form, Query())} == {f"b{n}" for n in range(4) if at_first[n]}
