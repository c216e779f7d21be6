"""An invented site: plants that a search form leads to, and a few by links. As a site of the catalogue, on any port."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from bench.generality.site import Site, Truth

_GENERA = ("Acer", "Betula", "Carex", "Drosera", "Erica", "Festuca")
_KINDS = ("alba", "minor", "vulgaris", "montana", "palustris", "repens")
PLANTS = {f"{genus}-{kind}".lower(): f"{genus} {kind}" for genus, kind in product(_GENERA, _KINDS)}
_SHOWN = sorted(PLANTS)[:8]


def _page(title: str, body: str) -> str:
    head = f"<!doctype html><html lang=en><head><title>{title}</title></head>"
    return f"{head}<body><nav><a href='/'>Home</a> <a href='/about'>About</a></nav>{body}</body></html>"


def _list(names: list[str]) -> str:
    rows = "".join(f"<li><a href='/plant/{name}'>{PLANTS[name]}</a></li>" for name in names)
    return f"<ul class=plants>{rows}</ul>" if rows else "<p>Nothing was found.</p>"


def _plant(name: str) -> str:
    genus, kind = PLANTS[name].split()
    facts = f"<dl><dt>Genus</dt><dd>{genus}</dd><dt>Species</dt><dd>{kind}</dd></dl>"
    return f"<article><h1>{PLANTS[name]}</h1>{facts}<p>{genus} grows where {kind} grows.</p></article>"


_FORM = "<form action='/search'><label>Search plants <input type=search name=q></label><button>Search</button></form>"


def _answer(address: str) -> str | None:
    asked = urlsplit(address)
    name = asked.path.removeprefix("/plant/")
    if asked.path == "/":
        return _page("Herbarium", f"<h1>Herbarium</h1>{_FORM}{_list(_SHOWN)}")
    if asked.path == "/about":
        return _page("About", "<h1>About</h1><p>Dried plants of one collector, and nothing else.</p>")
    if asked.path == "/search":
        words = parse_qs(asked.query).get("q", [""])[0].lower().split()
        found = [name for name in PLANTS if words and all(word in PLANTS[name].lower().split() for word in words)]
        return _page("Search", f"<h1>Search</h1>{_FORM}{_list(found)}")
    return _page(PLANTS[name], _plant(name)) if name in PLANTS else None


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = _answer(self.path)
        body = (page or "not here").encode()
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        del format, args


@contextmanager
def serve() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def _truth() -> Truth:
    return Truth(
        {name: f"plant/{name}" for name in PLANTS},
        lambda address: address.removeprefix("plant/") if address.startswith("plant/") else None,
    )


HERBARIUM = Site("herbarium", "catalogue", "by hand", "", serve, _truth, is_program=True)
