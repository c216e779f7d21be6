"""The desks whose answers go on over several pages: each turns them in a way of its own, and none by a plain link to
`?page=2` that repeats the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from tests.recorder.probing.desks import A_PAGE, PAPERS, WORDS, Asked, Desk, Told, box, found, listed, page, search

LAST = -(-PAPERS // A_PAGE)
SESSIONS: dict[str, str] = {}
"""What each visitor asked last."""
ASKED: list[str] = []
"""All that was asked, by its number."""


@dataclass(frozen=True)
class Turn:
    """One page of an answer, and all there are."""

    name: str
    words: str
    at: int
    last: int

    @property
    def others(self) -> Sequence[int]:
        return [number for number in range(1, self.last + 1) if number != self.at]

    def hidden(self, **values: object) -> str:
        """What a form sends on: the question, and what else is said."""
        said = {f"q_{self.name}": self.words, **values}
        return "".join(f"<input type=hidden name={name} value='{escape(str(value))}'>" for name, value in said.items())


Pager = Callable[[Turn], str]


def shown(name: str, words: str, at: int, pager: Pager, *, all_before: bool = False) -> Told:
    """A page of the answer, with what leads to the others."""
    hits = found(words)
    turn = Turn(name, words, at, max(1, -(-len(hits) // A_PAGE)))
    rows = hits[0 if all_before else (at - 1) * A_PAGE : at * A_PAGE]
    body = f"<p>{len(hits)} papers</p>{listed(rows)}{pager(turn)}" if hits else "<p>Nothing was found.</p>"
    return Told(page("Results", body))


def turning(pager: Pager, method: str = "get", *, all_before: bool = False) -> Callable[[str], Desk]:
    """A desk that is told the number of the page as `page`."""

    def of(name: str) -> Desk:
        def answer(asked: Asked) -> Told:
            if asked.method != method.upper():
                return Told(page("Results", "<p>Ask at the desk.</p>"))
            at = int(asked.said("page") or "1")
            return shown(name, asked.said(f"q_{name}"), at, pager, all_before=all_before)

        return Desk(search(name).replace("<form", f"<form method={method}"), answer)

    return of


def _by_submit_buttons(name: str) -> Desk:
    """The search box itself stands over the results, with buttons that turn beside the one that searches: forward and
    back from where the page says it is, and to numbers.
    """

    def pager(turn: Turn) -> str:
        numbers = "".join(f"<input type=submit name='[' value={number}>" for number in turn.others)
        back = "<input type=submit name='&lt;' value=Previous>" if turn.at > 1 else ""
        onward = "<input type=submit name='&gt;' value=Next>" if turn.at < turn.last else ""
        filled = box(name).replace("<input", f"<input value='{escape(turn.words)}'")
        top = f"<input type=hidden name=top value={(turn.at - 1) * A_PAGE}>"
        inside = f"{filled}<input type=submit value=Search>{top}{back}{onward}{numbers}"
        return f"<form action=/answer/{name}>{inside}</form>"

    def answer(asked: Asked) -> Told:
        here = int(asked.said("top") or "0") // A_PAGE + 1
        turned = here + bool(asked.said(">")) - bool(asked.said("<")) if asked.said(">") or asked.said("<") else 1
        return shown(name, asked.said(f"q_{name}"), int(asked.said("[") or turned), pager)

    return Desk(search(name), answer)


def _numbered_buttons(method: str) -> Pager:
    def pager(turn: Turn) -> str:
        buttons = "".join(f"<button name=page value={number}>{number}</button>" for number in turn.others)
        return f"<form method={method} action=/answer/{turn.name}>{turn.hidden()}{buttons}</form>"

    return pager


def _forms_of_their_own(method: str) -> Pager:
    """One for each page, sent to where nothing was asked before."""

    def pager(turn: Turn) -> str:
        return "".join(
            f"<form method={method} action=/answer/{turn.name}/turn>{turn.hidden(page=number)}"
            f"<button>{number}</button></form>"
            for number in turn.others
        )

    return pager


def _more(method: str) -> Pager:
    def pager(turn: Turn) -> str:
        button = f"{turn.hidden(page=turn.at + 1)}<button>More results</button>"
        form = f"<form method={method} action=/answer/{turn.name}>{button}</form>"
        return form if turn.at < turn.last else ""

    return pager


def _more_link(turn: Turn) -> str:
    link = f"<p><a href='/answer/{turn.name}?q_{turn.name}={turn.words}&page={turn.at + 1}'>More</a></p>"
    return link if turn.at < turn.last else ""


def _views(turn: Turn) -> str:
    """The same answer as a tree, a table, a map, each in pages of its own; and its next page."""
    again = f"/answer/{turn.name}?q_{turn.name}={turn.words}"
    views = "".join(f"<a href='{again}&page={turn.at}&view={view}'>{view}</a> " for view in ("tree", "table", "map"))
    onward = f"<a href='{again}&page={turn.at + 1}'>Next</a>" if turn.at < turn.last else ""
    return f"<p>{views}</p><p>{onward}</p>"


def _sent_on(name: str) -> Desk:
    """A question is posted, and sent on to the pages of whoever asked: their addresses say nothing of it."""

    def pager(turn: Turn) -> str:
        return "".join(f"<a href='/answer/{name}/pages?page={number}'>{number}</a> " for number in turn.others)

    def answer(asked: Asked) -> Told:
        if asked.method == "POST":
            session = asked.session or f"s{len(SESSIONS)}"
            SESSIONS[session] = asked.said(f"q_{name}")
            return Told(to=f"/answer/{name}/pages?page=1", session=session)
        return shown(name, SESSIONS.get(asked.session, ""), int(asked.said("page") or "1"), pager)

    return Desk(search(name).replace("<form", "<form method=post"), answer)


def _numbered(name: str) -> Desk:
    """A question is posted, and sent on to pages under a number of its own."""

    def pager(turn: Turn) -> str:
        number = ASKED.index(turn.words)
        return "".join(f"<a href='/answer/{name}/{number}/{page}'>{page}</a> " for page in turn.others)

    def answer(asked: Asked) -> Told:
        if asked.method == "POST":
            ASKED.append(asked.said(f"q_{name}"))
            return Told(to=f"/answer/{name}/{len(ASKED) - 1}/1")
        number, at = asked.path.split("/")[3:5]
        return shown(name, ASKED[int(number)], int(at), pager)

    return Desk(search(name).replace("<form", "<form method=post"), answer)


def _elsewhere(name: str) -> Desk:
    """Further pages have a path of their own, and their links stand among many others that differ from answer to
    answer.
    """

    def pager(turn: Turn) -> str:
        beside = "".join(f"<a href='/{each}/{at}/{turn.words}'>{each}</a> " for at, each in enumerate(WORDS))
        onward = f"<a href='/answer/{name}/far/{turn.at + 1}?q_{name}={turn.words}'>Next</a>"
        return beside + (onward if turn.at < turn.last else "")

    def answer(asked: Asked) -> Told:
        number = asked.path.rpartition("/far/")[2]
        return shown(name, asked.said(f"q_{name}"), int(number) if number.isdecimal() else 1, pager)

    return Desk(search(name), answer)


def _missing(name: str) -> Desk:
    """What finds nothing is answered as if the page was not there."""

    def answer(asked: Asked) -> Told:
        hits = found(asked.said(f"q_{name}"))
        return Told(page("Results", listed(hits) if hits else "<p>Nothing.</p>"), 200 if hits else 404)

    return Desk(search(name), answer)


_MADE: dict[str, Callable[[str], Desk]] = {
    "submits": _by_submit_buttons,
    "buttons": turning(_numbered_buttons("get")),
    "posted-buttons": turning(_numbered_buttons("post"), "post"),
    "forms": turning(_forms_of_their_own("get")),
    "posted-forms": turning(_forms_of_their_own("post"), "post"),
    "more": turning(_more("get")),
    "posted-more": turning(_more("post"), "post"),
    "growing": turning(_more("get"), all_before=True),
    "more-link": turning(_more_link),
    "growing-link": turning(_more_link, all_before=True),
    "views": turning(_views),
    "sent-on": _sent_on,
    "numbered": _numbered,
    "elsewhere": _elsewhere,
    "missing": _missing,
}
PAGING = {name: make(name) for name, make in _MADE.items()}
