"""Hands the changes of a crawl to a program or an address on the web (`--notify`). It is tried a few times and then let
be: whoever is told cannot hold up or fail a crawl. What is posted goes where the person said and nowhere else.
"""

import json
import os
import shlex
import subprocess
import time
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from recorder.cli.terminal import write_note, write_routine_note
from recorder.inspecting.changes import told_changes
from recorder.runtime.errors import UsageError, told_errors
from recorder.store.database import open_store

_TRIES, _FIRST_PAUSE, _SECONDS = 3, 1.0, 20.0
_OF_SHELLS = frozenset({">", ">>", "<", "|", "||", "&&", ";", "&"})
TEXT = "RECORDER_TEXT"
"""The variable in which a command finds the changes in words."""


def checked_receiver(receiver: str) -> str:
    """An address, or a command that is there; `UsageError` before a long run, not after."""
    if receiver.startswith(("http://", "https://")):
        return receiver
    try:
        words = shlex.split(receiver)
    except ValueError as error:
        raise UsageError(f"--notify {receiver!r} cannot be read: {error}.", "Give a command or a URL.") from error
    if not words:
        raise UsageError("--notify names nobody.", "Give a command or a URL.")
    if for_a_shell := [word for word in words if word in _OF_SHELLS]:
        raise UsageError(
            f"--notify runs one command, without a shell, and {for_a_shell[0]} is a shell's.",
            f"Give it to one: --notify {shlex.quote(f'sh -c {shlex.quote(receiver)}')}.",
        )
    return receiver


def notify(
    receiver: str,
    database: Path,
    name: str | None,
    pause: Callable[[float], None] = time.sleep,
    *,
    proxy: bool = False,
) -> None:
    """Of the latest crawl, if anything has changed with it; `proxy`: through that of the environment, if it has one."""
    with told_errors(), open_store(database, read_only=True) as store:
        recording = store.recordings.find(name)
        crawls = [run for run in store.runs.all(recording.id) if run.kind == "crawl"]
        told = told_changes(store, recording, crawls[-1]) if crawls else None
    if told is None:
        return
    for attempt in range(_TRIES):
        trouble = _post(receiver, told, proxy) if receiver.startswith(("http://", "https://")) else _run(receiver, told)
        if not trouble:
            write_routine_note(f"The changes were given to {_who(receiver)}.")
            return
        if attempt < _TRIES - 1:
            pause(_FIRST_PAUSE * 4**attempt)
    write_note(f"The changes could not be given to {_who(receiver)}: {trouble}. `recorder diff` shows them.")


class _NoOtherPlace(urllib.request.HTTPRedirectHandler):
    """Who is told cannot send it on: to this machine or the network around it, for one."""

    def redirect_request(self, *_: object) -> None:
        return None


def _post(url: str, told: Mapping[str, object], proxy: bool) -> str:
    """Why it failed; empty if it did not. The address is no message: many hold a secret."""
    body = json.dumps(told).encode()
    proxies = urllib.request.ProxyHandler(None if proxy else {})
    try:
        request = urllib.request.Request(url, body, {"Content-Type": "application/json", "User-Agent": "recorder"})
        with urllib.request.build_opener(proxies, _NoOtherPlace).open(request, timeout=_SECONDS):
            return ""
    except (OSError, ValueError) as error:  # HTTP errors are OSErrors
        return str(getattr(error, "reason", "") or type(error).__name__)


def _run(command: str, told: Mapping[str, object]) -> str:
    """The JSON is its standard input."""
    settings = {**os.environ, TEXT: str(told["text"])}
    try:
        done = subprocess.run(
            shlex.split(command),
            input=json.dumps(told),
            env=settings,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return str(getattr(error, "strerror", "") or "it did not end in time")
    return f"it ended with {done.returncode}" if done.returncode else ""


def _who(receiver: str) -> str:
    """A receiver without what may be secret: a webhook's path, a command's arguments."""
    if receiver.startswith(("http://", "https://")):
        return receiver.split("/")[2].rpartition("@")[2]
    return shlex.split(receiver)[0]
