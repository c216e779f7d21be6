"""A club on loopback, for members alone: a log-in that gives out a cookie, pages that anybody without it is sent away
from, and everything a careless crawler would do harm with: two ways to log out, one of which only its words tell, and
links that delete. It writes the number of the session into its pages, as careless sites do.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

MEMBERS, A_PAGE = 24, 8
PASSWORD = "correct horse"
_LOG_IN = "<form method=post action=/login><input name=who autofocus><input type=password name=secret><button>Log in"
_CRAFTS = ("anchor", "basket", "cellar", "dragon", "eleven", "falcon", "garden", "hammer", "island", "jacket")


@dataclass
class Club:
    """`asked` counts the requests for each path; `harm` is what was done by somebody who was logged in."""

    secret: str = "s3cr3t-0f-a-m3mb3r-4711"
    public_door: bool = False
    """Whether the entry page is for everybody."""
    signs: bool = True
    """Whether pages offer to log out."""
    ends_after: int | None = None
    """Pages of members that are shown before the session ends."""
    asked: Counter[str] = field(default_factory=Counter)
    harm: list[str] = field(default_factory=list)
    sessions: set[str] = field(default_factory=set)
    shown: int = 0
    """Pages of members, so far."""

    def __enter__(self) -> Club:
        club = self

        class Porter(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                club._get(self)

            def do_POST(self) -> None:
                club._post(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Porter)
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def let_in(self) -> str:
        """A session as the log-in would give it out: the cookie's value."""
        self.sessions.add(self.secret)
        return self.secret

    def _post(self, porter: BaseHTTPRequestHandler) -> None:
        said = parse_qs(porter.rfile.read(int(porter.headers.get("Content-Length") or 0)).decode())
        if porter.path == "/login" and said.get("secret") == [PASSWORD]:
            _send(porter, 303, "", {"Location": "/", "Set-Cookie": f"sid={self.let_in()}; HttpOnly; Path=/"})
        else:
            self.harm.append(f"POST {porter.path}")
            _send(porter, 403, _LOG_IN)

    def _get(self, porter: BaseHTTPRequestHandler) -> None:
        path = urlsplit(porter.path).path
        self.asked[path] += 1
        cookie = SimpleCookie(porter.headers.get("Cookie", "")).get("sid")
        session = cookie.value if cookie and cookie.value in self.sessions else ""
        if (session and path in ("/logout", "/bye")) or path.endswith("/delete"):
            self.harm.append(porter.path)
            self.sessions.discard(session)
        if path == "/login" or (path == "/" and self.public_door and not session):
            _send(
                porter,
                200,
                _page("Welcome", "<p>For members. <a href=/list/0>Members</a>" + (_LOG_IN if path == "/login" else "")),
            )
        elif not session:
            _send(porter, 302, "", {"Location": f"/login?to={path}"})
        else:
            self.shown += 1
            if self.shown == self.ends_after:
                self.sessions.discard(session)
            _send(porter, 200, self._page_for(path, session))

    def _page_for(self, path: str, session: str) -> str:
        kind, _, number = path.strip("/").partition("/")
        if kind == "member" and number.isdigit():
            word = _CRAFTS[int(number) % len(_CRAFTS)]
            body = f"<h1>Member {number}</h1><dl><dt>Craft<dd>{word}<dt>Since<dd>{1950 + int(number)}</dl>"
            body += f"<a href=/member/{number}/delete>Strike off</a>"
        else:
            first = int(number or 0) if kind == "list" else 0
            listed = range(first, min(first + A_PAGE, MEMBERS))
            body = "<ul>" + "".join(f"<li><a href=/member/{each}>Member {each}</a>" for each in listed) + "</ul>"
            body += "".join(f"<a href=/list/{start}>{start}</a> " for start in range(0, MEMBERS, A_PAGE))
        return _page("The club", f"{_ways_out(session) if self.signs else ''}{body}<p>Your visit: {session}</p>")


def _ways_out(session: str) -> str:
    return (
        f"<nav><a href='/logout?sid={session}'>Leave</a> <a href='/bye?x=1'>Abmelden</a>"
        "<form method=post action=/password><input type=password name=new><button>Change password</button></form></nav>"
    )


def _page(title: str, body: str) -> str:
    return f"<!doctype html><title>{title}</title><body>{body}"


def _send(porter: BaseHTTPRequestHandler, status: int, body: str, headers: dict[str, str] | None = None) -> None:
    porter.send_response(status)
    for name, value in {"Content-Type": "text/html; charset=utf-8", **(headers or {})}.items():
        porter.send_header(name, value)
    porter.send_header("Content-Length", str(len(body.encode())))
    porter.end_headers()
    porter.wfile.write(body.encode())
