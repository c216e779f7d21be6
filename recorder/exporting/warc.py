"""A web archive (WARC 1.1, each record compressed by itself) of the pages a recording holds.

The store keeps a page's bytes after decompression, its status and few of its headers. So a response has the bytes as
stored, a Content-Length that says so, and only the headers that were kept; the warcinfo says that the others are not
there. What a browser rendered was never sent by the site: it is a `resource`, not a response. Redirects on the way to a
page were not kept: a page stands under the address where it ended, without a request, since what was sent there is not
known. Errors have no record.
"""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urlsplit

from recorder.store.database import Store
from recorder.store.page import StoredPage
from recorder.store.recordings import Recording

if TYPE_CHECKING:
    from warcio.warcwriter import WARCWriter

_SAID = (
    "Bodies are stored after decompression. Of the headers of a response only Content-Type, ETag and Last-Modified were"
    " kept, of a request none; Content-Length and Host are written anew. Pages as a browser rendered them are resource"
    " records. Redirects are not recorded, nor what was sent where they ended."
)


def write_warc(stream: BinaryIO, store: Store, recording: Recording, pages: Iterable[StoredPage]) -> int:
    """How many pages were written."""
    from warcio.warcwriter import WARCWriter

    writer = WARCWriter(stream, gzip=True, warc_version="1.1")
    info = {"software": "recorder", "format": "WARC File Format 1.1", "isPartOf": recording.name, "description": _SAID}
    writer.write_record(writer.create_warcinfo_record(None, info))
    count = 0
    for page in pages:
        body = store.pages.body(page.id)
        if body is not None:
            _write_page(writer, page, body)
            count += 1
    return count


def _write_page(writer: "WARCWriter", page: StoredPage, body: bytes) -> None:
    dated = {"WARC-Date": page.fetched_at}
    address = page.final_url
    if page.rendered:
        kind = page.content_type or "text/html"
        writer.write_record(
            writer.create_warc_record(
                address, "resource", payload=BytesIO(body), warc_content_type=kind, warc_headers_dict=dated
            )
        )
        return
    from warcio.statusandheaders import StatusAndHeaders

    status = _status(page)
    line = f"{status} {_phrase(status)}"
    response = writer.create_warc_record(
        address,
        "response",
        payload=BytesIO(body),
        http_headers=StatusAndHeaders(line, list(_response_headers(page, body)), protocol="HTTP/1.1"),
        warc_headers_dict=dated,
    )
    if address != page.url:
        writer.write_record(response)
        return
    sent = page.request_body.encode()
    asked = StatusAndHeaders(f"{page.method} {_target(address)} HTTP/1.1", list(_request_headers(page, sent)))
    request = writer.create_warc_record(
        address, "request", payload=BytesIO(sent), http_headers=asked, warc_headers_dict=dated
    )
    writer.write_request_response_pair(request, response)


def _status(page: StoredPage) -> int:
    """Bytes that the site said were not modified came with an answer that had a body; a 304 with one is no answer."""
    return page.http_status if page.http_status not in (None, HTTPStatus.NOT_MODIFIED) else HTTPStatus.OK.value


def _response_headers(page: StoredPage, body: bytes) -> Iterator[tuple[str, str]]:
    kept = (("Content-Type", page.content_type), ("ETag", page.etag), ("Last-Modified", page.last_modified))
    yield from ((name, value) for name, value in kept if value)
    yield "Content-Length", str(len(body))


def _request_headers(page: StoredPage, sent: bytes) -> Iterator[tuple[str, str]]:
    yield "Host", urlsplit(page.final_url).netloc
    if page.method == "POST":
        yield "Content-Length", str(len(sent))


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:  # a number of the site's own
        return ""


def _target(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
