"""What speaks for a form being a search, and what for its changing something: each with its weight and in plain words.

One word decides little: a class `search-login-row` may surround log-in boxes, and "Suche" may be a button that saves a
search. Names, labels, buttons, headings, addresses and hidden values are therefore all asked; `forms.verdict` weighs
them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import unquote, urlsplit

from recorder.forms.form import Button, Field, Form
from recorder.forms.vocabulary import (
    CATALOGUE_NAMES,
    HARMLESS,
    OPERATION_NAMES,
    PERSONAL,
    QUERY_NAMES,
    SEARCH,
    SENDING,
    SHOWING,
    TOKENS,
    TOPICS,
    USERNAME,
    Topic,
    spoken,
)

SHOWN = 60
"""Most characters of a text that are quoted."""


@dataclass(frozen=True, slots=True)
class FormEvidence:
    """`weight` is above 0 for a search and below for anything else, of which `topic` says what."""

    weight: int
    said: str
    topic: Topic | None = None


def topic_of(text: str, topics: tuple[Topic, ...] = TOPICS) -> Topic | None:
    """What else than a search `text` speaks of. What a search is for ("search comments") is no topic of its own."""
    if not spoken(text):
        return None
    searches = text in SEARCH
    return next((topic for topic in topics if (topic.acts or not searches) and text in topic.words), None)


def quoted(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= SHOWN else text[: SHOWN - 1] + '…'}”"


def asked(form: Form) -> list[Field]:
    """The fields that a person can fill in. Where all are disabled, a script is waited for that enables its boxes."""
    visible = [field for field in form.fields if field.kind != "hidden"]
    return [field for field in visible if not field.disabled] or [field for field in visible if field.is_typed]


def pushable(form: Form) -> list[Button]:
    """The buttons that send it; where there is none, those that only a script gives a meaning."""
    sending = [button for button in form.buttons if button.kind != "button"]
    return sending or list(form.buttons)


def button_says(button: Button) -> str:
    """What is written on it; a picture says what its authors called it."""
    return button.label or button.value or button.name or " ".join(button.words)


def address_words(form: Form) -> str:
    """The path it is sent to, and what the path is asked for."""
    parts = urlsplit(form.action)
    return unquote(f"{parts.path} {parts.query}".replace("/", " ").replace(".", " "))


def leads_to_itself(form: Form) -> bool:
    """Whether it is sent to its own page, whose address then says little about it."""
    return form.action.split("?")[0].rstrip("/") == form.url.split("?")[0].split("#")[0].rstrip("/")


def evidence(form: Form) -> list[FormEvidence]:
    """All that speaks for a search or against it, but for what forbids it outright."""
    return [
        *_of_buttons(form),
        *_of_fields(form),
        *_of_address(form),
        *_of_hidden_values(form),
        *_of_names(form),
        *_of_heading(form),
        *_of_method(form),
    ]


def _of_topic(weight: int, told: Iterable[tuple[str, str]]) -> Iterator[FormEvidence]:
    """What the first of these texts that speaks of something else than a search says, in the words beside it."""
    found = (FormEvidence(weight, said, topic) for text, said in told if (topic := topic_of(text)) is not None)
    yield from islice(found, 1)


def _of_buttons(form: Form) -> Iterator[FormEvidence]:
    buttons = pushable(form)
    for button in buttons:
        if button_says(button) in SEARCH:
            yield FormEvidence(4, f"the button says {quoted(button_says(button))}")
            return
    if any(" ".join((button.name, *button.words)) in SEARCH for button in buttons):
        yield FormEvidence(2, "its button is called a search button")
    elif any(button.label in SENDING for button in buttons):
        yield FormEvidence(-3, f"the button says {quoted(buttons[0].label)}")
    elif all(button.label in SHOWING for button in buttons):
        yield FormEvidence(1, "its button only goes on")


def _of_fields(form: Form) -> Iterator[FormEvidence]:
    fields = asked(form)
    typed = [field for field in fields if field.is_typed]
    yield from _of_typed(typed, {button.label for button in form.buttons})
    if not typed and form.method == "GET" and any(field.name and field.kind == "select" for field in fields):
        yield FormEvidence(2, "it only offers choices")
    for field in typed:
        names = f"{field.name} {' '.join(field.words[:1])} {field.label}"
        if names in USERNAME and names not in SEARCH:
            yield FormEvidence(-4, f"it asks for a user name ({quoted(field.label or field.name)})")
    personal = [field for field in fields if f"{field.name} , {field.label}" in PERSONAL]
    if personal:
        said = f"it asks for {quoted(personal[0].label or personal[0].name)}"
        yield FormEvidence(-min(3, 2 * len(personal)), said)
    yield from _of_topic(-2, ((field.label, f"it asks for {quoted(field.label)}") for field in fields))
    if any(field.kind == "textarea" for field in fields):
        yield FormEvidence(-4, "it has room for a longer text")
    if len(typed) > 12:
        yield FormEvidence(-1, f"it asks {len(typed)} things")


def _of_typed(typed: list[Field], buttons: set[str]) -> Iterator[FormEvidence]:
    best = max((_likeness(field, buttons) for field in typed), key=lambda found: found.weight, default=None)
    if best is not None and best.weight:
        yield best
        return
    known = [field for field in typed if spoken(field.name) in CATALOGUE_NAMES]
    if known:
        said = " and ".join(quoted(field.label or field.name) for field in known[:2])
        yield FormEvidence(min(2, len(known)), f"it asks for {said}")


def has_a_search_box(form: Form) -> bool:
    """Whether a box says what it is for: to look for something. Others may be for a time span, or a number of rows."""
    typed = [field for field in asked(form) if field.is_typed]
    return any(each.weight > 1 for each in _of_typed(typed, {button.label for button in form.buttons}))


def _likeness(field: Field, buttons: set[str]) -> FormEvidence:
    """How much a box looks like that of a search. One that is only named by its button says nothing new."""
    shown = quoted(field.label or field.hint or field.name)
    calls = spoken(field.name) in QUERY_NAMES
    reads = (field.label in SEARCH and field.label not in buttons) or field.hint in SEARCH
    named = " ".join(field.words) in SEARCH
    if field.kind == "search":
        return FormEvidence(3 + reads, f"it has a search box ({shown})")
    weight = (3 if calls else 2 if named else 0) + (2 if reads else 0)
    return FormEvidence(min(weight, 4), f"it asks what to look for ({shown})")


def _of_address(form: Form) -> Iterator[FormEvidence]:
    words, itself = address_words(form), leads_to_itself(form)
    if words in SEARCH:
        yield FormEvidence(1 if itself else 2, "its address speaks of a search")
    if itself:
        yield from _of_topic(-2, [(words, f"it stands on a page about this ({quoted(urlsplit(form.action).path)})")])


def _of_hidden_values(form: Form) -> Iterator[FormEvidence]:
    hidden = [field for field in form.fields if field.kind == "hidden" and len(field.value) <= 100]
    telling = [field for field in hidden if spoken(field.name) in OPERATION_NAMES]
    found = next((each for each in telling if each.value in SEARCH), None)
    if found is not None:
        yield FormEvidence(2, f"a hidden field says {quoted(f'{found.name}={found.value}')}")
    names = (field.name for field in hidden if field.name not in TOKENS)
    yield from _of_topic(-2, ((name, f"a hidden field is called {quoted(name)}") for name in names))


def _of_names(form: Form) -> Iterator[FormEvidence]:
    words = [word for word in form.words if word]
    search = next((word for word in words if word in SEARCH), None)
    if search is not None:
        yield FormEvidence(2, f"it is called {quoted(search)}")
    yield from _of_topic(-3, ((word, f"it is called {quoted(word)}") for word in words))


def _of_heading(form: Form) -> Iterator[FormEvidence]:
    if form.heading in SEARCH:
        yield FormEvidence(2 if form.method == "POST" else 1, f"above it stands {quoted(form.heading)}")
    yield from _of_topic(-2, [(form.heading, f"above it stands {quoted(form.heading)}")])


def _of_method(form: Form) -> Iterator[FormEvidence]:
    if not form.action:
        return
    if form.method == "GET":
        yield FormEvidence(1, "it only asks for a page (GET)")
    else:
        guarded = any(field.kind == "hidden" and field.name in TOKENS for field in form.fields)
        yield FormEvidence(-1 if guarded else 0, "it is sent with POST")


def harmless_topic(form: Form) -> Topic | None:
    """What it is if all that it asks is how, or where, to go on looking at the site."""
    fields = asked(form)
    kinds = [topic for field in fields if (topic := _view_of(field)) is not None]
    return kinds[0] if kinds and len(kinds) == len(fields) else None


def _view_of(field: Field) -> Topic | None:
    if field.is_typed and field.kind in ("search", "textarea"):
        return None
    if field.kind == "select" and _leads_to_pages(field):
        return next(topic for topic in HARMLESS if topic.kind == "jump")
    names = f"{field.name} {field.words[0] if field.words else ''}"
    known = topic_of(names, tuple(topic for topic in HARMLESS if topic.kind != "download"))
    return known if names not in SEARCH else None


def _leads_to_pages(field: Field) -> bool:
    """A menu: its options are addresses."""
    values = [option.value for option in field.options if option.value]
    addresses = [value for value in values if value.startswith(("http://", "https://", "/", "?", "./", "../"))]
    return len(values) > 1 and len(addresses) > len(values) / 2
