"""Datasette, once over package descriptions and once over the languages of the world, with facets and full-text
search.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from bench.generality.programs.addresses import ABOUT, Addresses
from bench.generality.programs.data.languages import Language, languages
from bench.generality.programs.data.packages import Package, packages
from bench.generality.programs.homes import home
from bench.generality.programs.words import NOTHING, words
from bench.generality.site import Query, Site, Truth
from bench.programs import program, serving

_PACKAGES = (
    "name TEXT PRIMARY KEY, version TEXT, section TEXT, source TEXT, maintainer TEXT, size INTEGER, homepage TEXT, "
    "summary TEXT, description TEXT"
)
_LANGUAGES = "code TEXT PRIMARY KEY, name TEXT, scope TEXT, kind TEXT, ukrainian TEXT, bengali TEXT"
_SETTINGS = (
    '{"databases": {"debian": {"tables": {"package": {"facets": ["section"], "size": 50}}}, '
    '"world": {"tables": {"language": {"facets": ["scope", "kind"]}}}}}'
)


@contextmanager
def _serve() -> Iterator[str]:
    folder = _home()
    command = program("datasette-0.65", "datasette", "datasette==0.65.5")
    databases = [folder / "debian.db", folder / "world.db"]
    with serving([command, *databases, "-m", folder / "metadata.json", "-h", "127.0.0.1", "-p", "{port}"]) as base:
        yield base


def _home() -> Path:
    return home("datasette-searched", _fill)


def _fill(folder: Path) -> None:
    rows = [
        (*(each.name, each.version, each.section, each.source, each.maintainer, each.size), *_said(each))
        for each in packages(2000)
    ]
    _write(folder / "debian.db", "package", _PACKAGES, rows, "name, summary, description")
    told = [(each.code, each.name, each.scope, each.kind, each.ukrainian, each.bengali) for each in _languages()]
    _write(folder / "world.db", "language", _LANGUAGES, told, "name, ukrainian, bengali")
    (folder / "metadata.json").write_text(_SETTINGS)


def _said(package: Package) -> tuple[str, str, str]:
    return package.homepage, package.summary, package.text


def _write(path: Path, table: str, columns: str, rows: Sequence[tuple[object, ...]], searched: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE {table} ({columns})")
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        database.execute(f'CREATE VIRTUAL TABLE {table}_fts USING fts5({searched}, content="{table}")')
        database.execute(f"INSERT INTO {table}_fts({table}_fts) VALUES ('rebuild')")


@cache
def _languages() -> list[Language]:
    return [language for language in languages() if language.code < "d"]


def _truth(database: str, table: str, queries: Sequence[Query]) -> Truth:
    with closing(sqlite3.connect(_home() / f"{database}.db")) as opened:
        opened.row_factory = sqlite3.Row
        rows = [dict(row) for row in opened.execute(f"SELECT * FROM {table} ORDER BY 1")]
    key = next(iter(rows[0]))
    known = {_tilde(row[key]): row[key] for row in rows}
    shown = Addresses(rf"{database}/{table}/(?P<id>[^/]+)", known, about=rf"{database}/{table}/[^/]+\.json")
    return Truth(
        {name: f"{database}/{table}/{written}" for written, name in known.items()},
        shown.identity,
        shown.neither,
        ABOUT,
        tuple(queries),
        {row[key]: {name: str(value) for name, value in row.items()} for row in rows[:: len(rows) // 60 + 1]},
    )


def _tilde(name: str) -> str:
    """A key as Datasette writes it into an address."""
    return re.sub("[^A-Za-z0-9_-]", lambda char: f"~{ord(char[0]):02X}", name)


def _package_truth() -> Truth:
    said = words(f"{each.summary} {each.text}" for each in packages(2000))
    asked = (
        ("common word", {"_search": said.common}),
        ("rare word", {"_search": said.rare}),
        ("two words", {"_search": said.two}),
        ("no hits", {"_search": NOTHING}),
        ("other script", {"_search": "библиотека"}),
        ("second field", {"_search": said.common, **_filter("section", "libs")}),
        ("option alone", _filter("section", "games")),
        ("phrase", {"_search": f'"{said.phrase}"'}),
    )
    return _truth("debian", "package", [_asked("debian", "package", sort, values) for sort, values in asked])


def _language_truth() -> Truth:
    asked = (
        ("common word", {"_search": "central"}),
        ("rare word", {"_search": "breton"}),
        ("two words", {"_search": "creole english"}),
        ("no hits", {"_search": NOTHING}),
        ("other script", {"_search": "арабська"}),
        ("second field", {"_search": "arabic", **_filter("kind", "Living")}),
        ("option alone", _filter("kind", "Ancient")),
        ("phrase", {"_search": '"sign language"'}),
    )
    return _truth("world", "language", [_asked("world", "language", sort, values) for sort, values in asked])


def _filter(column: str, value: str) -> dict[str, str]:
    return {"_filter_column": column, "_filter_op": "exact", "_filter_value": value}


def _asked(database: str, table: str, sort: str, values: Mapping[str, str]) -> Query:
    with closing(sqlite3.connect(_home() / f"{database}.db")) as opened:
        [key, *_] = [row[1] for row in opened.execute(f"PRAGMA table_info({table})")]
        where, told = ["1"], list[str]()
        if "_search" in values:
            where.append(f"rowid IN (SELECT rowid FROM {table}_fts WHERE {table}_fts MATCH ?)")
            told.append(_match(values["_search"]))
        if "_filter_column" in values:
            where.append(f"{values['_filter_column']} = ?")
            told.append(values["_filter_value"])
        found = opened.execute(f"SELECT {key} FROM {table} WHERE {' AND '.join(where)}", told)
        return Query(sort, values, frozenset(name for (name,) in found))


def _match(text: str) -> str:
    """As Datasette asks SQLite's index: every word in quotes, what is in quotes as it is."""
    bits = re.findall(r'"[^"]*"|[^\s"]+', text)
    return " ".join(bit if bit.startswith('"') else f'"{bit}"' for bit in bits)


SITES = (
    Site("datasette-packages", "catalogue", "Datasette", "debian/package", _serve, _package_truth, is_program=True),
    Site("datasette-languages", "catalogue", "Datasette", "world/language", _serve, _language_truth, is_program=True),
)
