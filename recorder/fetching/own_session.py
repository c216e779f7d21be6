"""A person's own session with a site, as a file holds it: cookies, and what the site keeps in a browser. Read from what
Playwright saves (storage state) or from a `cookies.txt` (Netscape); written for its owner's eyes only.

The values are as good as a password. They are told to nobody: no message quotes the file, no `repr` shows them.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from recorder.fetching.cookies import Cookie
from recorder.fetching.scope import Scope, registrable_domain
from recorder.patterns.urls.address import Address, BadAddressError
from recorder.runtime.errors import UsageError
from recorder.store.recordings import Recording
from recorder.store.rows import Json

_ONLY_HTTP = "#HttpOnly_"
_COLUMNS = 7
"""Domain, whether wide, path, whether secure, end, name, value: of a line of `cookies.txt`."""
_FORMS = "Give a storage state of Playwright (JSON) or a cookies.txt; `recorder session open URL --to FILE` makes one."
_READABLE_BY_OTHERS = 0o077
_KEPT = "own_session"
"""Among the options of a recording."""


@dataclass(frozen=True)
class Stored:
    """What a site keeps in the local storage of a browser."""

    origin: str
    items: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class OwnSession:
    """`file` is where it came from. `cookies` come with the time of their end."""

    file: Path
    cookies: tuple[tuple[Cookie, float], ...] = field(default=(), repr=False)
    storage: tuple[Stored, ...] = field(default=(), repr=False)

    def of(self, scope: Scope) -> OwnSession:
        """What of it is the site's: a file may hold the sessions of many."""
        home = registrable_domain(scope.entry.host)
        return replace(
            self,
            cookies=tuple(each for each in self.cookies if registrable_domain(each[0].domain) == home),
            storage=tuple(each for each in self.storage if _is_of(each.origin, scope)),
        )

    @property
    def hosts(self) -> tuple[str, ...]:
        named = [cookie.domain for cookie, _ in self.cookies]
        return tuple(sorted({*named, *(each.origin.partition("//")[2] for each in self.storage)}))

    def __bool__(self) -> bool:
        return bool(self.cookies or self.storage)


def load_session(file: Path, *, ended: bool = False) -> OwnSession:
    """The session in a file, without cookies that have ended; `UsageError` for anything else, and for one that has
    `ended` unless that is expected.
    """
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.", _FORMS) from None
    except UnicodeDecodeError:
        raise UsageError(f"{file} is no file of a session.", _FORMS) from None
    found = _of_state(file, text) if text.lstrip().startswith("{") else OwnSession(file, tuple(_of_lines(text)))
    if not found:
        raise UsageError(f"{file} holds no session: neither cookies nor stored values.", _FORMS)
    living = tuple(each for each in found.cookies if each[1] > time.time())
    if not living and not found.storage and not ended:
        raise UsageError(f"The session in {file} has ended: all its cookies are past their time.", _FORMS)
    return replace(found, cookies=living)


def is_open_to_others(file: Path) -> bool:
    """Whether others on this machine may read it."""
    return os.name == "posix" and bool(file.stat().st_mode & _READABLE_BY_OTHERS)


def save_state(state: Mapping[str, Any], file: Path) -> None:
    """Write a storage state so that only its owner can read it, from the first byte on; all of it or nothing."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(state, out, indent=1)
        beside.replace(file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _of_state(file: Path, text: str) -> OwnSession:
    try:
        state = json.loads(text)
        cookies = tuple((_of_json(each), _end(each.get("expires"))) for each in state.get("cookies", ()))
        storage = tuple(
            Stored(str(each["origin"]), {str(one["name"]): str(one["value"]) for one in each.get("localStorage", ())})
            for each in state.get("origins", ())
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # Not `from` the error: it quotes what it could not read.
        raise UsageError(f"{file} is no storage state of Playwright.", _FORMS) from None
    return OwnSession(file, cookies, storage)


def _of_json(said: Mapping[str, Any]) -> Cookie:
    """Of a storage state, or as extensions of browsers export it."""
    domain = str(said["domain"])
    return Cookie(
        str(said["name"]),
        str(said["value"]),
        domain.removeprefix(".").lower(),
        str(said.get("path") or "/"),
        domain.startswith("."),
        bool(said.get("secure")),
        bool(said.get("httpOnly")),
    )


def _of_lines(text: str) -> Iterator[tuple[Cookie, float]]:
    for line in text.splitlines():
        only_http = line.startswith(_ONLY_HTTP)
        parts = line.removeprefix(_ONLY_HTTP).split("\t")
        if len(parts) != _COLUMNS or (line.startswith("#") and not only_http):
            continue
        domain, wide, path, secure, end, name, value = parts
        cookie = Cookie(
            name, value, domain.removeprefix(".").lower(), path, wide == "TRUE", secure == "TRUE", only_http
        )
        yield cookie, _end(end)


def _end(said: object) -> float:
    """Nothing, 0 and -1 mean: with the session."""
    try:
        seconds = float(str(said))
    except ValueError:
        return inf
    return seconds if seconds > 0 else inf


def _is_of(origin: str, scope: Scope) -> bool:
    try:
        return scope.names(Address.parse(origin).host)
    except BadAddressError:
        return False


def for_browser_storage(storage: Iterable[Stored]) -> Any:
    """As Playwright wants it."""
    return [
        {"origin": each.origin, "localStorage": [{"name": name, "value": text} for name, text in each.items.items()]}
        for each in storage
    ]


def session_kept(session: OwnSession | None) -> Json:
    """What the options of a recording keep of it: that there was one."""
    return {_KEPT: True} if session else {}


def require_session(recording: Recording, session: OwnSession | None) -> None:
    """`UsageError` where a recording was made with a session and none is given: every page would look gone."""
    if recording.options.get(_KEPT) and not session:
        raise UsageError(
            f"{recording.name} was recorded with a session of yours: without one, the site shows other pages.",
            "Give it with --session FILE; `recorder session open` makes one.",
        )
