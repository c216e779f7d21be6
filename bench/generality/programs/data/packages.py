"""Descriptions of Debian's packages: one in twenty of those this machine's package lists tell of.

They are read once and kept, for the lists are refreshed now and then and the bench is not.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.sites import CACHE, SiteUnavailableError, run_tool

_KEPT = CACHE / "generality" / "packages.json"
_ONE_IN = 20
_FIELD = re.compile(r"^([A-Z][\w-]*):[ \n]?((?:.*)(?:\n .*)*)", re.MULTILINE)
_MAINTAINER = re.compile(r"(.*?) <(.*)>")


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    section: str
    source: str
    maintainer: str
    address: str
    size: int
    homepage: str
    tags: tuple[str, ...]
    summary: str
    text: str
    """Paragraphs, with an empty line between two."""


def packages(most: int = 3000, name: str = "") -> list[Package]:
    """The first of them by name, of those whose name begins with `name`."""
    return [package for package in _all() if package.name.startswith(name)][:most]


@cache
def _all() -> tuple[Package, ...]:
    if not _KEPT.exists():
        _KEPT.parent.mkdir(parents=True, exist_ok=True)
        shown = {package.name: package for package in _read(_listing())}
        if not shown:
            raise SiteUnavailableError("apt-get update brought no descriptions of packages")
        _KEPT.write_text(json.dumps([asdict(shown[name]) for name in sorted(shown)]))
    return tuple(Package(**row | {"tags": tuple(row["tags"])}) for row in json.loads(_KEPT.read_text()))


def _listing() -> str:
    """With long descriptions, which the machine's own lists often lack: the lists are fetched for this alone."""
    with TemporaryDirectory() as folder:
        lists = Path(folder) / "lists"
        (lists / "partial").mkdir(parents=True)
        words = ("-o", f"Dir::State::lists={lists}", "-o", f"Dir::Cache={folder}", "-o", "Acquire::Languages=en")
        run_tool(["apt-get", "-q", *words, "update"])
        names = run_tool(["apt-cache", *words, "pkgnames"]).split()
        return run_tool(["apt-cache", *words, "show", *sorted(filter(_is_taken, names))])


def _is_taken(name: str) -> bool:
    return int.from_bytes(sha256(name.encode()).digest()[:4]) % _ONE_IN == 0


def _read(listing: str) -> Iterator[Package]:
    for stanza in listing.split("\n\n"):
        told: dict[str, str] = dict(_FIELD.findall(stanza))
        described = told.get("Description-en") or told.get("Description", "")
        if "\n" not in described:
            continue
        summary, long = described.split("\n", 1)
        who = _MAINTAINER.fullmatch(told["Maintainer"])
        yield Package(
            told["Package"],
            told["Version"],
            told["Section"].rpartition("/")[2],
            told.get("Source", told["Package"]).split(" ")[0],
            who[1] if who else told["Maintainer"],
            who[2] if who else "",
            int(told.get("Installed-Size", 0)),
            told.get("Homepage", ""),
            tuple(re.findall(r"[\w.-]+::[\w.:+-]+", told.get("Tag", ""))),
            summary,
            "\n".join("" if line.strip() == "." else line[1:] for line in long.split("\n")),
        )
