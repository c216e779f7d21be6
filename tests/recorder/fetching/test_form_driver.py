"""Forms filled in and sent by hand: what arrives at the site is what a person would have sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import parse_qsl

import pytest

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import Act, ActKind, FilledForm, Submitted
from recorder.fetching.options import Render
from tests.recorder.fetching.conftest import fetcher_for
from tests.recorder.fetching.station import Seen, Station, page

WORD = Act(ActKind.TYPE, "[name=q]", ("green tea",))


class Desk:
    """A page with a form, and the browser that fills it in."""

    def __init__(self, station: Station) -> None:
        self._station = station
        self._fetcher = fetcher_for(station, render=Render.AUTO)
        station.on("/find", "<title>found</title><p>an answer")

    async def send(self, form: str, *acts: Act, button: str = "") -> Submitted:
        page = self._station.on("/desk", f"<title>desk</title>{form}")
        return await self._fetcher.submit(FilledForm(Request(page), acts, button))

    async def arrived(self, form: str, *acts: Act, button: str = "") -> list[tuple[str, str]]:
        """The names and values that the site was sent last."""
        await self.send(form, *acts, button=button)
        last = [seen for seen in self._station.seen if seen.path.startswith("/find")][-1]
        return parse_qsl(last.body.decode() or last.path.partition("?")[2], keep_blank_values=True)

    def times_asked(self) -> int:
        return sum(seen.path.startswith("/find") for seen in self._station.seen)

    def serve(self, path: str, html: str) -> None:
        self._station.on(path, html)

    async def close(self) -> None:
        await self._fetcher.close()


@pytest.fixture(scope="module")
async def open_desk(site: Station) -> AsyncIterator[Desk]:
    """With one browser for all tests."""
    desk = Desk(site)
    yield desk
    await desk.close()


@pytest.fixture
def desk(open_desk: Desk, site: Station) -> Desk:
    """That nobody has sent anything yet."""
    site.seen.clear()
    return open_desk


def form(inside: str, button: str = "<button id=go>Go</button>") -> str:
    return f"<form action=/find>{inside}{button}</form>"


async def test_every_kind_of_control(desk: Desk) -> None:
    inside = (
        "<input name=q value=old><input type=date name=d><input type=range name=r min=0 max=10>"
        "<select name=one><option>a<option>b</select><select name=many multiple><option>x<option>y<option>z</select>"
        "<input type=checkbox name=on value=1><input type=checkbox name=off value=1 checked>"
        "<input type=radio name=way value=in checked><input type=radio name=way value=out>"
    )
    arrived = await desk.arrived(
        form(inside),
        WORD,
        Act(ActKind.SET, "[name=d]", ("2001-02-03",)),
        Act(ActKind.SET, "[name=r]", ("7",)),
        Act(ActKind.CHOOSE, "[name=one]", ("b",)),
        Act(ActKind.CHOOSE, "[name=many]", ("x", "z")),
        Act(ActKind.CHECK, "[name=on]", ("1",)),
        Act(ActKind.UNCHECK, "[name=off]"),
        Act(ActKind.CHECK, "[name=way][value=out]", ("out",)),
        button="#go",
    )
    assert arrived == [
        ("q", "green tea"),
        ("d", "2001-02-03"),
        ("r", "7"),
        ("one", "b"),
        ("many", "x"),
        ("many", "z"),
        ("on", "1"),
        ("way", "out"),
    ]


async def test_enter_sends_where_there_is_no_button(desk: Desk) -> None:
    assert await desk.arrived(form("<input name=q>", ""), WORD) == [("q", "green tea")]


async def test_what_is_covered_or_hidden_is_reached_all_the_same(desk: Desk) -> None:
    cover = "<div style='position:fixed;inset:0;z-index:9'></div>"
    inside = "<div style='display:none'><input name=q></div>"
    assert await desk.arrived(form(inside) + cover, WORD, button="#go") == [("q", "green tea")]


async def test_a_choice_that_sends_the_form_sends_it_once(desk: Desk) -> None:
    kinds = "<select name=kind onchange='this.form.submit()'><option>a<option>b</select>"
    arrived = await desk.arrived(form(kinds, ""), Act(ActKind.CHOOSE, "[name=kind]", ("b",)))
    assert (arrived, desk.times_asked()) == ([("kind", "b")], 1)


async def test_a_page_that_is_made_anew_around_a_choice_is_filled_in_to_the_end(desk: Desk) -> None:
    """Choosing a kind loads the page again, with what was chosen and without what was typed."""

    def choosing(chosen: str) -> str:
        kinds = f"<option>a<option {chosen}>b"
        reload = "location.href = '/again'"
        return form(f'<input name=q><select name=kind onchange="{reload}">{kinds}</select>')

    desk.serve("/again", choosing("selected"))
    arrived = await desk.arrived(choosing(""), WORD, Act(ActKind.CHOOSE, "[name=kind]", ("b",)), button="#go")
    assert (arrived, desk.times_asked()) == ([("q", "green tea"), ("kind", "b")], 1)


async def test_a_form_that_is_gone_is_an_outcome(desk: Desk) -> None:
    submitted = await desk.send("<p>Closed.</p>", WORD, button="#go")
    assert isinstance(submitted.answer, Outcome)
    assert (submitted.answer.kind, submitted.answer.reason) == (
        OutcomeKind.NOT_FOUND,
        "the form is no longer on its page",
    )
    assert desk.times_asked() == 0


async def test_what_scripts_send_is_seen(desk: Desk) -> None:
    desk.serve("/hits", "<ul><li>one hit</li></ul>")
    script = (
        "<script>document.forms[0].onsubmit = async event => { event.preventDefault();"
        "const got = await fetch('/hits', {method: 'POST', body: new URLSearchParams({w: document.forms[0].q.value})});"
        "document.body.append(await got.text()) }</script>"
    )
    submitted = await desk.send(form("<input name=q>") + script, WORD, button="#go")
    assert isinstance(submitted.answer, Page)
    assert b"one hit" in submitted.answer.body
    (sent,) = submitted.sent
    assert (sent.method, sent.body) == ("POST", b"w=green+tea")


async def test_a_form_without_a_button_that_nobody_sees_is_sent_all_the_same(desk: Desk) -> None:
    hidden = f"<div style='display: none'>{form('<input name=q>', button='')}</div>"
    assert await desk.arrived(hidden, WORD) == [("q", "green tea")]


async def test_what_typing_asks_for_has_come_before_the_form_is_sent(desk: Desk, site: Station) -> None:
    """A suggestion that fills in which thing is meant, and comes a little later."""

    async def suggest(seen: Seen, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.3)
        await page("7", "text/plain")(seen, writer)

    site.on("/suggest", suggest)
    script = "fetch('/suggest').then(answer => answer.text()).then(text => this.form.id_meant.value = text)"
    inside = f'<input name=q oninput="{script}"><input type=hidden name=id_meant>'
    assert await desk.arrived(form(inside), WORD, button="#go") == [("q", "green tea"), ("id_meant", "7")]
