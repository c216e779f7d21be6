"""Answers of servers that mean harm, as long or as odd as they may be: for `bounds`, which measures what they cost."""

import gzip
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from threading import Thread

from bench.sites import SiteUnavailableError

CAP = 10 * 1024 * 1024
"""The most that is read of a page."""
ITEMS = 8
BOMB = "/item/0"
_HTML, _START = "text/html; charset=utf-8", b"<!doctype html><title>t</title>"
_GIGABYTES, _MEGABYTE = 10, 10**6


@dataclass(frozen=True)
class Made:
    """Headers, and the body in pieces, again for each request. An endless one has no last piece."""

    headers: Mapping[str, str]
    pieces: Iterable[bytes]


Bomb = Callable[[], Made]


def _page(body: bytes, encoding: str = "") -> Made:
    said = {"Content-Type": _HTML, "Content-Length": str(len(body))}
    return Made(said | ({"Content-Encoding": encoding} if encoding else {}), (body,))


def _filled(unit: bytes, before: bytes = _START + b"<body>") -> Made:
    return _page(before + unit * ((CAP - len(before) - 1) // len(unit)))


def _counted(unit: str, before: str = "<!doctype html><title>t</title><body>", most: int = 1_000_000) -> Made:
    return _page((before + "".join(map(unit.format, range(most)))).encode()[: CAP - 1])


def _sitemap(text: str) -> Made:
    return Made({"Content-Type": "application/xml"}, (text.encode()[: CAP - 1],))


def _zeros_in_gzip() -> bytes:
    """One megabyte is packed, and repeated ten thousand times."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = packer.compress(_START) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(b"0" * _MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + again * (_GIGABYTES * 1_000) + packer.flush()


def _zeros_in_brotli() -> bytes:
    try:
        import brotli
    except ImportError:
        raise SiteUnavailableError("brotli is not installed: make bench installs it") from None
    packer = brotli.Compressor(quality=1)
    packed = packer.process(_START) + b"".join(packer.process(b"0" * (10 * _MEGABYTE)) for _ in range(_GIGABYTES * 100))
    return bytes(packed + packer.finish())


def _zeros_in_zstd() -> bytes:
    try:
        from backports import zstd
    except ImportError:
        raise SiteUnavailableError("backports.zstd is not installed: make bench installs it") from None
    packer = zstd.ZstdCompressor()
    packed = packer.compress(_START) + b"".join(
        packer.compress(b"0" * (10 * _MEGABYTE)) for _ in range(_GIGABYTES * 100)
    )
    return bytes(packed + packer.flush())


class _OneByteASecond:
    def __iter__(self) -> Iterator[bytes]:
        yield _START
        while True:
            time.sleep(1)
            yield b"x"


def _headers() -> Made:
    return Made({"Content-Type": _HTML, "X-More": "\r\n".join(f"X-{n}: y" for n in range(2_000_000))}, (b"<p>x",))


_LAUGHS = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))

PACKED: dict[str, Bomb] = {
    "10 GB of zeros in gzip": lambda: _page(_zeros_in_gzip(), encoding="gzip"),
    "10 GB of zeros in gzip in gzip": lambda: _page(gzip.compress(_zeros_in_gzip()), encoding="gzip, gzip"),
    "10 GB of zeros in brotli": lambda: _page(_zeros_in_brotli(), encoding="br"),
    "10 GB of zeros in zstd": lambda: _page(_zeros_in_zstd(), encoding="zstd"),
    "zeros without end, not packed": lambda: Made({"Content-Type": _HTML}, repeat(_START + b"0" * _MEGABYTE)),
}
SLOW: dict[str, Bomb] = {
    "two million headers": _headers,
    "one byte a second": lambda: Made({"Content-Type": _HTML}, _OneByteASecond()),
}
MARKUP: dict[str, Bomb] = {
    "500,000 links": lambda: _counted("<a href=/far/{}>"),
    "400,000 links with words": lambda: _counted("<a href=/far/{0}>x</a>"),
    "a million attributes": lambda: _counted(" a{}=1", "<!doctype html><title>t</title><p"),
    "a million options": lambda: _counted("<option>", "<!doctype html><form><select name=s>"),
    "a million fields": lambda: _counted("<input>", "<!doctype html><form>"),
    "700,000 forms": lambda: _filled(b"<form></form>"),
    "100,000 levels": lambda: _page(_START + b"<div>" * 100_000),
    "open bold letters": lambda: _filled(b"<b><p>"),
    "a million paragraphs": lambda: _filled(b"<p>word"),
    "tables in tables": lambda: _filled(b"<table><tr><td>"),
    "half a megabyte of tables": lambda: _page(_START + b"<table><tr><td>" * 34_000),
    "half a megabyte of forms": lambda: _page(_START + b"<form><input name=q>" * 25_000),
    "half a megabyte of blanks": lambda: _page(_START + b"<meta http-equiv=refresh content='" + b" " * 500_000 + b"'>"),
}
SITEMAPS: dict[str, Bomb] = {
    "a sitemap of 400,000 addresses": lambda: _sitemap(
        "<urlset>" + "".join(f"<url><loc>/{n}</loc></url>" for n in range(400_000))
    ),
    "a sitemap of 250,000 sitemaps": lambda: _sitemap(
        "<sitemapindex>" + "".join(f"<sitemap><loc>/{n}.xml</loc></sitemap>" for n in range(250_000))
    ),
    "a sitemap of 10 GB in gzip": lambda: Made({"Content-Type": "application/gzip"}, (_packed_sitemap(),)),
    "a sitemap of a million levels": lambda: _sitemap("<urlset>" + "<url>" * 1_000_000),
    "a sitemap of a million attributes": lambda: _sitemap(
        "<urlset" + "".join(f" a{n}=''" for n in range(1_000_000)) + ">"
    ),
    "a sitemap of a billion laughs": lambda: _sitemap(
        f'<!DOCTYPE urlset [<!ENTITY a "lol">{_LAUGHS}]><urlset><url x="&j;"><loc>&j;</loc></url></urlset>'
    ),
}
"""At /sitemap.xml."""
ALIKE: dict[str, Bomb] = {
    "items of 100,000 rows": lambda: _item("<table>" + "".join(f"<tr><td>k{n}<td>v{n}#" for n in range(100_000))),
    "items of 200,000 kinds of parts": lambda: _item("".join(f"<p class=c{n}>v{n}#" for n in range(200_000))),
    "items of a million attributes": lambda: _item("<p" + "".join(f" a{n}=#" for n in range(1_000_000))),
    "items of 100,000 levels": lambda: _item("<div>#" * 100_000),
    "items of half a megabyte of tables": lambda: _item("<table><tr><td>#" * 31_000),
    "items of half a megabyte of words": lambda: _item("<p>" + "".join(f"w{n}# " for n in range(60_000))),
}
"""In the place of every item, so that they are the targets: what is learnt of them is measured, too."""
BOMBS = PACKED | SLOW | MARKUP | SITEMAPS | ALIKE


def _item(body: str) -> Made:
    """Each `#` becomes the number of the item."""
    return _page(f"<!doctype html><title>item #</title><h1>item #</h1>{body}".encode()[: CAP - 1])


def _packed_sitemap() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = packer.compress(b"<urlset>") + packer.flush(zlib.Z_FULL_FLUSH)
    return start + (packer.compress(b"0" * _MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)) * (_GIGABYTES * 1_000)


class _Site(ThreadingHTTPServer):
    daemon_threads = True
    at: frozenset[str]
    bomb: Made

    def handle_error(self, *_: object) -> None:
        """Whoever has had enough hangs up."""


class _Answer(BaseHTTPRequestHandler):
    server: _Site

    def do_GET(self) -> None:
        made = self.server.bomb if self.path in self.server.at else self._page()
        self.send_response(200 if made.headers else 404)
        for name, value in made.headers.items():
            self.send_header(name, value)
        self.end_headers()
        number = self.path[-1].encode()
        for piece in made.pieces:
            self.wfile.write(piece.replace(b"#", number) if len(self.server.at) > 1 else piece)

    def _page(self) -> Made:
        if self.path == "/":
            links = "".join(f"<li><a href=/item/{number}>item {number}</a>" for number in range(ITEMS))
            return _page(f"<!doctype html><title>all</title><ul>{links}</ul>".encode())
        number = self.path.removeprefix("/item/")
        words = f"<h1>item {number}</h1><dl><dt>Number<dd>{number}<dt>Of<dd>{ITEMS}</dl><p>text {number}"
        found = _page(f"<!doctype html><title>{number}</title>{words}".encode())
        return found if number.isdigit() else Made({}, ())

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def served(name: str) -> Iterator[str]:
    """A small site, one of whose pages is that bomb, or its sitemap, or all of its items are."""
    items = frozenset(f"/item/{number}" for number in range(ITEMS))
    with _Site(("127.0.0.1", 0), _Answer) as server:
        server.at = frozenset({"/sitemap.xml"}) if name in SITEMAPS else items if name in ALIKE else frozenset({BOMB})
        server.bomb = BOMBS[name]()
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
