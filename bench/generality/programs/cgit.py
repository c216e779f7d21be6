"""Cgit over the history of dpkg and apt: what gitweb shows, by another hand and at other addresses."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench.generality.programs import gitweb
from bench.generality.programs.addresses import Parameters
from bench.generality.programs.data.history import commits, history, names
from bench.generality.programs.debian import libraries, unpacked
from bench.generality.programs.homes import home
from bench.generality.site import Query, Site, Truth
from bench.programs import serving

_VIEWS = {"h", "id", "follow", "showmsg"}
_SETTINGS = """virtual-root=/
css=/cgit-css/cgit.css
logo=/cgit-css/cgit.png
enable-commit-graph=1
repo.url=history
repo.path={repository}
repo.desc=What changed in dpkg and apt
repo.defbranch=main
"""


@contextmanager
def _serve() -> Iterator[str]:
    root, settings = unpacked("cgit", "cgit", "liblua5.1-0"), home("cgit", _fill)
    command: list[str | Path] = [sys.executable, "-m", "bench.generality.programs.cgi_server", "{port}"]
    command += [root / "usr/lib/cgit/cgit.cgi", f"/cgit-css/={root / 'usr/share/cgit'}"]
    given = libraries(root) | {"CGIT_CONFIG": str(settings / "cgitrc")}
    with serving(command, environment=given) as base:
        yield base


def _fill(folder: Path) -> None:
    (folder / "cgitrc").write_text(_SETTINGS.format(repository=history()))


def _truth() -> Truth:
    known = {number: number for number in commits()} | names()
    shown = Parameters(r"history/commit/?", _commit, known, lambda given: not given.keys() <= _VIEWS)
    plain = Parameters(r"history/(diff|patch|rawdiff)/.*|history/commit/.+", lambda _: None, {}, lambda _: True)
    queries = tuple(
        Query(query.sort, {"qt": _KINDS[query.values["st"]], "q": query.values["s"]}, query.answer)
        for query in gitweb.queries()
    )
    return Truth(
        {number: f"history/commit/?id={number}" for number in commits()},
        shown.identity,
        lambda address: shown.neither(address) or plain.neither(address),
        "the same commit as a patch, as its differences alone, or as far as it touches one file",
        queries,
        {number: {"subject": subject} for number, subject in list(commits().items())[::9]},
    )


_KINDS = {"commit": "grep", "author": "author", "committer": "committer"}


def _commit(given: Mapping[str, str]) -> str | None:
    return given.get("id", given.get("h", "HEAD")) if given.keys() <= _VIEWS else None


SITES = (Site("cgit-commits", "repository", "cgit", "history/", _serve, _truth, is_program=True),)
