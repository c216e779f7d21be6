"""An archive of a mailing list by HyperKitty: versions of programs are announced, and everybody answers with what they
changed.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from typing import Any

from bench.generality.programs import django
from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.changes import Change, changes
from bench.generality.programs.homes import SCRIPTS, home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import program

_LIST = "list/changes@lists.example.com"
_MOST_ANSWERS = 4
_THREADS = 180
_ABOUT = rf"{_LIST}/(thread/\w+/.+|message/\w+/.+|export/.*)"


@contextmanager
def _serve() -> Iterator[str]:
    with django.served(_python(), "hyperkitty", _home(), f"{_LIST}/") as base:
        yield base


def _python() -> Path:
    return program("hyperkitty-1.3", "python", "HyperKitty==1.3.12", "whoosh")


def _home() -> Path:
    return home("hyperkitty", lambda folder: django.fill(_python(), "hyperkitty", folder, list(_mails())))


def _versions() -> list[list[Change]]:
    held = defaultdict[tuple[str, str], list[Change]](list)
    for change in changes("dpkg", "apt"):
        held[change.source, change.version].append(change)
    return [each[: _MOST_ANSWERS + 1] for each in held.values()][-_THREADS:]


def _mails() -> Iterator[dict[str, object]]:
    for first, *others in _versions():
        thread = f"{first.source}-{first.version}"
        yield _mail(first, thread, 0)
        for at, each in enumerate(others, 1):
            yield _mail(each, thread, at)


def _mail(change: Change, thread: str, at: int) -> dict[str, object]:
    subject = f"{change.source} {change.version}: {_firsts()[thread]}"
    name = "-".join(change.author.lower().split())
    headers = {
        "From": f"{change.author} <{name.encode('ascii', 'ignore').decode()}@example.com>",
        "To": "changes@lists.example.com",
        "Subject": f"Re: {subject}" if at else subject,
        "Date": format_datetime(change.when.replace(second=at)),
        "Message-ID": f"<{thread}.{at}@example.com>",
    }
    return {"headers": headers | ({"In-Reply-To": f"<{thread}.0@example.com>"} if at else {}), "text": change.text}


@cache
def _firsts() -> dict[str, str]:
    return {f"{first.source}-{first.version}": first.summary for first, *_ in _versions()}


@cache
def _told() -> dict[str, Any]:
    said = words(each.text for version in _versions() for each in version)
    asked = {
        "common word": said.common,
        "rare word": said.rare,
        "two words": said.two,
        "no hits": NOTHING,
        "other script": "Raphaël",
        "second field": f"{said.common} -{said.two.split()[0]}",
        "phrase": f'"{said.phrase}"',
    }
    script = str(SCRIPTS / "hyperkitty_ask.py")
    told = django.manage(_python(), "hyperkitty", _home(), script, told=list(asked.values()))
    assert isinstance(told, dict)
    return told | {"asked": asked}


def _threads() -> Truth:
    return _truth("thread", _told()["threads"], ())


def _messages() -> Truth:
    told = _told()
    queries = (
        Query(sort, {"q": text}, frozenset(answer))
        for (sort, text), answer in zip(told["asked"].items(), told["answers"], strict=True)
    )
    return _truth("message", told["mails"], tuple(queries))


def _truth(kind: str, rows: list[dict[str, str]], queries: tuple[Query, ...]) -> Truth:
    known = {row["id"]: row["id"] for row in rows}
    shown = Addresses(rf"{_LIST}/{kind}/(?P<id>\w+)/", known, {"sort"}, _ABOUT)
    return Truth(
        {key: f"{_LIST}/{kind}/{key}/" for key in known},
        shown.identity,
        shown.neither,
        "answers that scripts of a thread fetch, forms, and archives to download",
        queries,
        {row["id"]: {name: told for name, told in row.items() if name != "id"} for row in rows[:: len(rows) // 60 + 1]},
    )


SITES = (
    Site("hyperkitty-threads", "mail archive", "HyperKitty", f"{_LIST}/", _serve, _threads, is_program=True),
    Site("hyperkitty-messages", "mail archive", "HyperKitty", f"{_LIST}/", _serve, _messages, is_program=True),
)
