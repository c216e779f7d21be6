"""The submission algorithm of the HTML standard: `submission(form, query)` builds the request a browser would send.

It decides which controls are sent with which values, and writes them urlencoded, as multipart or as plain text, in the
form's encoding: line ends become CR LF, and a character the encoding lacks becomes a numeric reference such as
`&#8364;`. The tests compare it byte for byte with Chromium. It sends nothing, and it does not know what scripts of the
page would change: where they matter, a browser sends the form and is asked what it sent.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from recorder.forms.form import MULTIPART, PLAIN, URLENCODED, Button, Field, Form
from recorder.patterns.pages.encoder import charset_label, component, decoded, encode, with_network_line_ends

Values = tuple[str, ...]
"""What one field sends: one value as a rule, none for an unchecked box, several where several may be chosen."""

Entry = tuple[str, str]
"""A name and a value, in the order they are sent in."""

_ONE_LINE = frozenset({"text", "search", "tel", "url", "email", "password"})
_NEVER_SENT = frozenset({"image", "submit", "button", "reset"})


@dataclass(frozen=True, slots=True)
class Query:
    """Values for some fields, by their number in the form; all others stay as the page has them."""

    filled: tuple[tuple[int, Values], ...] = ()
    button: int | None = None
    """Its number in the form; None where nothing is pressed, as when a script submits."""

    @classmethod
    def of(cls, values: Mapping[int, Values] | Iterable[tuple[int, Values]], button: int | None = None) -> "Query":
        """The same query whatever order the fields are named in."""
        return cls(tuple(sorted(dict(values).items())), button)

    def said(self, field: int) -> Values | None:
        """What it says in this field, or None where it leaves it alone."""
        return next((values for number, values in self.filled if number == field), None)

    def without(self, field: int) -> "Query":
        """The same query, but with this field left alone."""
        return Query(tuple((number, values) for number, values in self.filled if number != field), self.button)

    def sends(self, form: Form, field: int) -> Values:
        """What this field holds when the form is sent."""
        said = self.said(field)
        return form.fields[field].chosen if said is None else said

    def says(self, form: Form) -> frozenset[str]:
        """What it says that the form does not say by itself."""
        said = (value for number, values in self.filled for value in values if value not in form.fields[number].chosen)
        return frozenset(filter(None, said))

    def pressed(self, form: Form) -> Button | None:
        """The button, if it presses one that this form has."""
        return form.buttons[self.button] if self.button is not None and self.button < len(form.buttons) else None


def default_button(form: Form) -> int | None:
    """The button that Enter presses: the first that submits, or else the first there is."""
    submitting = (number for number, button in enumerate(form.buttons) if button.kind in {"submit", "image"})
    return next(submitting, 0 if form.buttons else None)


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
    method, action = (own.method or form.method).upper(), form.action if own.action is None else own.action
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


def as_it_stands(field: Field) -> Iterator[Field]:
    """What a field that nobody touches adds to what is sent."""
    if is_sent(field) and field.kind != "file":
        yield from (Field(name=field.name, kind="hidden", value=value) for value in field.chosen)


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


def urlencoded(entries: Iterable[Entry], charset: str = "utf-8") -> str:
    """`name=value&name=value`: blanks as `+`, and nothing unescaped but letters, digits and `*-._`."""
    return "&".join(f"{component(name, charset)}={component(value, charset)}" for name, value in entries)


def entries_of(text: str, charset: str = "utf-8") -> tuple[Entry, ...]:
    """The names and values of an urlencoded text."""
    pieces = (piece.partition("=") for piece in text.split("&") if piece)
    return tuple((decoded(name, charset), decoded(value, charset)) for name, _, value in pieces)


def plain(entries: Iterable[Entry], charset: str = "utf-8") -> bytes:
    """One `name=value` a line: ambiguous, but some forms ask for it."""
    lines = (f"{with_network_line_ends(f'{name}={value}')}\r\n" for name, value in entries)
    return encode("".join(lines), charset)


def multipart(entries: Iterable[Entry], charset: str = "utf-8", files: Iterable[str] = ()) -> tuple[bytes, str]:
    """The body, and its boundary: made from what is sent, so that the same query gives the same bytes.

    `files` names the boxes for files; none is ever chosen.
    """
    kept = frozenset(files)
    parts = [_part(name, value, charset, is_file=name in kept) for name, value in entries]
    boundary = f"----FormBoundary{hashlib.sha256(b''.join(parts)).hexdigest()[:24]}"
    opening = f"--{boundary}\r\n".encode()
    return b"".join(opening + part for part in parts) + f"--{boundary}--\r\n".encode(), boundary


def _part(name: str, value: str, charset: str, *, is_file: bool) -> bytes:
    safe = with_network_line_ends(name).replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
    head = b'Content-Disposition: form-data; name="' + encode(safe, charset) + b'"'
    if is_file:
        return head + b'; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n'
    return head + b"\r\n\r\n" + encode(with_network_line_ends(value), charset) + b"\r\n"
