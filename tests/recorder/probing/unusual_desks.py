"""The desks at which everybody is served who asks as a person would: each in a way few forms are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import quote_plus, urlencode

from tests.recorder.probing.desks import (
    A_PAGE,
    PAPERS,
    Asked,
    Desk,
    Told,
    box,
    found,
    listed,
    page,
    paper,
    results,
    search,
    title_of,
)

PART = ("", "old", "new")
A_FEW = 3
STARS = 6


@dataclass(frozen=True)
class Unusual:
    """A desk, what a person gives it when crawling, the papers that come of it, and whether it needs the browser."""

    desk: Desk
    given: tuple[str, ...]
    papers: tuple[int, ...]
    by_script: bool = False
    """Whether nothing comes of it without scripts, while it is recorded."""
    in_browser: bool = False
    """Whether crawling needs the browser, too."""


def of_part(numbers: Iterable[int], part: str) -> list[int]:
    """Old are the papers before 1918."""
    return [number for number in numbers if part in ("", "all") or (number < 18) == (part == "old")]


def _of_radio(asked: Asked) -> Told:
    return _told(of_part(found(asked.said()), asked.said("part")))


def _of_dates(asked: Asked) -> Told:
    since, until = asked.said("since") or "1900-01-01", asked.said("until") or "2000-01-01"
    return _told([number for number in found(asked.said()) if since <= f"{1900 + number}-06-01" <= until])


def _of_years(asked: Asked) -> Told:
    """The years are typed, and nothing says so; words in their place find nothing."""
    since, until = asked.said("since") or "0", asked.said("until") or "9999"
    years = range(int(since), int(until) + 1) if (since + until).isdecimal() else range(0)
    hits = found(asked.said()) if asked.said() else range(1, PAPERS + 1) if len(years) < 9999 else []
    return _told([number for number in hits if 1900 + number in years])


def _of_many(asked: Asked) -> Told:
    parts = asked.query.get("part", ["old", "new"])
    return _told(sorted(number for part in parts for number in of_part(found(asked.said()), part)))


def _told(hits: Iterable[int]) -> Told:
    numbers = list(hits)
    return Told(
        page("Results", f"<p>{len(numbers)} papers</p>{listed(numbers)}" if numbers else "<p>Nothing found.</p>")
    )


def _highlighting(asked: Asked) -> Told:
    """Every hit at an address of its own for every question: what was asked is highlighted there."""
    return Told(page("Results", listed(found(asked.said()), mark=asked.said()) or "<p>Nothing was found.</p>"))


def _like_a_paper(asked: Asked) -> Told:
    """A list in the very frame of what it lists."""
    hits = found(asked.said())
    return Told(paper(hits[0] if hits else PAPERS).replace("<h2>", f"{listed(hits)}<h2>"))


def _fragment(asked: Asked) -> Told:
    return Told(listed(found(asked.said())))


def _in_pages(asked: Asked) -> Told:
    """Ten a page, the next by a form that is sent again; asked with GET, it asks for a form first."""
    if asked.method != "POST":
        return Told(page("Results", "<p>Ask at the desk.</p>"))
    hits, number = found(asked.said()), int(asked.said("page") or "1")
    shown = hits[(number - 1) * A_PAGE : number * A_PAGE]
    onward = (
        f"<form method=post action=/answer/posting><input type=hidden name=q_posting value='{asked.said()}'>"
        f"<input type=hidden name=page value={number + 1}><button>Next</button></form>"
    )
    return Told(page("Results", listed(shown) + (onward if number * A_PAGE < len(hits) else "")))


def _numbered(asked: Asked) -> Told:
    """Every search gets a number, by which its further pages are asked for; asked again, it gets another."""
    if asked.path.endswith("/pages"):
        words, start = SEARCHES[int(asked.said("search"))], int(asked.said("start"))
    else:
        words, start = asked.said(), 0
        SEARCHES.append(words)
    hits, number = found(words), asked.said("search") or str(len(SEARCHES) - 1)
    turns = "".join(
        f"<a href='/answer/numbered/pages?search={number}&start={at}'>{at // A_FEW + 1}</a> "
        for at in range(0, len(hits), A_FEW)
        if at != start
    )
    return Told(page("Results", f"{listed(hits[start : start + A_FEW])}<p>{turns}</p>"))


def _narrowing(asked: Asked) -> Told:
    """Ten a page, and beside them choices that can be combined for ever, with themselves, too."""
    chosen = asked.query.get("only", [])
    hits = [hit for hit in found(asked.said()) if all(f"stars:{hit % STARS}" == each for each in chosen)]
    number = int(asked.said("page") or "1")
    again = f"?q_narrowing={asked.said()}" + "".join(f"&only={quote_plus(each)}" for each in chosen)
    stars = "".join(f"<dd><a href='{again}&only=stars%3A{count}'>{count}</a></dd>" for count in range(STARS))
    onward = f"<nav><a href='{again}&page={number + 1}'>next</a></nav>" if number * A_PAGE < len(hits) else ""
    shown = listed(hits[(number - 1) * A_PAGE : number * A_PAGE]) if hits else "<p>Nothing found.</p>"
    return Told(page("Results", f"<dl>{stars}</dl>{shown}{onward}"))


def _repeating(asked: Asked) -> Told:
    """Ten a page; every hit at an address that says again what was asked, and on which page it stands."""
    hits = of_part(found(asked.said()), asked.said("part"))
    number = int(asked.said("page") or "1")
    again = urlencode(asked.query, doseq=True)
    shown = hits[(number - 1) * A_PAGE : number * A_PAGE]
    told = listed(shown).replace("'>", f"?{again}'>") if shown else "<p>Nothing found.</p>"
    asked_again = urlencode({**asked.query, "page": number + 1}, doseq=True)
    onward = f"<nav><a href='?{asked_again}'>next</a></nav>" if number * A_PAGE < len(hits) else ""
    return Told(page("Results", told + onward))


def _sent_on(asked: Asked) -> Told:
    """Every hit by a number of its own, sent on to an address of the paper that no list knows."""
    number = asked.path.rpartition("/")[2]
    if number.isdecimal():
        return Told(to=f"/paper/{number}?at=1", status=302)
    hits = "".join(f"<li><a href='/answer/sent-on/{hit}'>{title_of(hit)}</a></li>" for hit in found(asked.said()))
    return Told(page("Results", f"<ol class=hits>{hits}</ol>" if hits else "<p>Nothing found.</p>"))


def _by_and_by(asked: Asked) -> Told:
    """Three at first, the rest at the press of a button, three at a time; the newest first."""
    hits = sorted(found(asked.said()), reverse=True)
    start = int(asked.said("from") or "0")
    if asked.path.endswith("/more"):
        return Told(listed(hits[start : start + 3]))
    more = (
        "<button type=button id=more>Load more</button><script>let from = 3; more.onclick = async () => {"
        f"const got = await fetch('/answer/by-and-by/more?q={asked.said()}&from=' + from); from += 3;"
        "more.insertAdjacentHTML('beforebegin', await got.text());"
        f"if (from >= {len(hits)}) more.remove(); }}</script>"
    )
    return Told(page("Results", listed(hits[:3]) + (more if len(hits) > 3 else "")))


def _radios() -> str:
    return "".join(
        f"<label><input type=radio name=part value={each} {'checked' if each == 'all' else ''}>{each}</label>"
        for each in ("all", "old", "new")
    )


_TYPING = (
    f"<div role=search>{box('typing')}</div><div id=under></div><script>"
    "document.querySelector('[name=q_typing]').oninput = async event => {"
    "const got = await fetch('/answer/typing?q=' + encodeURIComponent(event.target.value));"
    "under.innerHTML = await got.text(); }</script>"
)
_REWRITING = search("nowhere").replace("q_nowhere", "q_rewriting") + (
    "<script>document.forms[0].onsubmit = event => { const form = event.target;"
    "form.action = '/answer/rewriting/' + form.elements.length;"
    "const extra = document.createElement('input'); extra.type = 'hidden'; extra.name = 'way'; extra.value = 'script';"
    "form.append(extra); }</script>"
)
_FETCHING = (
    f"<form id=f>{box('fetching')}<button>Search</button></form><div id=out></div><script>"
    "f.onsubmit = async event => { event.preventDefault();"
    "const got = await fetch('/answer/fetching', {method: 'POST', body: new URLSearchParams(new FormData(f))});"
    "out.innerHTML = await got.text(); }</script>"
)
_BANNER = (
    "<div id=wall style='position:fixed;inset:0;background:#fffe;z-index:9'><p>We use cookies.</p>"
    "<button type=button onclick='wall.remove()'>Accept all</button></div>"
)
_DIALOG = "<button type=button onclick='d.showModal()'>Open the search</button><dialog id=d>{}</dialog>"
_GEORGIAN = (
    "<form action=/answer/georgian><label>საძიებო სიტყვა <input name=q_georgian></label><button>ძიება</button></form>"
)


def _framed(asked: Asked) -> Told:
    inside = asked.said("inside")
    return Told(page("Desk", search("framed") if inside else "<iframe src='/desk/framed?inside=1' width=600></iframe>"))


def _if_by_script(asked: Asked) -> Told:
    """Only those are served who come as the script sends them."""
    return results(asked) if asked.said("way") == "script" else Told(page("Results", "<p>Use the form, please.</p>"))


def _posted(asked: Asked) -> Told:
    return _fragment(asked) if asked.method == "POST" else Told(page("Results", "<p>Post it, please.</p>"))


def _page_wide(button: str) -> Callable[[Asked], Told]:
    """A page as ASP.NET makes it: one form with a log-in box, a search box and a poll, and a state that goes stale."""

    def told(asked: Asked) -> Told:
        hits: list[int] = []
        pressed = asked.said("go") or asked.said("__EVENTTARGET")
        if asked.method == "POST":
            if asked.said("login") or asked.said("vote") or asked.said("__VIEWSTATE") not in STATES:
                return Told("<p>Never do that.</p>", 500)
            hits = found(asked.said()) if pressed in ("Search", "link") else []
        STATES.append(f"dDwtMTA4NzQ5{len(STATES):04}zM7Oz4")
        inside = (
            f"<input type=hidden name=__VIEWSTATE value={STATES[-1]}><input type=hidden name=__EVENTTARGET>"
            "<div class=who><p>Members</p><p><input name=user><input type=password name=word></p>"
            "<p><input type=submit name=login value='Log in'></p></div><hr>"
            f"<div class=find><input name=q_{asked.path.rsplit('/', 1)[1]}>{button}</div><hr>"
            "<div class=poll><label><input type=radio name=poll value=y>Yes</label>"
            "<input type=submit name=vote value=Vote></div>"
            "<script>function __doPostBack(target) { const form = document.forms[0];"
            "form.__EVENTTARGET.value = target; form.submit(); }</script>"
        )
        return Told(page("Desk", f"<form method=post action='{asked.path}'>{inside}</form>{listed(hits)}"))

    return told


def _unheeding(asked: Asked) -> Told:
    """A list of nearly all above its filters; two of them are ignored unless they know what is asked."""
    hits = found(asked.said()) if asked.said() else list(range(1, PAPERS))
    if asked.said("year").isdecimal():
        hits = [number for number in hits if 1900 + number == int(asked.said("year"))]
    elif asked.said("place").startswith("S"):
        hits = [number for number in hits if f"S{number}" == asked.said("place")]
    turned = f"<a href='?{urlencode(asked.query, doseq=True)}&order=year'>By year</a>"
    filters = "Year <input name=year> Place <input name=place> <input name=q_unheeding><button>Search</button>"
    return Told(page("Papers", f"{listed(hits)}{turned}<form action=/answer/unheeding>{filters}</form>"))


STATES: list[str] = []
SEARCHES: list[str] = []
_PRESSED = "<input type=submit name=go value=Search>"
_LINKED = "<a href=\"javascript:__doPostBack('link','')\">Search</a>"


def _kettles(chosen: Callable[[int], bool] = lambda _: True) -> tuple[int, ...]:
    return tuple(number for number in found("kettle") if chosen(number))


UNUSUAL = {
    "radio": Unusual(
        Desk(search("radio", _radios()), _of_radio), ("q_radio=kettle", "part=old"), _kettles(lambda n: n < 18)
    ),
    "dates": Unusual(
        Desk(search("dates", "<input type=date name=since> <input type=date name=until>"), _of_dates),
        ("q_dates=kettle", "until=1917-01-01"),
        _kettles(lambda n: n < 17),
    ),
    "years": Unusual(
        Desk(search("years", "From <input name=since> to <input name=until>"), _of_years),
        ("q_years=kettle", "until=1916"),
        _kettles(lambda n: n < 17),
    ),
    "many": Unusual(
        Desk(search("many", "<select name=part multiple><option>old<option>new</select>"), _of_many),
        ("q_many=kettle", "part=old"),
        _kettles(lambda n: n < 18),
    ),
    "posting": Unusual(
        Desk(search("posting").replace("<form", "<form method=post"), _in_pages),
        ("q_posting=the",),
        tuple(found("the")),
    ),
    "numbered": Unusual(
        Desk(search("numbered").replace("<form", "<form method=post"), _numbered),
        ("q_numbered=the",),
        tuple(found("the")),
    ),
    "narrowing": Unusual(Desk(search("narrowing"), _narrowing), ("q_narrowing=the",), tuple(found("the"))),
    "repeating": Unusual(
        Desk(search("repeating", "<label><input type=checkbox name=part value=old> old ones only</label>"), _repeating),
        ("q_repeating=the", "part=old"),
        tuple(number for number in found("the") if number < 18),
    ),
    "sent-on": Unusual(Desk(search("sent-on"), _sent_on), ("q_sent-on=kettle",), _kettles()),
    "dialog": Unusual(Desk(_DIALOG.format(search("dialog")), results), ("q_dialog=kettle",), _kettles()),
    "banner": Unusual(Desk(search("banner") + _BANNER, results), ("q_banner=kettle",), _kettles()),
    "georgian": Unusual(Desk(_GEORGIAN, results), ("q_georgian=kettle",), _kettles()),
    "highlighting": Unusual(Desk(search("highlighting"), _highlighting), ("q_highlighting=kettle",), _kettles()),
    "resembling": Unusual(Desk(search("resembling"), _like_a_paper), ("q_resembling=kettle",), _kettles()),
    "framed": Unusual(Desk(_framed, results), ("q_framed=kettle",), _kettles()),
    "by-and-by": Unusual(Desk(search("by-and-by"), _by_and_by), ("q_by-and-by=the",), tuple(found("the")), True, True),
    "whole": Unusual(Desk(_page_wide(_PRESSED), results), ("q_whole=kettle",), _kettles()),
    "linked": Unusual(Desk(_page_wide(_LINKED), results), ("q_linked=kettle",), _kettles(), True),
    "unheeding": Unusual(Desk(_unheeding, _unheeding), ("q_unheeding=kettle",), _kettles()),
    "typing": Unusual(Desk(_TYPING, _fragment), ("q_typing=kettle",), _kettles(), True),
    "rewriting": Unusual(Desk(_REWRITING, _if_by_script), ("q_rewriting=kettle",), _kettles(), True),
    "fetching": Unusual(Desk(_FETCHING, _posted), ("q_fetching=kettle",), _kettles(), True),
}
assert len(found("the")) == PAPERS
