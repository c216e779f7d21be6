"""A site behind a door that counts what is asked of it, and `recorder crawl --exhaust` killed again and again in front
of that door: whether anything was lost, or asked for twice, is told by the site's side.
"""

import json
import random
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from bench.sites import SiteUnavailableError

_KILLS = 10
_OF_THE_CONNECTION = {"connection", "content-length", "date", "keep-alive", "server", "transfer-encoding"}
_STORED = "SELECT url FROM pages JOIN runs ON runs.id = run_id WHERE runs.kind = 'crawl'"
_SEEN = 0.9
"""Share of the stored pages that must be among what was asked for, or the two do not write addresses alike."""


@dataclass(frozen=True)
class Door:
    """`asked`: how often each address of the site was asked for."""

    base: str
    asked: Counter[str] = field(default_factory=Counter)


@contextmanager
def counted(site: str) -> Iterator[Door]:
    """The site, at an address of its own."""
    there, asked = urlsplit(site).netloc, Counter[str]()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._pass_on(None)

        def do_POST(self) -> None:
            self._pass_on(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _pass_on(self, body: bytes | None) -> None:
            asked[f"http://{self.headers['Host']}{self.path}"] += 1
            with closing(HTTPConnection(there, timeout=120)) as connection:
                connection.request(self.command, self.path, body, dict(self.headers.items()) | {"Connection": "close"})
                answer = connection.getresponse()
                content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _OF_THE_CONNECTION:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None: ...

    with _Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield Door(f"http://127.0.0.1:{server.server_port}/", asked)
        server.shutdown()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Whoever asks may be killed in the middle."""


@dataclass(frozen=True)
class KilledCrawl:
    """`told`: what its last attempt says of the exhaustion; `twice`: addresses asked for though they were stored, but
    for the page of the form, which each start looks at before it asks anything, and which a search may list.
    """

    told: dict[str, Any]
    kills: int
    lost: int
    twice: int


def killed_crawl(database: Path, door: Door, records: int) -> KilledCrawl:
    """Killed ten times on its way through so many records, at moments drawn by chance, and then left to end. Its form
    is on the first page of the site.
    """
    chance, kills, lost, twice = random.Random(records), 0, 0, 0
    with urlopen(door.base, timeout=60) as answer:
        of_the_form = {door.base, answer.geturl()}
    while True:
        before, asked = _stored(database), door.asked.copy()
        process = _begun(database)
        if kills < _KILLS:
            _until_asked(process, door, asked.total() + chance.randint(3, max(4, records // 10)))
        told = _ended(process, kill=kills < _KILLS and process.poll() is None)
        after = _stored(database)
        lost += len(before - after)
        twice += len((door.asked - asked).keys() & before - of_the_form)
        if told:
            break
        kills += 1
    if len(after & door.asked.keys()) < _SEEN * len(after):
        raise SiteUnavailableError("what is stored is not what was asked for at the door")
    return KilledCrawl(told, kills, lost, twice)


def _begun(database: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "recorder", "crawl", "--db", database, "--exhaust", "--render", "never", "--json"]
    return subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _until_asked(process: subprocess.Popen[str], door: Door, count: int) -> None:
    while process.poll() is None and door.asked.total() < count:
        sleep(0.01)


def _ended(process: subprocess.Popen[str], *, kill: bool) -> dict[str, Any]:
    """What it says in the end; nothing if it was killed."""
    if kill:
        process.kill()
    out, trouble = process.communicate()
    if process.returncode < 0:
        return {}
    if not out:
        raise SiteUnavailableError(f"the crawl failed: {trouble.strip()[-300:]}")
    told = json.loads(out)["exhausted"]
    assert isinstance(told, dict)
    return told


def _stored(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as opened:
        return {url for (url,) in opened.execute(_STORED)}
