"""Files over plain HTTP, of whatever kind: as politely as pages, redirects hop by hop, with a bound on their size, into
a folder where each content lies once, under its hash. Knows neither records nor the store.

Files may lie on other servers than the site's: `robots.txt` and the throttle of each are heeded, and the guard of the
site keeps machines around us out of reach.
"""

from __future__ import annotations

import hashlib
import mimetypes
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from recorder.fetching.answers import FetchError, Outcome, OutcomeKind, Request, header
from recorder.fetching.content import media_type
from recorder.fetching.http_client import HttpClient, HttpReply
from recorder.fetching.options import MEGABYTE, FetchOptions
from recorder.fetching.politeness import Politeness
from recorder.fetching.scope import Scope
from recorder.fetching.statuses import BUSY, PASSING, REDIRECTS, RedirectTrail, address_of, raise_for_status
from recorder.runtime.files import explained

_LARGEST = 100 * MEGABYTE
_PIECE = MEGABYTE // 4
_MAY_PASS = frozenset({OutcomeKind.BROKEN_OFF, OutcomeKind.UNREACHABLE, OutcomeKind.BUSY, OutcomeKind.TIMEOUT})
_LONGEST_ENDING = 6


@dataclass(frozen=True)
class KeptFile:
    """`path` is within the folder."""

    path: str
    content_type: str
    size: int


class FileFetcher:
    """`folder` is made with the first file."""

    def __init__(self, options: FetchOptions, scope: Scope, folder: Path, largest: int = _LARGEST) -> None:
        self._options = options
        self._client = HttpClient(options, scope)
        self._politeness = Politeness(options, self._client)
        self._folder = folder
        self._largest = largest

    async def fetch(self, url: str) -> KeptFile | Outcome:
        """Tries again what may pass, ever more slowly."""
        result = await self._once(Request(url))
        for attempt in range(1, self._options.attempts):
            if isinstance(result, KeptFile) or not (result.kind in _MAY_PASS or result.status in PASSING | BUSY):
                break
            if result.retry_after is not None and result.retry_after > self._options.patience:
                break
            await self._options.clock.sleep(self._options.backoff * (1 << attempt - 1) * random.uniform(0.75, 1.25))
            result = await self._once(Request(url))
        return result

    async def close(self) -> None:
        await self._client.close()

    async def _once(self, request: Request) -> KeptFile | Outcome:
        trail = RedirectTrail(request, self._options.max_redirects)
        try:
            while True:
                if (kept := await self._step(trail)) is not None:
                    return kept
        except FetchError as error:
            return error.outcome(request, trail.hops)

    async def _step(self, trail: RedirectTrail) -> KeptFile | None:
        """One request of the trail: the file, or None when it leads on."""
        address = address_of(trail.current.url)
        await self._politeness.admit(address)
        async with self._politeness.turn(address) as turn, self._client.ask(trail.current, address) as reply:
            turn.heard(reply.status, reply.headers)
            location = header(reply.headers, "Location")
            if reply.status in REDIRECTS and location:
                trail.follow(reply.status, location)
                return None
            raise_for_status(reply.status, reply.headers, reply.reason)
            return await self._kept(reply)

    async def _kept(self, reply: HttpReply) -> KeptFile:
        digest, size = hashlib.sha256(), 0
        with _partial(self._folder) as partial:
            while piece := await reply.read_some(_PIECE):
                digest.update(piece)
                with explained(self._folder, "folder"):
                    partial.write(piece)
                if (size := size + len(piece)) > self._largest:
                    reply.hang_up()
                    reason = f"the file is larger than {self._largest:,} bytes"
                    raise FetchError(OutcomeKind.TOO_LARGE, reason, status=reply.status)
            if not reply.complete:
                raise FetchError(OutcomeKind.BROKEN_OFF, "the file broke off", status=reply.status)
            if not size:
                raise FetchError(OutcomeKind.EMPTY, "the file is empty", status=reply.status)
            kind = media_type(header(reply.headers, "Content-Type"))
            path = f"{digest.hexdigest()[:2]}/{digest.hexdigest()}{_ending(kind)}"
            partial.flush()
            self._put(Path(partial.name), path)
        return KeptFile(path, kind, size)

    def _put(self, partial: Path, path: str) -> None:
        with explained(self._folder, "folder"):
            (self._folder / path).parent.mkdir(exist_ok=True)
            partial.replace(self._folder / path)


def _ending(kind: str) -> str:
    """By what the server says that it is; nothing of a name that it could choose."""
    ending = mimetypes.guess_extension(kind) or ""
    return ending if ending[1:].isalnum() and len(ending) <= _LONGEST_ENDING else ""


@contextmanager
def _partial(folder: Path) -> Iterator[IO[bytes]]:
    """A file that is gone afterwards unless it was moved."""
    with explained(folder, "folder"):
        folder.mkdir(exist_ok=True)
        file = NamedTemporaryFile(dir=folder, prefix=".", suffix=".partial", delete=False)  # noqa: SIM115 - closed below
    try:
        with file:
            yield file
    finally:
        Path(file.name).unlink(missing_ok=True)
