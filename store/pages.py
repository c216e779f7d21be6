"""Pages: what a run fetched, with body and links. A page is known by its run and request key: recorded again, it takes
the place of what was there.

A page, its links and its frontier change are one transaction. Bodies are addressed by their SHA-256, compressed, and
stored once however many pages have them. The store gives no opinion on a page; `role` and `similarity` are the engine's
judgement and may be revised.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from recorder.store.access import Noun
from recorder.store.frontier import add_requests, finish_rows, request_key
from recorder.store.page import TARGET, Judgement, LinkRow, NewPage, PageColumns, StoredPage
from recorder.store.rows import Json, Rows, as_written, insert_rows, storable, to_json
from recorder.store.writer import Written

_CHUNK = 500
_LEVEL = 4
"""Of compression. Measured on 400 pages of documentation: 18.8 % of the size in 0.17 ms; level 6 takes 0.26 ms for
18.1 %."""
_LARGEST = 100 * 1024 * 1024
"""Most bytes of a page that are unpacked: ten times what is kept of one, so that a damaged file takes no memory."""

STORED_PAGE = Rows(StoredPage, alias="pages")
_SELECT = f"SELECT {STORED_PAGE.columns} FROM pages"
_LINK = Rows(LinkRow)
_PAGE = Rows(PageColumns, without=("key", "query", "final_url"))
_WRITTEN = (*_PAGE.names, "key", "query", "final_url", "size", "body_id", "fetched_at")
_UPSERT = (
    f"INSERT INTO pages ({', '.join(_WRITTEN)}) VALUES ({', '.join('?' * len(_WRITTEN))})"
    f" ON CONFLICT (key, run_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _WRITTEN)}"
    " RETURNING id"
)


class Pages(Noun):
    def record(self, page: NewPage) -> Written[int]:
        """Store a page with its links, finish its frontier row and queue what to follow; the page's id."""
        fetched_at = self._access.now()
        return self._access.write(lambda connection: _record(connection, page, fetched_at))

    def forget_failures(self, row_ids: Sequence[int]) -> Written[None]:
        """What these rows failed with was no fault of their pages: they wait again, after those not tried yet."""

        def work(connection: sqlite3.Connection) -> None:
            failed = [(row_id,) for row_id in row_ids]
            connection.executemany(
                "DELETE FROM pages WHERE body_id IS NULL AND (run_id, key) IN"
                " (SELECT run_id, key FROM frontier WHERE id = ? AND state IN ('done', 'failed'))",
                failed,
            )
            connection.executemany(
                "UPDATE frontier SET state = 'waiting', priority = priority + 1"
                " WHERE id = ? AND state IN ('done', 'failed')",
                failed,
            )

        return self._access.write(work)

    def judge(self, judgements: Iterable[Judgement]) -> Written[None]:
        """Revise role and similarity of many pages at once."""
        kept = tuple(judgements)
        return self._access.write(lambda connection: _judge(connection, kept))

    def add_query(self, page_id: int, query: Json) -> Written[None]:
        """One more query that found this page; each is kept once."""

        def work(connection: sqlite3.Connection) -> None:
            (known,) = connection.execute("SELECT query FROM pages WHERE id = ?", (page_id,)).fetchone()
            with as_written("query"):
                queries = json.loads(known) if known else []
            if query not in queries:
                text = to_json([*queries, query])
                connection.execute("UPDATE pages SET query = ? WHERE id = ?", (storable(text), page_id))

        return self._access.write(work)

    def get(self, page_id: int) -> StoredPage | None:
        return self._first(f"{_SELECT} WHERE id = ?", page_id)

    def with_body(self, page_id: int) -> tuple[StoredPage | None, bytes | None]:
        """A page, and what came for it; a page that was skipped or failed has no body."""
        return self.get(page_id), self.body(page_id)

    def find(self, run_id: int, key: str) -> StoredPage | None:
        """The page this run has for a request already, if any."""
        return self._first(f"{_SELECT} WHERE key = ? AND run_id = ?", storable(key), run_id)

    def last_with_body(self, recording_id: int, key: str) -> StoredPage | None:
        """The newest copy in any run: what a conditional request is made from, and may be answered with."""
        return self._first(
            f"{_SELECT} JOIN runs ON runs.id = pages.run_id WHERE key = ? AND recording_id = ? AND body_id IS NOT NULL"
            " ORDER BY run_id DESC LIMIT 1",
            storable(key),
            recording_id,
        )

    def ids(self, run_id: int, role: str | None = None) -> tuple[int, ...]:
        """Of a run's pages, in order: for long lists that read only the rows in view."""
        rows = self._access.rows(
            "SELECT id FROM pages WHERE run_id = ? AND (? IS NULL OR role = ?) ORDER BY id", run_id, role, role
        )
        return tuple(page_id for (page_id,) in rows)

    def some(self, page_ids: Sequence[int]) -> tuple[StoredPage, ...]:
        """These pages, in the order of their ids."""
        return self._all(f"{_SELECT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id", to_json(page_ids))

    def any_validators(self, recording_id: int) -> bool:
        """Whether any page has an ETag or Last-Modified, without which no conditional request can be made."""
        found = self._access.rows(
            "SELECT 1 FROM pages JOIN runs ON runs.id = pages.run_id WHERE recording_id = ?"
            " AND (etag IS NOT NULL OR last_modified IS NOT NULL) LIMIT 1",
            recording_id,
        )
        return bool(found)

    def body(self, page_id: int) -> bytes | None:
        found = self._access.rows(
            "SELECT zlib FROM pages JOIN bodies ON bodies.id = pages.body_id WHERE pages.id = ?", page_id
        )
        with as_written("page"):
            return _unpacked(found[0][0]) if found else None

    def text(self, page_id: int) -> str:
        """What full-text search finds a target by; empty for any other page."""
        sql = "SELECT text FROM target_text JOIN pages ON pages.body_id = target_text.rowid WHERE pages.id = ?"
        return "".join(text for (text,) in self._access.rows(sql, page_id))

    def links(self, page_id: int) -> tuple[LinkRow, ...]:
        return _LINK.all(
            self._access.rows(f"SELECT {_LINK.columns} FROM links WHERE page_id = ? ORDER BY number", page_id)
        )

    def of_run(self, run_id: int, role: str | None = None) -> Iterator[StoredPage]:
        """The pages a run has now, in the order they were first recorded. Read in chunks: neither memory nor a long
        read transaction, which would keep the log from being trimmed, grows with the run."""
        ((end,),) = self._access.rows("SELECT ifnull(max(id), 0) FROM pages")
        last = 0
        chunks = f"{_SELECT} WHERE run_id = ? AND id > ? AND id <= ? AND (? IS NULL OR role = ?) ORDER BY id LIMIT ?"
        while chunk := self._all(chunks, run_id, last, end, role, role, _CHUNK):
            yield from chunk
            last = chunk[-1].id

    def compared(self, recording_id: int) -> tuple[tuple[str, str, Json], ...]:
        """The URLs and roles of a recording's pages fetched both ways, in any run, oldest first; and what came of
        each.
        """
        rows = self._access.rows(
            "SELECT url, role, compared FROM pages WHERE compared IS NOT NULL"
            " AND run_id IN (SELECT id FROM runs WHERE recording_id = ?) ORDER BY id",
            recording_id,
        )
        with as_written("comparison"):
            return tuple((url, role, json.loads(text)) for url, role, text in rows)

    def _all(self, sql: str, *values: object) -> tuple[StoredPage, ...]:
        return STORED_PAGE.all(self._access.rows(sql, *values))

    def _first(self, sql: str, *values: object) -> StoredPage | None:
        return STORED_PAGE.first(self._access.rows(sql, *values))


def _record(connection: sqlite3.Connection, page: NewPage, fetched_at: str) -> int:
    body_id, size = _keep_body(connection, page)
    key = page.key or request_key(page.url, page.method, page.request_body)
    queries = to_json(page.query) if page.query else None
    made = (key, queries, page.final_url or page.url, size, body_id, fetched_at)
    (page_id,) = connection.execute(_UPSERT, tuple(map(storable, (*_PAGE.write(page), *made)))).fetchone()
    connection.execute("DELETE FROM links WHERE page_id = ?", (page_id,))
    links = [(page_id, number, link.url, link.place, link.text, link.kind) for number, link in enumerate(page.links)]
    insert_rows(connection, "links (page_id, number, url, place, text, kind)", links)
    if page.frontier_id is not None:
        finish_rows(connection, (page.frontier_id,), page.frontier_state)
    add_requests(connection, page.run_id, page.follow, page_id)
    if page.role == TARGET and page.text:
        _make_searchable(connection, body_id, page.title, page.text)
    return int(page_id)


def _unpacked(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    body = unpacker.decompress(packed, _LARGEST)
    if not unpacker.eof:
        raise ValueError("its end is missing")
    return body


def _keep_body(connection: sqlite3.Connection, page: NewPage) -> tuple[int | None, int]:
    """The id and size of a page's body, stored if it was not there."""
    if page.body is None:
        same = connection.execute("SELECT body_id, size FROM pages WHERE id = ?", (page.same_body_as,)).fetchone()
        return (None, 0) if same is None else same
    digest, size = sha256(page.body).hexdigest(), len(page.body)
    known = connection.execute("SELECT id FROM bodies WHERE sha256 = ?", (digest,)).fetchone()
    if known:
        return known[0], size
    new = (digest, size, zlib.compress(page.body, _LEVEL))
    return connection.execute("INSERT INTO bodies (sha256, size, zlib) VALUES (?, ?, ?)", new).lastrowid, size


def _make_searchable(connection: sqlite3.Connection, body_id: int | None, title: str, text: str) -> None:
    if body_id is None or connection.execute("SELECT 1 FROM target_text WHERE rowid = ?", (body_id,)).fetchone():
        return
    connection.execute(
        "INSERT INTO target_text (rowid, title, text) VALUES (?, ?, ?)", (body_id, storable(title), storable(text))
    )


def _judge(connection: sqlite3.Connection, judgements: Iterable[Judgement]) -> None:
    for judgement in judgements:
        row = connection.execute(
            "UPDATE pages SET role = ?, similarity = ? WHERE id = ? RETURNING body_id, title",
            (judgement.role, judgement.similarity, judgement.page_id),
        ).fetchone()
        if row and judgement.role == TARGET and judgement.text:
            _make_searchable(connection, row[0], row[1], judgement.text)
