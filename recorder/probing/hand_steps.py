"""A way through a site that a person recorded in their browser (the Recorder of Chrome's DevTools): what they typed
and chose, and the pages they were on. Nothing of it is played: a click may do anything. What it says is looked up in
the pages that are fetched anyway.

Selectors are those of that recorder: CSS, `xpath/…`, `aria/…`, `text/…`, `pierce/…`. The first of several that finds a
control counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lxml import etree
from lxml.cssselect import CSSSelector

from recorder.forms.form import Field, Form
from recorder.forms.vocabulary import spoken
from recorder.mapping.site_view import SiteView
from recorder.patterns.pages.documents import Document
from recorder.patterns.urls.url import normalise
from recorder.probing.choices import FormOverrides
from recorder.runtime.errors import UsageError

_MAKE_ONE = "Record one in Chrome's DevTools (Recorder), and export it as a JSON file."
_TICKED = frozenset({"checkbox", "radio"})
_CSS = frozenset({"", "css", "pierce"})


@dataclass(frozen=True)
class HandEntry:
    """What was entered into one control: `value` None where it was clicked. `page` is where that was, if it is known;
    `selectors` are kind and expression."""

    page: str
    selectors: tuple[tuple[str, str], ...]
    value: str | None = field(repr=False)


@dataclass(frozen=True)
class HandSteps:
    """`pages` are those that the person came to, in order."""

    pages: tuple[str, ...]
    entries: tuple[HandEntry, ...] = ()

    @property
    def entry(self) -> str:
        return self.pages[0]

    @property
    def last(self) -> str:
        return self.pages[-1]


def load_steps(file: Path) -> HandSteps:
    """What a recording says; `UsageError` for anything that is none."""
    try:
        told = json.loads(file.read_text("utf-8"))
        steps = _read(told["steps"])
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.", _MAKE_ONE) from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # Not `from` the error: it may quote what was typed.
        raise UsageError(f"{file} is no recording of DevTools.", _MAKE_ONE) from None
    if not steps.pages:
        raise UsageError(f"{file} opens no page: it has no step of the type navigate.", _MAKE_ONE)
    return steps


def _read(told: Iterable[Mapping[str, Any]]) -> HandSteps:
    pages: list[str] = []
    entries: list[HandEntry] = []
    for step in told:
        if step["type"] == "navigate" and (url := normalise(step["url"])):
            pages.append(url)
        elif step["type"] in ("change", "click", "doubleClick"):
            value = str(step["value"]) if step["type"] == "change" else None
            entries.append(HandEntry(pages[-1] if pages else "", tuple(_selectors(step["selectors"])), value))
        moved = [each.get("url") for each in step.get("assertedEvents", ()) if each.get("type") == "navigation"]
        pages += [url for each in moved if each and (url := normalise(each))]
    return HandSteps(tuple(dict.fromkeys(pages)), tuple(entries))


def _selectors(told: Iterable[str | Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Of one through shadow roots or frames, the last part: where that stands is not asked."""
    for each in told:
        text = each if isinstance(each, str) else list(each)[-1]
        kind, slash, rest = text.partition("/")
        known = bool(slash) and kind in ("aria", "xpath", "text", "pierce", "css")
        yield (kind, rest) if known else ("", text)


def filled_by_hand(steps: HandSteps, site: SiteView, overrides: FormOverrides) -> tuple[FormOverrides, int]:
    """The overrides with what was entered into forms of the pages that were seen, by the signatures of these; and in
    how many controls. A password is none of them."""
    filled: dict[str, dict[str, str]] = {key: dict(entered) for key, entered in overrides.filled.items()}
    allowed, count = set(overrides.allowed), 0
    on_page = {forms[0].url: forms for forms in site.forms() if forms}
    for entry in steps.entries:
        # Whoever was on a page that cannot be had, an answer of another day, may have been on one that is like it.
        for url in dict.fromkeys((entry.page, *on_page)):
            forms = on_page.get(site.final(url), ())
            if forms and (found := _found(entry, site.document(forms[0].url), forms)):
                form, name, value = found
                filled.setdefault(form.signature, {})[name] = value
                allowed.add(form.signature)
                count += 1
                break
    return replace(overrides, filled=filled, allowed=frozenset(allowed)), count


def _found(entry: HandEntry, document: Document, forms: Iterable[Form]) -> tuple[Form, str, str] | None:
    """The form, the name of its field, and what the person gave it."""
    for kind, text in entry.selectors:
        for form in forms:
            for each in form.fields:
                if each.kind in ("hidden", "password", "file") or not each.name:
                    continue
                if kind in ("aria", "text"):
                    if entry.value is not None and _is_called(each, text):
                        return form, each.name, entry.value
                    continue
                for element in _elements(document, kind, text):
                    value = entry.value if entry.value is not None else _ticked(element)
                    if value is not None and _is_of(element, each, document, form):
                        return form, each.name, value
    return None


def _is_called(asked: Field, name: str) -> bool:
    """By what somebody who does not see the page is told."""
    said = spoken(name.partition("[role=")[0])
    return bool(said) and said in (spoken(asked.label), spoken(asked.hint))


def _elements(document: Document, kind: str, text: str) -> list[etree._Element]:
    try:
        found = CSSSelector(text)(document.root) if kind in _CSS else document.root.xpath(text)
    except (etree.XPathError, SyntaxError, ValueError, TypeError):  # a selector of a browser's own, or none
        return []
    return [each for each in found if isinstance(each, etree._Element)] if isinstance(found, list) else []


def _ticked(element: etree._Element) -> str | None:
    """What clicking a box or a radio button chooses; a click on anything else enters nothing."""
    if element.tag == "input" and (element.get("type") or "").lower() in _TICKED:
        return None if element.get("checked") is not None else element.get("value") or "on"
    if element.tag == "label":
        inside = next(element.iter("input"), None)
        return None if inside is None else _ticked(inside)
    return None


def _is_of(element: etree._Element, asked: Field, document: Document, form: Form) -> bool:
    control = next(element.iter("input"), element) if element.tag == "label" else element
    if control.get("name") != asked.name or (control.get("type") or "").lower() == "password":
        return False
    around = next(control.iterancestors("form"), None)
    action = None if around is None else normalise(around.get("action") or document.url, document.base)
    return action is None or not form.action or action.partition("?")[0] == form.action.partition("?")[0]
