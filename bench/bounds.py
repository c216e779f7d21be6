"""What a page that means harm costs: each of these stands among the targets of a small site, which the real commands
record, crawl, extract and report. Seconds of computing and the most memory of a command, its readers included; and why
the page was left, where it was.
"""

import gzip
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from bench.figures import Figure
from recorder.store import open_store

_CAP = 10 * 1024 * 1024
"""The most that is read of a page: each is as long as it may be."""
_SECONDS, _MEGABYTES = 300, 2_500
"""Bars: one page may take a minute and 2 GB of its reader, a few times over."""
_ITEMS = 8

_Made = tuple[bytes, str]
"""A body, and how it is compressed."""


def _filled(unit: bytes, before: bytes = b"<!doctype html><title>t</title><body>") -> bytes:
    return before + unit * ((_CAP - len(before) - 1) // len(unit))


def _counted(unit: str, before: str = "<!doctype html><title>t</title><body>") -> bytes:
    text = before + "".join(unit.format(number) for number in range(1_000_000))
    return text.encode()[: _CAP - 1]


def _zeros(packings: int) -> bytes:
    """A gigabyte of blanks after the beginning of a page."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = packer.compress(b"<!doctype html><title>t</title>")
    packed += b"".join(packer.compress(b" " * 10_000_000) for _ in range(100)) + packer.flush()
    for _ in range(packings - 1):
        packed = gzip.compress(packed)
    return packed


_PAGES: dict[str, Callable[[], _Made]] = {
    "a gigabyte in gzip": lambda: (_zeros(1), "gzip"),
    "a gigabyte in gzip in gzip": lambda: (_zeros(2), "gzip, gzip"),
    "zeros called br": lambda: (_zeros(1), "br"),
    "zeros called zstd": lambda: (_zeros(1), "zstd"),
    "700,000 links": lambda: (_counted("<a href={}>"), ""),
    "500,000 links with words": lambda: (_counted("<a href={0}>x</a>"), ""),
    "attributes": lambda: (_counted(" a{}=1", "<!doctype html><title>t</title><p"), ""),
    "a million options": lambda: (_counted("<option>", "<!doctype html><form><select name=s>"), ""),
    "a million fields": lambda: (_counted("<input>", "<!doctype html><form>"), ""),
    "700,000 forms": lambda: (_filled(b"<form></form>"), ""),
    "100,000 levels": lambda: (b"<!doctype html><title>t</title>" + b"<div>" * 100_000, ""),
    "open bold letters": lambda: (_filled(b"<b><p>"), ""),
    "a million paragraphs": lambda: (_filled(b"<p>word"), ""),
    "tables in tables": lambda: (_filled(b"<table><tr><td>"), ""),
}


class _Site(ThreadingHTTPServer):
    bomb: _Made


class _Answer(BaseHTTPRequestHandler):
    server: _Site

    def do_GET(self) -> None:
        body, encoding = self._page()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if encoding:
            self.send_header("Content-Encoding", encoding)
        self.end_headers()
        self.wfile.write(body)

    def _page(self) -> _Made:
        if self.path == "/item/0":
            return self.server.bomb
        if self.path == "/":
            links = "".join(f"<li><a href=/item/{number}>item {number}</a>" for number in range(_ITEMS))
            return f"<!doctype html><title>all</title><ul>{links}</ul>".encode(), ""
        number = self.path.removeprefix("/item/")
        words = f"<h1>item {number}</h1><dl><dt>Number<dd>{number}<dt>Of<dd>{_ITEMS}</dl><p>text {number}"
        return (f"<!doctype html><title>{number}</title>{words}".encode(), "") if number.isdigit() else (b"", "")

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def _served(bomb: _Made) -> Iterator[str]:
    with _Site(("127.0.0.1", 0), _Answer) as server:
        server.bomb = bomb
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def run(only: str = "") -> list[Figure]:
    return [figure for name, make in _PAGES.items() if only in name for figure in _measured(name, make())]


def _measured(name: str, bomb: _Made) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, _served(bomb) as site:
        database = Path(folder) / "site.db"
        commands = {
            "record": ("record", f"{site}/", "--like", f"{site}/item/1", "--render", "never", "--db", str(database)),
            "crawl": ("crawl", "--render", "never", "--db", str(database)),
            "extract": ("extract", "--db", str(database)),
            "links": ("links", "--db", str(database)),
            "report": ("report", str(database.with_suffix(".html")), "--db", str(database)),
        }
        for command, words in commands.items():
            seconds, megabytes, code = _cost(words)
            fine = code == 0 and seconds <= _SECONDS and megabytes <= _MEGABYTES
            yield Figure(
                f"{name}: {command}, {megabytes:,.0f} MB", seconds, "s", f"<= {_SECONDS}, {_MEGABYTES} MB", fine
            )
        yield Figure(f"  {name}: {_left(database)}", 0, "", "", True)


def _cost(words: tuple[str, ...]) -> tuple[float, float, int]:
    """Seconds of computing, megabytes, exit code: of the command and of all that it started."""
    process = subprocess.Popen(
        [sys.executable, "-m", "recorder", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode


def _left(database: Path) -> str:
    """What was recorded of the page."""
    with open_store(database) as store:
        runs = store.runs.all(store.recordings.all()[0].id)
        pages = [page for run in runs for page in store.pages.of_run(run.id) if page.url.endswith("/item/0")]
        return "; ".join(f"{page.role} {page.reason}".strip() for page in pages) or "not met"
