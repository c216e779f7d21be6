"""Pages: what a run fetched, with body and links. What is written at once is said in `new_pages`.

A page is known by its run and request key: recorded again, it takes the place of what was there. The store gives no
opinion on a page; `role` and `similarity` are the engine's judgement and may be revised.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from recorder.store import bodies
from recorder.store.access import Access
from recorder.store.new_pages import Judgement, LinkRow, NewPage, judge_pages, record_page
from recorder.store.rows import Json, Rows, to_json
from recorder.store.text import storable
from recorder.store.writer import Written

_CHUNK = 500


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


STORED_PAGE = Rows(StoredPage, alias="pages")
_SELECT = f"SELECT {STORED_PAGE.columns} FROM pages"
_LINK = Rows(LinkRow)


class Pages:
    def __init__(self, access: Access) -> None:
        self._access = access

    def record(self, page: NewPage) -> Written[int]:
        """Store a page with its links, finish its frontier row and queue what to follow; the page's id."""
        fetched_at = self._access.now()
        return self._access.write(lambda connection: record_page(connection, page, fetched_at))

    def judge(self, judgements: Iterable[Judgement]) -> Written[None]:
        """Revise role and similarity of many pages at once."""
        kept = tuple(judgements)
        return self._access.write(lambda connection: judge_pages(connection, kept))

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


def _links(connection: sqlite3.Connection, page_id: int) -> tuple[LinkRow, ...]:
    return _LINK.all(
        connection.execute(f"SELECT {_LINK.columns} FROM links WHERE page_id = ? ORDER BY number", (page_id,))
    )
