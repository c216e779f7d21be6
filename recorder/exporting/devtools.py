"""A recording for the Recorder of Chrome's DevTools and for `@puppeteer/replay`: along each path of the pattern to one
target by clicking, as a person would, and then to every target that is known. `record --steps` reads the same kind of
file; this module writes it.
"""

import json
from collections.abc import Iterator
from typing import Any

from recorder.exporting.pattern_at_hand import PatternAtHand, WayPoint
from recorder.forms.form import Field
from recorder.patterns.navigation.pattern import FormStep
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.url import normalise

_VIEW = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "isMobile": False, "hasTouch": False}
_LONGEST_TEXT = 60
_MAIN = {"target": "main"}


def devtools_recording(at_hand: PatternAtHand) -> tuple[str, tuple[str, ...]]:
    """The text of the file, and what it lacks."""
    steps: list[dict[str, Any]] = [{"type": "setViewport", **_VIEW, "isLandscape": False}]
    lacks: list[str] = []
    for number, path in enumerate(at_hand.pattern.paths, 1):
        way = at_hand.way(path)
        if not way:
            lacks.append(f"Path {number} cannot be shown by clicks: its pages are not stored.")
            continue
        steps.append(_open(way[0].url))
        for point, after in zip(way, [*way[1:], None], strict=True):
            done = list(_leave(at_hand, point, after.url if after else ""))
            if not done and isinstance(point.by, FormStep):
                lacks.append(f"Path {number}: the form {point.by.url} cannot be filled in: its page is not stored.")
            steps += done
    steps += map(_open, at_hand.targets)
    title = f"{at_hand.recording.name}: {len(at_hand.targets)} targets"
    return json.dumps({"title": title, "steps": steps}, indent=2, ensure_ascii=False) + "\n", tuple(lacks)


def _open(url: str) -> dict[str, Any]:
    return {"type": "navigate", "url": url, **_arriving(url)}


def _arriving(url: str) -> dict[str, Any]:
    return {"assertedEvents": [{"type": "navigation", "url": url, "title": ""}]}


def _leave(at_hand: PatternAtHand, point: WayPoint, to: str) -> Iterator[dict[str, Any]]:
    if isinstance(point.by, FormStep):
        yield from _fill_in(at_hand, point.by)
    elif point.by is not None:
        selectors = _selectors(at_hand, point.url, point.by)
        click = {"type": "click", **_MAIN, "selectors": selectors, "offsetX": 2, "offsetY": 2, **_arriving(to)}
        yield click if selectors else _open(to)


def _selectors(at_hand: PatternAtHand, url: str, link: Link) -> list[list[str]]:
    """By the address as it is written, and by the place; what the link says may be said by others, too."""
    document = at_hand.document(url)
    for element in document.root.iter("a") if document else ():
        href = element.get("href") or ""
        leads_to = normalise(href, document.base, named="#" in link.url) if document else None
        if leads_to == link.url and "".join(map(str, element.itertext())).strip():
            path = element.getroottree().getpath(element)
            return [[f"a[href={json.dumps(href, ensure_ascii=False)}]"], [f"xpath/{path}"]]
    return []


def _fill_in(at_hand: PatternAtHand, step: FormStep) -> Iterator[dict[str, Any]]:
    """What worked while recording."""
    form = at_hand.form(step)
    if form is None:
        return
    filled = [
        (each, asked.example)
        for asked in step.parameters
        for key, each in zip(form.keys, form.fields, strict=True)
        if key == asked.name and asked.example and each.kind not in ("radio", "checkbox") and each.locators
    ]
    changes: list[dict[str, Any]] = []
    for each, value in filled:
        changes.append({"type": "change", **_MAIN, "value": value, "selectors": _of_field(each)})
    button = next((each.locator for each in form.buttons if each.locator and ">>" not in each.locator), "")
    if changes and _sends_itself(at_hand, step, filled[-1][0]):
        changes[-1] |= _sent()
    elif button:
        click = {"type": "click", **_MAIN, "selectors": [[button]], "offsetX": 2, "offsetY": 2}
        changes.append(click | _sent())
    elif changes:
        changes.append({"type": "keyDown", **_MAIN, "key": "Enter", **_sent()})
    yield from changes


def _sends_itself(at_hand: PatternAtHand, step: FormStep, last: Field) -> bool:
    """Whether a script sends the form as soon as something is chosen: the button is gone before it is clicked."""
    document = at_hand.document(step.page)
    controls = document.root.iter("select", "input") if document else ()
    return any("submit" in (each.get("onchange") or "") for each in controls if each.get("name") == last.name)


def _sent() -> dict[str, Any]:
    """The address of an answer is not foretold."""
    return {"assertedEvents": [{"type": "navigation"}]}


def _of_field(each: Field) -> list[list[str]]:
    css = [[locator] for locator in each.locators[:1] if ">>" not in locator]
    label = each.label if len(each.label) <= _LONGEST_TEXT else ""
    return [*css, *([[f"aria/{label}"]] if label else [])]
