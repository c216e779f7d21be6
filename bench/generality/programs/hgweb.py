"""Mercurial's own web pages over the history of dpkg and apt, brought over from git."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from bench.generality.programs.addresses import Addresses
from bench.generality.programs.data.history import history
from bench.generality.programs.homes import home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import program, serving
from bench.sites import SiteUnavailableError

_SHORT = 12
"""Digits of a number in addresses."""


@contextmanager
def _serve() -> Iterator[str]:
    with serving([_command(), "serve", "-R", _home() / "made", "-a", "127.0.0.1", "-p", "{port}"]) as base:
        yield base


def _command() -> Path:
    return program("mercurial-7", "hg", "mercurial==7.2.4")


def _home() -> Path:
    return home("hgweb", _fill)


def _fill(folder: Path) -> None:
    (folder / "clone").mkdir()
    (folder / "clone" / ".git").symlink_to(history())
    _hg("--config", "extensions.convert=", "convert", "-q", folder / "clone", folder / "made")
    settings = "[web]\nname = history\ndescription = What changed in dpkg and apt\n"
    (folder / "made" / ".hg" / "hgrc").write_text(settings)


def _hg(*words: str | Path) -> str:
    done = subprocess.run([_command(), *words], capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise SiteUnavailableError(f"hg {words[0]}: {done.stderr.strip()[-300:]}")
    return done.stdout


@cache
def _told() -> dict[str, tuple[str, str, str]]:
    """User, day and description of every changeset."""
    return {number: (user, day, said) for number, user, day, said in _log(r"{node}\1{user}\1{date|isodate}\1{desc}\0")}


def _tags() -> dict[str, str]:
    """The changesets they stand for."""
    return dict(_log(r"{tags % '{tag}\1{node}\0'}"))


def _log(template: str) -> list[list[str]]:
    return [row.split("\1") for row in _hg("log", "-R", _home() / "made", "-T", template).split("\0") if row]


def _truth() -> Truth:
    known = {number[:length]: number for number in _told() for length in (_SHORT, 40)}
    tip = next(iter(_told()))
    shown = Addresses(
        r"(rev|changeset)/(?P<id>[^/]+)",
        known | _tags() | {"tip": tip, "default": tip},
        {"style", "revcount"},
        r"(raw-rev|comparison|diff|archive)/.*",
    )
    said = words(text for _, _, text in _told().values())
    asked = (
        ("common word", said.common),
        ("rare word", said.rare),
        ("two words", said.two),
        ("no hits", NOTHING),
        ("other script", "Raphaël"),
        ("second field", "Jackson"),
        ("phrase", said.phrase),
        ("option alone", "apt/2/2.1"),
    )
    return Truth(
        {number: f"rev/{number[:_SHORT]}" for number in _told()},
        shown.identity,
        shown.neither,
        "the same changeset raw, compared, or as an archive",
        tuple(Query(sort, {"rev": text}, _found(text)) for sort, text in asked),
        {
            number: {"user": user, "date": day, "description": text}
            for number, (user, day, text) in list(_told().items())[::9]
        },
    )


def _found(words: str) -> frozenset[str]:
    """As hgweb asks: every word in the description, the user's name, a branch or a file's name."""
    query = " and ".join(f"keyword({word!r})" for word in words.split())
    return frozenset(_hg("log", "-R", _home() / "made", "-r", query, "-T", r"{node}\n").split())


SITES = (Site("hgweb-changesets", "repository", "Mercurial", "", _serve, _truth, is_program=True),)
