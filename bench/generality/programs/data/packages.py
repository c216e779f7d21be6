"""Descriptions of Debian's packages: one in twenty of those this machine's package lists tell of, or all of them.

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
_ALL_KEPT = CACHE / "generality" / "all-packages.json"
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
    return [package for package in _all(_KEPT, _ONE_IN) if package.name.startswith(name)][:most]


def drawn_packages(count: int) -> list[Package]:
    """So many of all packages, evenly: a smaller draw is part of a larger one."""
    return sorted(_all(_ALL_KEPT, 1), key=lambda package: _hash(package.name))[:count]


@cache
def _all(kept: Path, one_in: int) -> tuple[Package, ...]:
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        shown = {package.name: package for package in _read(_listing(one_in))}
        if not shown:
            raise SiteUnavailableError("apt-get update brought no descriptions of packages")
        kept.write_text(json.dumps([asdict(shown[name]) for name in sorted(shown)]))
    return tuple(Package(**row | {"tags": tuple(row["tags"])}) for row in json.loads(kept.read_text()))


def _listing(one_in: int) -> str:
    """With long descriptions, which the machine's own lists often lack: the lists are fetched for this alone."""
    with TemporaryDirectory() as folder:
        lists = Path(folder) / "lists"
        (lists / "partial").mkdir(parents=True)
        words = ("-o", f"Dir::State::lists={lists}", "-o", f"Dir::Cache={folder}", "-o", "Acquire::Languages=en")
        run_tool(["apt-get", "-q", *words, "update"])
        names = run_tool(["apt-cache", *words, "pkgnames"]).split()
        taken = sorted(name for name in names if _hash(name) % one_in == 0)
        return run_tool(["apt-cache", *words, "show", *taken])


def _hash(name: str) -> int:
    return int.from_bytes(sha256(name.encode()).digest()[:4])


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
