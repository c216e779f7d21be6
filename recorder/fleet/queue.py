"""The queue as a worker sees it: take a site, say that one lives, end a job, put back what dead workers held.

What waits is a row of `fleet_sites`, and only a site that may begin at once becomes a job of Procrastinate. So a
delayed job never stands before one that is ready under the same lock, and no site has two jobs. All times are the
clock of PostgreSQL.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from procrastinate import App

from recorder.fleet.outlook import Outlook
from recorder.fleet.site import JobEnd, Taken, VisitProgress

QUEUE = "fleet"
MOST_LOSSES = 5
"""Workers that a site may lose in a row before it is suspected of it."""

_GRACE = 3
"""That part of a lease, two beats, is given to workers to be heard of again after PostgreSQL was away. Who was silent
for a whole lease has no command at work any more (`fleet/leash.py`), whichever side was away.
"""
_FIRST = 16
"""Most jobs that a beat makes of sites that come before others."""
_IN_WORK = "('queued', 'running')"

PROMOTE = f"""
WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(73021002) AS mine),
ready AS MATERIALIZED (
    SELECT id, domain, address, priority, due_at FROM fleet_sites AS site, turn
    WHERE mine AND state = 'waiting' AND priority >= %(least)s AND NOT paused
      AND due_at <= now() AND coalesce(rest_until, now()) <= now()
      AND NOT EXISTS (SELECT FROM fleet_sites WHERE domain = site.domain AND lane = %(lane)s AND state IN {_IN_WORK})
      AND NOT EXISTS (SELECT FROM fleet_sites WHERE address = site.address AND lane = %(lane)s AND state IN {_IN_WORK})
),
by_domain AS (SELECT DISTINCT ON (domain) * FROM ready ORDER BY domain, priority DESC, due_at, id),
by_address AS (
    SELECT DISTINCT ON (coalesce(address, domain)) * FROM by_domain
    ORDER BY coalesce(address, domain), priority DESC, due_at, id
),
first AS (SELECT * FROM by_address ORDER BY priority DESC, due_at, id LIMIT %(most)s),
jobs AS (
    INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, args)
    SELECT '{QUEUE}', 'visit', priority, domain || repeat('+', %(lane)s - 1), jsonb_build_object('site', id) FROM first
    ORDER BY priority DESC, due_at, id
    RETURNING id, (args ->> 'site')::bigint AS site_id
)
UPDATE fleet_sites SET state = 'queued', job_id = jobs.id, lane = %(lane)s FROM jobs WHERE fleet_sites.id = site_id
RETURNING fleet_sites.id
"""

_TAKE = """
UPDATE fleet_sites SET state = 'running', token = token + 1, worker_id = %(worker)s, taken_at = now(), doing = NULL,
    day = current_date, day_pages = CASE WHEN day = current_date THEN day_pages ELSE 0 END
WHERE id = %(site)s AND job_id = %(job)s AND (state = 'queued' OR (state = 'running' AND worker_id = %(worker)s))
    AND NOT paused
RETURNING id, name, entry, samples, options, params, every, relearn, relearnt, token, published, failures, rests,
    job_id, day_pages
"""

_OVERHEARD = """
SELECT job.id AS job, site.id AS site FROM procrastinate_jobs AS job JOIN fleet_sites AS site ON site.job_id = job.id
WHERE job.worker_id = %(worker)s AND job.status = 'doing' AND NOT site.id = ANY(%(held)s) LIMIT 1
"""

_GIVE_BACK = """
WITH job AS (DELETE FROM procrastinate_jobs WHERE id = %(job)s)
UPDATE fleet_sites SET state = 'waiting', job_id = NULL, worker_id = NULL WHERE job_id = %(job)s
"""

_BEAT = """
WITH me AS (UPDATE procrastinate_workers SET last_heartbeat = now() WHERE id = %(worker)s RETURNING id),
told AS (
    SELECT * FROM jsonb_to_recordset(%(told)s::jsonb)
        AS it (id bigint, token bigint, doing text, pages bigint, targets bigint)
)
UPDATE fleet_sites AS site SET doing = told.doing, pages = told.pages, targets = told.targets FROM me, told
WHERE site.id = told.id AND site.token = told.token AND site.worker_id = me.id AND site.state = 'running'
RETURNING site.id, site.token, site.paused
"""

_END = """
WITH ended AS (
    UPDATE fleet_sites SET state = %(state)s, due_at = %(due_at)s, reason = %(reason)s, failures = %(failures)s,
        rests = %(rests)s, lost = 0, relearnt = %(relearnt)s, worker_id = NULL, job_id = NULL, doing = NULL,
        ended_at = now(), seconds = %(seconds)s, pages = %(pages)s, targets = %(targets)s,
        unclear = coalesce(%(unclear)s::text[], unclear), day_pages = day_pages + %(fetched)s,
        priority = CASE WHEN %(code)s = 0 THEN 0 ELSE priority END,
        published = CASE WHEN %(published)s THEN token ELSE published END
    WHERE id = %(site)s AND token = %(token)s AND state = 'running'
    RETURNING id, domain
),
kept AS (
    INSERT INTO fleet_endings (site_id, token, worker_id, code, reason, pages, targets, seconds, published)
    SELECT id, %(token)s, %(worker)s, %(code)s, %(reason)s, %(pages)s, %(targets)s, %(seconds)s, %(published)s
    FROM ended
),
job AS (DELETE FROM procrastinate_jobs WHERE id = %(job)s AND EXISTS (SELECT FROM ended))
SELECT EXISTS (SELECT FROM ended)
    OR EXISTS (SELECT FROM fleet_endings WHERE site_id = %(site)s AND token = %(token)s) AS is_mine
"""

_REST = """
UPDATE fleet_sites SET rest_until = greatest(rest_until, %(until)s)
WHERE domain = (SELECT domain FROM fleet_sites WHERE id = %(site)s)
"""

_REAP = f"""
WITH dead AS (
    SELECT site.id, site.job_id FROM fleet_sites AS site
    LEFT JOIN procrastinate_jobs AS job ON job.id = site.job_id
    LEFT JOIN procrastinate_workers AS worker ON worker.id = job.worker_id
    WHERE site.state IN {_IN_WORK}
      AND pg_postmaster_start_time() < now() - make_interval(secs => %(grace)s)
      AND (job.id IS NULL OR (job.status <> 'todo'
           AND (worker.id IS NULL OR worker.last_heartbeat < now() - make_interval(secs => %(lease)s))))
    FOR UPDATE OF site SKIP LOCKED
),
jobs AS (DELETE FROM procrastinate_jobs WHERE id IN (SELECT job_id FROM dead))
UPDATE fleet_sites AS site SET token = token + 1, lost = lost + 1, worker_id = NULL, job_id = NULL, doing = NULL,
    state = CASE WHEN lost + 1 < {MOST_LOSSES} THEN 'waiting' ELSE 'parked' END, due_at = least(due_at, now()),
    priority = greatest(priority, 1),
    reason = 'its worker was lost ' || (lost + 1) || ' times in a row'
FROM dead WHERE site.id = dead.id
RETURNING site.name
"""

_PRUNE = """
DELETE FROM procrastinate_workers AS worker WHERE last_heartbeat < now() - make_interval(secs => %(lease)s * 3)
    AND NOT EXISTS (SELECT FROM procrastinate_jobs WHERE worker_id = worker.id)
"""

_LEFT = f"""
SELECT count(*) AS left FROM fleet_sites WHERE state IN {_IN_WORK} OR (state = 'waiting' AND NOT paused
    AND due_at <= now() AND coalesce(rest_until, now()) <= now())
"""


class WorkerQueue:
    """Over an open app of Procrastinate; what fails here fails with its exceptions, and may be tried again.
    `per_host`: sites that a host bears at once.
    """

    def __init__(self, app: App, lease: float, per_host: int = 1) -> None:
        self._app = app
        self._lease = lease
        self._per_host = per_host

    async def register(self, name: str, slots: int) -> int:
        number = await self._app.job_manager.register_worker()
        await self._do(
            "INSERT INTO fleet_workers (id, name, slots) VALUES (%(id)s, %(name)s, %(slots)s)",
            id=number,
            name=name,
            slots=slots,
        )
        return number

    async def unregister(self, worker: int) -> None:
        await self._app.job_manager.unregister_worker(worker)

    async def promote(self, most: int, least: int = 0) -> int:
        """Make jobs of sites that may begin at once, in no lane two of one host; how many. `least`: their priority."""
        found = 0
        for lane in range(1, self._per_host + 1):
            if found < most:
                found += len(await self._rows(PROMOTE, most=most - found, lane=lane, least=least))
        return found

    async def take(self, worker: int, held: Sequence[int] = ()) -> Taken | None:
        """The next site. One that was given to the worker while PostgreSQL died comes first: the answer never arrived,
        and nobody else would ask for it while the worker lives. `held`: the sites that it knows of."""
        for row in await self._rows(_OVERHEARD, worker=worker, held=list(held)):
            return await self._begin(row["job"], row["site"], worker)
        job = await self._app.job_manager.fetch_job(queues=[QUEUE], worker_id=worker)
        return None if job is None else await self._begin(job.id, int(str(job.task_kwargs["site"])), worker)

    async def _begin(self, job: int | None, site: int, worker: int) -> Taken | None:
        rows = await self._rows(_TAKE, site=site, job=job, worker=worker)
        if not rows:  # paused or removed meanwhile
            await self._do(_GIVE_BACK, job=job)
            return None
        return _taken(rows[0])

    async def beat(self, worker: int, at: Mapping[Taken, VisitProgress]) -> Mapping[tuple[int, int], bool]:
        """Says that the worker lives, and what its sites are at. Number and token of those that are still its own, and
        whether they are to be paused."""
        told = [{"id": site.id, "token": site.token, **asdict(progress)} for site, progress in at.items()]
        rows = await self._rows(_BEAT, worker=worker, told=json.dumps(told))
        return {(row["id"], row["token"]): row["paused"] for row in rows}

    async def is_registered(self, worker: int) -> bool:
        return bool(await self._rows("SELECT id FROM procrastinate_workers WHERE id = %(worker)s", worker=worker))

    async def owns(self, site: Taken) -> bool:
        sql = "SELECT id FROM fleet_sites WHERE id = %(id)s AND token = %(token)s AND state = 'running'"
        return bool(await self._rows(sql, id=site.id, token=site.token))

    async def end(self, site: Taken, worker: int, end: JobEnd, judged: Outlook) -> bool:
        """Whether the ending counts: not that of a worker that was taken for dead. Safe to say twice."""
        values: dict[str, Any] = {
            "site": site.id,
            "token": site.token,
            "job": site.job_id,
            "worker": worker,
            "state": judged.state,
            "due_at": judged.due_at,
            "reason": judged.reason,
            "failures": judged.failures,
            "rests": judged.rests,
            "relearnt": end.relearnt,
            "code": end.code,
            "seconds": end.seconds,
            "pages": end.progress.pages,
            "targets": end.progress.targets,
            "fetched": end.progress.fetched,
            "unclear": None if end.unclear is None else list(end.unclear),
            "published": end.has_file,
        }
        rows = await self._rows(_END, **values)
        if rows[0]["is_mine"] and judged.rest_until is not None:
            await self._do(_REST, site=site.id, until=judged.rest_until)
        return bool(rows[0]["is_mine"])

    async def reap(self) -> Sequence[str]:
        """Names of the sites whose worker died: they come next. Only then are its rows removed, since a job without
        the row of its worker would be nobody's. What comes before others becomes a job here, and not only when the jobs
        that there are have all been taken: PostgreSQL may have died, or its host been busy, when it was put first."""
        grace = self._lease / _GRACE
        names = [row["name"] for row in await self._rows(_REAP, lease=self._lease, grace=grace)]
        await self.promote(max(_FIRST, len(names)), least=1)
        await self._do(_PRUNE, lease=self._lease)
        return names

    async def due(self) -> int:
        """Sites at work, or that may begin as soon as their host is free."""
        return int((await self._rows(_LEFT))[0]["left"])

    async def now(self) -> datetime:
        found: datetime = (await self._rows("SELECT now() AS now"))[0]["now"]
        return found

    async def _rows(self, sql: str, **values: Any) -> list[dict[str, Any]]:
        return await self._app.connector.execute_query_all_async(sql, **values)

    async def _do(self, sql: str, **values: Any) -> None:
        await self._app.connector.execute_query_async(sql, **values)


def _taken(row: Mapping[str, Any]) -> Taken:
    options = tuple((command, tuple(words)) for command, words in row["options"].items())
    return Taken(**{**row, "samples": tuple(row["samples"]), "options": options})
