"""A worker: takes sites, lets their jobs run, says that it lives, and puts back what dead workers held.

It holds nothing that must survive it. While PostgreSQL is away it waits, and what runs goes on as long as the lease
allows. A worker that was taken for dead finds, when it comes back, that its sites are no longer its own: their
commands have been ended by their leash, and what it says of them no longer counts.
"""

import asyncio
import contextlib
import os
import platform
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import psycopg
from procrastinate.exceptions import ConnectorException

from recorder.fleet.connecting import QueuePlace, open_app
from recorder.fleet.outlook import outlook_of
from recorder.fleet.queue import WorkerQueue
from recorder.fleet.site import JobEnd, Taken, VisitProgress
from recorder.fleet.site_files import SiteFiles
from recorder.fleet.site_job import SiteJob
from recorder.runtime.errors import RecorderError
from recorder.runtime.stopping import Stop

_Answer = TypeVar("_Answer")

LEASE = 30.0
"""Seconds that a worker may be silent before its sites are given to others."""
_BEATS_A_LEASE = 6
_IDLE = 2.0
_AWAY = 1.0
_AT_THE_END = 10.0
"""Seconds that a worker which is to stop still tries to reach the queue."""


@dataclass(frozen=True)
class WorkerOptions:
    """`once`: end when nothing is due. `per_day`: pages a site. `per_host`: sites at once."""

    files: SiteFiles
    slots: int = 1
    once: bool = False
    per_day: int | None = None
    per_host: int = 1
    lease: float = LEASE


@dataclass
class Worker:
    place: QueuePlace
    options: WorkerOptions
    stop: Stop
    tell: Callable[[str], None]
    _jobs: dict[Taken, SiteJob] = field(default_factory=dict)
    _tasks: dict[asyncio.Task[None], Taken] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _id: int = 0
    _is_away: bool = False
    _fault: BaseException | None = None
    _stopped_at: float = 0.0

    async def work(self) -> None:
        """Until it is to stop, or, with `once`, until nothing is due."""
        async with open_app(self.place.conninfo, self.options.slots + 2).open_async() as app:
            self._queue = WorkerQueue(app, self.options.lease, self.options.per_host)
            await self._register()
            beating = asyncio.create_task(self._beat_on())
            beating.add_done_callback(self._ended)
            try:
                await self._take_on()
                self._stop_jobs()
                while self._tasks:
                    await asyncio.wait(self._tasks)
                if self._fault is not None:
                    raise self._fault
            finally:
                beating.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await beating
            with contextlib.suppress(ConnectorException):
                await self._queue.unregister(self._id)

    async def _register(self) -> None:
        """Under a name that no worker had before."""
        host = f"{platform.node()}-{os.getpid()}"
        self._id = await self._surely(
            lambda: self._queue.register(f"{host}-{secrets.token_hex(4)}", self.options.slots)
        )

    async def _take_on(self) -> None:
        while not self.stop.requested:
            self._changed.clear()
            free = self.options.slots - len(self._tasks)
            if free <= 0:
                await self._something(self.options.lease)
                continue
            if await self._take_one() or await self._promote():
                continue
            if self.options.once and not self._tasks and not await self._surely(self._queue.due):
                return
            await self._something(_IDLE)

    async def _promote(self) -> bool:
        return await self._surely(lambda: self._queue.promote(2 * self.options.slots + 2)) > 0

    async def _take_one(self) -> bool:
        site = await self._surely(lambda: self._queue.take(self._id, [each.id for each in self._tasks.values()]))
        if site is None:
            return False
        task = asyncio.create_task(self._visit(site))
        self._tasks[task] = site
        task.add_done_callback(self._ended)
        return True

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task, None)
        self._changed.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fault = self._fault or error
            self.stop.request("a job failed in a way of ours")

    async def _something(self, seconds: float) -> None:
        """A job has ended, the worker is to stop, or some time is over."""
        waits = {asyncio.create_task(self._changed.wait()), asyncio.create_task(self.stop.is_requested())}
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for each in waits:
            each.cancel()

    async def _visit(self, site: Taken) -> None:
        options, depot = self.options, self.options.files.depot
        left = None if options.per_day is None else max(options.per_day - site.day_pages, 0)
        try:
            file = await asyncio.to_thread(options.files.begin, site)
        except OSError as error:
            await self._say(site, JobEnd(1, f"its file cannot be fetched: {error}", VisitProgress(), 0.0))
            return
        job = self._jobs[site] = SiteJob(site, file, options.lease, left)
        self.tell(f"{site.name}: taken")
        try:
            log_file = depot.log_file(site.name, file.parent)
            with log_file.open("a", encoding="utf-8", errors="backslashreplace") as log:
                end = await job.run(log)
            await asyncio.to_thread(depot.keep_log, log_file, site.name, site.token)
            await self._publish(site, job, end)
        except (OSError, sqlite3.Error) as error:
            await self._say(site, JobEnd(1, f"its file cannot be written: {error}", job.progress, 0.0))
        finally:
            self._jobs.pop(site, None)

    async def _publish(self, site: Taken, job: SiteJob, end: JobEnd) -> None:
        """Only of a site that is still ours, whatever the file says."""
        if not await self._surely(lambda: self._queue.owns(site)):
            self.tell(f"{site.name}: no longer this worker's; nothing of it counts")
            return
        has_file = await asyncio.to_thread(self.options.files.publish, site, job.file)
        if await self._say(site, replace(end, has_file=has_file)):
            await asyncio.to_thread(self.options.files.tidy, site)

    async def _say(self, site: Taken, end: JobEnd) -> bool:
        judged = outlook_of(site, end, await self._surely(self._queue.now))
        counts = await self._surely(lambda: self._queue.end(site, self._id, end, judged))
        outcome = judged.state if judged.reason is None else f"{judged.state}: {judged.reason}"
        self.tell(f"{site.name}: {outcome}" if counts else f"{site.name}: no longer this worker's")
        return counts

    async def _beat_on(self) -> None:
        interval = self.options.lease / _BEATS_A_LEASE
        while True:
            began = time.monotonic()
            await self._surely(self._beat)
            if self.stop.requested:
                self._stop_jobs()
            await asyncio.sleep(max(interval - (time.monotonic() - began), interval / 2))

    async def _beat(self) -> None:
        held = dict(self._jobs)
        mine = await self._queue.beat(self._id, {site: job.progress for site, job in held.items()})
        for site, job in held.items():
            if (site.id, site.token) not in mine:
                job.stop("no longer this worker's")  # and fed no more
                continue
            if mine[site.id, site.token]:
                job.stop("paused")
            job.feed()
        for name in await self._queue.reap():
            self.tell(f"{name}: its worker was lost; it waits again")
        if not held and not await self._queue.is_registered(self._id):
            await self._register()

    def _stop_jobs(self) -> None:
        for job in self._jobs.values():
            job.stop("its worker was stopped")

    async def _surely(self, ask: Callable[[], Awaitable[_Answer]]) -> _Answer:
        """What the queue answers, however long PostgreSQL is away; once the worker is to stop, not for long."""
        while True:
            try:
                answer = await ask()
            except ConnectorException as error:
                await self._after(error)
                continue
            if self._is_away:
                self._is_away = False
                self.tell("PostgreSQL answers again.")
            return answer

    async def _after(self, error: ConnectorException) -> None:
        """What can be done about it; else it is a fault of ours."""
        if isinstance(error.__cause__, psycopg.OperationalError | psycopg.InterfaceError):
            await self._wait_for_queue(error)
        elif isinstance(error.__cause__, psycopg.errors.ForeignKeyViolation):
            await self._register()  # it was taken for dead, and its row removed
        else:
            raise error

    async def _wait_for_queue(self, error: ConnectorException) -> None:
        if not self._is_away:
            self._is_away = True
            self.tell("PostgreSQL does not answer; waiting for it.")
        if self.stop.requested:
            self._stopped_at = self._stopped_at or time.monotonic()
            if time.monotonic() - self._stopped_at > _AT_THE_END:
                raise RecorderError(
                    "The queue cannot be reached to say what became of the sites that were at work.",
                    "They are given to other workers after the lease; nothing is lost.",
                ) from error
        with contextlib.suppress(RecorderError):
            await asyncio.to_thread(self.place.revive)
        await asyncio.sleep(_AWAY)
