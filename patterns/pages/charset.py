"""Which encoding a page's bytes are in: byte order mark, HTTP header, declaration in the page, then a guess. Decides,
never fails.

The rules are those of browsers (through w3lib), with two acts of generosity: a declaration of a wide encoding is only
believed when the bytes look wide, and a page that declares nothing is UTF-8 if that fits its bytes better than
windows-1252. It detects no other encoding.
"""

import re

from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding, read_bom, to_unicode

_WIDE = ("utf-16", "utf-32")
_WIDE_MARKUP = (  # `<` and a letter, in units counted from the start of the page
    ("utf-32-le", re.compile(rb"(?s:....)*?<\0\0\0[!-~]\0\0\0")),
    ("utf-32-be", re.compile(rb"(?s:....)*?\0\0\0<\0\0\0[!-~]")),
    ("utf-16-le", re.compile(rb"(?s:..)*?<\0[!-~]\0")),
    ("utf-16-be", re.compile(rb"(?s:..)*?\0<\0[!-~]")),
)


def decode(body: bytes, content_type: str | None) -> tuple[str, bytes]:
    """The name of the encoding of `body`, and the page as UTF-8 bytes (which may still hold broken sequences if it
    declared UTF-8)."""
    mark, bom = read_bom(body)
    if mark is not None and bom is not None:
        return mark, _utf8(body[len(bom) :], mark)
    encoding = _declared(body, content_type) or _guessed(body)
    try:
        return encoding, _utf8(body, encoding)
    except (LookupError, UnicodeError):  # Python knows the name, but it is no text encoding (base64, idna, undefined)
        encoding = _guessed(body)
        return encoding, _utf8(body, encoding)


def _declared(body: bytes, content_type: str | None) -> str | None:
    declared = http_content_type_encoding(content_type) or html_body_declared_encoding(body)
    if declared is None or not declared.startswith(_WIDE):
        return declared
    return _wide(body)


def _guessed(body: bytes) -> str:
    wide = _wide(body)
    if wide is not None:
        return wide
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return "utf-8" if _mostly_utf8(body) else "cp1252"
    return "utf-8"


def _wide(body: bytes) -> str | None:
    """A wide encoding shows in its markup: the NUL bytes beside the first `<`."""
    start = body[:1024]
    return next((encoding for encoding, markup in _WIDE_MARKUP if markup.match(start)), None)


def _mostly_utf8(body: bytes) -> bool:
    """One broken byte (a cut-off end, a foreign comment) does not make a UTF-8 page another one."""
    text = body.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return broken * 4 <= sum(character > "\x7f" for character in text) - broken


def _utf8(body: bytes, encoding: str) -> bytes:
    return body if encoding == "utf-8" else to_unicode(body, encoding).encode("utf-8", "replace")
