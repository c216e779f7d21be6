"""A form filled in by hand, as the browser is to do it: `FilledForm`, and what it was seen to send, `Submitted`.

Says nothing of why: which values go into which form is decided by whoever asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from recorder.fetching.answers import Outcome, Page, Request


class ActKind(StrEnum):
    TYPE = "type"
    """Key by key, as scripts that listen to keys expect it."""
    SET = "set"
    """At once: dates, numbers, sliders."""
    CHOOSE = "choose"
    CHECK = "check"
    UNCHECK = "uncheck"


@dataclass(frozen=True)
class Act:
    """One thing done to one control; `locator` finds it on the page."""

    kind: ActKind
    locator: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class FilledForm:
    """The page the form stands on, what is done to its controls, and the button pressed; without one, Enter is."""

    page: Request
    acts: tuple[Act, ...]
    button: str = ""


@dataclass(frozen=True)
class Submitted:
    """`sent` is what the page asked its site for once the form was touched, in order; `answer` is the page in the
    end.
    """

    answer: Page | Outcome
    sent: tuple[Request, ...] = ()
