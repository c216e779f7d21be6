"""What a person would call a control: what the page says outright, else the text that stands where a label stands.

In this order: a `label`, ARIA, text in the place of a label (the cell to the left, the term of a definition, a line
ending in a colon), what stands in the empty box, its title, any text just before it, and at last the name it is sent
under, made readable. Text stands before its box, but after its tick.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from forms.elements import with_id
from forms.tables import cell_above, cell_of, cells_to_the_left, next_cell
from forms.visible_text import collapsed, is_hidden, pieces, text_of

LONGEST = 100
"""More than that beside a box is a paragraph about it, not its name."""

CONTROLS = ("input", "select", "textarea", "button")

_BREAKS = frozenset(
    {"br", "hr", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th", "table", "tbody", "thead", "section"}
    | {"article", "header", "footer", "nav", "aside", "form", "fieldset", "legend", "h1", "h2", "h3", "h4", "h5", "h6"}
)
_SELF_NAMED = frozenset({"hidden", "submit", "image", "button", "reset"})
_DECORATION = re.compile(r"^[\W_]+(?=\w)|[\s:*：＊.…»›>|]+$")
_LEADING = re.compile(r"^[\s:*•·|»›>\-–—]+")
_ASIDE = re.compile(
    r"\s*[(\[（]\s*(?:required|optional|mandatory|pflichtfeld|optionnel|obligatoire|obligatorio|opcional|\*)\s*[)\]）]\s*$",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PREFIX = re.compile(r"^(?:txt|ddl|cbo|cmb|chk|rdo|lst|tb|tbx|sel|inp)(?=[A-Z_])")


@dataclass(frozen=True, slots=True)
class Label:
    text: str = ""
    hint: str = ""


class Labels:
    """The labels of one page."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._for: dict[str, etree._Element] = {}
        for label in root.iter("label"):
            if target := label.get("for", "").strip():
                self._for.setdefault(target, label)

    def of(self, control: etree._Element, otherwise: str = "") -> Label:
        """What a box or a list is called, and what stands in it; `otherwise` if nothing on the page names it."""
        hint = placeholder_of(control)
        named = self._said(control) or self._beside(control) or trimmed(otherwise)
        text = named or readable(control.get("name", "") or control.get("id", ""))
        return Label(text, hint if hint != text else "")

    def of_option(self, control: etree._Element) -> str:
        """What stands beside a tick."""
        return (
            self._said(control)
            or trimmed(_text_after(control))
            or ("" if _follows_a_tick(control) else trimmed(_text_before(control)[0]))
            or collapsed(control.get("title", "") or control.get("value", ""))
        )

    def of_group(self, controls: list[etree._Element]) -> str:
        """What several ticks are an answer to."""
        first = controls[0]
        return self._group_name(first, controls) or self._in_place(first) or readable(first.get("name", ""))

    def of_button(self, button: etree._Element) -> str:
        """What is written on a button; what its picture shows, if it is one."""
        written = button.get("value", "") if button.tag == "input" else text_of(button)
        described = (written if button.get("type", "").lower() != "image" else button.get("alt", "") or written,)
        others = (button.get(name, "") for name in ("aria-label", "title", "alt"))
        return next((found for each in (*described, *others) if (found := collapsed(each))), "")

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
        if text := trimmed(_in_table(control)):
            return text, True
        before, strong = _text_before(_outermost_label(control))
        return trimmed(before), strong

    def _in_place(self, control: etree._Element) -> str:
        return self._before(control)[0]

    def _by_label(self, control: etree._Element) -> str:
        for key in (control.get("id"), control.get("name")):
            label = self._for.get(key) if key else None
            if label is not None and (text := _label_text(label)):
                return text
        around = next(control.iterancestors("label"), None)
        return "" if around is None or _is_for_another(around, control) else _label_text(around)

    def _by_reference(self, control: etree._Element) -> str:
        names = control.get("aria-labelledby", "").split()[:5]
        found = (with_id(self._root, name) for name in names)
        return " ".join(text_of(each) for each in found if each is not None)

    def _group_name(self, first: etree._Element, controls: list[etree._Element]) -> str:
        """The legend, or ARIA name, of what holds these ticks and no other control."""
        for around in first.iterancestors():
            inside = [each for each in around.iter(*CONTROLS) if not _is_silent(each)]
            if len(inside) > len(controls) or around.tag in ("form", "body"):
                return ""
            legend = around.find("legend") if around.tag == "fieldset" else None
            grouped = around.get("role", "") in ("group", "radiogroup") or around.tag == "fieldset"
            said = text_of(legend) if legend is not None else self._said(around) if grouped else ""
            if said:
                return trimmed(said)
        return ""


def placeholder_of(control: etree._Element) -> str:
    """What stands in the empty box: a placeholder, or a value that a script wipes when a person enters."""
    said = control.get("placeholder") or control.get("data-placeholder") or control.get("aria-placeholder") or ""
    scripted = any(control.get(name) for name in ("onfocus", "onblur", "onclick"))
    if not said and scripted and control.get("type", "text").strip().lower() in ("text", "search", "password"):
        said = control.get("value", "")
    return collapsed(said) if any(letter.isalpha() for letter in said) else ""


def trimmed(text: str) -> str:
    """Without decoration: the colon behind it, the star that says "required", the bullet before."""
    text = _LEADING.sub("", collapsed(text))
    while (shorter := _ASIDE.sub("", _trail(text))) != text:
        text = shorter
    return text if any(letter.isalnum() for letter in text) else ""


def readable(name: str) -> str:
    """`ctl00$main$txtBookTitle` -> `Book title`."""
    last = re.split(r"[$:.\[]", name.strip().rstrip("[]$:."))[-1] or name
    words = _CAMEL.sub(" ", _PREFIX.sub("", last.rstrip("]"))).replace("_", " ").replace("-", " ").split()
    said = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    return said[:1].upper() + said[1:LONGEST]


def text_before(element: etree._Element) -> str:
    """The last words before `element`, with no control between."""
    return trimmed(_text_before(element)[0])


def _trail(text: str) -> str:
    return text.rstrip(" \t:*：＊…»›>|►▼·")


def _label_text(label: etree._Element) -> str:
    """Without what the controls inside it hold."""
    text = collapsed("".join(pieces(label)))
    return text if len(text) <= 2 * LONGEST else ""


def _is_for_another(label: etree._Element, control: etree._Element) -> bool:
    """A label around several boxes names the first of them only."""
    first = next((each for each in label.iter(*CONTROLS) if not _is_silent(each)), control)
    return first is not control and first.get("type", "").lower() not in ("radio", "checkbox")


def _outermost_label(control: etree._Element) -> etree._Element:
    return next(control.iterancestors("label"), control)


def _in_table(control: etree._Element) -> str:
    """The cell to the left; the cell of a row without controls above, where the one to the left has a control."""
    cell = cell_of(control)
    if cell is None or _has_control_before(control, cell):
        return ""
    for left in cells_to_the_left(cell):
        if has_control(left):
            break
        if text := _cell_text(left):
            return text
    above = cell_above(cell)
    return "" if above is None or has_control(above) else _cell_text(above)


def _has_control_before(control: etree._Element, cell: etree._Element) -> bool:
    first = next((each for each in cell.iter(*CONTROLS) if not _is_silent(each)), control)
    return first is not control or bool(trimmed(_text_before(control, within=cell)[0]))


def _cell_text(cell: etree._Element) -> str:
    text = text_of(cell)
    return text if len(text) <= LONGEST else ""


def has_control(element: etree._Element) -> bool:
    return any(not _is_silent(each) for each in element.iter(*CONTROLS))


def _is_silent(control: etree._Element) -> bool:
    """Whether it takes no label from anybody: nobody sees it, or it says itself what it is."""
    return control.tag == "input" and control.get("type", "").strip().lower() == "hidden"


def _text_before(element: etree._Element, within: etree._Element | None = None) -> tuple[str, bool]:
    """The last line of text before `element`, and whether it stands as labels do."""
    found: list[str] = []
    at = element
    strong = False
    while at.tag not in ("form", "body", "html", "search") and at is not within:
        for text, stops, labels in _backwards(at):
            if text.strip():
                found.append(text)
                strong = strong or labels
            if stops is _CONTROL or (stops and found and "".join(found).strip()):
                return _line(found, strong)
        parent = at.getparent()
        if parent is None or (found and parent.tag in _BREAKS):
            break
        at = parent
    return _line(found, strong)


_CONTROL = "control"
_BREAK = "break"


def _backwards(at: etree._Element) -> Iterator[tuple[str, str, bool]]:
    """What stands before `at` inside its parent, nearest first: text, what kind of end it is, whether it is a label."""
    for before in at.itersiblings(preceding=True):
        yield before.tail or "", "", False
        if before.tag in ("script", "style", "noscript", "template", "option", "optgroup") or is_hidden(before):
            continue
        if _holds_control(before):
            yield "", _CONTROL, False
            return
        breaks = before.tag in _BREAKS
        text = "" if before.tag == "a" else text_of(before)
        yield "", _BREAK if breaks else "", False
        yield text, _BREAK if breaks else "", before.tag in ("label", "dt", "th", "legend")
    parent = at.getparent()
    yield (parent.text or "") if parent is not None else "", "", False


def _holds_control(element: etree._Element) -> bool:
    if element.tag in CONTROLS:
        return not _is_silent(element)
    return has_control(element) or (element.tag == "label" and bool(element.get("for")))


def _line(found: list[str], strong: bool) -> tuple[str, bool]:
    text = collapsed(" ".join(reversed(found)))
    if len(text) > LONGEST:
        text = re.split(r"(?<=[.!?])\s+", text)[-1]
    return (text if len(text) <= LONGEST else ""), strong or text.endswith((":", "："))


def _follows_a_tick(control: etree._Element) -> bool:
    """Whether the text before it is that of another tick."""
    before = next(control.itersiblings("input", preceding=True), None)
    return before is not None and before.get("type", "").strip().lower() in ("radio", "checkbox")


def _text_after(control: etree._Element) -> str:
    """The line behind a tick, up to the next control."""
    found = [control.tail or ""]
    at = control
    for _ in range(3):
        for after in at.itersiblings():
            if after.tag in _BREAKS or _holds_control(after):
                break
            found += [text_of(after) if after.tag not in ("script", "style") else "", after.tail or ""]
        if "".join(found).strip():
            break
        parent = at.getparent()
        if parent is None or parent.tag in _BREAKS:
            break
        at = parent
        found.append(at.tail or "")
    text = collapsed(" ".join(found))
    if not text and (cell := next_cell(control)) is not None and not has_control(cell):
        text = _cell_text(cell)
    return text if len(text) <= LONGEST else ""
