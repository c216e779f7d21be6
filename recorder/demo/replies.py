"""What the shop answers: a status, headers and bytes. Knows how pages are encoded, not what they say."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from types import MappingProxyType

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Charset:
    """A character encoding and where a page declares it. `codec` is Python's name where that differs."""

    name: str
    in_header: bool
    in_meta: bool
    codec: str = ""

    def encode(self, text: str) -> bytes:
        """Characters outside the charset become numeric references, as browsers and editors write them."""
        return text.encode(self.codec or self.name, "xmlcharrefreplace")


UTF8 = Charset("utf-8", in_header=True, in_meta=True)
LATIN1 = Charset("iso-8859-1", in_header=True, in_meta=False)
WINDOWS = Charset("windows-1252", in_header=False, in_meta=True)
KOI8 = Charset("koi8-r", in_header=False, in_meta=True)
SHIFT_JIS = Charset("shift_jis", in_header=True, in_meta=True, codec="cp932")


@dataclass(frozen=True)
class ShopReply:
    """One answer, ready to be sent. `etag` and `modified` let a client ask again cheaply."""

    body: bytes
    content_type: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: _NO_HEADERS)
    etag: str | None = None
    modified: datetime | None = None

    def all_headers(self) -> dict[str, str]:
        """Every header but the length."""
        headers = {"Content-Type": self.content_type, **self.headers}
        if self.etag:
            headers["ETag"] = self.etag
        if self.modified:
            headers["Last-Modified"] = format_datetime(self.modified, usegmt=True)
        return headers


def html(text: str, charset: Charset = UTF8, status: int = 200) -> ShopReply:
    """A page."""
    content_type = f"text/html; charset={charset.name}" if charset.in_header else "text/html"
    return ShopReply(charset.encode(text), content_type, status)


def redirect(location: str, status: int = 302) -> ShopReply:
    """The way to another address; browsers follow it, the body is for those that do not."""
    return ShopReply(b"Moved.", "text/plain", status, {"Location": location})


def file(body: bytes, content_type: str, attachment: str = "") -> ShopReply:
    """Something that is no page; with `attachment` the name under which a browser saves it."""
    headers = {"Content-Disposition": f'attachment; filename="{attachment}"'} if attachment else _NO_HEADERS
    return ShopReply(body, content_type, headers=headers)


def data(value: Mapping[str, object]) -> ShopReply:
    """An answer for the page's own script."""
    return ShopReply(json.dumps(value, ensure_ascii=False).encode(), "application/json")
