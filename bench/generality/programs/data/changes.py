"""What people changed in programs of Debian over thirty years, from the programs' own changelogs: who, when, in which
version, in their words.
"""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cache
from textwrap import dedent

from bench.sites import debian_folder

_SOURCES = ("dpkg", "lintian", "devscripts", "apt", "debian-policy")
_ENTRY = re.compile(r"^(\S+) \(([^)]+)\)[^\n]*\n(.*?)^ -- (.*?) <([^>]*)>  ([^\n]+)$", re.MULTILINE | re.DOTALL)
_PERSON = re.compile(r"^  \[ (.+) \]$")
_ITEM = re.compile(r"^  [*-] ?")
_ENDS = re.compile(r"(?<=[\w)'\"])[.:](?:\s|$)|\n *[-+*] ")
_CLOSED = re.compile(r"#(\d{3,})")
_SHORTEST, _LONGEST = 20, 90
"""Of a summary, in characters: shorter ones say nothing ("Typo."), longer ones are cut at a word."""


@dataclass(frozen=True)
class Change:
    source: str
    version: str
    author: str
    uploader: str
    address: str
    """Of the uploader."""
    when: datetime
    summary: str
    text: str
    closes: tuple[str, ...]
    """Numbers of bugs."""


@dataclass(frozen=True)
class Release:
    """One version of one program, with all that changed in it."""

    source: str
    version: str
    uploader: str
    address: str
    when: datetime
    text: str


@cache
def releases(source: str) -> tuple[Release, ...]:
    """Oldest first, as versions and not always as days."""
    folder = debian_folder(source, f"usr/share/doc/{source}")
    with gzip.open(folder / "changelog.gz", "rt", encoding="utf-8", errors="replace") as file:
        found = _ENTRY.findall(file.read())
    told = [
        Release(name, version, who, where, parsedate_to_datetime(when), text)
        for name, version, text, who, where, when in found
    ]
    return tuple(reversed(told))


@cache
def changes(*sources: str) -> tuple[Change, ...]:
    """Of all sources or of these, oldest first; those that say too little are left out."""
    every = [release for source in sources or _SOURCES for release in releases(source)]
    return tuple(change for each in sorted(every, key=lambda one: one.when) for change in _changes(each))


def _changes(release: Release) -> Iterator[Change]:
    for author, item in _items(release):
        summary = _summary(item)
        if len(summary) >= _SHORTEST:
            closes = tuple(_CLOSED.findall(item))
            yield Change(
                *(release.source, release.version, author, release.uploader, release.address, release.when),
                *(summary, item, closes),
            )


def _items(release: Release) -> Iterator[tuple[str, str]]:
    """Every item with its author."""
    author, lines = release.uploader, list[str]()
    for line in [*release.text.split("\n"), "  * "]:
        person = _PERSON.match(line)
        if (person or _ITEM.match(line)) and lines:
            first, rest = lines[0], "\n".join(lines[1:])
            yield author, f"{_ITEM.sub('', first)}\n{dedent(rest)}".strip()
            lines = []
        if person:
            author = person[1]
        elif _ITEM.match(line) or lines:
            lines.append(line)


def _summary(item: str) -> str:
    first = " ".join(_ENDS.split(item.replace("\n", " "), maxsplit=1)[0].split())
    return first if len(first) <= _LONGEST else f"{first[:_LONGEST].rpartition(' ')[0]} …"
