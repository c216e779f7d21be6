"""Link prototypes as learnt last, and the links of the hubs they are learnt from. What they mean is not known here.

The table is for Datasette and reports; classes are learnt anew from the stored hubs by whoever needs them.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from recorder.store.access import Noun
from recorder.store.rows import Rows
from recorder.store.tables import replace_rows
from recorder.store.writer import Written

MOST_HUBS = 2_000
"""Most hubs that classes are learnt from: it bounds memory, and classes are known long before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrototypeRow:
    """`number` is its rank: a link belongs to the first that matches."""

    number: int
    name: str
    pattern: str
    hubs: int
    links: int
    template: bool
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HubLinks:
    """A hub page, and what it links to, in page order."""

    url: str
    links: tuple[str, ...]


_PROTOTYPE = Rows(PrototypeRow)

# A page seen in several runs is one hub, in its newest copy that has links; what a probe was answered with is one too.
# Pages of role "other" lead on as well, if not to targets.
_HUBS = """
    SELECT hub.id, hub.url, links.url
    FROM (
        SELECT max(pages.id) AS id, pages.url
        FROM pages JOIN runs ON runs.id = pages.run_id
        WHERE runs.recording_id = ? AND pages.outcome = 'ok'
          AND (pages.role IN ('hub', ?) OR pages.id IN (SELECT page_id FROM probes))
          AND EXISTS (SELECT 1 FROM links WHERE links.page_id = pages.id)
        GROUP BY pages.key ORDER BY min(pages.id) LIMIT ?
    ) AS hub
    JOIN links ON links.page_id = hub.id
    ORDER BY hub.id, links.number
"""


def _marks(connection: sqlite3.Connection, recording_id: int) -> dict[str, bool]:
    marked = "SELECT pattern, wanted FROM prototypes WHERE recording_id = ? AND wanted IS NOT NULL ORDER BY number"
    return {pattern: bool(wanted) for pattern, wanted in connection.execute(marked, (recording_id,))}


def _mark(connection: sqlite3.Connection, recording_id: int, pattern: str, wanted: bool | None) -> bool:
    marking = "UPDATE prototypes SET wanted = ? WHERE recording_id = ? AND pattern = ?"
    return connection.execute(marking, (wanted, recording_id, pattern)).rowcount > 0


class StoredPrototypes(Noun):
    def save(self, recording_id: int, prototypes: Iterable[PrototypeRow]) -> Written[tuple[str, ...]]:
        """All prototypes of a recording, in place of those of before. A person's marks stay with the patterns they were
        given to; the patterns that had one and are no more are the answer.
        """
        rows = tuple(map(_PROTOTYPE.cells, prototypes))

        def work(connection: sqlite3.Connection) -> tuple[str, ...]:
            marks = _marks(connection, recording_id)
            replace_rows(connection, "prototypes", {"recording_id": recording_id}, rows)
            return tuple(
                pattern for pattern, wanted in marks.items() if not _mark(connection, recording_id, pattern, wanted)
            )

        return self._access.write(work)

    def mark(self, recording_id: int, pattern: str, wanted: bool | None) -> Written[bool]:
        """Whether a person wants the pages of a class; None takes the mark away. False: there is no such class."""
        return self._access.write(lambda connection: _mark(connection, recording_id, pattern, wanted))

    def marks(self, recording_id: int) -> Mapping[str, bool]:
        """The patterns that a person has marked."""
        with self._access.reading() as connection:
            return _marks(connection, recording_id)

    def all(self, recording_id: int) -> tuple[PrototypeRow, ...]:
        """In their order, the more specific first."""
        sql = f"SELECT {_PROTOTYPE.columns} FROM prototypes WHERE recording_id = ? ORDER BY number"
        return _PROTOTYPE.all(self._access.rows(sql, recording_id))

    def hubs(self, recording_id: int, *, others: bool = False) -> tuple[HubLinks, ...]:
        """The pages of all runs that lead on to targets, the answers of forms included, each once. `others`: and those
        that lead elsewhere, targets themselves excepted.
        """
        with self._access.reading() as connection:  # grouped as it is read: every row repeats its hub's URL
            rows = connection.execute(_HUBS, (recording_id, "other" if others else "hub", MOST_HUBS))
            return tuple(
                HubLinks(url, tuple(link for *_, link in links))
                for (_, url), links in groupby(rows, lambda row: row[:2])
            )
