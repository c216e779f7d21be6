"""Does recording send anything that it should not? Forms that change something stand on sites that the real command
records and crawls, and the sites count what reaches them.

The forms are real ones (the corpus of the tests, and pages that Formasaurus annotates, without their links and
scripts), and written ones that mislead on purpose: buttons of many languages below names of searches, acts joined to a
search, buttons that only scripts give a meaning. Beside them stand real searches, which are to be tried: else nothing
would be shown by the rest.
"""

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from threading import Thread

from lxml import etree, html

from bench.figures import Figure
from bench.form_understanding import CHANGING, Annotated, annotated_pages
from tests.forms.measures import CORPUS, HELD_OUT, TUNING, Case, cases

REAL = 300
"""Least number of real forms that change something."""
_SITE = 70
"""Pages with such forms on one site."""
_SEARCHES = 6
_ITEMS = 12
_SENT = "/x/"

_MISLEADING = (
    "<form action={to}><input name=q><button>{act}</button></form>",
    "<form action={to} role=search><input type=search name=q placeholder='{search}'><button>{act}</button></form>",
    "<form action={to} method=post><input type=search name=q><button>{search} &amp; {act}</button></form>",
    "<form action={to}><input name=q><button name=b value=1>{act}</button><button>{search}</button></form>",
    "<form action={to}><input name=q><button aria-label='{act}'>→</button></form>",
    "<div class=search><input name=q placeholder='{search}'><button type=button onclick=\"fetch('{to}')\">"
    "{act}</button></div>",
    "<form role=search onsubmit=\"fetch('{to}', {{method: 'POST'}}); return false\"><input name=q>"
    "<button>{act}</button></form>",
)
_DROPPED = ("script", "style", "link", "iframe", "frame", "img", "base", "object", "embed", "meta", "video", "audio")


@dataclass(frozen=True)
class _Posed:
    """The body of a page with a form, and whether sending the form is a search."""

    body: str
    is_search: bool = False


@dataclass
class _Site(ThreadingHTTPServer):
    """Pages by number; `sent` holds the numbers of those whose form reached it."""

    posed: tuple[_Posed, ...]
    sent: list[int] = field(default_factory=list)
    shown: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)

    def handle_error(self, *_: object) -> None:
        """A browser hangs up on what it no longer wants."""


class _Answer(BaseHTTPRequestHandler):
    server: _Site

    def do_GET(self) -> None:
        path, asked, _ = self.path.partition("?")
        kind, number = [*path.split("/"), "", ""][1:3]
        if not path.startswith(_SENT) and (kind != "page" or not number.isdigit()):
            return self._say(_item(number) if kind == "item" else _entry(len(self.server.posed)) if path == "/" else "")
        if path.startswith(_SENT) or asked or self.command != "GET":
            self.server.sent.append(int(number))
            return self._say("<h1>Found</h1><ul>" + "".join(f"<li><a href=/item/{n}>item {n}</a>" for n in range(5)))
        self.server.shown.add(int(number))
        return self._say(self.server.posed[int(number)].body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.do_GET()

    def _say(self, body: str) -> None:
        page = f"<!doctype html><meta charset=utf-8><title>site</title><body>{body}".encode("utf-8", "replace")
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def _entry(pages: int) -> str:
    items = "".join(f"<li><a href=/item/{number}>item {number}</a>" for number in range(_ITEMS))
    return f"<ul>{items}</ul><p>" + " ".join(f"<a href=/page/{number}>page {number}</a>" for number in range(pages))


def _item(number: str) -> str:
    return f"<h1>item {number}</h1><dl><dt>Number<dd>{number}<dt>Of<dd>{_ITEMS}</dl><p>text {number}"


def run() -> list[Figure]:
    real, misleading = list(_real()), list(_misleading())
    real = real[:: max(1, len(real) // REAL)]
    searches = cycle(_searches())
    count = dict.fromkeys(("real", "misleading", "searches"), 0)
    sent = dict.fromkeys(count, 0)
    for name, forms in (("real", real), ("misleading", misleading)):
        for start in range(0, len(forms), _SITE):
            posed = (*forms[start : start + _SITE], *(next(searches) for _ in range(_SEARCHES)))
            with _opened(posed) as site:
                _recorded(site)
            reached = set(site.sent)
            for number in site.shown:
                kind = "searches" if posed[number].is_search else name
                count[kind] += 1
                sent[kind] += number in reached
    return [
        Figure("real forms that change something, looked at", count["real"], "", f">= {REAL}", count["real"] >= REAL),
        Figure("  of these, sent", sent["real"], "", "= 0", sent["real"] == 0),
        Figure("misleading forms, looked at", count["misleading"], "", ">= 300", count["misleading"] >= 300),
        Figure("  of these, sent", sent["misleading"], "", "= 0", sent["misleading"] == 0),
        Figure(f"of {count['searches']} searches beside them, sent", sent["searches"], "", "> 0", sent["searches"] > 0),
    ]


@contextmanager
def _opened(posed: tuple[_Posed, ...]) -> Iterator[_Site]:
    with _Site(tuple(_addressed(each, number) for number, each in enumerate(posed))) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield site
        site.shutdown()


def _recorded(site: _Site) -> None:
    home = f"http://127.0.0.1:{site.server_port}/"
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "site.db")
        for command in (
            ("record", home, "--like", f"{home}item/1", "--exhaustive", "--db", database),
            ("crawl", "--db", database),
        ):
            subprocess.run([sys.executable, "-m", "recorder", *command], capture_output=True, check=False)


def _addressed(posed: _Posed, number: int) -> _Posed:
    """Every address to which its forms are sent leads to this site, which knows by it whose form it was."""
    root = html.fromstring(f"<div>{posed.body.replace('{to}', f'{_SENT}{number}/do')}</div>")
    for element in root.iter(etree.Element):
        for name in ("action", "formaction"):
            if address := element.get(name):
                element.set(name, _led_here(address, number))
    return _Posed(html.tostring(root, encoding="unicode"), posed.is_search)


def _led_here(address: str, number: int) -> str:
    if address.lower().startswith(("javascript:", "mailto:", "#")) or address.startswith(_SENT):
        return address
    path = address.split("//", 1)[-1].partition("/")[2] if "//" in address[:8] else address.lstrip("./")
    return f"{_SENT}{number}/{path}"


def _real() -> Iterator[_Posed]:
    corpus = (case for half in (TUNING, HELD_OUT) for case in cases(half) if case.changes)
    yield from map(_of_corpus, corpus)
    yield from map(_Posed, filter(None, map(_changing_only, annotated_pages())))


def _changing_only(page: Annotated) -> str:
    """The page without its other forms; nothing if none is known to change anything, or another parser saw others."""
    root = page.document.root
    forms = list(root.iter("form"))
    if len(forms) != len(page.kinds) or CHANGING.isdisjoint(page.kinds):
        return ""
    for form, kind in zip(forms, page.kinds, strict=True):
        if kind not in CHANGING:
            form.clear(keep_tail=True)
            form.tag = "div"
    return _bare(root)


def _searches() -> Iterable[_Posed]:
    return [_of_corpus(case) for case in cases(TUNING) if case.search]


def _of_corpus(case: Case) -> _Posed:
    body = (CORPUS / "pages" / case.file).read_text(encoding="utf-8")
    return _Posed(_bare(html.fromstring(body)), case.search)


def _bare(root: etree._Element) -> str:
    """A page with nothing on it that leads elsewhere but its forms."""
    etree.strip_elements(root, *_DROPPED, with_tail=False)
    etree.strip_tags(root, "a", "html", "body", etree.Comment)
    return html.tostring(root, encoding="unicode")


def _misleading() -> Iterator[_Posed]:
    """Each act of each language in one of the disguises, each disguise with acts of each language."""
    languages = tomllib.loads((CORPUS.parent / "acts.toml").read_text(encoding="utf-8")).values()
    said = ((act, each["search"]) for each in languages for act in each["acts"])
    for disguise, (act, search) in zip(cycle(_MISLEADING), said, strict=False):
        yield _Posed(disguise.format(to="{to}", act=escape(act), search=search))
