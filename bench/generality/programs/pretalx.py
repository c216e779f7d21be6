"""The programme of an event in pretalx: every talk is about a package of Debian, held by those who maintain it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from bench.generality.programs import django
from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.packages import Package, packages
from bench.generality.programs.homes import SCRIPTS, home
from bench.generality.site import Site, Truth
from bench.programs import program


@contextmanager
def _serve() -> Iterator[str]:
    with django.served(_python(), "pretalx", _home(), "packages/talk/") as base:
        yield base


def _python() -> Path:
    return program("pretalx-2025", "python", "pretalx==2025.2.2")


def _home() -> Path:
    told = [_talk(each) for each in _packages()]
    return home("pretalx", lambda folder: django.fill(_python(), "pretalx", folder, told))


def _packages() -> list[Package]:
    return [each for each in packages()[5::14] if each.address]


def _talk(package: Package) -> dict[str, str]:
    return {
        "title": f"{package.name}: {package.summary}"[:190],
        "track": package.section,
        "speaker": package.maintainer,
        "address": package.address.lower(),
        "biography": f"Maintains {package.source} and other packages. {package.homepage}",
        "abstract": package.text.split("\n\n")[0],
        "description": package.text,
    }


@cache
def _told() -> dict[str, Any]:
    told = django.manage(_python(), "pretalx", _home(), str(SCRIPTS / "pretalx_ask.py"))
    assert isinstance(told, dict)
    return told


def _truth(kind: str, rows: list[dict[str, str]]) -> Truth:
    known = {row["id"]: row["id"] for row in rows}
    shown = Addresses(rf"packages/{kind}/(?P<id>\w+)/", known, {"lang"}, rf"packages/{kind}/\w+(\.ics|/.+)")
    return Truth(
        {key: f"packages/{kind}/{key}/" for key in known},
        shown.identity,
        shown.neither,
        "calendar files, and forms for what visitors think of a talk",
        fields={row["id"]: {name: said for name, said in row.items() if name != "id"} for row in rows[:60]},
    )


def _talks() -> Truth:
    return _truth("talk", _told()["talks"])


def _speakers() -> Truth:
    return _truth("speaker", _told()["speakers"])


SITES = (
    Site("pretalx-talks", "event programme", "pretalx", "packages/talk/", _serve, _talks, is_program=True),
    Site("pretalx-speakers", "event programme", "pretalx", "packages/speaker/", _serve, _speakers, is_program=True),
)
