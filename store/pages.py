"""Pages: what a run fetched, with body and links. A page, its links and its frontier change are one transaction.

A page is known by its run and request key: recorded again, it takes the place of what was there. The store gives no
opinion on a page; `role` and `similarity` are the engine's judgement and may be revised.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from store import bodies
from store.access import Access
from store.bulk import insert_rows
from store.frontier import Finished, Request, add_requests, finish_rows, request_key
from store.rows import Json, Rows, to_json, to_json_or_null
from store.text import storable
from store.writer import Written

TARGET = "target"
HUB = "hub"
OFF_PATTERN = "off-pattern"
OTHER = "other"
ERROR = "error"
KNOWN = "known"  # the outcome of a page that was skipped because it is known
SKIPPED = "skipped"  # not fetched, for a reason worth keeping: robots.txt, scope, a limit

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link as found on a page, in page order."""

    url: str
    place: str = ""
    text: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPage:
    """Everything one fetch leaves behind, to be stored at once.

    `body` None with `same_body_as` = a page id: the site said "not modified". `text` is what full-text search finds a
    target by. `frontier_id` is the frontier row this page finishes; `follow` what it adds to the frontier.
    """

    run_id: int
    url: str
    role: str
    method: str = "GET"
    request_body: str = ""
    key: str = ""
    title: str = ""
    similarity: float | None = None
    path_index: int = 0
    position: int = 0
    depth: int = 0
    parent_page_id: int | None = None
    parent_place: str = ""
    query: tuple[Json, ...] = ()
    """What was asked of forms to find it, each query once."""
    final_url: str = ""
    http_status: int | None = None
    outcome: str = "ok"
    reason: str = ""
    content_type: str = ""
    encoding: str = ""
    rendered: bool = False
    body: bytes | None = None
    same_body_as: int | None = None
    fingerprint: str | None = None
    structure: str | None = None
    """Equal for pages of the same structure; what that is, is not known here."""
    text: str = ""
    etag: str | None = None
    last_modified: str | None = None
    seconds: float = 0.0
    compared: Json | None = None
    """What came of fetching it both over HTTP and in a browser."""
    links: tuple[LinkRow, ...] = ()
    frontier_id: int | None = None
    frontier_state: Finished = "done"
    follow: tuple[Request, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page as it stands in the database; body and links are asked for by its id."""

    id: int
    run_id: int
    key: str
    url: str
    method: str
    request_body: str
    role: str
    title: str
    similarity: float | None
    path_index: int
    position: int
    depth: int
    parent_page_id: int | None
    parent_place: str
    query: tuple[Json, ...] | None
    final_url: str
    http_status: int | None
    outcome: str
    reason: str
    content_type: str
    encoding: str
    size: int
    rendered: bool
    body_id: int | None
    fingerprint: str | None
    structure: str | None
    etag: str | None
    last_modified: str | None
    fetched_at: str
    seconds: float
    compared: Json | None


@dataclass(frozen=True, slots=True)
class PageContent:
    """A stored page with all it held."""

    page: StoredPage
    body: bytes | None
    links: tuple[LinkRow, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A revised opinion on a page; `text`, if the page became a target, makes it searchable."""

    page_id: int
    role: str
    similarity: float | None = None
    text: str = ""


STORED_PAGE = Rows(StoredPage, alias="pages")
_SELECT = f"SELECT {STORED_PAGE.columns} FROM pages"
_LINK = Rows(LinkRow)

_COLUMNS = (
    "run_id, key, url, method, request_body, role, title, similarity, path_index, position, depth, parent_page_id,"
    " parent_place, query, final_url, http_status, outcome, reason, content_type, encoding, size, rendered, body_id,"
    " fingerprint, structure, etag, last_modified, fetched_at, seconds, compared"
)
_NAMES = _COLUMNS.split(", ")
_UPSERT = (
    f"INSERT INTO pages ({_COLUMNS}) VALUES ({', '.join('?' * len(_NAMES))}) ON CONFLICT (key, run_id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _NAMES)
    + " RETURNING id"
)


class Pages:
    def __init__(self, access: Access) -> None:
        self._access = access

    def record(self, page: NewPage) -> Written[int]:
        """Store a page with its links, finish its frontier row and queue what to follow; the page's id."""
        fetched_at = self._access.now()
        return self._access.write(lambda connection: _record(connection, page, fetched_at))

    def judge(self, judgements: Iterable[Judgement]) -> Written[None]:
        """Revise role and similarity of many pages at once."""
        kept = tuple(judgements)
        return self._access.write(lambda connection: _judge(connection, kept))

    def add_query(self, page_id: int, query: Json) -> Written[None]:
        """One more query that found this page; each is kept once."""

        def work(connection: sqlite3.Connection) -> None:
            (known,) = connection.execute("SELECT query FROM pages WHERE id = ?", (page_id,)).fetchone()
            queries = json.loads(known) if known else []
            if query not in queries:
                text = to_json([*queries, query])
                connection.execute("UPDATE pages SET query = ? WHERE id = ?", (storable(text), page_id))

        return self._access.write(work)

    def get(self, page_id: int) -> StoredPage | None:
        return self._first(f"{_SELECT} WHERE id = ?", page_id)

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
        """Of all pages a run has now, in order: for whoever shows a long list and reads the rows in view alone."""
        with self._access.reading() as connection:
            rows = connection.execute(
                "SELECT id FROM pages WHERE run_id = ? AND (? IS NULL OR role = ?) ORDER BY id", (run_id, role, role)
            )
            return tuple(page_id for (page_id,) in rows)

    def some(self, page_ids: Sequence[int]) -> tuple[StoredPage, ...]:
        """These pages, in the order of their ids."""
        with self._access.reading() as connection:
            return STORED_PAGE.all(
                connection.execute(
                    f"{_SELECT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id", (to_json(page_ids),)
                )
            )

    def any_validators(self, recording_id: int) -> bool:
        """Whether the site has ever named one: else there is nothing a conditional request could be made from."""
        with self._access.reading() as connection:
            found = connection.execute(
                "SELECT 1 FROM pages JOIN runs ON runs.id = pages.run_id WHERE recording_id = ?"
                " AND (etag IS NOT NULL OR last_modified IS NOT NULL) LIMIT 1",
                (recording_id,),
            )
            return found.fetchone() is not None

    def body(self, page_id: int) -> bytes | None:
        with self._access.reading() as connection:
            row = connection.execute("SELECT body_id FROM pages WHERE id = ?", (page_id,)).fetchone()
            return bodies.load(connection, row[0]) if row and row[0] is not None else None

    def links(self, page_id: int) -> tuple[LinkRow, ...]:
        with self._access.reading() as connection:
            return _links(connection, page_id)

    def of_run(self, run_id: int, role: str | None = None) -> Iterator[StoredPage]:
        """The pages a run has now, in the order they were first recorded. Read in chunks: neither memory nor a long
        read transaction, which would keep the log from being trimmed, grows with the run."""
        with self._access.reading() as connection:
            (end,) = connection.execute("SELECT ifnull(max(id), 0) FROM pages").fetchone()
        last = 0
        while chunk := self._chunk(run_id, role, last, end):
            yield from chunk
            last = chunk[-1].id

    def replay(self, run_id: int, role: str | None = None) -> Iterator[PageContent]:
        """The pages of a run, in order, with body and links: what an interrupted run is rebuilt from."""
        for page in self.of_run(run_id, role):
            with self._access.reading() as connection:
                body = None if page.body_id is None else bodies.load(connection, page.body_id)
                links = _links(connection, page.id)
            yield PageContent(page, body, links)

    def compared(self, recording_id: int) -> tuple[tuple[str, Json], ...]:
        """The URLs of a recording's pages fetched both ways, in any run, oldest first; and what came of each."""
        with self._access.reading() as connection:
            rows = connection.execute(
                "SELECT url, compared FROM pages WHERE compared IS NOT NULL"
                " AND run_id IN (SELECT id FROM runs WHERE recording_id = ?) ORDER BY id",
                (recording_id,),
            )
            return tuple((url, json.loads(text)) for url, text in rows)

    def _chunk(self, run_id: int, role: str | None, after: int, end: int) -> tuple[StoredPage, ...]:
        with self._access.reading() as connection:
            return STORED_PAGE.all(
                connection.execute(
                    f"{_SELECT} WHERE run_id = ? AND id > ? AND id <= ? AND (? IS NULL OR role = ?)"
                    " ORDER BY id LIMIT ?",
                    (run_id, after, end, role, role, _CHUNK),
                )
            )

    def _first(self, sql: str, *values: object) -> StoredPage | None:
        with self._access.reading() as connection:
            return STORED_PAGE.first(connection.execute(sql, values).fetchall())


def _record(connection: sqlite3.Connection, page: NewPage, fetched_at: str) -> int:
    body_id, size = _keep_body(connection, page)
    (page_id,) = connection.execute(_UPSERT, tuple(map(storable, _values(page, body_id, size, fetched_at)))).fetchone()
    connection.execute("DELETE FROM links WHERE page_id = ?", (page_id,))
    insert_rows(
        connection,
        "links (page_id, number, url, place, text, kind)",
        [(page_id, number, link.url, link.place, link.text, link.kind) for number, link in enumerate(page.links)],
    )
    if page.frontier_id is not None:
        finish_rows(connection, (page.frontier_id,), page.frontier_state)
    add_requests(connection, page.run_id, page.follow, page_id)
    if page.role == TARGET and page.text:
        _make_searchable(connection, body_id, page.title, page.text)
    return int(page_id)


def _keep_body(connection: sqlite3.Connection, page: NewPage) -> tuple[int | None, int]:
    if page.body is not None:
        return bodies.keep(connection, page.body), len(page.body)
    if page.same_body_as is None:
        return None, 0
    body_id, size = connection.execute("SELECT body_id, size FROM pages WHERE id = ?", (page.same_body_as,)).fetchone()
    return body_id, size


def _values(page: NewPage, body_id: int | None, size: int, fetched_at: str) -> tuple[object, ...]:
    return (
        page.run_id,
        page.key or request_key(page.url, page.method, page.request_body),
        page.url,
        page.method,
        page.request_body,
        page.role,
        page.title,
        page.similarity,
        page.path_index,
        page.position,
        page.depth,
        page.parent_page_id,
        page.parent_place,
        to_json(page.query) if page.query else None,
        page.final_url or page.url,
        page.http_status,
        page.outcome,
        page.reason,
        page.content_type,
        page.encoding,
        size,
        page.rendered,
        body_id,
        page.fingerprint,
        page.structure,
        page.etag,
        page.last_modified,
        fetched_at,
        page.seconds,
        to_json_or_null(page.compared),
    )


def _make_searchable(connection: sqlite3.Connection, body_id: int | None, title: str, text: str) -> None:
    if body_id is None or connection.execute("SELECT 1 FROM target_text WHERE rowid = ?", (body_id,)).fetchone():
        return
    connection.execute(
        "INSERT INTO target_text (rowid, title, text) VALUES (?, ?, ?)", (body_id, storable(title), storable(text))
    )


def _judge(connection: sqlite3.Connection, judgements: tuple[Judgement, ...]) -> None:
    for judgement in judgements:
        row = connection.execute(
            "UPDATE pages SET role = ?, similarity = ? WHERE id = ? RETURNING body_id, title",
            (judgement.role, judgement.similarity, judgement.page_id),
        ).fetchone()
        if row and judgement.role == TARGET and judgement.text:
            _make_searchable(connection, row[0], row[1], judgement.text)


def _links(connection: sqlite3.Connection, page_id: int) -> tuple[LinkRow, ...]:
    return _LINK.all(
        connection.execute(f"SELECT {_LINK.columns} FROM links WHERE page_id = ? ORDER BY number", (page_id,))
    )
