"""One command of `recorder` as a child process: on a leash, its log read as it comes, its `--json` at the end."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from recorder.fleet import leash
from recorder.fleet.queue_address import without_secrets

_LEASH = Path(leash.__file__)
_OF_LEASE = 0.6
"""The share of a lease after which a command whose worker is silent is stopped: it has ended before the lease has."""
_LONGEST_LINE = 1 << 22


@dataclass(frozen=True)
class ChildEnd:
    """How it ended. `answer`: what it printed with `--json`, empty where it printed nothing."""

    code: int
    answer: Mapping[str, Any]
    reason: str


class Child:
    """Start it with `run`. It is fed while its worker lives; unfed, it ends."""

    def __init__(self, lease: float, listen: Callable[[Mapping[str, Any]], None]) -> None:
        self._lease = lease
        self._listen = listen
        self._process: asyncio.subprocess.Process | None = None
        self._said = ""

    async def run(self, words: Sequence[str], log: TextIO) -> ChildEnd:
        command = [sys.executable, "-m", "recorder", *words, "--json"]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-S", "-E", str(_LEASH), str(self._lease * _OF_LEASE)),
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=without_secrets(os.environ),
            limit=_LONGEST_LINE,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        try:
            out, _ = await asyncio.gather(self._process.stdout.read(), self._follow(self._process, log))
            code = await self._process.wait()
        finally:
            self._close()
        return ChildEnd(code, _answer(out), self._said)

    def feed(self) -> None:
        self._tell(b".")

    def stop(self) -> None:
        """Ask it to end with everything saved."""
        self._tell(leash.STOP)

    def _close(self) -> None:
        """Whatever happened here: the leash ends it, should it still run."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def _tell(self, byte: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, RuntimeError):
                self._process.stdin.write(byte)

    async def _follow(self, process: asyncio.subprocess.Process, log: TextIO) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            text = line.decode(errors="replace").rstrip()
            event = _event(text)
            if event.get("event") == "page_fetched":
                self._listen(event)
                continue
            log.write(text + "\n")
            log.flush()
            if event.get("event") == "rest_asked":
                self._listen(event)
            if event.get("event") == "error":
                self._said = f"{event.get('message', '')} {event.get('hint', '')}".strip()
            elif event.get("event") == "note":
                self._said = str(event.get("text", ""))
            elif not event and text:
                self._said = text


def _event(line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _answer(out: bytes) -> Mapping[str, Any]:
    return _event(out.decode(errors="replace"))
