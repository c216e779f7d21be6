"""Reading the body of an answer: only if it is HTML, never more than the cap, and as far as it comes."""

from __future__ import annotations

from recorder.fetching.answers import FetchError, OutcomeKind, header
from recorder.fetching.content import SNIFFED_BYTES, begins_like_html, may_be_html, media_type
from recorder.fetching.http_client import Reply


async def read_html(reply: Reply, max_bytes: int) -> bytes:
    """The body of an HTML page; anything else is dropped as soon as that is known."""
    content_type = header(reply.headers, "Content-Type")
    if not may_be_html(content_type, header(reply.headers, "Content-Disposition")):
        raise _not_html(reply, content_type)
    start = await _read(reply, SNIFFED_BYTES)
    if not start and not reply.complete:
        raise FetchError(OutcomeKind.BROKEN_OFF, "the page broke off before it began", status=reply.status)
    if not start.strip():
        raise FetchError(OutcomeKind.EMPTY, "the page is empty", status=reply.status)
    if not begins_like_html(content_type, start):
        raise _not_html(reply, content_type)
    body = start + await _read(reply, max_bytes - len(start) + 1)
    if len(body) > max_bytes:
        reply.hang_up()
        raise FetchError(OutcomeKind.TOO_LARGE, f"the page is larger than {max_bytes:,} bytes", status=reply.status)
    return body


async def read_up_to(reply: Reply, max_bytes: int) -> bytes:
    """The beginning of a body, of whatever kind; the rest is not waited for."""
    body = await _read(reply, max_bytes)
    reply.hang_up_unless_finished()
    return body


async def _read(reply: Reply, wanted: int) -> bytes:
    parts: list[bytes] = []
    while wanted > 0 and (piece := await reply.read_some(wanted)):
        parts.append(piece)
        wanted -= len(piece)
    return b"".join(parts)


def _not_html(reply: Reply, content_type: str | None) -> FetchError:
    reply.hang_up()
    said = media_type(content_type)
    reason = f"not a web page but {said}" if said and said != "text/html" else "not a web page, by how it begins"
    return FetchError(OutcomeKind.NOT_HTML, reason, status=reply.status)
