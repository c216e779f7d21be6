"""One element of a page -> one control: what kind it is, what it offers, what it holds, within which bounds.

Which controls belong together is `forms.finding`, what a person would call them `forms.labels`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from urllib.parse import urljoin

from lxml import etree

from recorder.forms.form import MULTIPART, PLAIN, URLENCODED, Button, Field, Option
from recorder.forms.initial_values import held
from recorder.forms.visible_text import text_of
from recorder.patterns.pages.documents import Document, collapsed
from recorder.patterns.pages.links import as_sent
from recorder.patterns.urls.address import read

MOST_OPTIONS = 2_000
"""Most options that are read of one list: a longer one is a data file."""

_MOST_SUGGESTED = 50_000
"""Most suggestions that the boxes of a page have together: a thousand boxes may all show one long list."""

METHODS = frozenset({"GET", "POST", "DIALOG"})
_ENCTYPES = frozenset({URLENCODED, MULTIPART, PLAIN})

BUTTON_TYPES = frozenset({"submit", "image", "button"})

_INPUT_KINDS = frozenset(
    {"hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local"}
    | {"number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button"}
)
_NAMES = ("id", "class", "title", "data-testid", "ng-model", "v-model")


def kind_of(element: etree._Element) -> str:
    """What a browser makes of it: an unknown type is a text box, a button without a type submits."""
    tag = str(element.tag)
    if tag == "input":
        kind = element.get("type", "").strip().lower()
        kind = kind if kind in _INPUT_KINDS else "text"
        return "search" if kind == "text" and _role(element) == "searchbox" else kind
    if tag == "button":
        kind = element.get("type", "").strip().lower()
        return kind if kind in ("reset", "button") else "submit"
    if tag in ("select", "textarea"):
        return tag
    return {"searchbox": "search", "button": "button"}.get(_role(element), "button" if tag == "a" else "text")


def is_button(element: etree._Element) -> bool:
    return kind_of(element) in BUTTON_TYPES


def is_disabled(element: etree._Element) -> bool:
    """Its own attribute, or a disabled fieldset around it whose first legend does not hold it."""
    if element.get("disabled") is not None or element.get("aria-disabled", "").lower() == "true":
        return True
    inside = element
    for around in element.iterancestors():
        if around.tag == "fieldset" and around.get("disabled") is not None and inside is not around.find("legend"):
            return True
        inside = around
    return False


def field_of(element: etree._Element, *, label: str, hint: str, locator: str, suggestions: tuple[Option, ...]) -> Field:
    """A control that is a field of its own: everything but radio buttons and checkboxes."""
    kind = kind_of(element)
    options = _options(element) if kind == "select" else suggestions
    return Field(
        name=element.get("name", ""),
        kind=kind,
        label=label,
        hint=hint,
        value=_value(element, kind, options),
        options=options,
        required=is_required(element),
        multiple=element.get("multiple") is not None,
        disabled=is_disabled(element),
        minimum=element.get("min", ""),
        maximum=element.get("max", ""),
        step=element.get("step", ""),
        pattern=element.get("pattern", ""),
        max_length=_whole_number(element.get("maxlength", "")),
        autocomplete=element.get("autocomplete", "").strip().lower(),
        words=names_of(element),
        locators=(locator,),
    )


def choices_of(
    ticks: list[etree._Element], *, label: str, hint: str, texts: list[str], locators: tuple[str, ...]
) -> Field:
    """Radio buttons, or checkboxes, of one name as one question."""
    first = ticks[0]
    kind = kind_of(first)
    chosen = [number for number, element in enumerate(ticks) if element.get("checked") is not None]
    chosen = chosen[-1:] if kind == "radio" else chosen
    options = tuple(
        Option(element.get("value", "on"), text, number in chosen)
        for number, (element, text) in enumerate(zip(ticks, texts, strict=True))
    )
    return Field(
        name=first.get("name", ""),
        kind=kind,
        label=label,
        hint=hint,
        value=next((option.value for option in options if option.chosen), ""),
        options=options,
        required=any(is_required(element) for element in ticks),
        multiple=kind == "checkbox" and len(options) > 1,
        disabled=all(is_disabled(element) for element in ticks),
        words=names_of(first),
        locators=locators,
    )


def button_of(element: etree._Element, document: Document, *, label: str, locator: str) -> Button:
    return Button(
        name=element.get("name", ""),
        value=element.get("value", ""),
        label=label,
        kind=kind_of(element),
        action=_own(element, "formaction", lambda written: target_of(written, document)),
        method=_own(element, "formmethod", method_named),
        enctype=_own(element, "formenctype", enctype_named),
        words=names_of(element),
        locator=locator,
    )


def datalists(root: etree._Element) -> Mapping[str, tuple[Option, ...]]:
    """The lists of suggestions of a page, by the name that boxes call them by."""
    boxes = sum("list" in each.attrib for each in root.iter("input"))
    most = _MOST_SUGGESTED // max(1, boxes)
    return {each.get("id", ""): tuple(islice(_listed(each), most)) for each in reversed(list(root.iter("datalist")))}


def suggestions_for(element: etree._Element, lists: Mapping[str, tuple[Option, ...]]) -> tuple[Option, ...]:
    """What the datalist of a box suggests."""
    name = element.get("list", "")
    return lists.get(name, ()) if element.tag == "input" and name else ()


def is_required(element: etree._Element) -> bool:
    return element.get("required") is not None or element.get("aria-required", "").lower() == "true"


def names_of(element: etree._Element) -> tuple[str, ...]:
    """What its authors called it, for those who judge by names."""
    return tuple(value[:200] for name in _NAMES if (value := element.get(name)))


def _value(element: etree._Element, kind: str, options: tuple[Option, ...]) -> str:
    if kind == "select":
        return next((option.value for option in options if option.chosen), "")
    if kind == "textarea":
        return "".join(str(piece) for piece in element.itertext()).removeprefix("\n")
    if element.tag != "input":
        return text_of(element)
    ends = {"minimum": element.get("min", ""), "maximum": element.get("max", ""), "step": element.get("step", "")}
    return held(kind, element.get("value", ""), **ends, multiple=element.get("multiple") is not None)


def _options(select: etree._Element) -> tuple[Option, ...]:
    """Its options; where nothing is chosen, a list of one choice starts with its first."""
    options = list(_listed(select))
    if options and select.get("multiple") is None and _shows_one(select):
        last = max((at for at, option in enumerate(options) if option.chosen), default=0)
        last = -1 if _stands_on_nothing(select) else last
        options = [Option(option.value, option.text, at == last) for at, option in enumerate(options)]
    return tuple(options)


def _shows_one(select: etree._Element) -> bool:
    rows = _whole_number(select.get("size", "")) or 0
    return rows <= 1 or any("selected" in each.attrib for each in select.iter("option"))


def _stands_on_nothing(select: etree._Element) -> bool:
    """Whether what is chosen may not be sent: "please choose" is often such an option."""
    chosen = [each for each in select.iter("option") if "selected" in each.attrib]
    return bool(chosen) and not _is_offered(chosen[-1])


def _listed(holder: etree._Element) -> Iterator[Option]:
    for number, element in enumerate(holder.iter("option")):
        if number >= MOST_OPTIONS:
            return
        if _is_offered(element):
            text = text_of(element) or collapsed(element.get("label", ""))
            yield Option(element.get("value", text), text, element.get("selected") is not None)


def _is_offered(option: etree._Element) -> bool:
    """Neither it nor its group is disabled."""
    group = option.getparent()
    in_group = group is not None and group.tag == "optgroup" and group.get("disabled") is not None
    return option.get("disabled") is None and not in_group


def target_of(written: str, document: Document) -> str:
    """Where a form, or a button with an action of its own, leads: the address as a browser would ask for it, without a
    fragment. Letters beyond ASCII in its query go out in the encoding of the page, what a form may not say in an
    address is escaped, and an empty action means the page itself, whatever its base. What is no address of a web site
    is left as it was written, empty if it is no URL at all.
    """
    target = written.strip()
    if not target:
        return document.url.partition("#")[0]
    address = read(as_sent(target, document.encoding), document.base)
    if address is not None and not address.credentials:
        return str(address)
    try:
        return urljoin(document.base, target)
    except ValueError:  # "http://[": a browser goes nowhere
        return ""


def method_named(written: str) -> str:
    """What a browser takes a method for; GET if it is none that it knows."""
    return written.upper() if written.upper() in METHODS else "GET"


def enctype_named(written: str) -> str:
    """What a browser takes a way of writing for; urlencoded if it is none that it knows."""
    return written.lower() if written.lower() in _ENCTYPES else URLENCODED


def _own(element: etree._Element, attribute: str, read: Callable[[str], str]) -> str | None:
    value = element.get(attribute)
    return None if value is None else read(value)


def _role(element: etree._Element) -> str:
    return element.get("role", "").strip().lower()


def _whole_number(text: str) -> int | None:
    found = re.fullmatch(r"\s*(\d{1,9})\s*", text, re.ASCII)
    return int(found[1]) if found else None
