"""The job of one site: record it if it was not, else crawl it; then extract. Each step is a command of `recorder`."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TextIO

from recorder.fleet.child import Child, ChildEnd
from recorder.fleet.leash import UNFED
from recorder.fleet.site import JobEnd, Taken, VisitProgress
from recorder.store.database import open_store
from recorder.store.errors import StoreError

_LIMITS = frozenset({"--max-pages", "--max-depth", "--max-probes", "--limit", "--max-requests"})
"""Options by which a person wants a command to stop: then its stop is no trouble of the site."""
_STOPPED = 3


@dataclass
class SiteJob:
    """`pages_left`: what it may still fetch today, None for all."""

    site: Taken
    file: Path
    lease: float
    pages_left: int | None = None
    progress: VisitProgress = field(default_factory=VisitProgress)
    stopped: str = ""
    """Why we stopped it, if we did."""
    _child: Child | None = None
    _spent: bool = False
    _relearnt: bool = False
    _rests_until: float = 0.0
    _unclear: tuple[str, ...] | None = None

    def feed(self) -> None:
        if self._child is not None:
            self._child.feed()

    def stop(self, reason: str) -> None:
        self.stopped = self.stopped or reason
        if self._child is not None:
            self._child.stop()

    async def run(self, log: TextIO) -> JobEnd:
        began = time.monotonic()
        log.write(f"Taken {self.site.token} of {self.site.name}\n")
        end = await self._visit(log)
        return JobEnd(
            code=end.code,
            reason=self.stopped or end.reason or f"ended with code {end.code}",
            progress=self.progress,
            seconds=time.monotonic() - began,
            ours=bool(self.stopped),
            budget=self._spent,
            rest=left if (left := self._rests_until - time.monotonic()) > 0 else None,
            unclear=self._unclear,
            relearnt=(self.site.relearnt or self._relearnt) and end.code != 0,
        )

    async def _visit(self, log: TextIO) -> ChildEnd:
        if not await asyncio.to_thread(is_recorded, self.file):
            end = await self._step("record", (self.site.entry, *self._samples()), log)
            if self._went_wrong(end, "record"):
                return end
        end = await self._crawl(log)
        if end.answer.get("drift") and self.site.relearn and not self.site.relearnt:
            self._relearnt = True
            again = await self._step("record", ("--again",), log)
            if self._went_wrong(again, "record"):
                return again
            end = await self._crawl(log)
        if self._went_wrong(end, "crawl"):
            return end
        if end.answer.get("records") is None:
            return await self._step("extract", (), log)
        return replace(end, code=0)

    async def _crawl(self, log: TextIO) -> ChildEnd:
        params = ("--params-from", str(self.file.with_name("params.csv"))) if self.site.params is not None else ()
        return await self._step("crawl", params, log)

    def _samples(self) -> Iterator[str]:
        for sample in self.site.samples:
            yield from ("--like", sample)

    async def _step(self, command: str, words: Sequence[str], log: TextIO) -> ChildEnd:
        if self.stopped:
            return ChildEnd(_STOPPED, {}, self.stopped)
        before = self.progress.fetched
        first: list[int] = []

        def listen(event: Mapping[str, Any]) -> None:
            if event["event"] == "rest_asked":
                self._rests_until = max(self._rests_until, time.monotonic() + float(event["seconds"]))
                return
            pages, targets = int(event.get("pages") or 0), int(event.get("targets") or 0)
            first[:] = first or [pages - 1]
            self.progress = VisitProgress(command, pages, targets, before + pages - first[0])
            if self.pages_left is not None and self.progress.fetched >= self.pages_left:
                self._spent = True
                self.stop("all pages of today are used up")

        if command == "extract":  # it fetches nothing, and the counts of the crawl are what counts
            self.progress = replace(self.progress, doing=command)
        else:
            self.progress = VisitProgress(command, fetched=before)
        self._child = Child(self.lease, listen)
        try:
            log_format = () if command == "extract" else ("--log-format", "json")
            all_words = [command, *words, "--db", str(self.file), *self._options(command), *log_format]
            end = await self._child.run(all_words, log)
        finally:
            self._child = None
        if coverage := end.answer.get("coverage"):
            self._unclear = tuple(coverage["unclear"])
        if end.code == UNFED:
            self.stopped = self.stopped or "its worker did not reach the queue"
        return end

    def _options(self, command: str) -> tuple[str, ...]:
        return dict(self.site.options).get(command, ())

    def _went_wrong(self, end: ChildEnd, command: str) -> bool:
        """A stop that the site's options ask for is an end like another."""
        words = self._options(command)
        wanted = any(word.partition("=")[0] in _LIMITS for word in words)
        return bool(self.stopped) or not (end.code == 0 or (end.code == _STOPPED and wanted))


def is_recorded(file: Path) -> bool:
    """Whether a recording came to its end in this file. One that a limit stopped is gone on with, and stops again."""
    if not file.exists():
        return False
    try:
        with open_store(file, read_only=True) as store:
            return any(
                run.kind == "mapping" and run.status == "done"
                for each in store.recordings.all()
                for run in store.runs.all(each.id)
            )
    except StoreError:
        return False
