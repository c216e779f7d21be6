"""The answers of one site in a file: what was asked, and what came back. Asks nothing itself.

A request is kept for its first and its second asking: a token or a counter that differs between two visits is what some
decisions are made by. All later askings get the second answer again.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.generality.shared_file import open_shared
from recorder.fetching.answers import Headers, Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import FilledForm, Submitted

ASKINGS = 2
"""Most different answers to one request."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key TEXT, asking INTEGER, way TEXT, url TEXT, told TEXT, body BLOB, PRIMARY KEY (key, asking)
);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT);
"""
_QUICK = 1
"""Level of compression: most of the gain, and the file is read far more often than written."""

Answer = Page | Outcome | Submitted


class KeptAnswers:
    """One file. For several processes at a time, and for one thread of each."""

    def __init__(self, path: Path) -> None:
        self._file = open_shared(path, _SCHEMA, synchronous="NORMAL")

    def get(self, key: str, asking: int) -> Answer | None:
        """What is kept, if anything is."""
        row = self._file.execute(
            "SELECT told, body FROM answers WHERE key = ? AND asking = ?", (key, asking)
        ).fetchone()
        return None if row is None else _unpacked(json.loads(row[0]), zlib.decompress(row[1]))

    def keep(self, key: str, asking: int, way: str, url: str, answer: Answer) -> None:
        """Keep an answer, unless another process was quicker."""
        told, body = _packed(answer)
        row = (key, asking, way, url, json.dumps(told), zlib.compress(body, _QUICK))
        self._file.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?, ?, ?)", row)

    def fact(self, name: str) -> str | None:
        """A word about the site that is no answer of it."""
        row = self._file.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def state(self, name: str, value: str) -> None:
        self._file.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def pages(self) -> int:
        """How many addresses are known to have a page."""
        query = "SELECT count(DISTINCT url) FROM answers WHERE way = 'plain' AND json_extract(told, '$.what') = 'Page'"
        return int(self._file.execute(query).fetchone()[0])

    def urls(self, way: str) -> list[str]:
        """The addresses that were asked for so."""
        rows = self._file.execute("SELECT DISTINCT url FROM answers WHERE way = ? ORDER BY url", (way,))
        return [url for (url,) in rows]

    def page(self, way: str, url: str) -> Page | None:
        """What came when an address was first asked for so, if it was a page."""
        query = "SELECT told, body FROM answers WHERE way = ? AND url = ? AND asking = 0 ORDER BY key"
        found = (
            _unpacked(json.loads(told), zlib.decompress(body)) for told, body in self._file.execute(query, (way, url))
        )
        return next((answer for answer in found if isinstance(answer, Page)), None)

    def close(self) -> None:
        self._file.close()


def key_of(way: str, asked: Request | FilledForm) -> str:
    """Equal for equal questions."""
    told = json.dumps([way, asdict(asked)], sort_keys=True, default=_as_text)
    return sha256(told.encode()).hexdigest()


def _as_text(value: object) -> str:
    assert isinstance(value, bytes)  # a body; all else that is asked is text
    return value.decode("latin-1")


def _packed(answer: Answer) -> tuple[dict[str, Any], bytes]:
    """As JSON, and the body beside it."""
    if isinstance(answer, Submitted):
        told, body = _packed(answer.answer)
        return {"what": "Submitted", "answer": told, "sent": [_request_told(each) for each in answer.sent]}, body
    told = {field.name: getattr(answer, field.name) for field in fields(answer)}
    told |= {"what": type(answer).__name__, "request": _request_told(answer.request)}
    return told, told.pop("body", b"")


def _request_told(request: Request) -> dict[str, Any]:
    return asdict(request) | {"body": None if request.body is None else request.body.decode("latin-1")}


def _unpacked(told: dict[str, Any], body: bytes) -> Answer:
    what = told.pop("what")
    if what == "Submitted":
        answer = _unpacked(told["answer"], body)
        assert not isinstance(answer, Submitted)
        return Submitted(answer, tuple(map(_request, told["sent"])))
    told |= {"request": _request(told["request"]), "redirects": tuple(told["redirects"])}
    if what == "Outcome":
        return Outcome(**told | {"kind": OutcomeKind(told["kind"])})
    return Page(**told | {"headers": _headers(told["headers"]), "body": body})


def _request(told: Mapping[str, Any]) -> Request:
    body = None if told["body"] is None else told["body"].encode("latin-1")
    return Request(**told | {"body": body, "headers": _headers(told["headers"])})  # type: ignore[operator]


def _headers(told: Any) -> Headers:
    return tuple((name, value) for name, value in told)
