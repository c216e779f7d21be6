"""Link prototypes as learnt last, and the links of the hubs they are learnt from. What they mean is not known here.

The table is for Datasette and reports; classes are learnt anew from the stored hubs by whoever needs them.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from store.access import Access
from store.bulk import insert_rows
from store.rows import Rows
from store.writer import Written

MOST_HUBS = 2_000
"""No more are read: classes are known long before, and memory stays bounded."""


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
_HUBS = """
    SELECT hub.id, hub.url, links.url
    FROM (
        SELECT max(pages.id) AS id, pages.url
        FROM pages JOIN runs ON runs.id = pages.run_id
        WHERE runs.recording_id = ? AND pages.outcome = 'ok'
          AND (pages.role = 'hub' OR pages.id IN (SELECT page_id FROM probes))
          AND EXISTS (SELECT 1 FROM links WHERE links.page_id = pages.id)
        GROUP BY pages.key ORDER BY min(pages.id) LIMIT ?
    ) AS hub
    JOIN links ON links.page_id = hub.id
    ORDER BY hub.id, links.number
"""


class Prototypes:
    def __init__(self, access: Access) -> None:
        self._access = access

    def save(self, recording_id: int, prototypes: Iterable[PrototypeRow]) -> Written[None]:
        """All prototypes of a recording, in place of those of before."""
        rows = [(recording_id, *_PROTOTYPE.write(prototype)) for prototype in prototypes]

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM prototypes WHERE recording_id = ?", (recording_id,))
            insert_rows(connection, f"prototypes (recording_id, {_PROTOTYPE.columns})", rows)

        return self._access.write(work)

    def all(self, recording_id: int) -> tuple[PrototypeRow, ...]:
        """In their order, the more specific first."""
        with self._access.reading() as connection:
            rows = connection.execute(
                f"SELECT {_PROTOTYPE.columns} FROM prototypes WHERE recording_id = ? ORDER BY number", (recording_id,)
            )
            return _PROTOTYPE.all(rows)

    def hubs(self, recording_id: int) -> tuple[HubLinks, ...]:
        """The pages of all runs that lead on to others, the answers of forms included, each once."""
        with self._access.reading() as connection:
            rows = connection.execute(_HUBS, (recording_id, MOST_HUBS))
            return tuple(
                HubLinks(url, tuple(link for *_, link in links))
                for (_, url), links in groupby(rows, lambda row: row[:2])
            )
