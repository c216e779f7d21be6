"""Klaus over two repositories of git: files of Python's standard library, and commits of dpkg and apt."""

from collections.abc import Iterator
from contextlib import contextmanager

from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.history import commits, history, tags
from bench.generality.site import Site, Truth
from bench.programs import program, repository, serving
from bench.sites import run_tool

_FILES = "the same text raw or as a download, and who wrote which line of it"
_COMMITS = "the same commit as a patch or an archive"


@contextmanager
def _serve() -> Iterator[str]:
    command = program("klaus-3.0", "klaus", "klaus==3.0.1")
    with serving([command, "--host", "127.0.0.1", "--port", "{port}", repository(), history()]) as base:
        yield base


def _files() -> Truth:
    names = run_tool(["git", "-C", repository(), "ls-tree", "-r", "--name-only", "main"]).splitlines()
    shown = Addresses(
        r"library/blob/[^/]+/(?P<id>.+)", {name: name for name in names}, about=r"library/(raw|blame|submodule)/.+"
    )
    fields = {name: {"path": name, "name": name.rpartition("/")[2]} for name in names[:: len(names) // 60 + 1]}
    addresses = {name: f"library/blob/main/{name}" for name in names}
    return Truth(addresses, shown.identity, shown.neither, _FILES, fields=fields)


def _commits() -> Truth:
    known = {number: number for number in commits()} | tags()
    shown = Addresses(r"history/commit/(?P<id>[^/]+)/?", known, about=r"history/(tarball|patch)/.+")
    fields = {number: {"subject": said} for number, said in list(commits().items())[::9]}
    return Truth(
        {number: f"history/commit/{number}/" for number in commits()},
        shown.identity,
        shown.neither,
        _COMMITS,
        fields=fields,
    )


SITES = (
    Site("klaus-files", "repository", "Klaus", "library/", _serve, _files, is_program=True),
    Site("klaus-commits", "repository", "Klaus", "history/", _serve, _commits, is_program=True),
)
