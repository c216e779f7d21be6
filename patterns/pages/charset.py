"""Which encoding a page's bytes are in: byte order mark, HTTP header, declaration in the page, then a guess. Decides,
never fails.

The rules are those of browsers (the HTML standard's scan for a declaration, the Encoding standard's labels), with three
acts of generosity: a declaration of a wide encoding is only believed when the bytes look wide, one in an XML
declaration counts, and a page that declares nothing is UTF-8 if that fits its bytes better than windows-1252. It
detects no other encoding.
"""

import re
from collections.abc import Mapping

import webencodings
from w3lib.encoding import http_content_type_encoding, read_bom, to_unicode

_LONGEST_HEAD = 65_536
"""Bytes in which a declaration is looked for. Browsers look at 1,024 before they begin, and go on as they read."""
_XML = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)""")
_MARKUP = re.compile(rb"<(?:/?(?P<tag>[a-z][^\s/>]*)|(?P<skipped>!--|[!/?]))", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"""[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?""")
_END = re.compile(rb"[\s/]*>")
_IN_CONTENT = re.compile(rb"""charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))""", re.IGNORECASE)
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
    declared = http_content_type_encoding(content_type) or _declared_within(body[:_LONGEST_HEAD])
    if declared is None or not declared.startswith(_WIDE):
        return declared
    return _wide(body)


def _declared_within(head: bytes) -> str | None:
    """What the first `meta` declares that declares a known encoding, and stands in no comment and no attribute."""
    if (xml := _XML.match(head)) and (known := _known(xml[1])):
        return known
    at = 0 if b"charset" in head.lower() else len(head)
    while markup := _MARKUP.search(head, at):
        if markup["skipped"]:
            at = head.find(b"-->" if markup["skipped"] == b"!--" else b">", markup.start("skipped") + 1)
            if at < 0:
                return None
            continue
        attributes, at = _attributes(head, markup.end())
        if markup["tag"].lower() == b"meta" and _END.match(head, at) and (known := _known(_said(attributes))):
            return known
    return None


def _attributes(head: bytes, at: int) -> tuple[Mapping[bytes, bytes], int]:
    """Those of a tag, and where they end."""
    found: dict[bytes, bytes] = {}
    while attribute := _ATTRIBUTE.match(head, at):
        at = attribute.end()
        found.setdefault(attribute[1].lower(), _value(attribute))
    return found, at


def _said(attributes: Mapping[bytes, bytes]) -> bytes:
    """The label of an encoding that a `meta` with these attributes declares."""
    if b"charset" in attributes:
        return attributes[b"charset"]
    declares = attributes.get(b"http-equiv", b"").lower() == b"content-type"
    found = _IN_CONTENT.search(attributes.get(b"content", b"")) if declares else None
    return _value(found, 1) if found else b""


def _value(found: re.Match[bytes], first: int = 2) -> bytes:
    return next((value for value in found.groups()[first - 1 :] if value is not None), b"")


def _known(label: bytes) -> str | None:
    """The encoding of a label, as Python calls it."""
    found = webencodings.lookup(label.decode("ascii", "replace"))
    return found.codec_info.name if found else None


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
