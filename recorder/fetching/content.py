"""Is this answer an HTML page, or a sitemap? What the server says, checked against how the body begins; and the body,
read no further than that shows and never beyond the cap.

Servers send HTML as `text/plain`, PDF as `text/html`, and often say nothing at all. Nothing here decides the
character encoding: see `patterns.pages.documents`.
"""

from __future__ import annotations

import re

from recorder.fetching.answers import FetchError, OutcomeKind, header
from recorder.fetching.http_client import HttpReply
from recorder.fetching.pdf_pages import is_pdf
from recorder.patterns.pages.sitemaps import is_sitemap

_SNIFFED_BYTES = 1024
"""Most bytes looked at to tell HTML from other content."""

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_DOUBTFUL_TYPES = frozenset(
    {"", "text/plain", "text/xml", "application/xml", "application/octet-stream", "application/x-unknown"}
    | {"unknown/unknown", "*/*"}
)
_PDF_TYPES = frozenset({"application/pdf", "application/x-pdf"}) | _DOUBTFUL_TYPES
_PACKED_TYPES = frozenset({"application/gzip", "application/x-gzip"})
# Neither goes back into what stands before the first element: of n comments it could make one, or two, in 2^n ways.
_LOOKS_HTML = re.compile(
    rb"(?is)^(?>\s|<!--.*?-->|<\?xml[^>]*>|<!doctype\s+[^>]*>)*+<(?:html|head|body|title|meta|link|script|style|h1|div|table|p|a|br|font)[\s>/]"
)
_SAYS_HTML = re.compile(rb"(?is)^(?>\s|<!--.*?-->|<\?xml[^>]*>)*+<!doctype\s+html")
_MAGIC = (
    *(b"%PDF-", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"Rar!", b"OggS", b"ID3"),
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


def may_be_sitemap(content_type: str | None) -> bool:
    """By the headers alone, of what cannot be a page."""
    return media_type(content_type) in _PACKED_TYPES


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


async def read_page(reply: HttpReply, max_bytes: int, *, documents: bool = False) -> bytes:
    """The body of an HTML page, a sitemap, or, where they are wanted, a PDF; anything else is dropped as soon as that
    is known."""
    content_type = header(reply.headers, "Content-Type")
    may_be_page = may_be_html(content_type, header(reply.headers, "Content-Disposition"))
    may_be_pdf = documents and media_type(content_type) in _PDF_TYPES
    if not may_be_page and not may_be_sitemap(content_type) and not may_be_pdf:
        raise _not_html(reply, content_type)
    start = await _read(reply, _SNIFFED_BYTES)
    if not start and not reply.complete:
        raise FetchError(OutcomeKind.BROKEN_OFF, "the page broke off before it began", status=reply.status)
    if not start.strip():
        raise FetchError(OutcomeKind.EMPTY, "the page is empty", status=reply.status)
    is_page = may_be_page and begins_like_html(content_type, start)
    if not is_page and not is_sitemap(start) and not (documents and is_pdf(start)):
        raise _not_html(reply, content_type)
    body = start + await _read(reply, max_bytes - len(start) + 1)
    if len(body) > max_bytes:
        reply.hang_up()
        raise FetchError(OutcomeKind.TOO_LARGE, f"the page is larger than {max_bytes:,} bytes", status=reply.status)
    return body


async def read_up_to(reply: HttpReply, max_bytes: int) -> bytes:
    """The beginning of a body, of whatever kind; the rest is not waited for."""
    body = await _read(reply, max_bytes)
    reply.hang_up_unless_finished()
    return body


async def _read(reply: HttpReply, wanted: int) -> bytes:
    parts: list[bytes] = []
    while wanted > 0 and (piece := await reply.read_some(wanted)):
        parts.append(piece)
        wanted -= len(piece)
    return b"".join(parts)


def _not_html(reply: HttpReply, content_type: str | None) -> FetchError:
    reply.hang_up()
    said = media_type(content_type)
    reason = f"not a web page but {said}" if said and said != "text/html" else "not a web page, by how it begins"
    return FetchError(OutcomeKind.NOT_HTML, reason, status=reply.status)
