"""Packages of Python as Debian describes them, each as a wheel with its real metadata and nothing else in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import ZipFile

from bench.generality.programs.data.packages import Package, packages

_VERSION = re.compile(r"(?:\d+:)?v?(\d+(?:\.\d+)*)")


@dataclass(frozen=True)
class Wheel:
    name: str
    version: str
    described: Package

    @property
    def file(self) -> str:
        return f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl"


@cache
def wheels() -> tuple[Wheel, ...]:
    return tuple(_wheels())


def _wheels() -> Iterator[Wheel]:
    for each in packages(name="python3-"):
        if version := _VERSION.match(each.version):
            name = re.sub(r"[-_.]+", "-", each.name.removeprefix("python3-")).lower()
            yield Wheel(name, version[1], each)


def write_wheels(folder: Path) -> None:
    for wheel in wheels():
        inner = f"{wheel.name.replace('-', '_')}-{wheel.version}.dist-info"
        with ZipFile(folder / wheel.file, "w") as packed:
            packed.writestr(f"{inner}/METADATA", _metadata(wheel))
            packed.writestr(f"{inner}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            packed.writestr(f"{inner}/RECORD", "")


def _metadata(wheel: Wheel) -> str:
    told = wheel.described
    keywords = ",".join(tag.partition("::")[2] for tag in told.tags)
    return (
        f"Metadata-Version: 2.1\nName: {wheel.name}\nVersion: {wheel.version}\nSummary: {told.summary}\n"
        f"Author: {told.maintainer}\nHome-page: {told.homepage or 'https://www.debian.org/'}\nKeywords: {keywords}\n"
        f"\n{told.text}\n"
    )
