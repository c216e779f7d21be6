"""What a form asks, as plain values: its controls as a person meets them, and where it sends what they say.

How a form is found in a page is `forms.finding`; whether it may be submitted, `forms.verdict`. Nothing here knows HTML.
"""

from collections import Counter
from dataclasses import dataclass, field

from recorder.patterns.urls.url import without_session

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"

TYPED_KINDS = frozenset({"text", "search", "textarea", "tel", "url", "email", "password"})
"""Kinds of controls that take any text; `number`, `range`, `date` and the like take a value within bounds."""

CHOICE_KINDS = frozenset({"select", "radio", "checkbox"})
"""Kinds of controls that only take one of their own options (several of them, if `multiple`)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One value a control offers: what is sent, and what a person reads."""

    value: str
    text: str = ""
    chosen: bool = False
    """Whether it is what the page itself starts with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One question of a form. Radio buttons of one name are one field, and so are checkboxes of one name."""

    name: str
    """The name it is sent under; empty for a box that only a script reads."""
    kind: str
    """text, search, textarea, select, radio, checkbox, hidden, number, range, date, month, …, email, password, file."""
    label: str = ""
    """What a person would call it."""
    hint: str = ""
    """What the empty box shows, or the help beside it."""
    value: str = ""
    """What it holds when the page arrives; a choice holds its options marked `chosen`."""
    options: tuple[Option, ...] = ()
    """What a choice offers; for a box that takes any text, what its datalist suggests."""
    required: bool = False
    multiple: bool = False
    disabled: bool = False
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    pattern: str = ""
    max_length: int | None = None
    autocomplete: str = ""
    """What the page says a browser may fill in by itself: `email`, `cc-number`."""
    words: tuple[str, ...] = field(default=(), repr=False)
    """Names its authors gave it beside the one it is sent under: its id and the like."""
    locators: tuple[str, ...] = ()
    """Selectors that find the control in a browser, CSS but for a last `>> nth=`; one for each option where options are
    controls of their own."""

    @property
    def is_typed(self) -> bool:
        """Whether a person types whatever they like."""
        return self.kind in TYPED_KINDS

    @property
    def is_choice(self) -> bool:
        """Whether only its own options can be sent."""
        return self.kind in CHOICE_KINDS

    @property
    def chosen(self) -> tuple[str, ...]:
        """The values it sends when nobody touches it: none for an unchecked box."""
        return tuple(option.value for option in self.options if option.chosen) if self.is_choice else (self.value,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """One way to send the form; `action`, `method` and `enctype` only where the button has its own."""

    name: str = ""
    value: str = ""
    label: str = ""
    kind: str = "submit"
    """submit, image, or button: one that only a script gives a meaning."""
    action: str | None = None
    method: str | None = None
    enctype: str | None = None
    words: tuple[str, ...] = field(default=(), repr=False)
    """Names its authors gave it beside the one it is sent under: a button may be a picture alone."""
    locator: str = ""


@dataclass(frozen=True, slots=True)
class PageTurn:
    """A link that sends its form to turn the page of a list: what was clicked on, with what argument."""

    target: str
    argument: str
    text: str
    among: str = ""
    """The numbers of the other pages that links beside it lead to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of the page at `url`. A search box without a form element is one too, with an empty `action`."""

    url: str
    action: str
    """Absolute, without a query for GET (a browser replaces it); empty where only a script knows where it leads."""
    method: str = "GET"
    """GET, POST or DIALOG."""
    enctype: str = URLENCODED
    charset: str = "utf-8"
    """The encoding in which a browser sends it: `accept-charset`, else the page's own."""
    fields: tuple[Field, ...] = ()
    buttons: tuple[Button, ...] = ()
    heading: str = ""
    """The legend, caption or heading a person reads above it."""
    words: tuple[str, ...] = field(default=(), repr=False)
    """Names its authors gave it, the form element's and its surroundings': id, class, role, aria-label."""
    locator: str = ""
    beside: tuple[Field, ...] = ()
    """What else is asked by the form around the whole page of which this is one box. It is sent along unchanged."""
    turns: tuple[PageTurn, ...] = ()
    whole: bool = True
    """Whether all its controls were read: of a form of thousands, those left out might have said what it is."""

    @property
    def signature(self) -> str:
        """The same for the same form on another page: where it leads, how, and what it asks."""
        asked = ",".join(sorted(f"{each.kind}:{each.name}" for each in self.fields if each.kind != "hidden"))
        return f"{self.method} {without_session(self.action.split('?', 1)[0]) or self.locator} {asked}"

    @property
    def keys(self) -> tuple[str, ...]:
        """A name of its own for each field, as parameters are called; empty for a hidden one."""
        times: Counter[str] = Counter()
        found: list[str] = []
        taken: set[str] = set()
        for number, each in enumerate(self.fields):
            base = key = "" if each.kind == "hidden" else each.name or each.label or each.hint or f"field {number + 1}"
            while key and key in taken:
                times[base] += 1
                key = f"{base}#{times[base] + 1}"
            taken.add(key)
            found.append(key)
        return tuple(found)
