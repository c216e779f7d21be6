"""Targets: what a recording has collected, what is present now, which of it holds some words, and what became of it
between runs. Reading only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from recorder.store import sightings
from recorder.store.access import Noun
from recorder.store.errors import WrongUseError
from recorder.store.rows import Rows, storable, to_json

Status = Literal["all", "new", "changed", "unchanged", "gone"]


@dataclass(frozen=True, slots=True)
class Target:
    """A target page. For a gone one everything but `status` is as last seen."""

    url: str
    status: str
    run: int
    similarity: float | None
    path: int
    title: str
    page_id: int
    key: str


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one target. `missing`: not collected by the newer run, which cannot judge whether it is gone.
    `what` of it has changed: "text" or "structure". `pages`: its ids in the older and the newer run."""

    url: str
    status: str
    title: str
    what: str = ""
    pages: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Difference:
    """Two runs compared. Unless `judges_gone`, `why_not` says what keeps the newer run from calling anything gone."""

    older: int
    newer: int
    judges_gone: bool
    why_not: str
    unchanged: int
    changes: tuple[Change, ...]


def _target_rows(status: str) -> Rows[Target]:
    return Rows(
        Target, alias="page", status=f"{status} AS status", run="page.run_id", path="page.path_index", page_id="page.id"
    )


_JUDGED = _target_rows(sightings.STATUS)
_GONE = _target_rows("'gone'")

_PRESENT = "SELECT id FROM targets WHERE recording_id = ?"
_IN_RUN = "SELECT id FROM pages WHERE run_id = ? AND role = 'target'"

# Parameters: older run, newer run, whether the newer one may call anything gone.
_CHANGES = f"""
    SELECT page.url, {sightings.STATUS} AS status, page.title,
           iif({sightings.RESTRUCTURED}, 'structure', 'text'), before.id, page.id, page.id AS place
    FROM pages AS page
    LEFT JOIN pages AS before ON before.key = page.key AND before.run_id = ?1 AND before.role = 'target'
    WHERE page.run_id = ?2 AND page.role = 'target'
    UNION ALL
    SELECT page.url, CASE WHEN ?3 AND {sightings.absent("page", "newer")} THEN 'gone' ELSE 'missing' END,
           page.title, '', page.id, NULL, page.id
    FROM pages AS page JOIN runs AS newer ON newer.id = ?2
    WHERE page.run_id = ?1 AND page.role = 'target' AND NOT EXISTS (
        SELECT 1 FROM pages AS kept WHERE kept.key = page.key AND kept.run_id = ?2 AND kept.role = 'target')
    ORDER BY place
"""


def _change(url: str, status: str, title: str, what: str, older: int | None, newer: int | None) -> Change:
    return Change(url, status, title, what if status == "changed" else "", (older, newer))


class Targets(Noun):
    def list(
        self, recording_id: int, run: int | Literal["latest"] | None = None, status: Status = "all"
    ) -> Iterator[Target]:
        """What is present now, or with `run` what that run collected; `gone` lists what is not there any more.

        Streams: a million targets cost no memory. The status of a page is judged against the runs before the one that
        collected it last.
        """
        run_id = self.latest(recording_id) if run == "latest" else run
        if status == "gone":
            source, value = (sightings.GONE_NOW, recording_id) if run_id is None else (sightings.GONE_IN_RUN, run_id)
            sql = f"SELECT {_GONE.columns} FROM pages AS page WHERE page.id IN ({source}) ORDER BY page.id"
            return self._rows(_GONE, sql, (value,))
        source, value = (_PRESENT, recording_id) if run_id is None else (_IN_RUN, run_id)
        sql = f"SELECT * FROM (SELECT {_JUDGED.columns} {sightings.judged(source)} ORDER BY page.id)"
        if status == "all":
            return self._rows(_JUDGED, sql, (value,))
        return self._rows(_JUDGED, f"{sql} WHERE status = ?", (value, status))

    def ids(self, recording_id: int) -> tuple[int, ...]:
        """Of the pages of what is present now, in order."""
        return tuple(page_id for (page_id,) in self._access.rows(f"{_PRESENT} ORDER BY id", recording_id))

    def search(self, recording_id: int, words: str, limit: int) -> tuple[int, ...]:
        """The pages of what is present now that contain all the words (a "quoted phrase" as one), the best first."""
        query = _quoted(words)
        if not query:
            return ()
        sql = (
            "SELECT targets.id FROM target_text JOIN targets ON targets.body_id = target_text.rowid"
            " WHERE target_text MATCH ? AND targets.recording_id = ? ORDER BY rank LIMIT ?"
        )
        return tuple(page_id for (page_id,) in self._access.rows(sql, storable(query), recording_id, limit))

    def statuses(self, page_ids: Sequence[int]) -> dict[int, str]:
        """New, changed or unchanged, against the runs before: of these target pages."""
        source = "SELECT value FROM json_each(?)"
        sql = f"SELECT page.id, {sightings.STATUS} {sightings.judged(source)}"
        return dict(self._access.rows(sql, to_json(page_ids)))

    def diff(self, older: int, newer: int) -> Difference:
        """What became of the older run's targets in the newer one, and what the newer one adds."""
        why_not = self._why_not_judged(older, newer)
        changes = [_change(*row[:6]) for row in self._access.rows(_CHANGES, older, newer, not why_not)]
        kept = tuple(change for change in changes if change.status != "unchanged")
        return Difference(older, newer, not why_not, why_not, len(changes) - len(kept), kept)

    def _rows(self, rows: Rows[Target], sql: str, values: tuple[object, ...]) -> Iterator[Target]:
        with self._access.reading() as connection:
            for row in connection.execute(sql, values):
                yield rows.read(row)

    def latest(self, recording_id: int) -> int:
        """The latest crawl; before the first one, the latest mapping."""
        rows = self._access.rows(
            "SELECT id FROM runs WHERE recording_id = ? ORDER BY kind = 'crawl' DESC, id DESC LIMIT 1", recording_id
        )
        if not rows:
            raise WrongUseError("This recording has no run yet.", "Run `recorder crawl` first.")
        return int(rows[0][0])

    def _why_not_judged(self, older: int, newer: int) -> str:
        rows = self._access.rows(
            f"SELECT {sightings.peers('older', 'newer')}, newer.complete FROM runs AS older, runs AS newer"
            " WHERE older.id = ? AND newer.id = ?",
            older,
            newer,
        )
        if not rows:
            raise WrongUseError(f"There is no run {older} or no run {newer}.", "See `recorder runs`.")
        ((are_peers, complete),) = rows
        if not are_peers:
            return "the runs had different parameters"
        return "" if complete and older < newer else "the newer run is not complete"


def _quoted(words: str) -> str:
    """Each word, or phrase in quotes, as an FTS5 string; a last quote left open closes at the end. What a person types
    is words, never query syntax.
    """
    from sqlite_utils import Database  # costs 0.1 s and more to import, which only a search should pay

    # A NUL would end the query for SQLite in the middle of a string.
    return Database(memory=True, execute_plugins=False).quote_fts(words.replace("\0", " "))
