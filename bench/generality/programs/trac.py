"""Trac: its handbook as a wiki, and a tracker of what people once changed in programs of Debian."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from bench.generality.programs.addresses import ABOUT, Addresses
from bench.generality.programs.data.changes import Change, changes
from bench.generality.programs.homes import home, inside
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import program, serving
from bench.sites import run_tool

_EVERY = 6
"""One change in six becomes a ticket: some nine hundred."""
_LISTS = {"TitleIndex", "RecentChanges", "WikiStart"}
_STATES = (("new", None), ("closed", "fixed"), ("assigned", None), ("closed", "wontfix"), ("closed", "fixed"))


@contextmanager
def _serve() -> Iterator[str]:
    with serving([_command("tracd"), "-s", "-p", "{port}", "--hostname=127.0.0.1", _home()], answers="wiki") as base:
        yield base


def _command(name: str) -> Path:
    return program("trac-1.6", name, "setuptools<81", "trac==1.6")


def _home() -> Path:
    return home("trac", _fill)


def _fill(folder: Path) -> None:
    run_tool([_command("trac-admin"), folder / "project", "initenv", "Handbook", "sqlite:db/trac.db"])
    (folder / "project").rename(folder / "made")
    for each in (folder / "made").iterdir():
        each.rename(folder / each.name)
    told = [_ticket(number, change) for number, change in enumerate(_changes(), 1)]
    with closing(_database(folder)) as database, database:
        database.execute("DELETE FROM component")
        database.execute("DELETE FROM version")
        database.executemany("INSERT INTO component(name) VALUES (?)", {(row["component"],) for row in told})
        database.executemany("INSERT INTO version(name) VALUES (?)", {(row["version"],) for row in told})
        columns = list(told[0])
        marks = ", ".join(f":{column}" for column in columns)
        database.executemany(f"INSERT INTO ticket({', '.join(columns)}) VALUES ({marks})", told)


def _changes() -> list[Change]:
    return list(changes()[::_EVERY])


def _ticket(number: int, change: Change) -> dict[str, object]:
    status, resolution = _STATES[number % len(_STATES)]
    return {
        "id": number,
        "type": "defect" if change.closes else "enhancement",
        "time": int(change.when.timestamp() * 1_000_000),
        "changetime": int(change.when.timestamp() * 1_000_000),
        "component": change.source,
        "priority": ("trivial", "minor", "major", "critical")[len(change.text) % 4],
        "owner": change.uploader,
        "reporter": change.author,
        "version": f"{change.source} {change.version.split('.')[0]}",
        "status": status,
        "resolution": resolution,
        "summary": change.summary,
        "description": "{{{\n" + change.text + "\n}}}",
        "keywords": " ".join(change.closes),
    }


def _database(folder: Path) -> sqlite3.Connection:
    opened = sqlite3.connect(folder / "db" / "trac.db")
    opened.row_factory = sqlite3.Row
    return opened


def _tickets() -> Truth:
    with closing(_database(_home())) as database:
        rows = {str(row["id"]): dict(row) for row in database.execute("SELECT * FROM ticket ORDER BY id")}
    shown = Addresses(r"ticket/(?P<id>\d+)", {key: key for key in rows}, {"cversion"})
    said = words(change.text for change in _changes())
    asked = (
        ("common word", {"q": said.common, "ticket": "on"}),
        ("rare word", {"q": said.rare, "ticket": "on"}),
        ("two words", {"q": said.two, "ticket": "on"}),
        ("no hits", {"q": NOTHING, "ticket": "on"}),
        ("other script", {"q": "Raphaël", "ticket": "on"}),
        ("second field", {"q": said.common, "ticket": "on", "wiki": "on"}),
        ("phrase", {"q": f'"{said.phrase}"', "ticket": "on"}),
    )
    alone = frozenset(key for key, row in rows.items() if row["component"] == "devscripts")
    queries = (*_asked("ticket", asked), Query("option alone", {"component": "devscripts"}, alone))
    held = {key: {name: str(told) for name, told in row.items()} for key, row in rows.items()}
    some = dict(list(held.items())[:: len(held) // 60 + 1])
    return Truth({key: f"ticket/{key}" for key in rows}, shown.identity, shown.neither, ABOUT, queries, some)


def _pages() -> Truth:
    with closing(_database(_home())) as database:
        latest = "SELECT name, text FROM wiki GROUP BY name HAVING version = max(version) ORDER BY name"
        texts = {row["name"]: row["text"] for row in database.execute(latest)}
    texts = {name: text for name, text in texts.items() if name not in _LISTS}
    known = {name: name for name in texts} | {f"{name}/": name for name in texts}
    shown = Addresses(r"wiki/(?P<id>.+)", known, {"version"}, rf"wiki/({'|'.join(_LISTS)})")
    said = words(texts.values())
    asked = (
        ("common word", {"q": said.common, "wiki": "on"}),
        ("rare word", {"q": said.rare, "wiki": "on"}),
        ("two words", {"q": said.two, "wiki": "on"}),
        ("no hits", {"q": NOTHING, "wiki": "on"}),
        ("other script", {"q": "été", "wiki": "on"}),
        ("second field", {"q": said.common, "wiki": "on", "milestone": "on"}),
        ("option alone", {"q": "trac", "wiki": "on"}),
        ("phrase", {"q": f'"{said.phrase}"', "wiki": "on"}),
    )
    return Truth(
        {name: f"wiki/{name}" for name in texts},
        shown.identity,
        shown.neither,
        f"{ABOUT}; the wiki's front page, and two that are lists made by a macro",
        _asked("wiki", asked),
        {name: {"name": name} for name in list(texts)[:60]},
    )


def _asked(realm: str, asked: tuple[tuple[str, Mapping[str, str]], ...]) -> tuple[Query, ...]:
    answers = inside(_command("python"), "trac_search", _home(), realm, told=[values for _, values in asked])
    assert isinstance(answers, list)
    return tuple(
        Query(sort, values, frozenset(found) - _LISTS) for (sort, values), found in zip(asked, answers, strict=True)
    )


SITES = (
    Site("trac-wiki", "wiki", "Trac", "wiki", _serve, _pages, is_program=True),
    Site("trac-tickets", "tracker", "Trac", "query?status=!nothing&order=id", _serve, _tickets, is_program=True),
)
