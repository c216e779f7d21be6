"""The health of a pattern: what a run saw of each of its steps, counted from the rows. Steps are not judged here."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from recorder.store.access import Noun
from recorder.store.records import Filled
from recorder.store.rows import Rows
from recorder.store.tables import replace_rows
from recorder.store.writer import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class StepHealth:
    """One step: `links` it followed from `hubs` pages. Of the pages they lead to, `pages` arrived, `failed` (by a
    time-out, a server's error), are `absent` (404, 410) or `barred` by robots.txt; the rest was left out as known.

    `rendered`, `targets` and `off_pattern` count among those that arrived. `similarity` is the mean of its targets,
    `filled` the share of the cells of their records that are not empty.
    """

    path_index: int
    step_index: int
    hubs: int = 0
    links: int = 0
    pages: int = 0
    failed: int = 0
    absent: int = 0
    barred: int = 0
    rendered: int = 0
    targets: int = 0
    off_pattern: int = 0
    similarity: float | None = None
    filled: float | None = None


_ROW = Rows(StepHealth)
_STEP = Rows(
    StepHealth, alias="seen", step_index="seen.position - 1", hubs="ifnull(before.pages, 0)", filled="NULL AS filled"
)

# A page stands under the address it was asked by or, once it is a target, under the one it has: then no page is found
# for its row, which is done all the same. The answer to a form stands under the row's own key.
_ITS_PAGE = """
    pages.run_id = frontier.run_id AND pages.key = iif(
        json_extract(frontier.query, '$.fresh') IS NULL AND json_extract(frontier.query, '$.turn') IS NULL,
        frontier.url, frontier.key)
"""

_MEASURED = """
    WITH seen AS (
        SELECT frontier.path_index, frontier.position, count(*) AS links,
            count(*) FILTER (WHERE pages.role NOT IN ('error', 'skipped')
                             OR pages.id IS NULL AND frontier.state = 'done') AS pages,
            count(*) FILTER (WHERE pages.role = 'error' AND ifnull(pages.http_status, 0) NOT IN (404, 410)) AS failed,
            count(*) FILTER (WHERE pages.role = 'error' AND pages.http_status IN (404, 410)) AS absent,
            count(*) FILTER (WHERE pages.role = 'skipped' AND pages.outcome = 'robots') AS barred,
            count(*) FILTER (WHERE pages.rendered) AS rendered,
            count(*) FILTER (WHERE pages.role = 'target') AS targets,
            count(*) FILTER (WHERE pages.role = 'off-pattern') AS off_pattern,
            round(avg(pages.similarity) FILTER (WHERE pages.role = 'target'), 4) AS similarity
        FROM frontier LEFT JOIN pages ON {its_page} {only}
        WHERE frontier.run_id = ?1 GROUP BY 1, 2)
    SELECT {columns} FROM seen LEFT JOIN seen AS before
        ON before.path_index = seen.path_index AND before.position = seen.position - 1
    WHERE seen.position > 0 ORDER BY 1, 2
"""

# Pages that were targets in run ?2, or led to some: such a page that now is none of what a step promises never was.
_HAD = """
    JOIN pages AS had ON had.run_id = ?2 AND had.key = pages.key
        AND (had.role = 'target' OR had.role = 'hub' AND pages.role <> 'off-pattern')
"""

# Of pages that a step led to. Parameters: the run, and how many of each position.
_HUBS = f"""
    SELECT path_index, position, key, id FROM (
        SELECT frontier.path_index, frontier.position, pages.key, pages.id,
               row_number() OVER (PARTITION BY frontier.path_index, frontier.position ORDER BY frontier.id) AS place
        FROM frontier JOIN pages ON {_ITS_PAGE}
        WHERE frontier.run_id = ?1 AND frontier.path_index >= 0
              AND EXISTS (SELECT 1 FROM links WHERE links.page_id = pages.id))
    WHERE place <= ?2 ORDER BY 1, 2, place
"""


class Health(Noun):
    def measure(self, run_id: int) -> tuple[StepHealth, ...]:
        """Counted from the rows of a crawl as they are now."""
        return self._measured("", run_id)

    def measure_again(self, run_id: int, earlier: int) -> tuple[StepHealth, ...]:
        """The same of nothing but the pages that an `earlier` run took for targets, or found some by."""
        return self._measured(_HAD, run_id, earlier)

    def save(self, run_id: int, steps: Iterable[StepHealth]) -> Written[None]:
        """Store it with the run, in place of what was stored before."""
        rows = tuple(map(_ROW.cells, steps))
        return self._access.write(lambda connection: replace_rows(connection, "health", {"run_id": run_id}, rows))

    def fill(self, shares: Iterable[Filled]) -> Written[None]:
        """Store how full the records of these runs' pages are."""
        values = [(each.share, each.run_id, each.path_index, each.step_index) for each in shares]

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "UPDATE health SET filled = ? WHERE run_id = ? AND path_index = ? AND step_index = ?", values
            )

        return self._access.write(work)

    def of_run(self, run_id: int) -> tuple[StepHealth, ...]:
        """As stored; measured, for a crawl by a version that stored none."""
        sql = f"SELECT {_ROW.columns} FROM health WHERE run_id = ? ORDER BY path_index, step_index"
        return _ROW.all(self._access.rows(sql, run_id)) or self.measure(run_id)

    def hubs(self, run_id: int, most: int) -> tuple[tuple[int, int, str, int], ...]:
        """The first pages with links that a crawl met at each position: path index, position, key and id."""
        return tuple(self._access.rows(_HUBS, run_id, most))

    def _measured(self, only: str, *runs: int) -> tuple[StepHealth, ...]:
        sql = _MEASURED.format(its_page=_ITS_PAGE, only=only, columns=_STEP.columns)
        return _STEP.all(self._access.rows(sql, *runs))
