"""A small library on loopback whose search desks are each odd in a way of their own: some never answer, some answer
with anything but an answer, some ask for more than anybody would fill in.

A desk is a form page, `/desk/NAME`, and what its form is answered with, `/answer/NAME`. Papers are at `/paper/N`; a
third of them is linked from the shelf, the rest is only found by asking.
"""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from html import escape
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, quote_plus, urlsplit

_WORDS = """
    anchor basket cellar dragon eleven falcon garden hammer island jacket kettle ladder magnet needle orchid pepper
    quarry ribbon saddle timber urchin violet walnut yellow zephyr bishop candle desert engine forest
"""
WORDS = _WORDS.split()
_LOG_IN = "<form method=post><input name=who><input type=password name=secret><button>Log in</button></form>"
PAPERS = 36
LINKED = 12
A_PAGE = 10


@dataclass(frozen=True)
class Asked:
    """A request to a desk or its answer, and how often that was asked before."""

    method: str
    path: str
    query: dict[str, list[str]]
    before: int
    base: str
    session: str = ""
    """The cookie that was given out before."""

    def said(self, name: str = "") -> str:
        """What was typed under this name, or else in any box whose name begins with a `q`."""
        names = [name] if name else [each for each in self.query if each.startswith("q")]
        return " ".join(value for each in names for value in self.query.get(each, []))


@dataclass(frozen=True)
class Told:
    """What is sent back."""

    body: str | bytes = ""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    to: str = ""
    wait: float = 0.0
    session: str = ""
    """The cookie that is given out."""


Teller = Callable[[Asked], Told]


@dataclass(frozen=True)
class Desk:
    """`form` is the HTML on the desk's page, or what makes it; `answer` tells what comes of sending it."""

    form: str | Teller
    answer: Teller


@dataclass
class Library:
    """The running site. `asked` counts the requests to each path; `posted` remembers what was posted."""

    desks: dict[str, Desk]
    asked: Counter[str] = field(default_factory=Counter)

    def __enter__(self) -> Library:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def sample(self) -> str:
        return f"{self.base}/paper/1"

    def asked_at(self, path: str) -> int:
        """The requests to this path and those below it."""
        return sum(count for each, count in self.asked.items() if f"{each}/".startswith(f"{path}/"))

    def told(self, method: str, target: str, body: str, session: str = "") -> Told:
        parts = urlsplit(target)
        path = parts.path
        before = self.asked[path]
        self.asked[path] += 1
        query = parse_qs(f"{parts.query}&{body}", keep_blank_values=True)
        return self._told(Asked(method, path, query, before, self.base, session))

    def _told(self, asked: Asked) -> Told:
        match asked.path.strip("/").split("/"):
            case [""]:
                return Told(page("The library", _entry(self.desks)))
            case ["shelf"]:
                return Told(page("The shelf", listed(range(1, LINKED + 1))))
            case ["paper", number] if 0 < int(number) <= PAPERS:
                return Told(marked(paper(int(number)), asked.said("mark")))
            case ["desk", name] if name in self.desks:
                form = self.desks[name].form
                return Told(page(f"Desk {name}", form)) if isinstance(form, str) else form(asked)
            case ["answer", name, *_] if name in self.desks:
                return self.desks[name].answer(asked)
            case ["login"]:
                return Told(page("Please log in", _LOG_IN))
        return Told(page("Not here", "<p>No such page.</p>"), 404)


def page(title: str, body: str) -> str:
    return (
        f"<!doctype html><html><head><title>{escape(title)}</title></head><body><div class=top><a href=/>Home</a> "
        f"<a href=/shelf>Shelf</a></div><h1>{escape(title)}</h1><div class=main>{body}</div>"
        "<div class=foot>The library, open from nine to five</div></body></html>"
    )


def title_of(number: int) -> str:
    return f"On the {WORDS[number % 30].title()} and the {WORDS[(number * 7 + 3) % 30].title()}"


def text_of(number: int) -> str:
    """Ten words, drawn by the number of the paper."""
    return " ".join(random.Random(number).sample(WORDS, 10))


def paper(number: int) -> str:
    facts = {"Year": 1900 + number, "Shelf": f"S{number}"}
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items())
    body = f"<dl class=facts>{rows}</dl><h2>Abstract</h2><p>{text_of(number)}.</p><p class=note>Kept in the cellar.</p>"
    return page(title_of(number), body)


def marked(html: str, words: str) -> str:
    """With these words highlighted in the text."""
    head, text = html.split("<h2>Abstract</h2>")
    for word in words.split():
        text = text.replace(word, f"<b>{word}</b>")
    return f"{head}<h2>Abstract</h2>{text}"


def listed(numbers: range | list[int], mark: str = "") -> str:
    """Links to papers, in which some words are to be highlighted."""
    more = f"?mark={quote_plus(mark)}" if mark else ""
    rows = "".join(f"<li><a href='/paper/{number}{more}'>{title_of(number)}</a></li>" for number in numbers)
    return f"<ol class=hits>{rows}</ol>"


def found(words: str) -> list[int]:
    """The papers that have all the words; none for no word."""
    wanted = words.lower().split()
    return [
        number
        for number in range(1, PAPERS + 1)
        if wanted and all(word in f"{title_of(number)} {text_of(number)}".lower().split() for word in wanted)
    ]


def results(asked: Asked) -> Told:
    """What an honest desk answers."""
    hits = found(asked.said())
    return Told(page("Results", f"<p>{len(hits)} papers</p>{listed(hits)}" if hits else "<p>Nothing was found.</p>"))


def box(name: str) -> str:
    """Each desk has a name of its own for its box, as if the forms were for different things."""
    return f"<input type=search name=q_{name}>"


def search(name: str, more: str = "") -> str:
    return f"<form action=/answer/{name}>{box(name)}{more}<button>Search</button></form>"


def _entry(desks: dict[str, Desk]) -> str:
    links = "".join(f"<li><a href=/desk/{name}>Ask at desk {name}</a></li>" for name in desks)
    return f"<ul class=desks>{links}</ul><p><a href=/shelf>To the shelf</a></p>"


def _handler(library: Library) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._tell("")

        def do_POST(self) -> None:
            self._tell(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

        def log_message(self, *_: object) -> None:
            """Nothing is written to the terminal."""

        def _tell(self, body: str) -> None:
            session = SimpleCookie(self.headers.get("Cookie", "")).get("session")
            told = library.told(self.command, self.path, body, session.value if session else "")
            if told.wait:
                time.sleep(told.wait)
            data = told.body.encode() if isinstance(told.body, str) else told.body
            try:
                self.send_response(302 if told.to else told.status)
                self.send_header("Content-Type", told.kind)
                self.send_header("Content-Length", str(len(data)))
                if told.to:
                    self.send_header("Location", told.to)
                if told.session:
                    self.send_header("Set-Cookie", f"session={told.session}; Path=/")
                self.end_headers()
                self.wfile.write(data)
            except ConnectionError:
                return

    return Handler


def collected(database: Path, run: int) -> set[str]:
    """The URLs of the targets of a run."""
    with closing(sqlite3.connect(database)) as connection:
        sql = "SELECT final_url FROM pages WHERE run_id = ? AND role = 'target'"
        return {url for (url,) in connection.execute(sql, (run,))}


def papers(library: Library, numbers: Iterable[int]) -> set[str]:
    return {f"{library.base}/paper/{number}" for number in numbers}
