"""Gitweb, which comes with git, over the history of dpkg and apt: everything at one address, told apart by
parameters.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench.generality.programs.addresses import Parameters
from bench.generality.programs.data.history import commits, history, names
from bench.generality.programs.debian import libraries, unpacked
from bench.generality.programs.homes import home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import serving
from bench.sites import run_tool


@contextmanager
def _serve() -> Iterator[str]:
    root, settings = unpacked("gitweb", "git", "gitweb", "libcgi-pm-perl", "libhtml-parser-perl"), home("gitweb", _fill)
    files = root / "usr/share/gitweb"
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "bench.generality.programs.cgi_server",
        "{port}",
        root / "usr/share/gitweb/index.cgi",
    ]
    given = libraries(root) | {"GITWEB_CONFIG": str(settings / "gitweb.conf")}
    with serving([*command, f"/static/={files / 'static'}"], environment=given) as base:
        yield base


def _fill(folder: Path) -> None:
    (folder / "projects").mkdir()
    (folder / "projects" / "history.git").symlink_to(history())
    (folder / "gitweb.conf").write_text(
        f'our $projectroot = "{folder}/projects";\nour $git_temp = "/tmp";\n'
        '$feature{"pathinfo"}{"default"} = [0];\n'
        'our @stylesheets = ("/static/gitweb.css");\nour $javascript = "/static/gitweb.js";\n'
        'our $logo = "/static/git-logo.png";\nour $favicon = "/static/git-favicon.png";\n'
    )


def _truth() -> Truth:
    shown = Parameters("", _commit, {number: number for number in commits()} | names(), _is_about)
    return Truth(
        {number: f"?p=history.git;a=commit;h={number}" for number in commits()},
        shown.identity,
        shown.neither,
        "the same commit as a patch, as raw text, or with its differences written out",
        queries(),
        {number: {"subject": subject} for number, subject in list(commits().items())[::9]},
    )


def queries() -> tuple[Query, ...]:
    """`st`: what is searched; `s`: the words."""
    said = words(_messages().values())
    asked = (
        ("common word", {"st": "commit", "s": said.common}),
        ("rare word", {"st": "commit", "s": said.rare}),
        ("no hits", {"st": "commit", "s": NOTHING}),
        ("other script", {"st": "commit", "s": "ö"}),
        ("second field", {"st": "author", "s": "Guillem"}),
        ("option alone", {"st": "committer", "s": "Jackson"}),
        ("phrase", {"st": "commit", "s": said.phrase}),
        ("two words", {"st": "author", "s": "Ian Jackson"}),
    )
    return tuple(Query(sort, values, _found(values)) for sort, values in asked)


def _messages() -> dict[str, str]:
    told = run_tool(["git", "-C", history(), "log", "--format=%H %B%x00"]).split("\0")
    return dict(each.strip().split(" ", 1) for each in told if each.strip())


def _commit(given: Mapping[str, str]) -> str | None:
    return given.get("h", "HEAD") if given.get("a") == "commit" else None


def _is_about(given: Mapping[str, str]) -> bool:
    return given.get("a") in {"commitdiff", "commitdiff_plain", "patch"}


def _found(values: Mapping[str, str]) -> frozenset[str]:
    """As gitweb asks git: words are one text, letters of either case."""
    option = {"commit": "--grep", "author": "--author", "committer": "--committer"}[values["st"]]
    words: list[str | Path] = ["git", "-C", history(), "log", "--format=%H", "--fixed-strings", "--regexp-ignore-case"]
    return frozenset(run_tool([*words, f"{option}={values['s']}", "main"]).split())


SITES = (Site("gitweb-commits", "repository", "gitweb", "?p=history.git", _serve, _truth, is_program=True),)
