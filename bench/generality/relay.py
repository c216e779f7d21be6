"""The site behind an address that never changes: what comes to a port of its own is passed on to wherever the site is
served today, which is set up when it is needed first.

Decisions depend on addresses, so a site must have the same ones in every run. Passes bytes on and reads none.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import urlsplit, urlunsplit

from bench.generality.site import Site

_HOST = "127.0.0.1"
_MEETING = Path("/tmp")
"""Not the folder for temporary files that a run was given: two runs meet here."""
_FIRST_PORT, _PORTS = 20_000, 10_000
"""Below those that a system gives to whoever asks for any."""
_PIECE = 65_536


def port_of(name: str) -> int:
    """The port at which a site is always found."""
    return _FIRST_PORT + int.from_bytes(sha256(name.encode()).digest()[:4]) % _PORTS


@contextmanager
def _alone_at(port: int) -> Iterator[None]:
    """Of sites with the same port, which a hundred names are enough for, one is open at a time; and of two runs of the
    bench on this machine, one has a site open.
    """
    with (_MEETING / f"recorder-bench-{port}.lock").open("w") as file:
        flock(file, LOCK_EX)
        yield


class Relay:
    """Listens from entering to leaving. With a site that cannot be set up, every connection is closed at once."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._port = port_of(site.name)
        self._loop = asyncio.new_event_loop()
        self._open = ExitStack()
        self._lock = Lock()
        self._served: Future[str] | None = None

    def __enter__(self) -> "Relay":
        with ExitStack() as entering:
            entering.enter_context(_alone_at(self._port))
            Thread(target=self._loop.run_forever, name="relay", daemon=True).start()
            entering.callback(self._loop.call_soon_threadsafe, self._loop.stop)
            listening = asyncio.start_server(self._pass_on, _HOST, self._port)
            self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
            entering.callback(lambda: asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result())
            self._leaving = entering.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with self._leaving:
            pass  # the loop may be waiting for the lock: it is ended first
        with self._lock:
            self._open.close()

    async def _hang_up(self) -> None:
        """Listen no more, and end what is under way."""
        self._server.close()
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    def base(self) -> str:
        """The address of the site here. Sets the site up, and raises what that raises."""
        there = urlsplit(self._setting_up().result())
        return urlunsplit(there._replace(netloc=f"{_HOST}:{self._port}"))

    def _setting_up(self) -> Future[str]:
        with self._lock:
            if self._served is None:
                self._served = Future()
                Thread(target=self._set_up, args=(self._served,), name="setting up", daemon=True).start()
            return self._served

    def _set_up(self, served: Future[str]) -> None:
        try:
            served.set_result(self._open.enter_context(self._site.serve()))
        except Exception as error:  # noqa: BLE001 - whatever it is, `base` raises it where it is told
            served.set_exception(error)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._pass_between(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass  # the site is not there, or is being left: whoever asks hears of it by the closing
        finally:
            writer.close()

    async def _pass_between(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served = self._setting_up()
        await asyncio.wait([asyncio.wrap_future(served)])
        if served.exception() is None:
            there = urlsplit(served.result())
            from_site, to_site = await asyncio.open_connection(there.hostname, there.port)
            await asyncio.gather(_pipe(reader, to_site), _pipe(from_site, writer))


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
    except ConnectionError:
        pass  # the other side hears of it by the closing
    finally:
        writer.close()
