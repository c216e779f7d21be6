"""Does recording send anything that it should not? Forms that change something stand on sites that the real command
records and crawls, and the sites count what reaches them.

The forms are real ones (the corpus of the tests, and pages that Formasaurus annotates, without their links and
scripts), and written ones that mislead on purpose: buttons of many languages below names of searches, acts joined to a
search, buttons that only scripts give a meaning. Beside them stand real searches, which are to be tried: else nothing
would be shown by the rest.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs

from lxml import etree, html

from bench.figures import Figure
from bench.form_understanding import CHANGING, Annotated, annotated_pages
from recorder.probing.form_search import LEFT_ALONE
from recorder.store import open_store
from tests.forms.measures import CORPUS, HELD_OUT, TUNING, Case, cases

REAL = 300
"""Least number of real forms that change something."""
_SITE = 70
"""Pages with such forms on one site."""
_SEARCHES = 6
SEARCHES = "searches"
BY_SEARCH_BUTTON = "by the button of a search"
_SEARCH_BUTTON = re.compile("(?:btn|button)_?search$", re.IGNORECASE)
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
class Posed:
    """The body of a page with a form, and whether sending the form is a search."""

    body: str
    is_search: bool = False


@dataclass
class _Site(ThreadingHTTPServer):
    """Pages by number; `sent` holds the numbers of those whose form reached it."""

    posed: tuple[Posed, ...]
    sent: list[int] = field(default_factory=list)
    searched: list[int] = field(default_factory=list)
    """Forms around whole pages, a log-in and a search among others, sent by the button of the search."""
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
            presses_search = any(_SEARCH_BUTTON.search(name) for name in parse_qs(self._told(asked), True))
            (self.server.searched if presses_search else self.server.sent).append(int(number))
            return self._say("<h1>Found</h1><ul>" + "".join(f"<li><a href=/item/{n}>item {n}</a>" for n in range(5)))
        self.server.shown.add(int(number))
        return self._say(self.server.posed[int(number)].body)

    def do_POST(self) -> None:
        self.do_GET()

    def _told(self, asked: str) -> str:
        posted = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        return f"{asked}&{posted.decode('latin-1')}"

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


@dataclass(frozen=True)
class Counts:
    """How many forms were looked at, how many of them were sent, and how many were left alone for what they are: the
    others are like some that were sent.
    """

    looked_at: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    doubted: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.looked_at + other.looked_at, self.sent + other.sent, self.doubted + other.doubted)


def sites() -> list[tuple[str, tuple[Posed, ...]]]:
    """The pages of each site, and whether it has real forms or misleading ones; on each are searches, too."""
    real, beside = list(_real()), cycle(searches())
    return [
        (name, (*forms[start : start + _SITE], *islice(beside, _SEARCHES)))
        for name, forms in (("real", real[:: max(1, len(real) // REAL)]), ("misleading", list(misleading())))
        for start in range(0, len(forms), _SITE)
    ]


def counted(name: str, posed: tuple[Posed, ...]) -> Counts:
    """What reaches a site that is recorded and crawled."""
    with _opened(posed) as site:
        doubted = _recorded(site)
    counts, reached = Counts(), set(site.sent)
    for number in site.shown:
        kind = SEARCHES if posed[number].is_search else name
        counts.looked_at[kind] += 1
        counts.doubted[kind] += number in doubted
        counts.sent[kind] += number in reached or (kind == SEARCHES and number in site.searched)
        counts.sent[BY_SEARCH_BUTTON] += kind != SEARCHES and number in site.searched
    return counts


def run() -> list[Figure]:
    return figures(sum((counted(*each) for each in sites()), Counts()))


def figures(counts: Counts) -> list[Figure]:
    found: list[Figure] = []
    for name, what in (("real", "real forms that change something"), ("misleading", "misleading forms")):
        looked_at, sent = counts.looked_at[name], counts.sent[name]
        found.append(Figure(f"{what}, looked at", looked_at, "", f">= {REAL}", looked_at >= REAL))
        found.append(Figure("  of these, sent", sent, "", "= 0", sent == 0))
    around = counts.sent[BY_SEARCH_BUTTON]
    found.append(Figure("forms around a page with a search, by whose button they were sent", around, "", "", True))
    beside, tried, doubted = counts.looked_at[SEARCHES], counts.sent[SEARCHES], counts.doubted[SEARCHES]
    found.append(Figure(f"of {beside} searches beside them, sent", tried, "", "> 0", tried > 0))
    found.append(Figure("  left alone, in doubt", doubted, "", "", True))
    return [*found, Figure("  like others that were sent", beside - tried - doubted, "", "", True)]


@contextmanager
def _opened(posed: tuple[Posed, ...]) -> Iterator[_Site]:
    with _Site(tuple(_addressed(each, number) for number, each in enumerate(posed))) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield site
        site.shutdown()


def _recorded(site: _Site) -> set[int]:
    """The numbers of the pages with a form that was left alone, and none that was tried."""
    home = f"http://127.0.0.1:{site.server_port}/"
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "site.db")
        for command in (
            ("record", home, "--like", f"{home}item/1", "--exhaustive", "--db", database),
            ("crawl", "--db", database),
        ):
            subprocess.run([sys.executable, "-m", "recorder", *command], capture_output=True, check=False)
        return _left_alone(database, f"{home}page/")


def _left_alone(database: str, pages: str) -> set[int]:
    with open_store(database, read_only=True) as store:
        forms = [found.form for each in store.recordings.all() for found in store.forms.all(each.id)]
    on_pages = ((re.match(f"{re.escape(pages)}([0-9]+)", form.url), form.verdict) for form in forms)
    verdicts = [(int(found[1]), verdict) for found, verdict in on_pages if found]
    others = {number for number, verdict in verdicts if verdict != LEFT_ALONE}
    return {number for number, _ in verdicts} - others


def _addressed(posed: Posed, number: int) -> Posed:
    """Every address to which its forms are sent leads to this site, which knows by it whose form it was."""
    root = html.fromstring(f"<div>{posed.body.replace('{to}', f'{_SENT}{number}/do')}</div>")
    for element in root.iter(etree.Element):
        for name in ("action", "formaction"):
            if address := element.get(name):
                element.set(name, _led_here(address, number))
    return Posed(html.tostring(root, encoding="unicode"), posed.is_search)


def _led_here(address: str, number: int) -> str:
    if address.lower().startswith(("javascript:", "mailto:", "#")) or address.startswith(_SENT):
        return address
    path = address.split("//", 1)[-1].partition("/")[2] if "//" in address[:8] else address.lstrip("./")
    return f"{_SENT}{number}/{path}"


def real_of_corpus() -> Iterator[Posed]:
    """Those that are here, whatever else can be had."""
    return (_of_corpus(case) for half in (TUNING, HELD_OUT) for case in cases(half) if case.changes)


def _real() -> Iterator[Posed]:
    yield from real_of_corpus()
    yield from map(Posed, filter(None, map(_changing_only, annotated_pages())))


def _changing_only(page: Annotated) -> str:
    """The page without its other forms; nothing if none is known to change anything, or another parser saw others."""
    root = page.document.root
    forms = list(root.iter("form"))
    if len(forms) != len(page.kinds) or CHANGING.isdisjoint(page.kinds):
        return ""
    others = [form for form, kind in zip(forms, page.kinds, strict=True) if kind not in CHANGING]
    fields = root.iter("input", "select", "textarea", "button")
    others += [each for each in fields if next(each.iterancestors("form"), None) is None]  # such as searches by script
    for element in others:
        element.clear(keep_tail=True)
        element.tag = "div"
    return _bare(root)


def searches() -> list[Posed]:
    return [_of_corpus(case) for case in cases(TUNING) if case.search]


def _of_corpus(case: Case) -> Posed:
    body = (CORPUS / "pages" / case.file).read_text(encoding="utf-8")
    return Posed(_bare(html.fromstring(body)), case.search)


def _bare(root: etree._Element) -> str:
    """A page with nothing on it that leads elsewhere but its forms."""
    etree.strip_elements(root, *_DROPPED, with_tail=False)
    etree.strip_tags(root, "a", "html", "body", etree.Comment)
    return html.tostring(root, encoding="unicode")


def misleading() -> Iterator[Posed]:
    """Each act of each language in one of the disguises, each disguise with acts of each language."""
    languages = tomllib.loads((CORPUS.parent / "acts.toml").read_text(encoding="utf-8")).values()
    said = ((act, each["search"]) for each in languages for act in each["acts"])
    for disguise, (act, search) in zip(cycle(_MISLEADING), said, strict=False):
        yield Posed(disguise.format(to="{to}", act=escape(act), search=search))
