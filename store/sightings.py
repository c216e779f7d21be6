"""When is a target new, changed, unchanged or gone: the one rule, as pieces of SQL.

Runs are *peers* when recording, kind and parameters are the same: a query for one author says nothing about the books
of another. A page is *gone* when a complete peer run after its last sighting neither collected it nor failed to find
out (a time-out or a 500 is not an absence; 404 and 410 are). A page is judged against its last sighting in an earlier,
ended peer run, unless it was gone in between: then it is new again. The view `targets` says the same in plain SQL.
"""


def peers(one: str, other: str) -> str:
    return (
        f"{one}.recording_id = {other}.recording_id AND {one}.kind = {other}.kind"
        f" AND {one}.parameters = {other}.parameters"
    )


def absent(page: str, run: str) -> str:
    """This run can tell that the page is no longer there."""
    return (
        f"NOT EXISTS (SELECT 1 FROM pages AS unsure WHERE unsure.key = {page}.key AND unsure.run_id = {run}.id"
        " AND (unsure.role = 'target' OR unsure.role IN ('error', 'skipped')"
        " AND ifnull(unsure.http_status, 0) NOT IN (404, 410)))"
    )


def not_gone_before(page: str, page_run: str, run: str) -> str:
    """No complete peer between the sighting and `run` found the page gone."""
    return (
        f"NOT EXISTS (SELECT 1 FROM runs AS judge WHERE {peers('judge', page_run)} AND judge.complete"
        f" AND judge.id > {page_run}.id AND judge.id < {run}.id AND {absent(page, 'judge')})"
    )


# The id of the page that `page` of `run` is compared with, NULL when it is new.
_EARLIER_SIGHTING = f"""
    (SELECT seen.id FROM pages AS seen JOIN runs AS seen_run ON seen_run.id = seen.run_id
    WHERE seen.key = page.key AND seen.role = 'target' AND seen.run_id < run.id
      AND {peers("seen_run", "run")} AND seen_run.status <> 'running'
      AND {not_gone_before("seen", "seen_run", "run")} ORDER BY seen.run_id DESC LIMIT 1)
"""

# By fingerprint where both have one (a session id in a link is no change), else byte for byte.
CHANGED = """
    CASE WHEN page.fingerprint IS NOT NULL AND before.fingerprint IS NOT NULL
    THEN page.fingerprint <> before.fingerprint ELSE page.body_id IS NOT before.body_id END
"""

# Whether a changed page has another structure. Where that is not known of both, it counts as words.
RESTRUCTURED = f"({CHANGED} AND page.structure <> before.structure)"

# What became of `page` since the page `before`.
STATUS = f"CASE WHEN before.id IS NULL THEN 'new' WHEN {CHANGED} THEN 'changed' ELSE 'unchanged' END"


def judged(source: str) -> str:
    """FROM clause: `page` (chosen by `source`, a query for page ids) with its `run` and the page `before`, if any."""
    return (
        f"FROM pages AS page JOIN runs AS run ON run.id = page.run_id"
        f" LEFT JOIN pages AS before ON before.id = {_EARLIER_SIGHTING} WHERE page.id IN ({source})"
    )


# Whether no crawl before, whatever it asked, collected `page` of `run`; a mapping collects nothing.
NEVER_COLLECTED = """
    NOT EXISTS (SELECT 1 FROM pages AS seen JOIN runs AS seen_run ON seen_run.id = seen.run_id
    WHERE seen.key = page.key AND seen.role = 'target' AND seen.run_id < run.id AND seen_run.kind = 'crawl')
"""

# Parameter: the run's id. Last sightings by ended peers that this complete run found gone.
GONE_IN_RUN = f"""
    SELECT page.id FROM runs AS run
    JOIN runs AS page_run ON {peers("page_run", "run")} AND page_run.id < run.id AND page_run.status <> 'running'
    JOIN pages AS page ON page.run_id = page_run.id AND page.role = 'target'
    WHERE run.id = ? AND run.complete AND {absent("page", "run")} AND {not_gone_before("page", "page_run", "run")}
      AND page.id = {_EARLIER_SIGHTING}
"""

# Parameter: the recording's id. Last sightings of what is not present now.
GONE_NOW = """
    SELECT page.id FROM pages AS page JOIN runs AS run ON run.id = page.run_id
    WHERE run.recording_id = ?1 AND page.role = 'target'
      AND (run.kind = 'crawl' OR NOT EXISTS (
          SELECT 1 FROM runs AS crawl JOIN pages AS collected ON collected.run_id = crawl.id
          WHERE crawl.recording_id = ?1 AND crawl.kind = 'crawl' AND collected.role = 'target'))
      AND NOT EXISTS (SELECT 1 FROM targets WHERE targets.key = page.key AND targets.recording_id = ?1)
      AND NOT EXISTS (
          SELECT 1 FROM pages AS newer JOIN runs AS newer_run ON newer_run.id = newer.run_id
          WHERE newer.key = page.key AND newer.run_id > page.run_id AND newer.role = 'target'
            AND newer_run.recording_id = ?1 AND newer_run.kind = run.kind)
"""
