"""Records and their pages: since when and until when a page was seen, what became of it, what the records of pages that
are gone said last, and which pages are of one record.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from recorder.store import sightings
from recorder.store.access import Noun
from recorder.store.record_tables import SEEN, quoted
from recorder.store.rows import to_json
from recorder.store.writer import Written


@dataclass(frozen=True, slots=True)
class Seen:
    """Since when and until when a page was there, and whether it is new, changed, unchanged or gone."""

    first: str
    last: str
    status: str


class RecordSightings(Noun):
    def of_pages(self, table: str, page_ids: Sequence[int]) -> Mapping[int, Seen]:
        """Of these pages of a table; of none where the table is from before this was kept."""
        with self._access.reading() as connection:
            if not _keeps_sightings(connection, table):
                return {}
            sql = (
                f"SELECT page_id, {', '.join(SEEN)} FROM {quoted(table)}"
                " WHERE page_id IN (SELECT value FROM json_each(?))"
            )
            return {page_id: Seen(*rest) for page_id, *rest in connection.execute(sql, (to_json(page_ids),))}

    def said_last(self, table: str, page_ids: Sequence[int]) -> Mapping[int, Mapping[str, str | float | None]]:
        """What records that have left a table said, by page and place; the pages are copies of theirs."""
        sql = (
            "SELECT page.id, place, value FROM pages AS page JOIN pages AS before ON before.key = page.key"
            " JOIN gone_values ON gone_values.page_id = before.id"
            " WHERE table_name = ? AND page.id IN (SELECT value FROM json_each(?)) ORDER BY before.id"
        )
        found: dict[int, dict[str, str | float | None]] = {}
        for page_id, place, value in self._access.rows(sql, table, to_json(page_ids)):
            found.setdefault(page_id, {})[place] = value
        return found

    def of_gone(self, recording_id: int) -> int:
        """How many records are of pages that are not there any more."""
        gone = (
            "SELECT count(*) FROM {} AS kept JOIN pages ON pages.id = kept.page_id"
            " WHERE pages.key NOT IN (SELECT key FROM targets WHERE recording_id = ?)"
        )
        named = self._access.rows("SELECT name FROM record_tables WHERE recording_id = ?", recording_id)
        return sum(int(self._access.rows(gone.format(quoted(name)), recording_id)[0][0]) for (name,) in named)

    def copies(self, table: str, key: Sequence[str]) -> Sequence[tuple[int, str, str]]:
        """Pages that say the same as one before them in all columns of the key, each with that one: id, address, and
        address of the other."""
        names = [quoted(name) for name in key]
        filled = " AND ".join(f"{name} IS NOT NULL" for name in names)
        groups = (
            f"SELECT page_id, url, min(page_id) OVER (PARTITION BY {', '.join(names)}) AS first"
            f" FROM {quoted(table)} WHERE {filled}"
        )
        sql = (
            f"SELECT copy.page_id, copy.url, other.url FROM ({groups}) AS copy"
            f" JOIN {quoted(table)} AS other ON other.page_id = copy.first"
            " WHERE copy.page_id <> copy.first ORDER BY copy.page_id"
        )
        return self._access.rows(sql)

    def refresh(self, recording_id: int) -> Written[None]:
        """Say of all records anew what became of their pages: a crawl has looked at them."""

        def work(connection: sqlite3.Connection) -> None:
            named = "SELECT name FROM record_tables WHERE recording_id = ?"
            for (name,) in connection.execute(named, (recording_id,)).fetchall():
                note_sightings(connection, recording_id, name)

        return self._access.write(work)


def note_sightings(connection: sqlite3.Connection, recording_id: int, table: str) -> None:
    """The status is that of the page in the run that collected it last, whether or not its record was read since."""
    if not _keeps_sightings(connection, table):
        return
    connection.execute("DROP TABLE IF EXISTS temp.judged")
    connection.execute("CREATE TEMP TABLE judged (key TEXT PRIMARY KEY, status TEXT)")
    present = "SELECT id FROM targets WHERE recording_id = ?"
    connection.execute(
        f"INSERT OR REPLACE INTO temp.judged SELECT page.key, {sightings.STATUS} {sightings.judged(present)}",
        (recording_id,),
    )
    seen = (
        "FROM pages AS page JOIN pages AS seen ON seen.key = page.key AND seen.role = 'target'"
        " JOIN runs ON runs.id = seen.run_id AND runs.recording_id = ?1 WHERE page.id = page_id"
    )
    connection.execute(
        f"UPDATE {quoted(table)} SET (first_seen, last_seen) ="
        f" (SELECT min(seen.fetched_at), max(seen.fetched_at) {seen}),"
        " status = ifnull((SELECT status FROM temp.judged JOIN pages USING (key) WHERE pages.id = page_id), 'gone')",
        (recording_id,),
    )
    connection.execute("DROP TABLE temp.judged")


def _keeps_sightings(connection: sqlite3.Connection, table: str) -> bool:
    there = {column for (column,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))}
    return there.issuperset(SEEN)
