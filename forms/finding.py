"""A parsed page -> its forms, as a browser would submit them and as a person would read them.

A search box that no `form` element surrounds is a form too, of which only a script knows where it leads. Whether any of
them may be submitted is for `forms.verdict`; nothing here fails, whatever the page.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice

import webencodings
from lxml import etree

from recorder.forms.adjacent_labels import heading_of, words_of
from recorder.forms.controls import (
    button_of,
    choices_of,
    datalists,
    enctype_named,
    field_of,
    is_button,
    is_disabled,
    kind_of,
    method_named,
    suggestions_for,
    target_of,
)
from recorder.forms.directions import asks_for_direction, direction_of
from recorder.forms.form import TYPED_KINDS, Button, Field, Form
from recorder.forms.labels import Labels
from recorder.forms.locators import CONTROLS, Locators, elements
from recorder.forms.ownership import Box, Ownership, boxes, parts
from recorder.forms.pagination import page_turns
from recorder.forms.submission import as_it_stands
from recorder.forms.visible_text import is_hidden
from recorder.patterns.pages.documents import Document

MOST_FORMS = 200
"""Most forms that are read of one page: a list with a button in every row has thousands, all alike."""

MOST_CONTROLS = 1_000
"""Most controls that are read of one form: no person fills in more, and a form that has more is never submitted."""

_ACTS_AS_CONTROL = (
    "//*[not(self::input or self::select or self::textarea or self::button or self::form)]"
    "[@role='searchbox' or @role='combobox' or @role='textbox' or @role='button'"
    " or (@contenteditable and @contenteditable!='false')"
    " or (self::a and (@onclick or (starts-with(@href, 'javascript:') and string-length(@href) < 200)))]"
)


def find_forms(document: Document) -> tuple[Form, ...]:
    """The forms of a page in document order, then those without a form element, then the parts of page-wide ones."""
    return _Page(document).forms()


class _Page:
    """One page while its forms are read."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._ownership = Ownership(document)
        acting = [each for each in elements(document.root, _ACTS_AS_CONTROL)[:MOST_CONTROLS] if _acts_alone(each)]
        for element in acting:
            self._ownership.own(element)
        self._controls = [*self._ownership.controls, *acting]
        self._labels = Labels(document.root)
        self._datalists = datalists(document.root)
        self._locators = Locators(document.root, [*self._ownership.forms, *self._controls])

    def forms(self) -> tuple[Form, ...]:
        owned: dict[etree._Element | None, list[etree._Element]] = {}
        for control in self._controls:
            owned.setdefault(self._ownership.of(control), []).append(control)
        elements_and_controls = [(each, owned.get(each, [])) for each in self._ownership.forms[:MOST_FORMS]]
        written = [self._written(element, controls) for element, controls in elements_and_controls]
        loose = boxes(owned.get(None, [])[:MOST_CONTROLS])[:MOST_FORMS]
        parted = (
            self._part(whole, controls, box)
            for whole, (_, controls) in zip(written, elements_and_controls, strict=True)
            for box in parts(controls[:MOST_CONTROLS])[:MOST_FORMS]
        )
        return (*written, *map(self._unwritten, loose), *parted)

    def _written(self, element: etree._Element, controls: list[etree._Element]) -> Form:
        """A form as the page declares it."""
        method = method_named(element.get("method", ""))
        action, dropped = self._action(element.get("action", ""), method)
        fields = self._fields(controls)
        return Form(
            url=self._document.url,
            action=action,
            method=method,
            enctype=enctype_named(element.get("enctype", "")),
            charset=self._charset(element),
            fields=fields,
            buttons=self._buttons(controls),
            heading=heading_of(element, controls),
            words=(*words_of(element, controls), *dropped),
            locator=self._locators.of(element),
            turns=page_turns(self._document.root.iter("a"), fields),
            whole=len(controls) <= MOST_CONTROLS,
        )

    def _unwritten(self, box: Box) -> Form:
        """A box and its button that only a script makes a form of."""
        return Form(
            url=self._document.url,
            action="",
            charset=self._document.encoding,
            fields=self._fields(box.controls),
            buttons=self._buttons(box.controls),
            heading=heading_of(box.around, box.controls),
            words=words_of(box.around, box.controls),
            locator=self._locators.by_id(box.around),
            whole=len(box.controls) < MOST_CONTROLS,
        )

    def _part(self, whole: Form, controls: list[etree._Element], box: Box) -> Form:
        """A box of a form around the whole page: only its own questions are asked, only its own buttons pressed."""
        own = frozenset(box.controls)
        groups = [group for group in _grouped(_asking(controls)) for _ in range(1 + asks_for_direction(group[0]))]
        asked = [
            (field, field.kind == "hidden" or bool(own.intersection(group)))
            for group, field in zip(groups, whole.fields, strict=True)
        ]
        return replace(
            whole,
            fields=tuple(chain.from_iterable((field,) if is_own else as_it_stands(field) for field, is_own in asked)),
            buttons=self._buttons(box.controls),
            heading=heading_of(box.around, box.controls),
            words=words_of(box.around, box.controls),
            beside=tuple(field for field, is_own in asked if not is_own),
            turns=(),
        )

    def _action(self, written: str, method: str) -> tuple[str, tuple[str, ...]]:
        """Where it leads, and what the browser drops: the answers of a GET form take the place of the query."""
        target = written.strip()
        if target.lower().startswith("javascript:"):
            return "", (target,)
        found = target_of(target, self._document)
        if not found:
            return "", (target,)
        if method != "GET":
            return found, ()
        address, _, query = found.partition("?")
        return address, (query,) if query and target else ()

    def _charset(self, element: etree._Element) -> str:
        named = element.get("accept-charset", "").replace(",", " ").split()
        known = next((found for name in named if (found := webencodings.lookup(name))), None)
        return self._document.encoding if known is None else known.name

    def _fields(self, controls: list[etree._Element]) -> tuple[Field, ...]:
        asking = _asking(controls)
        boxes = [each for each in asking if kind_of(each) in TYPED_KINDS and not is_hidden(each)]
        otherwise = self._first_button(controls) if len(boxes) == 1 else ""
        return tuple(chain.from_iterable(self._with_direction(group, otherwise) for group in _grouped(asking)))

    def _with_direction(self, group: list[etree._Element], otherwise: str) -> tuple[Field, ...]:
        field = self._field(group, otherwise)
        direction = direction_of(group[0], field)
        return (field,) if direction is None else (field, direction)

    def _first_button(self, controls: list[etree._Element]) -> str:
        """What is written on the button: the name of the only box of a form, where nothing else names it."""
        return next((text for each in controls if is_button(each) and (text := self._labels.of_button(each))), "")

    def _field(self, group: list[etree._Element], otherwise: str) -> Field:
        first = group[0]
        if kind_of(first) in ("radio", "checkbox"):
            return self._choice(group)
        label = self._labels.of(first, otherwise if kind_of(first) in TYPED_KINDS else "")
        return field_of(
            first,
            label=label.text,
            hint=label.hint,
            locator=self._locators.of(first),
            suggestions=suggestions_for(first, self._datalists),
        )

    def _choice(self, group: list[etree._Element]) -> Field:
        alone = len(group) == 1 and kind_of(group[0]) == "checkbox"
        label = self._labels.of_option(group[0]) if alone else self._labels.of_group(group)
        usable = [each for each in group if not is_disabled(each)] or group
        texts = [self._labels.of_option(each) for each in usable]
        return choices_of(usable, label=label, hint="", texts=texts, locators=tuple(map(self._locators.of, usable)))

    def _buttons(self, controls: list[etree._Element]) -> tuple[Button, ...]:
        return tuple(
            button_of(each, self._document, label=self._labels.of_button(each), locator=self._locators.of(each))
            for each in controls[:MOST_CONTROLS]
            if is_button(each) and each.get("disabled") is None
        )


def _asking(controls: Iterable[etree._Element]) -> list[etree._Element]:
    first = islice(controls, MOST_CONTROLS)
    return [each for each in first if not is_button(each) and kind_of(each) != "reset"]


def _grouped(controls: Iterable[etree._Element]) -> list[list[etree._Element]]:
    """Ticks of one name together, in the place of the first; every other control by itself."""
    groups: dict[object, list[etree._Element]] = {}
    for control in controls:
        kind, name = kind_of(control), control.get("name", "")
        key = (kind, name) if name and kind in ("radio", "checkbox") else control
        groups.setdefault(key, []).append(control)
    return list(groups.values())


def _acts_alone(element: etree._Element) -> bool:
    """Not a frame around real controls, and not where the page is not seen."""
    inside = next(element.iter("form", *CONTROLS), None)
    return inside is None and next(element.iterancestors("template", "noscript"), None) is None
