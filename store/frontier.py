"""The frontier: what a run still has to fetch, durable and in order. The engine decides what is worth fetching."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from recorder.store.access import Noun
from recorder.store.rows import Json, Rows, insert_rows, storable, to_json
from recorder.store.writer import Written

Finished = Literal["done", "failed"]


def request_key(url: str, method: str = "GET", body: str = "") -> str:
    """What makes two requests the same: the URL, and for anything but a plain GET the method and body too."""
    if method == "GET" and not body:
        return url
    return f"{method} {url} {sha256(body.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedRequest:
    """Something to fetch. Lower `priority` first, then lower `depth`, then first come, first served.

    `key` is what counts as the same request, `request_key(...)` unless the engine knows better (a POST whose token
    varies). `query` carries the user's parameters to the pages they find.
    """

    url: str
    method: str = "GET"
    body: str = ""
    key: str = ""
    path_index: int = 0
    position: int = 0
    depth: int = 0
    priority: int = 0
    place: str = ""
    query: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierRow(QueuedRequest):
    """A request as it stands in the frontier."""

    id: int
    run_id: int
    parent_page_id: int | None
    state: str
    tries: int


FRONTIER_ROW = Rows(FrontierRow, body="request_body")
_REQUEST = Rows(QueuedRequest, without=("key",), body="request_body")


LANE = 4
"""Priorities that make one lane: rows of a higher one wait until it is opened. Within it, a row that was turned away
goes back by one, at most three times.
"""


class Frontier(Noun):
    def add(self, run_id: int, requests: Iterable[QueuedRequest], parent_page_id: int | None = None) -> Written[int]:
        """Queue those not known to this run at the same path and position; how many that were."""
        kept = tuple(requests)
        return self._access.write(lambda connection: add_requests(connection, run_id, kept, parent_page_id))

    def claim(self, run_id: int, count: int = 1, lane: int | None = None) -> Written[tuple[FrontierRow, ...]]:
        """The next `count` waiting rows, marked as being worked on, in order; of the first lane and this one, if one is
        named.
        """

        def work(connection: sqlite3.Connection) -> tuple[FrontierRow, ...]:
            rows = connection.execute(
                "UPDATE frontier SET state = 'claimed', tries = tries + 1 WHERE id IN ("
                " SELECT id FROM frontier WHERE run_id = ?1 AND state = 'waiting'"
                f" AND (?2 IS NULL OR priority / {LANE} IN (0, ?2)) ORDER BY priority, depth, id LIMIT ?3)"
                f" RETURNING {FRONTIER_ROW.columns}",
                (run_id, lane, count),
            ).fetchall()
            # RETURNING promises no order.
            return tuple(sorted(map(FRONTIER_ROW.read, rows), key=lambda row: (row.priority, row.depth, row.id)))

        return self._access.write(work)

    def take(self, run_id: int, requests: Iterable[QueuedRequest]) -> Written[tuple[FrontierRow, ...]]:
        """These very requests, in order, marked as being worked on, whatever else is waiting; queued first if they are
        new. One that is being worked on or done already is left out."""
        kept = tuple(requests)

        def work(connection: sqlite3.Connection) -> tuple[FrontierRow, ...]:
            add_requests(connection, run_id, kept, None)
            rows = (_take(connection, run_id, request) for request in kept)
            return tuple(row for row in rows if row is not None)

        return self._access.write(work)

    def finish(self, row_ids: Sequence[int], state: Finished = "done") -> Written[None]:
        """Done with these, without a page to record (`Pages.record` finishes its own row)."""
        return self._access.write(lambda connection: finish_rows(connection, row_ids, state))

    def give_back(self, row_ids: Sequence[int]) -> Written[None]:
        """Claimed but not tried after all: they wait again, and the try does not count."""

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "UPDATE frontier SET state = 'waiting', tries = tries - 1 WHERE id = ? AND state = 'claimed'",
                [(row_id,) for row_id in row_ids],
            )

        return self._access.write(work)

    def retry(self, row_id: int, priority: int | None = None) -> Written[int]:
        """Queue a failed row again, later if given a higher `priority`; `tries` counts the attempts."""
        sql = "UPDATE frontier SET state = 'waiting', priority = ifnull(?, priority) WHERE id = ?"
        return self._access.change(sql, priority, row_id)

    def lanes(self, run_id: int) -> tuple[frozenset[int], frozenset[int]]:
        """The lanes beside the first in which rows wait, and those of which rows were given up."""
        sql = f"SELECT DISTINCT priority / {LANE} FROM frontier WHERE run_id = ? AND state = ? AND priority >= {LANE}"
        waiting, failed = (self._access.rows(sql, run_id, state) for state in ("waiting", "failed"))
        return frozenset(lane for (lane,) in waiting), frozenset(lane for (lane,) in failed)

    def give_up(self, run_id: int, lanes: Iterable[int]) -> Written[int]:
        """What waits in these lanes is not worth fetching."""
        sql = (
            "UPDATE frontier SET state = 'failed' WHERE run_id = ? AND state = 'waiting'"
            f" AND priority / {LANE} IN (SELECT value FROM json_each(?))"
        )
        return self._access.change(sql, run_id, to_json(sorted(lanes)))

    def saying(self, run_id: int, key: str) -> tuple[FrontierRow, ...]:
        """The rows whose `query` has this key, in the order they were queued."""
        sql = f"SELECT {FRONTIER_ROW.columns} FROM frontier WHERE run_id = ? AND query ->> ? IS NOT NULL ORDER BY id"
        return FRONTIER_ROW.all(self._access.rows(sql, run_id, key))

    def queued(self, run_id: int, keys: Iterable[str]) -> frozenset[str]:
        """Those of these requests that are known to the run, in whatever state."""
        sql = "SELECT DISTINCT key FROM frontier WHERE run_id = ? AND key IN (SELECT value FROM json_each(?))"
        return frozenset(key for (key,) in self._access.rows(sql, run_id, to_json(list(keys))))

    def counts(self, run_id: int) -> Mapping[str, int]:
        """How many rows are in each state; none of a state that no row is in."""
        sql = "SELECT state, count(*) FROM frontier WHERE run_id = ? GROUP BY state"
        return dict(self._access.rows(sql, run_id))


def add_requests(
    connection: sqlite3.Connection, run_id: int, requests: Sequence[QueuedRequest], parent_page_id: int | None
) -> int:
    return insert_rows(
        connection,
        f"frontier (run_id, parent_page_id, key, {_REQUEST.columns})",
        [(run_id, parent_page_id, _key(request), *_REQUEST.write(request)) for request in requests],
        "ON CONFLICT DO NOTHING",
    )


def _take(connection: sqlite3.Connection, run_id: int, request: QueuedRequest) -> FrontierRow | None:
    rows = connection.execute(
        "UPDATE frontier SET state = 'claimed', tries = tries + 1"
        " WHERE run_id = ? AND key = ? AND path_index = ? AND position = ? AND state = 'waiting'"
        f" RETURNING {FRONTIER_ROW.columns}",
        (run_id, storable(_key(request)), request.path_index, request.position),
    )
    return FRONTIER_ROW.first(rows.fetchall())


def _key(request: QueuedRequest) -> str:
    return request.key or request_key(request.url, request.method, request.body)


def finish_rows(connection: sqlite3.Connection, row_ids: Sequence[int], state: Finished) -> None:
    connection.executemany("UPDATE frontier SET state = ? WHERE id = ?", [(state, row_id) for row_id in row_ids])


def requeue_claimed(connection: sqlite3.Connection, run_id: int) -> int:
    return connection.execute(
        "UPDATE frontier SET state = 'waiting' WHERE run_id = ? AND state = 'claimed'", (run_id,)
    ).rowcount
