"""A repository of git with a commit for every version of dpkg and apt: its author, its day, its words, and one file
for each thing that changed.
"""

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bench.generality.programs.data.changes import Release, changes, releases
from bench.generality.programs.homes import home
from bench.sites import SiteUnavailableError, run_tool


def history() -> Path:
    return home("history.git", _fill)


@cache
def commits() -> dict[str, str]:
    """The first line of every commit's message, by its number."""
    lines = run_tool(["git", "-C", history(), "log", "--format=%H %s"]).splitlines()
    return dict(line.split(" ", 1) for line in lines)


@cache
def files() -> tuple[str, ...]:
    return tuple(run_tool(["git", "-C", history(), "ls-tree", "-r", "--name-only", "main"]).splitlines())


@cache
def tags() -> dict[str, str]:
    """The numbers of the commits that have other names: of tags, and of the branch."""
    lines = run_tool(["git", "-C", history(), "for-each-ref", "--format=%(refname:short) %(objectname)"]).splitlines()
    return dict(line.split() for line in lines)


def names() -> dict[str, str]:
    """As `tags`, with what programs of git call them besides."""
    every = tags()
    return every | {f"refs/tags/{name}": number for name, number in every.items()} | {"HEAD": every["main"]}


def _fill(folder: Path) -> None:
    run_tool(["git", "init", "-q", "--bare", "-b", "main", folder])
    stream = b"".join(_told())
    done = subprocess.run(["git", "-C", folder, "fast-import", "--quiet"], input=stream, capture_output=True)
    if done.returncode:
        raise SiteUnavailableError(f"git fast-import: {done.stderr.decode(errors='replace')[-300:]}")
    (folder / "description").write_text("What changed in dpkg and apt\n")


def _told() -> Iterator[bytes]:
    every = sorted((*releases("dpkg"), *releases("apt")), key=lambda release: release.when)
    for release in every:
        yield from _commit(release)
        yield f"reset refs/tags/{release.source}-{release.version.replace('~', '-')}\nfrom refs/heads/main\n\n".encode()


def _commit(release: Release) -> Iterator[bytes]:
    who = f"{release.uploader} <{release.address}> {int(release.when.timestamp())} {release.when:%z}"
    yield f"commit refs/heads/main\nauthor {who}\ncommitter {who}\n".encode()
    yield _data(f"{release.source} {release.version}\n\n{release.text}")
    latest = [each for each in changes(release.source) if each.version == release.version][:_MOST_FILES]
    for at, change in enumerate(latest):
        yield f"M 100644 inline {release.source}/{release.version.split('.')[0]}/{release.version}-{at}.txt\n".encode()
        yield _data(f"{change.summary}\n\nBy {change.author}\n\n{change.text}\n")
    yield b"M 100644 inline VERSION\n" + _data(f"{release.source} {release.version}\n") + b"\n"


def _data(text: str) -> bytes:
    told = text.encode()
    return b"data %d\n%b\n" % (len(told), told)


_MOST_FILES = 3
"""Of one commit: with all of them there would be five thousand files."""
