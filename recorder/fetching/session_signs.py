"""What a page says about who is reading it: that somebody is logged in, since it offers to log out, or that nobody is,
since it asks for a password. And which addresses a person's session keeps away from. Asks nothing of a site.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from urllib.parse import parse_qsl, unquote, urlsplit

from lxml import etree

from recorder.fetching.answers import Outcome, Page
from recorder.forms.vocabulary import ACTING, LOG_OUT, OPERATION_NAMES, QUERY_NAMES, spoken
from recorder.patterns.pages.documents import Document
from recorder.patterns.urls.url import normalise

_UNAUTHORISED = 401
_MOST_WORDS, _LONGEST_TEXT = 5, 30
"""Of what a link says that logs out; a headline with such words is longer."""
_MOST_WORDS_OF_A_PART = 3
"""Of a part of an address: `user-logout.php`; not `how-to-log-out-of-your-account`."""
_CLICKED = frozenset({"a", "area", "button"})
_BUTTONS = frozenset({"submit", "button", "image"})


class SessionStanding(Enum):
    """Of the reader of a page, by what it shows."""

    LOGGED_IN = "logged in"
    UNKNOWN = "unknown"
    LOGGED_OUT = "logged out"


@dataclass(frozen=True)
class SessionSigns:
    """`exits` are the addresses that links which say so log out at."""

    standing: SessionStanding
    exits: frozenset[str] = frozenset()


def signs_of(answer: Page | Outcome) -> SessionSigns:
    if isinstance(answer, Outcome):
        return SessionSigns(SessionStanding.LOGGED_OUT if answer.status == _UNAUTHORISED else SessionStanding.UNKNOWN)
    document = Document.parse(answer.body, content_type=answer.content_type, url=answer.url)
    exits, offers, asks = set[str](), False, False
    for element in document.root.iter("a", "area", "button", "input", "form"):
        asks = asks or (element.tag == "input" and (element.get("type") or "").lower() == "password")
        if not _logs_out(element):
            continue
        offers = True
        target = element.get("href") or element.get("action") or element.get("formaction")
        if target and (url := normalise(target, document.base)) is not None:
            exits.add(url)
    standing = SessionStanding.LOGGED_IN if offers else SessionStanding.LOGGED_OUT if asks else SessionStanding.UNKNOWN
    return SessionSigns(standing, frozenset(exits))


def _logs_out(element: etree._Element) -> bool:
    address = element.get("href") or element.get("action") or ""
    if address and is_exit(address):
        return True
    said = [element.get("title"), element.get("aria-label")]
    if element.tag in _CLICKED:
        said.append("".join(map(str, element.itertext()))[: _LONGEST_TEXT * 4])
    elif element.tag == "input" and (element.get("type") or "").lower() in _BUTTONS:
        said += [element.get("value"), element.get("alt")]
    return any(_says_so(text) for text in said if text)


def _says_so(text: str) -> bool:
    said = spoken(text)
    return len(said) <= _LONGEST_TEXT and said.count(" ") < _MOST_WORDS and said in LOG_OUT


def is_exit(url: str) -> bool:
    """Whether an address, by its words, logs out."""
    steps, asked = _parts(url)
    said = [*steps, *(part for name, value in asked if name not in QUERY_NAMES for part in (name, spoken(value)))]
    return any(part.count(" ") < _MOST_WORDS_OF_A_PART and part in LOG_OUT for part in said)


def changes_something(url: str) -> bool:
    """Whether an address, by its last word, does more than show a page: `/posts/5/delete`, `/cart/add/17`,
    `?action=remove`. For a visitor the site asks for a log-in there; for a person it does it.
    """
    steps, asked = _parts(url)
    said = [name for name, value in asked] + [spoken(value) for name, value in asked if name in OPERATION_NAMES]
    last = [step for step in steps if not step.isdigit()][-1:]
    return not _ACTS.isdisjoint((*last, *said))


_ACTS = frozenset(map(spoken, ACTING.entries))


def _parts(url: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The words of each step of the path; names and values of the query."""
    split = urlsplit(url)
    steps = (spoken(unquote(part.rpartition(".")[0] or part)) for part in split.path.split("/"))
    asked = parse_qsl(split.query, keep_blank_values=True)
    return [step for step in steps if step], [(spoken(name), value) for name, value in asked]
