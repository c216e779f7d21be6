"""A second process that reads pages: started once a run has shown to be long enough, sent pages, and asked for what it
read (`reader_worker` is its other end). A large page waits for it in any run: only what another process reads can be
stopped, whatever is in it.

No page is lost with the process. A new one reads what it had not answered; a page that ends it twice, or takes too
long, counts as unreadable. Where it does not start or keeps ending, the caller reads the pages itself.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recorder.visiting.page_reader import Reader, ReadPage
from recorder.visiting.reader_wire import TOO_LARGE, Task, framed, frames, packed_request, unpacked_page

AS_LONG_AS_STARTING = 300
"""Least number of expected pages to start the process at once: it starts in the time in which they are read."""
WORTH_IT = 30
"""Pages after which it is started where their number is not known."""

NEVER = sys.maxsize
"""For runs whose pages are read here: only large ones are sent."""

_HARMLESS = 512 * 1024
"""Most bytes of a page that the caller may read: what a page costs grows with its size, however it is made."""

_MOST_DEATHS = 2
"""Processes that may end on a page before it counts as unreadable."""
_MOST_LOSSES = 5
"""Processes in a row that may end without reading anything before no other one is started."""
_STARTING_SECONDS, _LEAVING_SECONDS = 60.0, 1.0
"""Longest waits for a process to get ready, and to end once it has closed its socket."""
_FAULT = 1
"""Python's exit code after a fault of ours, which must not pass for one of the page: the caller then reads the page
itself, and the fault shows there.
"""
_OUT_OF_TIME = -signal.SIGXCPU
"""That was the page and no fault of the process: else a few such pages would have the next one read without a limit."""

_COMMAND = (sys.executable, "-m", "recorder.visiting.reader_worker")


@dataclass(frozen=True)
class Bounds:
    """The most that reading one page may take: seconds of computing, and bytes of memory."""

    seconds: int = 60
    memory: int = 2 * 1024**3


class UnreadablePageError(Exception):
    """A page that cannot be read within bounds; its text says why."""


@dataclass
class _Asked:
    """A page that was sent; `answer` becomes None if the caller has to read it."""

    message: bytes
    answer: asyncio.Future[bytes | None]
    deaths: int = 0


class ReaderProcess(asyncio.Protocol):
    """Reads for one `Reader`, into its forest. Belongs to one event loop."""

    def __init__(self, reader: Reader, bounds: Bounds = Bounds(), *, after: int = WORTH_IT) -> None:
        self._reader = reader
        self._bounds = bounds
        self._after = after if _cores() > 1 else NEVER
        self._process: subprocess.Popen[bytes] | None = None
        self._transport: asyncio.Transport | None = None
        self._is_ready = False
        self.is_wanted = True
        """Whether there may be a process to read for us."""
        self._asked: deque[_Asked] = deque()
        self._arrived = bytearray()
        self._met = 0
        self._losses = 0
        self._chores: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Start the process, if it saves time and is not started yet; it takes a while until it can read."""
        if self._after != NEVER:
            self._begin()

    def _begin(self) -> None:
        if self.is_wanted and self._process is None and not self._chores:
            self._schedule(self._start())

    async def read(self, url: str, body: bytes, content_type: str) -> ReadPage | None:
        """The page, or None if the caller has to read it. Raises `UnreadablePageError`."""
        self._met += 1
        is_large = len(body) > _HARMLESS
        if is_large or self._met > self._after:
            self._begin()
        if not self._is_ready and not (is_large and self.is_wanted):
            return None
        asked = _Asked(framed(packed_request(url, body, content_type)), asyncio.get_running_loop().create_future())
        self._asked.append(asked)
        if self._is_ready:
            self._send(asked.message)
        answer = await asked.answer
        if answer == TOO_LARGE:
            raise UnreadablePageError(f"reading it takes more than {self._bounds.memory // 1024**2:,} MB of memory")
        return None if answer is None else unpacked_page(answer, self._reader.forest)

    async def close(self) -> None:
        """End the process; what it is reading is lost."""
        self.is_wanted = self._is_ready = False
        for chore in self._chores:
            chore.cancel()
        if self._transport is not None:
            self._transport.abort()
        if self._process is not None:
            _end(self._process)

    def data_received(self, data: bytes) -> None:
        self._arrived += data
        for frame in frames(self._arrived):
            if not self._is_ready:
                self._set_to_work()
                continue
            self._losses = 0
            if not (asked := self._asked.popleft()).answer.done():  # else nobody waits any more
                asked.answer.set_result(frame)

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        if self.is_wanted:
            self._schedule(self._recovered(was_ready=self._is_ready))
        self._is_ready = False

    def _schedule(self, chore: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(chore)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = _started(theirs)
            except OSError:
                ours.close()
                self._give_up()
                return
        self._arrived.clear()
        transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, sock=ours)
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        reader, bounds = self._reader, self._bounds
        task = Task(reader.scope, reader.with_forms, reader.volatility, bounds.seconds, bounds.memory)
        self._send(framed(task.packed()))
        self._schedule(self._given_time(self._process))

    async def _given_time(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process that is not ready in time."""
        await asyncio.sleep(_STARTING_SECONDS)
        if process is self._process and not self._is_ready:
            process.kill()

    def _set_to_work(self) -> None:
        """It is ready: send it the pages that the process before left unanswered."""
        self._is_ready = True
        for asked in self._asked:
            self._send(asked.message)

    def _send(self, message: bytes) -> None:
        if self._transport is not None:  # else connection_lost takes care of it
            self._transport.write(message)

    async def _recovered(self, *, was_ready: bool) -> None:
        """After the process was lost: a new one, without the page that it cannot live with."""
        code = await self._ended()
        self._losses += code != _OUT_OF_TIME
        if was_ready and self._asked:
            self._blame(self._asked[0], code)
        if self._losses >= _MOST_LOSSES or not was_ready:
            self._give_up()
        else:
            await self._start()

    def _blame(self, asked: _Asked, code: int) -> None:
        """It was being read when the process ended."""
        asked.deaths += 1
        if asked.answer.done():
            self._asked.popleft()
        elif code == _FAULT:
            self._asked.popleft().answer.set_result(None)
        elif code == _OUT_OF_TIME or asked.deaths >= _MOST_DEATHS:
            self._asked.popleft()
            why = f"takes more than {self._bounds.seconds} seconds" if code == _OUT_OF_TIME else "ends whoever tries"
            asked.answer.set_exception(UnreadablePageError(f"reading it {why}"))

    def _give_up(self) -> None:
        """From now on callers read every page themselves."""
        self.is_wanted = self._is_ready = False
        while self._asked:
            asked = self._asked.popleft()
            if not asked.answer.done():
                asked.answer.set_result(None)

    async def _ended(self) -> int:
        """The exit code of a lost process: its end of the socket closes a moment before it is gone."""
        assert self._process is not None  # or there was nothing to lose
        deadline = asyncio.get_running_loop().time() + _LEAVING_SECONDS
        while (code := self._process.poll()) is None:
            if asyncio.get_running_loop().time() > deadline:
                self._process.kill()
            await asyncio.sleep(0.005)
        return code


def _started(connection: socket.socket) -> subprocess.Popen[bytes]:
    """It prints nothing and gets no Ctrl-C: what was asked of it is still wanted then."""
    return subprocess.Popen(
        _COMMAND,
        stdin=connection.fileno(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": _python_path()},
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _python_path() -> str:
    """A PYTHONPATH that leads to the very program that is running."""
    own = str(Path(__file__).parents[2])
    return os.pathsep.join([own, *filter(None, [os.environ.get("PYTHONPATH")])])
