"""`python -m bench fuzzing [SECONDS [SEED]] [DOOR …]`: bytes of strangers at every door where they come in, for so many
seconds each; another seed tries others. Whatever comes is read, or refused with a reason: no other exception, and
nothing takes long.

What a door finds becomes a test beside the code that was at fault.
"""

import asyncio
import gzip
import io
import sqlite3
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from time import monotonic, process_time

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from recorder.cli import main as command_line
from recorder.fetching.answers import Outcome, Page, Request
from recorder.fetching.cookies import Cookies
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.fetching.own_session import load_session
from recorder.fetching.robots import parse
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.fetching.statuses import retry_after
from recorder.forms.parameters import ParameterError, rows_of
from recorder.forms.submission import Query, submission
from recorder.forms.verdict import judge
from recorder.knowledge.pattern_files import read_pattern
from recorder.patterns.pages.sitemaps import as_page, is_sitemap, unpacked
from recorder.patterns.urls.address import Address, BadAddressError
from recorder.runtime.errors import RecorderError
from recorder.visiting.page_reader import Reader
from tests.recorder.fetching.station import Station, raw
from tests.recorder.small_shop import fill

_SECONDS = 60
_SLOW = 10.0
"""Seconds of computing that one input may take, on a busy machine too."""
_SHOWN = 600
_HOME = "http://127.0.0.1:4000/shelf/"

_Door = Callable[[bytes], None]


def _mixed(*tokens: bytes, most: int = 40) -> st.SearchStrategy[bytes]:
    """Pieces of what is expected in any order, repeated, cut, and bytes of any kind between them."""
    piece = st.one_of(
        st.sampled_from(tokens),
        st.sampled_from(tokens).flatmap(lambda token: st.integers(0, len(token)).map(lambda end: token[:end])),
        st.sampled_from(tokens).flatmap(lambda token: st.integers(2, 2_000).map(lambda times: token * times)),
        st.binary(max_size=8),
        st.text(max_size=8).map(lambda text: text.encode("utf-8", "surrogatepass")),
    )
    return st.lists(piece, max_size=most).map(b"".join)


_PAGES = _mixed(
    *(b"<a href='", b"'>", b"<base href='", b"<meta http-equiv=refresh content='0;url=", b"<form action='", b"<p>"),
    *(b"<input name=q type=", b"<select name=s>", b"<option value=1>x", b"<button>Search</button>", b"<textarea>"),
    *(b"<table><tr><td>", b"</table>", b"<script type=application/ld+json>{", b"</script>", b"<!--", b"-->", b"<svg>"),
    *(b"<math>", b"<template>", b"<label for=q>", b"<fieldset><legend>", b"<frameset><frame src=x>", b"<b><i><a>"),
    *(b"//127.0.0.2/", b"javascript:", b"?__VIEWSTATE=", b"%zz", b"\x00", b"&#x110000;", b"<meta charset=utf-16>"),
    *(b"<iframe srcdoc='", b"<dl><dt>a<dd>b", b"12.5 EUR", b"2026-11-31", b"\xff\xfe", b"<h1 itemprop=name>"),
)
_HEADERS = _mixed(
    *(b"HTTP/1.1 200 OK\r\n", b"Content-Type: text/html; charset=", b"\r\n", b"\r\n\r\n", b"Content-Length: ", b"5"),
    *(b"Transfer-Encoding: chunked\r\n", b"Content-Encoding: gzip\r\n", b"Set-Cookie: a=b; Domain=", b"Location: //"),
    *(
        b'ETag: "',
        b"Retry-After: 99999999999999999999",
        b"Content-Disposition: attachment",
        b"<p>x",
        b": ",
        b"\x1f\x8b",
    ),
    most=12,
)
_ROBOTS = _mixed(
    *(b"User-agent: *\n", b"User-agent: recorder\n", b"Disallow: /", b"Allow: /*", b"$\n", b"\n", b"Crawl-delay: "),
    *(b"1e999", b"-1", b"Request-rate: 1/0s\n", b"Request-rate: ", b"Visit-time: 0800-", b"Sitemap: x\n", b"%", b"*a"),
    *(b"#", b":", b"\xef\xbb\xbf", b"Request-rate: 10/1m 0800-0900\n", b"Crawl-delay: nan\n"),
)
_SITEMAPS = _mixed(
    *(
        b"<urlset>",
        b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>",
        b"<sitemapindex>",
        b"<url>",
        b"<loc>",
    ),
    *(b"http://a.example/", b"</loc>", b"</url>", b"<sitemap>", b"</sitemap>", b"<!-- -->", b"<!--", b"<?xml ", b"?>"),
    *(
        b"<?xml version='1.0' encoding='utf-16'?>",
        b"<!DOCTYPE urlset [<!ENTITY a '&a;'>]>",
        b"&a;",
        b"<![CDATA[",
        b"]]>",
    ),
    *(b"\x1f\x8b\x08\x00", b"x:", b"\xff\xfe", b"</urlset>", b" ", b"&#0;"),
)
_COOKIES = _mixed(
    *(b"a=b", b"; ", b"Domain=", b"example.org", b".", b"Path=/", b"Expires=", b"Sat, 21 Nov 2026 08:00:00 GMT", b"="),
    *(b"Max-Age=", b"99999999999999999999", b"-1", b"Secure", b"HttpOnly", b'"', b"__Host-", b"\x00", b"SameSite=None"),
)
_SESSIONS = _mixed(
    *(b"# Netscape HTTP Cookie File\n", b".a.org\tTRUE\t/\tFALSE\t0\tn\tv\n", b"\t", b"\n", b"#HttpOnly_", b"1e400"),
    *(b'{"cookies":[', b'{"name":"a","value":1,"domain":".b"', b',"expires":', b"}", b"]", b',"origins":[{"origin":'),
    *(b"[" * 9_000, b"null", b"true", b'"localStorage":', b"NaN"),
)
_PATTERNS = _mixed(
    *(b"[[paths]]\n", b"[[paths.steps]]\n", b"kind = 'link'\n", b"regex = '", b"'\n", b"(a+)+$", b"repeat = true\n"),
    *(b"{", b"}", b"[", b'{"paths":[', b'{"steps":[', b'{"kind":"link","regex":"^/x$"}', b"]", b",", b"targets = 1\n"),
    *(b"kind = 'form'\nmethod = 'GET'\nurl = 'http://h/find?q=*'\n", b"[[paths.steps.parameters]]\n", b"name = 'q'\n"),
    *(b'"""', b"\\", b"1e999", b"= ", b"\n", b"1" * 5_000, b"[" * 9_000, b"a.b.c = 1\n", b"place = 'html/body'\n"),
)
_TABLES = _mixed(
    b"q,genre\n", b"dune,x\n", b'"', b",", b"\n", b";", b"\t", b"\x00", b"\r", b"=cmd()", b"\xef\xbb\xbf", b"*"
)
_ADDRESSES = _mixed(
    *(b"http://", b"https:", b"//", b"\\", b"@", b"[::1]", b"0x7f.1", b"xn--", b":80", b"/..", b"?", b"#", b"%", b"a"),
    most=12,
)


def _page(body: bytes) -> None:
    page = Reader(Scope.of(_HOME), with_forms=True).read(_HOME, body, "text/html")
    for form in page.forms:
        judge(form)
        submission(form, Query())


def _answer(answer: bytes) -> None:
    found = asyncio.run(_fetched(answer))
    assert isinstance(found, Page | Outcome)
    retry_after((("Retry-After", answer.decode("latin-1")),))


async def _fetched(answer: bytes) -> Page | Outcome:
    station = await Station().start()
    station.on("/it", raw(answer))
    times = Timeouts(connect=2.0, read=2.0, total=3.0)
    fetcher = SiteFetcher(
        FetchOptions(Render.NEVER, ignore_robots=True, attempts=1, timeouts=times), Scope.of(station.base)
    )
    try:
        return await fetcher.fetch(Request(station.base + "/it"))
    finally:
        await fetcher.close()
        await station.stop()


def _robots(text: bytes) -> None:
    rules = parse(text.decode("utf-8-sig", "replace"))
    for url in ("http://a.example/", "http://a.example/" + "a" * 500, "http://a.example/%zz?x=%41"):
        rules.can_fetch(url, "recorder")
    rules.crawl_delay("recorder")
    rules.request_rate("recorder")


def _sitemap(content: bytes) -> None:
    for body in (content, b"<urlset>" + content, gzip.compress(content)):
        if is_sitemap(body):
            Reader(Scope.of(_HOME)).read(_HOME, as_page(unpacked(body, 100_000)), "text/html")


def _cookie(line: bytes) -> None:
    jar, asked = Cookies(), Address.parse("http://a.example.org/x/y")
    jar.hear(asked, line.decode("latin-1").split("\n"))
    said = jar.header(asked)
    assert "\n" not in said and "\r" not in said


def _file(read: Callable[[Path], object]) -> _Door:
    def door(content: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "file"
            file.write_bytes(content)
            read(file)

    return door


def _pattern(content: bytes) -> None:
    pattern = read_pattern(content, "it")
    for path in pattern.paths:
        for step in path.steps:
            getattr(step, "matches", lambda _: None)("http://a.example/" + "a" * 40)


def _address(text: bytes) -> None:
    with suppress(BadAddressError):
        url = str(Address.parse(text.decode("utf-8", "surrogateescape")))
        assert str(Address.parse(url)) == url


_READERS = ("show", "runs", "diff", "targets", "links", "extract", "pattern", "export", "report")


@st.composite
def _damage(draw: st.DrawFn) -> bytes:
    """A database with bytes, or values of its rows, changed by hand."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.db"
        fill(file)
        if draw(st.booleans()):
            return _with_other_values(file, draw)
        content = bytearray(file.read_bytes())
        for _ in range(draw(st.integers(1, 20))):
            at = draw(st.integers(0, len(content) - 1))
            content[at : at + 8] = draw(st.binary(max_size=16))
        return bytes(content[: draw(st.integers(0, len(content)))] if draw(st.booleans()) else content)


def _with_other_values(file: Path, draw: st.DrawFn) -> bytes:
    other = st.one_of(
        st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(), st.text(), st.binary(max_size=40), _JSON
    )
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        names = [name for (name,) in connection.execute(tables) if not name.startswith("sqlite_")]
        for _ in range(draw(st.integers(1, 4))):
            table = draw(st.sampled_from(names))
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            with suppress(sqlite3.Error, OverflowError):
                column = draw(st.sampled_from(columns))
                connection.execute(f'UPDATE "{table}" SET "{column}" = ?', (draw(other),))
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()


_JSON = st.sampled_from(["{", "[]", "{}", "null", "[[", '{"a": 1}', '"x"', "1e999", "[" * 2_000])


def _database(content: bytes) -> None:
    """Whoever reads it is told in a sentence what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        for command in _READERS:
            file, out = Path(folder) / "site.db", Path(folder) / "out.jsonl"
            file.write_bytes(content)
            words = {
                "pattern": ["pattern", "export", "--db", str(file)],
                "export": ["export", str(out), "--format", "jsonl", "--force", "--db", str(file)],
                "report": ["report", str(out.with_suffix(".html")), "--db", str(file)],
            }
            said = io.StringIO()
            with redirect_stdout(said), redirect_stderr(said):
                code = command_line(words.get(command, [command, "--db", str(file)]))
            assert code in (0, 1, 2, 3), (command, code)
            assert "fault of recorder" not in said.getvalue(), (command, said.getvalue()[-300:])


DOORS: dict[str, tuple[st.SearchStrategy[bytes], _Door]] = {
    "pages": (_PAGES, _page),
    "answers": (_HEADERS, _answer),
    "robots": (_ROBOTS, _robots),
    "sitemaps": (_SITEMAPS, _sitemap),
    "cookies": (_COOKIES, _cookie),
    "sessions": (_SESSIONS, _file(load_session)),
    "patterns": (_PATTERNS, _pattern),
    "tables": (_TABLES, lambda text: _nothing(rows_of(text.decode("utf-8", "replace")))),
    "addresses": (_ADDRESSES, _address),
    "databases": (_damage(), _database),
}


def _nothing(_: object) -> None:
    """What was read is not wanted."""


def main(words: list[str]) -> int:
    numbers = [int(word) for word in words if word.isdigit()]
    seconds, first = (*numbers, *(_SECONDS, 0)[len(numbers) :])[:2]
    doors = [word for word in words if not word.isdigit()] or list(DOORS)
    if unknown := set(doors) - DOORS.keys():
        print(f"No door {', '.join(sorted(unknown))}. There are: {', '.join(DOORS)}.", file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")  # of inputs that are long to print
    found = 0
    for door in doors:
        tried, trouble = _fuzzed(door, seconds, first)
        found += bool(trouble)
        print(f"{door:<12} {tried:>10,} inputs   {trouble or 'nothing found'}", flush=True)
    return 1 if found else 0


def _fuzzed(name: str, seconds: float, chance: int) -> tuple[int, str]:
    """How many inputs were tried, and what the smallest that was not taken well came to. `chance` is the first seed."""
    inputs, door = DOORS[name]
    ends, tried = monotonic() + seconds, 0

    def take(content: bytes) -> None:
        nonlocal tried
        tried += 1
        began = process_time()
        with suppress(RecorderError, ParameterError):
            door(content)
        assert process_time() - began < _SLOW, f"took {process_time() - began:.0f} s"

    while monotonic() < ends:
        chance += 1
        checked = settings(
            max_examples=100,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )(seed(chance)(given(inputs)(take)))
        try:
            checked()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
            return tried, _told(error)
    return tried, ""


def _told(error: Exception) -> str:
    """What it is, through which of our lines it came, and of what input."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f"{Path(each.filename).name}:{each.lineno}" for each in frames if "site-packages" not in each.filename]
    notes = "\n".join(getattr(error, "__notes__", ()))
    return f"{type(error).__name__}: {str(error)[:_SHOWN]}\n{' > '.join(ours[-6:])}\n{notes[:_SHOWN]}"
