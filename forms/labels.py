"""What a person would call a control: what the page says outright, else the text where a label would be written.

In this order: a `label`, ARIA, text in the place of a label (the cell to the left, the term of a definition, a line
ending in a colon), what the empty box shows, its title, any text just before it, and at last the name it is sent under,
made readable. Text precedes its box, but follows its tick.
"""

from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from recorder.forms.adjacent_labels import follows_a_tick, is_silent, text_after, text_before, text_in_table
from recorder.forms.locators import CONTROLS
from recorder.forms.visible_text import LONGEST_LABEL, pieces, readable, text_of, trimmed
from recorder.patterns.pages.documents import collapsed


@dataclass(frozen=True, slots=True)
class Label:
    text: str = ""
    hint: str = ""


class Labels:
    """The labels of one page."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._referred: dict[str, str] = {}
        self._for: dict[str, etree._Element] = {}
        for label in root.iter("label"):
            if target := label.get("for", "").strip():
                self._for.setdefault(target, label)

    def of(self, control: etree._Element, otherwise: str = "") -> Label:
        """What a box or a list is called, and what it shows; `otherwise` if nothing on the page names it."""
        hint = placeholder_of(control)
        named = self._said(control) or self._beside(control) or trimmed(otherwise)
        text = named or readable(control.get("name", "") or control.get("id", ""))
        return Label(text, hint if hint != text else "")

    def of_option(self, control: etree._Element) -> str:
        """The text beside a tick."""
        return (
            self._said(control)
            or trimmed(text_after(control))
            or ("" if follows_a_tick(control) else trimmed(text_before(control)[0]))
            or collapsed(control.get("title", "") or control.get("value", ""))
        )

    def of_group(self, controls: list[etree._Element]) -> str:
        """What several ticks are an answer to."""
        first = controls[0]
        return self._group_name(first, controls) or self._before(first)[0] or readable(first.get("name", ""))

    def of_button(self, button: etree._Element) -> str:
        """What is written on a button, or else what its picture or its sign ("→") stands for."""
        written = button.get("value", "") if button.tag == "input" else text_of(button)
        described = (written if button.get("type", "").lower() != "image" else button.get("alt", "") or written,)
        others = (button.get(name, "") for name in ("aria-label", "title", "alt"))
        told = [found for each in (*described, *others) if (found := collapsed(each))]
        return next((each for each in told if any(map(str.isalnum, each))), next(iter(told), ""))

    def _said(self, control: etree._Element) -> str:
        """What the markup itself declares to be the label."""
        texts = (self._by_label(control), self._by_reference(control), control.get("aria-label", ""))
        return next((found for text in texts if (found := trimmed(text))), "")

    def _beside(self, control: etree._Element) -> str:
        text, strong = self._before(control)
        if text and strong:
            return text
        return trimmed(placeholder_of(control)) or trimmed(control.get("title", "")) or text

    def _before(self, control: etree._Element) -> tuple[str, bool]:
        if text := trimmed(text_in_table(control)):
            return text, True
        before, strong = text_before(next(control.iterancestors("label"), control))
        return trimmed(before), strong

    def _by_label(self, control: etree._Element) -> str:
        for key in (control.get("id"), control.get("name")):
            label = self._for.get(key) if key else None
            if label is not None and (text := _label_text(label)):
                return text
        around = next(control.iterancestors("label"), None)
        return "" if around is None or _is_for_another(around, control) else _label_text(around)

    def _by_reference(self, control: etree._Element) -> str:
        names = control.get("aria-labelledby", "").split()[:5]
        return " ".join(filter(None, map(self._text_with_id, names)))

    def _text_with_id(self, name: str) -> str:
        """Kept: many boxes may refer to one element, and it may hold the whole page."""
        if name not in self._referred:
            element = self._by_id.get(name)
            self._referred[name] = "" if element is None else text_of(element)
        return self._referred[name]

    @cached_property
    def _by_id(self) -> dict[str, etree._Element]:
        """The first element of each id, as browsers take it."""
        named = (each for each in self._root.iter("*") if each.get("id"))
        return {each.get("id", ""): each for each in reversed(list(named))}

    def _group_name(self, first: etree._Element, controls: list[etree._Element]) -> str:
        """The legend, or ARIA name, of what holds these ticks and no other control."""
        for around in first.iterancestors():
            inside = [each for each in around.iter(*CONTROLS) if not is_silent(each)]
            if len(inside) > len(controls) or around.tag in ("form", "body"):
                return ""
            legend = around.find("legend") if around.tag == "fieldset" else None
            grouped = around.get("role", "") in ("group", "radiogroup") or around.tag == "fieldset"
            said = text_of(legend) if legend is not None else self._said(around) if grouped else ""
            if said:
                return trimmed(said)
        return ""


def _label_text(label: etree._Element) -> str:
    """Without what the controls inside it hold."""
    text = collapsed("".join(pieces(label)))
    return text if len(text) <= 2 * LONGEST_LABEL else ""


def _is_for_another(label: etree._Element, control: etree._Element) -> bool:
    """A label around several boxes names the first of them only."""
    first = next((each for each in label.iter(*CONTROLS) if not is_silent(each)), control)
    return first is not control and first.get("type", "").lower() not in ("radio", "checkbox")


def placeholder_of(control: etree._Element) -> str:
    """What the empty box shows: a placeholder, or a value that a script wipes when a person enters."""
    said = control.get("placeholder") or control.get("data-placeholder") or control.get("aria-placeholder") or ""
    scripted = any(control.get(name) for name in ("onfocus", "onblur", "onclick"))
    if not said and scripted and control.get("type", "text").strip().lower() in ("text", "search", "password"):
        said = control.get("value", "")
    return collapsed(said) if any(letter.isalpha() for letter in said) else ""
