"""Roundup's classic tracker, with what people once changed in programs of Debian as its issues."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path

from bench.generality.programs.addresses import ABOUT, Addresses
from bench.generality.programs.data.changes import Change, changes
from bench.generality.programs.homes import SCRIPTS, home, inside, with_settings
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import free_port, program, serving
from bench.sites import run_tool

_STATES = ("unread", "chatting", "in-progress", "testing", "resolved", "resolved", "done-cbb")
_PRIORITIES = ("bug", "wish", "feature", "urgent")


@contextmanager
def _serve() -> Iterator[str]:
    port = free_port()
    settings = (_home() / "config.ini").read_text()
    told = re.sub(r"(?m)^web = .*$", f"web = http://127.0.0.1:{port}/", settings)
    with (
        with_settings(_home(), {"config.ini": told}) as folder,
        serving([_command("python"), SCRIPTS / "roundup_serve.py", folder, "{port}"], port=port) as base,
    ):
        yield base


def _command(name: str) -> Path:
    return program("roundup-2.6", name, "roundup==2.6.0")


def _home() -> Path:
    return home("roundup", _fill)


def _fill(folder: Path) -> None:
    settings = "web_http_auth=no,tracker_web=http://127.0.0.1:8080/,mail_domain=example.com,mail_host=localhost"
    admin = _command("roundup-admin")
    run_tool([admin, "-i", folder / "made", "install", "classic", "sqlite", settings])
    run_tool([admin, "-i", folder / "made", "initialise", "bench"])
    for each in (folder / "made").iterdir():
        each.rename(folder / each.name)
    inside(_command("python"), "roundup_fill", folder, told=[_issue(at, each) for at, each in enumerate(_changes())])


def _changes() -> list[Change]:
    return list(changes("lintian", "apt"))[:700]


def _issue(at: int, change: Change) -> dict[str, str]:
    return {
        "title": change.summary,
        "author": change.author,
        "assigned": change.uploader,
        "when": f"{change.when.astimezone(UTC):%Y-%m-%d.%H:%M:%S}",
        "text": change.text,
        "keyword": change.source,
        "status": _STATES[at % len(_STATES)],
        "priority": _PRIORITIES[len(change.text) % len(_PRIORITIES)],
    }


def _truth() -> Truth:
    said = words(f"{change.summary} {change.text}" for change in _changes())
    asked = (
        ("common word", {"@search_text": said.common}),
        ("rare word", {"@search_text": said.rare}),
        ("two words", {"@search_text": said.two}),
        ("no hits", {"@search_text": NOTHING}),
        ("other script", {"@search_text": "заметка"}),
        ("second field", {"@search_text": said.common, "status": "resolved"}),
        ("option alone", {"priority": "urgent"}),
        ("phrase", {"title": "false positive"}),
    )
    told = inside(_command("python"), "roundup_ask", _home(), told=[values for _, values in asked])
    assert isinstance(told, dict)
    known = {number: number for number in told["issues"]}
    shown = Addresses(r"issue0*(?P<id>\d+)", known, {"@ok_message"}, r"(msg|file)\d+.*")
    return Truth(
        {number: f"issue{number}" for number in known},
        shown.identity,
        shown.neither,
        f"{ABOUT}; the single messages that an issue is made of",
        tuple(
            Query(sort, values, frozenset(found)) for (sort, values), found in zip(asked, told["answers"], strict=True)
        ),
        {number: fields for number, fields in told["issues"].items() if int(number) % 12 == 0},
    )


SITES = (Site("roundup-issues", "tracker", "Roundup", "", _serve, _truth, is_program=True),)
