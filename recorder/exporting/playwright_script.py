"""The pattern as one Python file that needs Playwright alone and prints the targets. What the site wrote is in it as
literals, never as code.
"""

from collections.abc import Iterator
from importlib.resources import files
from pprint import pformat
from string import Template
from typing import Any

from recorder.exporting.pattern_at_hand import PatternAtHand
from recorder.patterns.navigation.pattern import FormStep, LinkStep, Parameter, Step
from recorder.patterns.urls.url import NOISE

_WIDTH = 110


def playwright_script(at_hand: PatternAtHand) -> tuple[str, tuple[str, ...]]:
    """The text of the file, and what it lacks."""
    lacks = tuple(_lacks(at_hand))
    paths = [[_step(at_hand, step) for step in path.steps] for path in at_hand.pattern.paths]
    plainer = (kind for kind in at_hand.idle.kinds if not kind.unseen)
    idle = sorted([sorted(kind.more), sorted(kind.plain)] for kind in plainer)
    words = {
        "entry": ascii(at_hand.entry),
        "paths": _literal(paths),
        "idle": _literal(idle),
        "noise": ascii(NOISE),
        "aside": _literal(sorted(at_hand.left_aside)),
    }
    template = (files("recorder.exporting") / "script_templates" / "playwright.tmpl").read_text("utf-8")
    return Template(template).substitute(words), lacks


def _step(at_hand: PatternAtHand, step: Step) -> dict[str, Any]:
    if isinstance(step, LinkStep):
        return {"kind": "link", "regex": step.regex, "place": step.place or "", "repeat": step.repeat}
    form = at_hand.form(step)
    locator = form.locator if form and ">>" not in form.locator else ""
    asked = [_parameter(each) for each in step.parameters]
    return {"kind": "form", "page": step.page, "form": locator, "parameters": asked}


def _parameter(asked: Parameter) -> dict[str, Any]:
    sent_as = asked.name.partition("#")[0].replace("\\", "\\\\").replace('"', '\\"')
    return {
        "name": asked.name,
        "label": asked.label,
        "kind": asked.kind,
        "required": asked.required,
        "example": asked.example,
        "selector": f'[name="{sent_as}"]',
    }


def _lacks(at_hand: PatternAtHand) -> Iterator[str]:
    if at_hand.idle.spellings or at_hand.idle.caseless:
        yield "Pages whose addresses are written in capitals here and small letters there are opened once for each way."
    if at_hand.idle.remembers:
        yield "Of records with several addresses, none of which is plain, each address is printed."
    if at_hand.idle.routeless:
        yield "Pages that links name with something behind `#` are opened once for each."
    if at_hand.idle.parts:
        yield "Of records that are shown in parts, each part is opened."
    for number, path in enumerate(at_hand.pattern.paths, 1):
        for step in path.steps:
            if isinstance(step, FormStep) and not step.page:
                yield f"Path {number}: on which page the form {step.url} stands is not known; it is not found."
            if isinstance(step, FormStep) and step.apart:
                yield f"Path {number}: the answers of {step.url} forget the question; ask one at a time."
    if at_hand.named:
        yield "It looks at no target: one at several addresses is printed for each that was not seen before."
    if any(isinstance(step, FormStep) for path in at_hand.pattern.paths for step in path.steps):
        yield "Of further pages of an answer, it turns those that are linked as the next one (rel=next)."


def _literal(value: object) -> str:
    return pformat(_ascii(value), width=_WIDTH, sort_dicts=False)


class _Ascii(str):
    """A text that is written with escapes: nothing in it turns the reading around."""

    __slots__ = ()

    def __repr__(self) -> str:
        return ascii(str(self))


def _ascii(value: object) -> object:
    if isinstance(value, str):
        return _Ascii(value)
    if isinstance(value, list):
        return [_ascii(each) for each in value]
    if isinstance(value, dict):
        return {key: _ascii(each) for key, each in value.items()}
    return value
