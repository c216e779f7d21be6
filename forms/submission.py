"""What goes over the wire when a form is sent: `submission(form, query)` builds the request a browser would.

Compared byte by byte with Chromium in the tests. It sends nothing, and it does not know what scripts of the page would
change on the way: where they matter, a browser sends the form and is asked what it sent.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from recorder.forms.encoding import MULTIPART, PLAIN, URLENCODED, Entry, charset_label, multipart, plain, urlencoded
from recorder.forms.form import Button, Field, Form
from recorder.forms.query import Query

_ONE_LINE = frozenset({"text", "search", "tel", "url", "email", "password"})
_NEVER_SENT = frozenset({"image", "submit", "button", "reset"})


@dataclass(frozen=True, slots=True)
class Submission:
    """A request: `body` and `content_type` for POST only."""

    method: str
    url: str
    body: bytes | None = None
    content_type: str | None = None


def submission(form: Form, query: Query) -> Submission | None:
    """The request of this query; None where only a script knows it: no action, another scheme, a dialog."""
    way = way_of(form, query.pressed(form))
    return None if way is None else packed(*way, entries(form, query), form.charset, file_names(form))


def way_of(form: Form, button: Button | None) -> tuple[str, str, str] | None:
    """Method, action and enctype, the button's own where it has some."""
    own = button or Button()
    method, action = (own.method or form.method).upper(), own.action or form.action
    if method not in {"GET", "POST"} or not is_http(action):
        return None
    return method, action.partition("#")[0], own.enctype or form.enctype


def is_http(url: str) -> bool:
    """Whether a request can be made of it."""
    try:
        parts = urlsplit(url)
    except ValueError:  # "http://[": no URL
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc)


def packed(
    method: str,
    action: str,
    enctype: str,
    sent: tuple[Entry, ...],
    charset: str = "utf-8",
    files: frozenset[str] = frozenset(),
) -> Submission:
    """Names and values as a request: a GET takes the place of the action's own query, a POST leaves it alone."""
    if method == "GET":
        return Submission("GET", f"{action.partition('?')[0]}?{urlencoded(sent, charset)}")
    if enctype == MULTIPART:
        body, boundary = multipart(sent, charset, files)
        return Submission("POST", action, body, f"{MULTIPART}; boundary={boundary}")
    if enctype == PLAIN:
        return Submission("POST", action, plain(sent, charset), PLAIN)
    return Submission("POST", action, urlencoded(sent, charset).encode("ascii"), URLENCODED)


def entries(form: Form, query: Query) -> tuple[Entry, ...]:
    """What is sent, in the order of the page, the pressed button last."""
    return (
        *(
            (field.name, cleaned(field.kind, field.name, value, form.charset))
            for number, field in enumerate(form.fields)
            if is_sent(field)
            for value in query.sends(form, number)
        ),
        *pressed_entries(query.pressed(form)),
    )


def is_sent(field: Field) -> bool:
    """Whether the field is part of what the form sends: boxes without a name are for scripts."""
    return bool(field.name) and not field.disabled and field.kind not in _NEVER_SENT


def file_names(form: Form) -> frozenset[str]:
    """The boxes for files, which a multipart body writes in a way of their own."""
    return frozenset(field.name for field in form.fields if field.kind == "file")


def cleaned(kind: str, name: str, value: str, charset: str) -> str:
    """The value as such a control holds it: a line of text has no line ends, whoever put them there."""
    if kind == "hidden" and name.lower() == "_charset_":
        return charset_label(charset)
    if kind == "file":
        return ""
    if kind in _ONE_LINE:
        value = value.replace("\r", "").replace("\n", "")
    return value.strip() if kind in {"url", "email"} else value


def pressed_entries(button: Button | None) -> Iterator[Entry]:
    """What the pressed button adds: its name and value, or the place where a picture was hit."""
    if button is None or button.kind == "button":
        return
    if button.kind == "image":
        prefix = f"{button.name}." if button.name else ""
        yield from ((f"{prefix}x", "0"), (f"{prefix}y", "0"))
    elif button.name:
        yield button.name, button.value
