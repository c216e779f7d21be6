"""A catalogue on loopback that nothing but its search leads to, over SQLite's full-text index: as many records as one
likes, with the oddities of real searches to choose from. It counts what is asked, so that nothing asked twice is lost.
"""

import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from bench.generality.programs.data.packages import drawn_packages
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.store import NewPage, open_store
from recorder.store.page import OTHER

A_PAGE = 20
LINKED = 5
"""Records that the entry page leads to."""
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "mu", "ne", "pi", "ra", "so", "tu", "ve", "zo")
_SECTIONS = ("admin", "devel", "doc", "games", "libs", "mail", "net", "python", "sound", "utils", "web", "x11")

_STEP, _PRIME = 7_919, 104_729
"""All answers are sorted alike, and not as the records were added."""

Row = tuple[str, str, str]
"""Title, section, text."""


def invented(count: int, seed: int = 1) -> list[Row]:
    """Records whose words are as frequent as those of a language: few very often, most hardly ever (Zipf)."""
    chance = random.Random(seed)
    words = [f"{a}{b}{c}" for a in _SYLLABLES for b in _SYLLABLES for c in (*_SYLLABLES, "")]
    chance.shuffle(words)
    weights = [1 / (rank + 3) for rank in range(len(words))]

    def some(least: int, most: int) -> str:
        return " ".join(chance.choices(words, weights, k=chance.randint(least, most)))

    return [(f"{some(2, 6).title()} {number}", chance.choice(_SECTIONS), some(10, 40)) for number in range(count)]


def described(count: int) -> list[Row]:
    """Records that people wrote: packages of Debian, whose summaries stand in their titles."""
    return [(f"{each.name}: {each.summary}", each.section, each.text) for each in drawn_packages(count)]


def place(number: int) -> int:
    """Where a record stands in every answer, before those with larger places."""
    return number * _STEP % _PRIME


@dataclass(frozen=True)
class Manners:
    """How this search behaves. `limit`: most records it shows; `titles`: it reads titles alone; `everything`: an empty
    question finds all; `select`: sections can be chosen; `pages`: answers go on; `total`: it says how many there are,
    but no more than it shows if `capped`; `sorts`: an answer can be had in the opposite order; `deaf`: it answers the
    same to everything; `forbids`: it answers no question; `fails_every`: so many requests, one of which fails.
    """

    limit: int | None = None
    titles: bool = False
    everything: bool = False
    select: bool = False
    pages: bool = True
    total: bool = True
    capped: bool = False
    sorts: bool = False
    deaf: bool = False
    forbids: bool = False
    fails_every: int | None = None


@dataclass
class Catalogue:
    """The running site."""

    rows: Sequence[Row]
    manners: Manners
    asked: Counter[str] = field(default_factory=Counter)
    base: str = ""
    robots: str = ""

    def __post_init__(self) -> None:
        self.sections = tuple(sorted({section for _, section, _ in self.rows}))
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        self._lock = threading.Lock()
        self._index.execute("CREATE VIRTUAL TABLE record USING fts5 (title, section UNINDEXED, text)")
        self._index.executemany("INSERT INTO record VALUES (?, ?, ?)", self.rows)
        if self.manners.titles:
            self._index.execute("CREATE VIRTUAL TABLE titles USING fts5 (title)")
            self._index.execute("INSERT INTO titles (rowid, title) SELECT rowid, title FROM record")

    @property
    def searches(self) -> int:
        """Result pages that were asked for."""
        return sum(count for path, count in self.asked.items() if path.startswith("/find"))

    def add(self, rows: Sequence[Row]) -> None:
        """New records, as a catalogue gets them every week."""
        self.rows = [*self.rows, *rows]
        self._index.executemany("INSERT INTO record VALUES (?, ?, ?)", rows)

    def told(self, target: str) -> tuple[int, str]:
        parts = urlsplit(target)
        self.asked[target] += 1
        if self.manners.fails_every and self.asked.total() % self.manners.fails_every == 0:
            return 500, _page("Out of order", "<p>Try again.</p>")
        match parts.path.strip("/").split("/"):
            case [""]:
                return 200, _page(
                    "Catalogue", self._form() + _listed([(n, self.rows[n - 1][0]) for n in range(1, LINKED + 1)])
                )
            case ["robots.txt"] if self.robots:
                return 200, self.robots
            case ["find"] if self.manners.forbids:
                return 403, _page("Too many questions", "<p>Come again tomorrow.</p>")
            case ["find"]:
                said = {name: values[0] for name, values in parse_qs(parts.query).items()}
                return 200, self._answer(said)
            case ["record", number] if number.isdecimal() and 0 < int(number) <= len(self.rows):
                return 200, self._record(*self.rows[int(number) - 1])
        return 404, _page("Not here", "<p>No such page.</p>")

    def _form(self) -> str:
        options = "".join(f"<option value={name}>{name}</option>" for name in ("", *self.sections))
        select = f"<select name=section>{options}</select>" if self.manners.select else ""
        orders = "<select name=order><option>up<option>down</select>" if self.manners.sorts else ""
        return f"<form action=/find><input type=search name=q>{select}{orders}<button>Search</button></form>"

    def _answer(self, said: dict[str, str]) -> str:
        found = self.found(said)
        shown, at = found[: self.manners.limit], int(said.get("page", "1"))
        rows = shown[(at - 1) * A_PAGE : at * A_PAGE]
        again = urlencode({**said, "page": str(at + 1)})
        more = f"<a href='/find?{escape(again)}'>Next</a>" if self.manners.pages and at * A_PAGE < len(shown) else ""
        count = len(shown if self.manners.capped else found)
        total = f"<p>{count} records found</p>" if self.manners.total else ""
        return _page("Results", f"{self._form()}{total}{_listed(rows)}<p>{more}</p>" if rows else "<p>Nothing.</p>")

    def found(self, said: Mapping[str, str]) -> list[tuple[int, str]]:
        """The numbers and titles of the records that there are to this question."""
        words, section = "" if self.manners.deaf else said.get("q", ""), said.get("section", "")
        table = "titles" if self.manners.titles else "record"
        match = " ".join(f'"{word}"' for word in words.replace('"', " ").split() if any(map(str.isalnum, word)))
        where, values = ["1"], list[str]()
        if match:
            where.append(f"rowid IN (SELECT rowid FROM {table} WHERE {table} MATCH ?)")
            values.append(match)
        if section:
            where.append("section = ?")
            values.append(section)
        if not values and not self.manners.everything and not self.manners.deaf:
            return []
        with self._lock:
            sql = f"SELECT rowid, title FROM record WHERE {' AND '.join(where)} ORDER BY rowid * {_STEP} % {_PRIME}"
            rows = self._index.execute(sql, values).fetchall()
        return rows[::-1] if said.get("order") == "down" else rows

    @staticmethod
    def _record(title: str, section: str, text: str) -> str:
        facts = f"<dl class=facts><dt>Section</dt><dd>{section}</dd></dl>"
        return _page(title, f"{facts}<h2>Description</h2><p class=text>{escape(text)}</p><p>Kept in the cellar.</p>")


def _listed(rows: Sequence[tuple[int, str]]) -> str:
    items = "".join(f"<li><a href=/record/{number}>{escape(title)}</a></li>" for number, title in rows)
    return f"<ol class=hits>{items}</ol>"


def _page(title: str, body: str) -> str:
    return (
        f"<!doctype html><html><head><title>{escape(title)}</title></head><body><div class=top><a href=/>Home</a></div>"
        f"<h1>{escape(title)}</h1><div class=main>{body}</div><div class=foot>Open nine to five</div></body></html>"
    )


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Whoever asks may be killed in the middle."""


@contextmanager
def catalogue(rows: Sequence[Row], manners: Manners) -> Iterator[Catalogue]:
    """Served until it is left."""
    site = Catalogue(rows, manners)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            status, text = site.told(self.path)
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = _QuietServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.base = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


def parameters_of(site: Catalogue) -> tuple[Parameter, ...]:
    """Of the search form."""
    box = Parameter("q", "", "search", required=True, example="fogu", default=("",))
    select = Parameter("section", "Section", "select", ("", *site.sections), default=("",))
    order = Parameter("order", "", "select", ("up", "down"), default=("up",))
    return (box, *[select] * site.manners.select, *[order] * site.manners.sorts)


def pattern_of(site: Catalogue) -> NavigationPattern:
    """What `recorder record` learns of it."""
    chosen = parameters_of(site)
    query = "&".join(f"{each.name}=*" for each in chosen)
    form = FormStep("GET", f"{site.base}/find?{query}", None, chosen, page=f"{site.base}/")
    return NavigationPattern((PatternPath((form, LinkStep(rf"^{site.base}/record/[0-9]+$")), LINKED, LINKED),))


@dataclass(frozen=True)
class Sample:
    """A page that a recording has seen."""

    url: str
    title: str
    body: bytes
    text: str


def write_recording(database: Path, site: Catalogue) -> None:
    """A recording by hand, of the pages that the entry page leads to."""
    samples = [
        Sample(
            f"{site.base}/record/{number}",
            site.rows[number - 1][0],
            site.told(f"/record/{number}")[1].encode(),
            " ".join(site.rows[number - 1]),
        )
        for number in range(1, LINKED + 1)
    ]
    write_pattern(database, f"{site.base}/", pattern_of(site), samples)


def write_pattern(
    database: Path, entry: str, learnt: NavigationPattern, samples: Sequence[Sample], cut: float = 0.8
) -> None:
    """A recording with this pattern, which was begun with the first of the samples."""
    with open_store(database, create=True) as store:
        recording = store.recordings.create("catalogue", entry, [samples[0].url], {"scope": "host"}).result()
        run = store.runs.begin(recording.id, "mapping").result()
        pages = [
            store.pages.record(
                NewPage(
                    run_id=run.id,
                    url=each.url,
                    role=OTHER if each is samples[0] else "target",
                    title=each.title,
                    body=each.body,
                    text=each.text,
                )
            ).result()
            for each in samples
        ]
        store.runs.end(run.id, "done").result()
        store.recordings.set_threshold(recording.id, cut, {"exemplars": pages[:1]})
        store.patterns.save(recording.id, to_text(learnt), step_rows(learnt)).result()
