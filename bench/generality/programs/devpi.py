"""Devpi's index of packages of Python, with a page for every version of each."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.wheels import wheels, write_wheels
from bench.generality.programs.homes import home
from bench.generality.site import Site, Truth
from bench.programs import program, serving
from bench.sites import run_tool


@contextmanager
def _serve() -> Iterator[str]:
    with _serving(home("devpi", _fill)) as base:
        yield base


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    words: list[str | Path] = [
        "--serverdir",
        folder / "server",
        "--host",
        "127.0.0.1",
        "--port",
        "{port}",
        "--offline-mode",
    ]
    with serving([_command("devpi-server"), *words], answers="+api") as base:
        yield base


def _command(name: str) -> Path:
    return program("devpi-6", name, "devpi-server==6.20.3", "devpi-web==5.1.1", "devpi-client")


def _fill(folder: Path) -> None:
    (folder / "wheels").mkdir()
    write_wheels(folder / "wheels")
    run_tool([_command("devpi-init"), "--serverdir", folder / "server", "--no-root-pypi"])
    with _serving(folder) as base:
        client: list[str | Path] = ["--clientdir", folder / "client"]
        for words in (
            ["use", *client, base],
            ["user", *client, "-c", "bench", "password=a-bench-of-programs"],
            ["login", *client, "bench", "--password=a-bench-of-programs"],
            ["index", *client, "-c", "dev", "bases="],
            ["use", *client, "bench/dev"],
            ["upload", *client, "--from-dir", folder / "wheels"],
        ):
            run_tool([_command("devpi"), *words])
    rmtree(folder / "wheels")


def _truth() -> Truth:
    known = {f"{wheel.name}/{version}": wheel.name for wheel in wheels() for version in (wheel.version, "latest")}
    shown = Addresses(r"bench/dev/(?P<id>[^/]+/[^/]+)/?", known, about=r"bench/dev/\+f/.*|bench/dev/[^/+]+/?")
    return Truth(
        {wheel.name: f"bench/dev/{wheel.name}/{wheel.version}" for wheel in wheels()},
        shown.identity,
        shown.neither,
        "files to download, and lists of a package's versions, each of one",
        fields={
            wheel.name: {
                "name": wheel.name,
                "version": wheel.version,
                "summary": wheel.described.summary,
                "author": wheel.described.maintainer,
            }
            for wheel in wheels()[::4]
        },
    )


SITES = (Site("devpi-versions", "package index", "devpi", "bench/dev", _serve, _truth, is_program=True),)
