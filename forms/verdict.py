"""Whether a form may be submitted while a site is recorded: only if it is a search, and nothing says that it changes
anything. In doubt it is left alone; either way the reason is told in words a person can check on the page.

First what forbids it outright, whatever else it says: a password, a file, an e-mail address, a card number, a hidden
`_method=delete`. Then what its buttons and its address say. What is left is weighed: the evidence for a search must
clearly outweigh the rest, more so for POST. `forms.evidence` collects it; nothing is submitted here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from recorder.forms.evidence import (
    FormEvidence,
    address_words,
    asked,
    button_says,
    evidence,
    harmless_topic,
    has_a_search_box,
    leads_to_itself,
    pushable,
    quoted,
    topic_of,
)
from recorder.forms.form import Button, Field, Form
from recorder.forms.submission import default_button
from recorder.forms.vocabulary import (
    AGREEMENT,
    CHANGING_METHODS,
    CODE,
    EMAIL,
    HARMLESS,
    QUANTITY,
    SEARCH,
    SHOWING,
    TOPICS,
    Topic,
    perhaps_done,
    spoken,
    things_done,
)

ENOUGH = {"GET": 3, "POST": 4}
"""The weight of evidence that makes a search of a form: for one that only asks for a page, and for any other."""

_SECRETS = next(topic.words for topic in TOPICS if topic.kind == "password recovery")
_ACTS = tuple(topic for topic in TOPICS if topic.acts)
_ORDERS = frozenset(
    {"action", "act", "do", "task", "op", "operation", "cmd", "command", "method", "mode", "event", "func", "todo"}
)
_MOST_BESIDE = 4
"""Most text boxes beside a search in a form around the whole page, if one of them asks for a password or an address."""
_SECRET_COMPLETIONS = ("cc-", "new-password", "current-password", "one-time-code")


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """`kind` names the form in a word or two: search, filter (options to choose from), log-in, order, unknown."""

    kind: str
    safe: bool
    reason: str


def judge(form: Form) -> FormVerdict:
    """Whether `form` is a search that nobody minds being tried."""
    for rule in _RULES:
        for verdict in rule(form):
            return verdict
    return _weighed(form)


def _left_alone(kind: str, reason: str) -> FormVerdict:
    return FormVerdict(kind, False, reason)


Rule = Callable[[Form], Iterator[FormVerdict]]


def _not_sent_to_a_site(form: Form) -> Iterator[FormVerdict]:
    if form.method == "DIALOG":
        yield _left_alone("dialog", "it only closes a dialog")
    if form.action and not form.action.lower().startswith(("http://", "https://")):
        yield _left_alone("unknown", f"it is not sent to a web site but to {quoted(form.action)}")


def _asks_too_much(form: Form) -> Iterator[FormVerdict]:
    if not form.whole:
        yield _left_alone("unknown", "it has more controls than anybody would fill in")


def _asks_for_secrets(form: Form) -> Iterator[FormVerdict]:
    """Even in a field that is disabled for now: it tells what the form is for."""
    visible = [field for field in form.fields if field.kind != "hidden"]
    for field in visible:
        if field.kind == "password":
            yield _left_alone(_kind_with_password(form), "it asks for a password")
        if field.kind == "file":
            yield _left_alone("upload", "it asks for a file")
        if field.kind == "email" or field.autocomplete == "email":
            yield _left_alone(_kind_or(form, "contact"), f"it asks for an e-mail address ({_named(field)})")
        if field.autocomplete.startswith(_SECRET_COMPLETIONS):
            yield _left_alone("payment", f"it asks for {quoted(field.autocomplete)} ({_named(field)})")


def _asks_by_name_for_secrets(form: Form) -> Iterator[FormVerdict]:
    for field in form.fields:
        if not field.is_typed:
            continue
        told = (spoken(field.name), field.label, field.hint, " ".join(field.words[:1]))
        if any(each in EMAIL and each not in SEARCH for each in told):
            yield _left_alone(_kind_or(form, "contact"), f"it asks for an e-mail address ({_named(field)})")
        if any(each in _SECRETS and each not in SEARCH for each in told[:2]):
            yield _left_alone(_kind_with_password(form), f"it asks for a password ({_named(field)})")
        if any(each in CODE and each not in SEARCH for each in told[:2]):
            yield _left_alone(_kind_or(form, "unknown"), f"it asks for proof or payment ({_named(field)})")


def _asks_to_agree(form: Form) -> Iterator[FormVerdict]:
    for field in asked(form):
        if field.kind == "checkbox" and any(option.text in AGREEMENT for option in field.options):
            yield _left_alone(_kind_or(form, "consent"), f"it asks to agree to something ({_named(field)})")


def _counts_goods(form: Form) -> Iterator[FormVerdict]:
    for field in form.fields:
        if field.kind not in ("hidden", "checkbox") and spoken(field.name) in QUANTITY:
            yield _left_alone("order", f"it asks for a quantity ({quoted(field.name)})")


def _is_told_to_change(form: Form) -> Iterator[FormVerdict]:
    """Hidden values in which the server is told what to do."""
    for field in form.fields:
        if field.kind != "hidden" or len(field.value) > 100:
            continue
        said = quoted(f"{field.name}={field.value}")
        if field.name.strip("_").lower() == "method" and field.value in CHANGING_METHODS:
            yield _left_alone("editing", f"a hidden field says {said}")
        topic = topic_of(field.value) if _gives_orders(field) else None
        if topic is not None:
            yield _left_alone(topic.kind, f"a hidden field says {said}: it {topic.does}")


def _offers_to_change(form: Form) -> Iterator[FormVerdict]:
    """A list of things to do with what is ticked: one of them deletes."""
    for field in form.fields:
        if not field.is_choice or not _gives_orders(field):
            continue
        for option in field.options:
            topic = topic_of(f"{option.value} , {option.text}", _ACTS)
            if topic is not None:
                yield _left_alone(topic.kind, f"it offers {quoted(option.text or option.value)}: it {topic.does}")


def _buttons_change(form: Form) -> Iterator[FormVerdict]:
    """A button that changes something, beside one that searches too: who knows what Enter presses."""
    buttons = pushable(form)
    searching = any(_searches(button) for button in buttons)
    for button in buttons:
        said = button_says(button)
        topic = topic_of(said) or topic_of(" ".join((button.name, button.value, *button.words)))
        if topic is not None and not (searching and said in SEARCH):
            yield _left_alone(topic.kind, f"the button says {quoted(said)}: it {topic.does}")
    if not searching and (saved := [each for each in buttons if topic_of(button_says(each), HARMLESS[:1])]):
        yield _left_alone("download", f"the button says {quoted(button_says(saved[0]))}: it downloads a file")


def _button_says_more(form: Form) -> Iterator[FormVerdict]:
    """“Search and subscribe”, or words that nobody here can read: the button that Enter presses must say that it
    searches, or no more than that it goes on.
    """
    pressed = default_button(form)
    label = "" if pressed is None else form.buttons[pressed].label
    for part in perhaps_done(label):
        if (topic := topic_of(part)) is not None:
            yield _left_alone(topic.kind, f"the button says {quoted(label)}: it {topic.does}")
    for part in things_done(label):
        if part not in SEARCH and part not in SHOWING:
            yield _left_alone("unknown", f"the button says {quoted(label)}: that may do more than search")


def _nothing_to_read_searches(form: Form) -> Iterator[FormVerdict]:
    """What people read counts for more than names that only programs see: `q` below “Unsubscribe” searches nothing."""
    read = [*map(button_says, pushable(form)), form.heading]
    read += [text for field in asked(form) for text in (field.label, field.hint)]
    if any(text in SEARCH for text in read):
        return
    for text in read:
        if (topic := topic_of(text)) is not None:
            yield _left_alone(topic.kind, f"it says {quoted(text)}, and nowhere that it searches: it {topic.does}")


def _address_changes(form: Form) -> Iterator[FormVerdict]:
    words = address_words(form)
    addresses = [words] if not leads_to_itself(form) else []
    addresses += [button.action for button in form.buttons if button.action]
    for address in addresses:
        topic = topic_of(address)
        if topic is not None:
            yield _left_alone(topic.kind, f"its address speaks of it ({quoted(address)}): it {topic.does}")


def _only_changes_the_view(form: Form) -> Iterator[FormVerdict]:
    topic = harmless_topic(form)
    if topic is not None:
        yield _left_alone(topic.kind, f"it is no search: it {topic.does}")


def _is_part_of_more(form: Form) -> Iterator[FormVerdict]:
    """In a form around a whole page the button alone tells the server what is wanted. A log-in box beside a search box
    is one thing, a search for the postcode in the middle of a registration another.
    """
    if form.beside and not any(map(_searches, pushable(form))):
        yield _left_alone(_kind_or(form, "unknown"), "it is part of a form around the whole page, and no search button")
    beside = [field for field in form.beside if field.is_typed]
    if len(beside) > _MOST_BESIDE and any(field.kind in ("password", "email") for field in beside):
        yield _left_alone("registration", f"it is part of a form that asks {len(beside)} other things")


def _asks_nothing(form: Form) -> Iterator[FormVerdict]:
    if not asked(form):
        yield _left_alone(_kind_or(form, "unknown"), "there is nothing to fill in")


_RULES: tuple[Rule, ...] = (
    _not_sent_to_a_site,
    _asks_for_secrets,
    _asks_by_name_for_secrets,
    _is_told_to_change,
    _offers_to_change,
    _buttons_change,
    _button_says_more,
    _nothing_to_read_searches,
    _address_changes,
    _counts_goods,
    _asks_to_agree,
    _is_part_of_more,
    _asks_nothing,
    _asks_too_much,
    _only_changes_the_view,
)


def _weighed(form: Form) -> FormVerdict:
    found = [*evidence(form), FormEvidence(0, "it asks something")]
    total = sum(each.weight for each in found)
    best = max(found, key=lambda each: each.weight)
    worst = min(found, key=lambda each: each.weight)
    enough = ENOUGH["GET"] if form.method == "GET" and form.action else ENOUGH["POST"]
    if total >= enough and best.weight > 1:
        typed = any(field.is_typed for field in asked(form))
        searches = typed and (best.weight > 2 or has_a_search_box(form))
        if not searches and (order := _unknown_order(form)):
            return _left_alone("unknown", f"a hidden field says {order}: that may do more than narrow a list")
        return FormVerdict("search" if searches else "filter", True, best.said)
    if worst.topic is not None:
        return _left_alone(worst.topic.kind, f"{worst.said}: it seems that it {worst.topic.does}")
    if worst.weight < -1:
        return _left_alone("unknown", f"{worst.said}, and little says that it is a search")
    although = f", although {best.said}" if best.weight > 1 else ""
    return _left_alone("unknown", f"too little says that it is a search{although}")


def _searches(button: Button) -> bool:
    said = button_says(button)
    return said in SEARCH and topic_of(said) is None


def _gives_orders(field: Field) -> bool:
    """Whether its name says that its value tells the server what to do: `action`, `bulk_action2`."""
    last = spoken(field.name).rsplit(" ", 1)[-1].rstrip("0123456789")
    return last in _ORDERS and field.name not in SEARCH


def _unknown_order(form: Form) -> str:
    """What a hidden field tells the server to do, if it is not to show something; else nothing."""
    orders = (field for field in form.fields if field.kind == "hidden" and field.value and _gives_orders(field))
    unknown = (field for field in orders if field.value not in SEARCH and field.value not in SHOWING)
    return next((quoted(f"{field.name}={field.value}") for field in unknown), "")


def _kind_with_password(form: Form) -> str:
    return _kind_or(form, "registration" if sum(each.is_typed for each in asked(form)) > 3 else "log-in")


def _kind_or(form: Form, otherwise: str) -> str:
    """The topic its buttons, names, heading or address speak of."""
    texts = (*map(button_says, pushable(form)), *form.words, form.heading, address_words(form))
    topic: Topic | None = next((found for text in texts if (found := topic_of(text))), None)
    return otherwise if topic is None else topic.kind


def _named(field: Field) -> str:
    return quoted(field.label or field.name)
