"""The desks at which nobody is served as expected, each with what `recorder show` has to say of it."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from html import escape

from tests.recorder.probing.desks import PAPERS, Asked, Desk, Told, box, found, listed, page, results, search

TARGETS, NOWHERE, NOT_TRIED = "leads to targets", "leads nowhere", "not tried"
GIVEN_UP = 10


@dataclass(frozen=True)
class Odd:
    """A desk, what becomes of it, words that the reason has, and how many probes it may cost."""

    desk: Desk
    verdict: str
    words: str
    most: int


def _excuse(asked: Asked) -> Told:
    return Told(page("Oops", f"<p>Something went wrong. Incident {random.random()}. Please write to us.</p>"))


def _restless(asked: Asked) -> Told:
    return Told(page("Desk", search(f"restless/{asked.before}").replace("q_restless/", "q_")))


def _mirror(asked: Asked) -> Told:
    return Told(page("Desk mirror", search("mirror")))


def _closing(asked: Asked) -> Told:
    return Told(page("Desk", "<p>Closed for today.</p>" if asked.before else search("closing")))


def _vanishing(asked: Asked) -> Told:
    """Its form only works with the stamp of the day, and is there only once."""
    stamp = "<input type=hidden name=token value=a1b2c3d4e5f6a7b8c9>"
    return Told(page("Desk", "<p>Closed for today.</p>" if asked.before else search("vanishing", stamp)))


def _reloading(asked: Asked) -> Told:
    """Whoever chooses a kind gets the page anew, with one more question."""
    kind = asked.said("kind")
    kinds = "".join(
        f"<option value='{each}' {'selected' if each == kind else ''}>{each or 'any'}</option>"
        for each in ("", "a", "b")
    )
    more = "<select name=part><option value=''>all<option value=1>first</select>" if kind else ""
    choice = f"<select name=kind onchange=\"location.href='/desk/reloading?kind=' + this.value\">{kinds}</select>"
    return Told(page("Desk", search("reloading", more).replace("<input", f"{choice}<input")))


def _of_the_town(asked: Asked) -> Told:
    town = asked.said("town").removeprefix("t")
    return Told(page("Results", listed([int(town) % PAPERS + 1]) if town else "<p>Choose a town.</p>"))


def _of_codes(asked: Asked) -> Told:
    """Its second box takes what stands on the paper's back, which no probe can know."""
    code, words = asked.said("code"), asked.said("q_codes")
    hits = found(words) if words else range(1, PAPERS + 1) if code else []
    return Told(page("Results", listed([hit for hit in hits if code in ("", f"S{hit}")])))


_TOWNS = "".join(f"<option value=t{number}>Town {number}</option>" for number in range(500))
_FORTY = "".join(f"<label>Word {number} <input name=w{number}></label>" for number in range(20)) + "".join(
    f"<select name=s{number}><option value=''>any<option value=a>a<option value=b>b</select>" for number in range(19)
)
_FAR = "http://far.example"

ODD = {
    "empty": Odd(Desk(search("empty"), lambda _: Told(page("Results", "<p>Nothing."))), NOWHERE, "always the same", 20),
    "blank": Odd(Desk(search("blank"), lambda _: Told()), NOWHERE, "the page is empty; given up", GIVEN_UP),
    "excuse": Odd(Desk(search("excuse"), _excuse), NOWHERE, "its answers list nothing", 20),
    "failing": Odd(Desk(search("failing"), lambda _: Told("no", 500)), NOWHERE, "answered 500", GIVEN_UP),
    "far": Odd(
        Desk(search("far").replace("/answer/far", f"{_FAR}/find"), results),
        NOT_TRIED,
        "sent outside the site, to far.example",
        0,
    ),
    "away": Odd(Desk(search("away"), lambda asked: Told(to=_FAR)), NOWHERE, f"{_FAR}/ is outside", GIVEN_UP),
    "guarded": Odd(Desk(search("guarded"), lambda _: Told(to="/login")), NOWHERE, "its answers ask to log in", 20),
    "mirror": Odd(Desk(search("mirror"), _mirror), NOWHERE, "the page of the form again", 20),
    "json": Odd(
        Desk(search("json"), lambda asked: Told(json.dumps(found(asked.said())), kind="application/json")),
        NOWHERE,
        "not a web page but application/json",
        GIVEN_UP,
    ),
    "pdf": Odd(
        Desk(search("pdf"), lambda _: Told(b"%PDF-1.4", kind="application/pdf")), NOWHERE, "application/pdf", GIVEN_UP
    ),
    "vanishing": Odd(Desk(_vanishing, results), TARGETS, "", 40),
    "closing": Odd(Desk(_closing, results), TARGETS, "", 40),
    "restless": Odd(Desk(_restless, results), TARGETS, "", 40),
    "deaf": Odd(
        Desk(search("deaf"), lambda _: Told(page("Results", listed(range(5, 25))))), TARGETS, "always the same", 20
    ),
    "whole": Odd(
        Desk(search("whole"), lambda asked: Told(page(escape(asked.said()), listed(range(1, PAPERS + 1))))),
        TARGETS,
        "always the same",
        20,
    ),
    "crowd": Odd(
        Desk(search("crowd").replace(box("crowd"), f"<select name=town>{_TOWNS}</select>"), _of_the_town),
        TARGETS,
        "",
        20,
    ),
    "forty": Odd(Desk(search("forty", _FORTY), results), TARGETS, "", 90),
    "codes": Odd(Desk(search("codes", "Code <input name=code>"), _of_codes), TARGETS, "", 60),
    "reloading": Odd(Desk(_reloading, results), TARGETS, "", 40),
}
