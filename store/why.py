"""Why a page is, or is not, among the targets: where it was met, how it was reached, what came of it. Reading only."""

import sqlite3
from dataclasses import dataclass
from itertools import islice

from recorder.store.access import Access
from recorder.store.frontier import FRONTIER_ROW, FrontierRow
from recorder.store.page import StoredPage
from recorder.store.pages import STORED_PAGE
from recorder.store.rows import Rows, storable

_INLINKS = 100


@dataclass(frozen=True, slots=True)
class InLink:
    """A link seen on another page."""

    run_id: int
    page_url: str
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Why:
    """All that is known of one URL: its pages (newest run first), the first links to it (of `link_count`), what is or
    was queued for it, and the way from the entry page to its newest page, both ends included."""

    url: str
    pages: tuple[StoredPage, ...]
    links: tuple[InLink, ...]
    link_count: int
    queued: tuple[FrontierRow, ...]
    route: tuple[StoredPage, ...]


_INLINK = Rows(InLink, page_url="pages.url", run_id="pages.run_id")


def explain_url(access: Access, recording_id: int, url: str) -> Why:
    kept = str(storable(url))
    with access.reading() as connection:
        pages = _pages(connection, recording_id, kept)
        links, link_count = _links(connection, recording_id, kept)
        queued = _queued(connection, recording_id, kept)
        route = _route(connection, pages[0].id) if pages else ()
    return Why(url, pages, links, link_count, queued, route)


def _pages(connection: sqlite3.Connection, recording_id: int, url: str) -> tuple[StoredPage, ...]:
    # One indexed look-up each: an OR over the three would scan the table.
    found = (
        f"SELECT id FROM pages WHERE {column} = ?1{' AND ' + column + ' <> key' if column != 'key' else ''}"
        for column in ("key", "url", "final_url")
    )
    sql = (
        f"SELECT {STORED_PAGE.columns} FROM pages JOIN runs ON runs.id = pages.run_id"
        f" WHERE pages.id IN ({' UNION '.join(found)}) AND runs.recording_id = ?2"
        " ORDER BY pages.run_id DESC, pages.id DESC"
    )
    return STORED_PAGE.all(connection.execute(sql, (url, recording_id)))


def _links(connection: sqlite3.Connection, recording_id: int, url: str) -> tuple[tuple[InLink, ...], int]:
    """The first links to it and the number of all, in one pass: links are not indexed by URL."""
    rows = connection.execute(
        f"SELECT {_INLINK.columns} FROM links JOIN pages ON pages.id = links.page_id"
        " JOIN runs ON runs.id = pages.run_id WHERE links.url = ? AND runs.recording_id = ?",
        (url, recording_id),
    )
    first = _INLINK.all(islice(rows, _INLINKS))
    return first, len(first) + sum(1 for _ in rows)


def _queued(connection: sqlite3.Connection, recording_id: int, url: str) -> tuple[FrontierRow, ...]:
    sql = (
        f"SELECT {FRONTIER_ROW.columns} FROM frontier"
        " WHERE run_id IN (SELECT id FROM runs WHERE recording_id = ?) AND key = ? ORDER BY run_id DESC, id"
    )
    return FRONTIER_ROW.all(connection.execute(sql, (recording_id, url)))


def _route(connection: sqlite3.Connection, page_id: int) -> tuple[StoredPage, ...]:
    """UNION, not UNION ALL: a page recorded again under its own descendant would otherwise go round for ever."""
    sql = (
        "WITH RECURSIVE way (id, parent) AS (SELECT id, parent_page_id FROM pages WHERE id = ?"
        " UNION SELECT pages.id, pages.parent_page_id FROM way JOIN pages ON pages.id = way.parent)"
        f" SELECT {STORED_PAGE.columns} FROM way JOIN pages ON pages.id = way.id"
    )
    return STORED_PAGE.all(connection.execute(sql, (page_id,)))[::-1]
