"""A run of the engine in a thread and an event loop of its own, so that a screen never waits for it.

`Job` starts it, pauses it, asks it to stop and keeps what it came to. Its listener is called in the job's thread.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import Generic, TypeVar

from recorder.crawling.session import CrawlOptions, CrawlResult, crawl
from recorder.extracting.session import Extraction, ExtractOptions, extract
from recorder.fetching.options import Gate
from recorder.recording.options import RecordOptions
from recorder.recording.session import RecordResult, record
from recorder.runtime.errors import RecorderError, told_errors
from recorder.runtime.events import Listener, Note
from recorder.runtime.stopping import Stop

_Result = TypeVar("_Result")
_Options = TypeVar("_Options", RecordOptions, CrawlOptions)
_Work = Callable[[Stop, Gate], Awaitable[_Result]]


class Job(Generic[_Result]):
    """What it came to is `result`, or `error`, once it is no longer `running`. A `fault` is one of the program."""

    def __init__(self, work: _Work[_Result]) -> None:
        self.result: _Result | None = None
        self.error: RecorderError | None = None
        self.fault: BaseException | None = None
        self.paused = False
        self.stopping = False
        self._work = work
        self._loop = asyncio.new_event_loop()
        self._stop = Stop()
        self._open = asyncio.Event()
        self._open.set()
        self._task: asyncio.Task[_Result] | None = None
        self._thread = Thread(target=self._run, name="job", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def pause(self) -> None:
        """No request goes out until `resume`; what is on its way arrives."""
        self.paused = True
        self._tell(self._open.clear)

    def resume(self) -> None:
        self.paused = False
        self._tell(self._open.set)

    def stop(self, reason: str = "stopped by you") -> None:
        """Ask for a clean end with everything saved; it comes within a moment."""
        self.stopping = True
        self._tell(lambda: self._stop.press(reason))

    def abandon(self) -> None:
        """End now: what is committed is safe."""
        self._tell(lambda: self._task and self._task.cancel())

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it ended in this time."""
        self._thread.join(seconds)
        return not self.running

    def _tell(self, what: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop has closed: it has ended already
            self._loop.call_soon_threadsafe(what)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner, told_errors():
                self.result = runner.run(self._working())
        except RecorderError as error:
            self.error = error
        except asyncio.CancelledError:
            self.error = RecorderError("Stopped at once; what was stored is safe.", "Start it again to go on.")
        except Exception as fault:  # noqa: BLE001 - shown by whoever waits for the job: a thread has nobody to tell
            self.fault = fault

    async def _working(self) -> _Result:
        self._task = asyncio.current_task()
        return await self._work(self._stop, self._gate)

    async def _gate(self) -> None:
        await self._open.wait()


def start_recording(options: RecordOptions, listen: Listener) -> Job[RecordResult]:
    """Map a site, or go on with a mapping."""
    return Job(lambda stop, gate: record(_watched(options, listen, gate), listen, stop))


def start_crawl(options: CrawlOptions, listen: Listener) -> Job[CrawlResult]:
    """Collect target pages, or go on with a crawl."""
    return Job(lambda stop, gate: crawl(_watched(options, listen, gate), listen, stop))


def start_extraction(options: ExtractOptions, listen: Listener) -> Job[Extraction]:
    """Make records of the pages that were collected."""
    return Job(lambda stop, _: extract(options, listen, stop))


def _watched(options: _Options, listen: Listener, gate: Gate) -> _Options:
    """`options` for fetchers that announce what they notice and wait at the gate."""
    fetching = replace(options.fetching, notice=lambda text: listen(Note(text)), gate=gate)
    return replace(options, fetching=fetching)
