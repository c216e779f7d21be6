"""Omega, the search engine of Xapian, over the whole manual of Python: its answers mix pages of all kinds, and those of
the library are meant.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from html import unescape
from pathlib import Path

from bench.generality.programs.addresses import Addresses
from bench.generality.programs.debian import libraries, unpacked
from bench.generality.programs.homes import home
from bench.generality.programs.words import NOTHING
from bench.generality.site import Query, Site, Truth
from bench.programs import serving
from bench.sites import SiteUnavailableError, debian_folder

_SETTINGS = "database_dir {folder}/databases\ntemplate_dir {templates}\nlog_dir /tmp\ncdb_dir /tmp\n"
_PAGE = "doc/library/{name}.html"
_ASKED = (
    ("common word", {"P": "thread"}),
    ("rare word", {"P": "zlib"}),
    ("two words", {"P": "socket timeout", "DEFAULTOP": "and"}),
    ("no hits", {"P": NOTHING}),
    ("other script", {"P": "библиотека"}),
    ("second field", {"P": "socket timeout", "DEFAULTOP": "or"}),
    ("option alone", {"P": "title:objects"}),
    ("phrase", {"P": '"regular expression"'}),
)


@contextmanager
def _serve() -> Iterator[str]:
    root = _root()
    command: list[str | Path] = [sys.executable, "-m", "bench.generality.programs.cgi_server", "{port}"]
    command += [root / "usr/lib/cgi-bin/omega/omega", f"/doc/={_manual()}/"]
    command += [f"/images/xapian-omega/={root / 'usr/share/images/xapian-omega'}/"]
    with serving(command, environment=_variables()) as base:
        yield base


def _root() -> Path:
    return unpacked("omega", "xapian-omega", "libxapian30", "libmagic1", "libpcre2-8-0")


def _manual() -> Path:
    return debian_folder("python3.11-doc", "usr/share/doc/python3.11/html")


def _variables() -> dict[str, str]:
    return libraries(_root()) | {"OMEGA_CONFIG_FILE": str(home("omega", _fill) / "omega.conf")}


def _fill(folder: Path) -> None:
    (folder / "databases").mkdir()
    templates = _root() / "usr/share/xapian-omega/templates"
    (folder / "omega.conf").write_text(_SETTINGS.format(folder=folder, templates=templates))
    words: list[str | Path] = ["--db", folder / "databases" / "default", "--url", "/doc/"]
    words += ["--duplicates", "ignore", _manual()]
    _run(_root() / "usr/bin/omindex", words, libraries(_root()))


def _run(command: Path, words: list[str | Path], variables: Mapping[str, str]) -> str:
    done = subprocess.run([command, *words], capture_output=True, text=True, errors="replace", env=dict(variables))
    if done.returncode:
        raise SiteUnavailableError(f"{command.name}: {done.stderr.strip()[-300:]}")
    return done.stdout


@cache
def _pages() -> dict[str, str]:
    """Titles of the pages of the library, by their names."""
    told = {path.stem: path.read_text(errors="replace") for path in sorted((_manual() / "library").glob("*.html"))}
    titles = {name: re.search(r"<title>(.*?)(?: &#8212;| — )", text) for name, text in told.items()}
    return {name: unescape(found[1]) if found else name for name, found in titles.items()}


def _truth() -> Truth:
    shown = Addresses(r"doc/library/(?P<id>[^/]+)\.html", {name: name for name in _pages()}, {"highlight"})
    return Truth(
        {name: _PAGE.format(name=name) for name in _pages()},
        shown.identity,
        queries=tuple(Query(sort, values, _found(values)) for sort, values in _ASKED),
        fields={name: {"title": title} for name, title in list(_pages().items())[::6]},
    )


def _found(values: Mapping[str, str]) -> frozenset[str]:
    words: list[str | Path] = [f"{name}={told}" for name, told in values.items()]
    answer = _run(_root() / "usr/lib/cgi-bin/omega/omega", [*words, "HITSPERPAGE=5000", "FMT=xml"], _variables())
    return frozenset(re.findall(r"/doc/library/([^/<\"]+)\.html", answer)) & _pages().keys()


SITES = (Site("omega-library", "search engine", "Xapian Omega", "", _serve, _truth, is_program=True),)
