"""Pages on their way into the database: what one fetch leaves behind, and a revised opinion on what is there.

A page, its links and its frontier change are one transaction, which is the caller's. Reading them is `pages`' business.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from recorder.store import bodies
from recorder.store.bulk import insert_rows
from recorder.store.frontier import Finished, Request, add_requests, finish_rows, request_key
from recorder.store.page_roles import TARGET
from recorder.store.rows import Json, to_json, to_json_or_null
from recorder.store.text import storable


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
class Judgement:
    """A revised opinion on a page; `text`, if the page became a target, makes it searchable."""

    page_id: int
    role: str
    similarity: float | None = None
    text: str = ""


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


def record_page(connection: sqlite3.Connection, page: NewPage, fetched_at: str) -> int:
    """Store a page with its links, finish its frontier row and queue what to follow; the page's id."""
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


def judge_pages(connection: sqlite3.Connection, judgements: Iterable[Judgement]) -> None:
    """Revise role and similarity of many pages at once."""
    for judgement in judgements:
        row = connection.execute(
            "UPDATE pages SET role = ?, similarity = ? WHERE id = ? RETURNING body_id, title",
            (judgement.role, judgement.similarity, judgement.page_id),
        ).fetchone()
        if row and judgement.role == TARGET and judgement.text:
            _make_searchable(connection, row[0], row[1], judgement.text)
