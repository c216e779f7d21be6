"""The demo site in a thread of its own, for everything that is not asynchronous: `with DemoServer() as site`."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from types import TracebackType

from recorder.demo.site import DEFAULT_SEED, DEFAULT_SIZE, DemoSite


class DemoServer:
    """Serves a `DemoSite` until the `with` block ends; gives that site, whose edits and counts work from any thread."""

    def __init__(
        self, seed: int = DEFAULT_SEED, books: int = DEFAULT_SIZE, *, delay: float = 0.0, port: int = 0
    ) -> None:
        """The same choices as `DemoSite`."""
        self.site = DemoSite(seed, books, delay=delay, port=port)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="demo site", daemon=True)

    def __enter__(self) -> DemoSite:
        self._thread.start()
        try:
            self._finish(self.site.start())
        except BaseException:
            self._end_thread()
            raise
        return self.site

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._finish(self.site.stop())
        finally:
            self._end_thread()

    def _finish(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
