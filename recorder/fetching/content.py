"""Is this answer an HTML page? What the server says, checked against how the body begins.

Servers send HTML as `text/plain`, PDF as `text/html`, and often say nothing at all. Nothing here decides the
character encoding: see `patterns.pages.documents`.
"""

from __future__ import annotations

import re

SNIFFED_BYTES = 1024

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_DOUBTFUL_TYPES = frozenset(
    {
        "",
        "text/plain",
        "text/xml",
        "application/xml",
        "application/octet-stream",
        "application/x-unknown",
        "unknown/unknown",
        "*/*",
    }
)
_LOOKS_HTML = re.compile(
    rb"(?is)^(?:\s|<!--.*?-->|<\?xml[^>]*>|<!doctype\s+[^>]*>)*<(?:html|head|body|title|meta|link|script|style|h1|div|table|p|a|br|font)[\s>/]"
)
_SAYS_HTML = re.compile(rb"(?is)^(?:\s|<!--.*?-->|<\?xml[^>]*>)*<!doctype\s+html")
_MAGIC = (
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"Rar!",
    b"OggS",
    b"ID3",
    b"\x00\x00\x01\x00",
)
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def media_type(content_type: str | None) -> str:
    return (content_type or "").partition(";")[0].strip().lower()


def may_be_html(content_type: str | None, disposition: str | None) -> bool:
    """By the headers alone: False means the body need not be downloaded."""
    if media_type(disposition) == "attachment":
        return False
    return media_type(content_type) in _HTML_TYPES | _DOUBTFUL_TYPES


def begins_like_html(content_type: str | None, start: bytes) -> bool:
    """By the first bytes: HTML unless they say otherwise when it was announced as HTML; only if they say so when it
    was not.
    """
    wide = start.startswith(_WIDE_MARKS)
    text = start.removeprefix(b"\xef\xbb\xbf")
    if text.startswith(_MAGIC) or (b"\x00" in text and not wide and b"\x00\x00\x00" in text):
        return False
    if media_type(content_type) in _HTML_TYPES or wide:
        return True
    return bool(_SAYS_HTML.match(text) or _LOOKS_HTML.match(text))
