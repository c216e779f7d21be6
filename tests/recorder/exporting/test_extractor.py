"""The extractor as a file of its own: on invented sites it says what the database says, and it needs lxml alone."""

import ast
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recorder.store.database import open_store
from tests.recorder.conftest import Command, Crawled, Done
from tests.recorder.exporting.test_tables import book

_DERIVED = ("_number", "_date")
_OURS = frozenset({"page_id", "recording_id", "url", "first_seen", "last_seen", "status"})


def thing(number: int) -> bytes:
    """With parts that some pages do not have, and labels that want to break out."""
    weight = f"<tr><th>Weight<td>{number * 7} g" if number % 3 else ""
    note = f"<p>Since {number + 1} May 2021 by M. {number} in <a href='../shop/{number}?b=2&a=é'>Shop {number}</a></p>"
    rows = f"{weight}<tr><th>$code \\ ' {{x}}<td>{number:05}<tr><th>Maker<td>{number} & sons"
    return f"<title>Thing {number} - a shop</title><h1>Thing {number}</h1><table>{rows}</table>{note}".encode()


def article(number: int) -> bytes:
    """In another encoding, with linked data."""
    linked = json.dumps(
        {"@type": "NewsArticle", "author": {"name": f"Zoë {number}"}, "datePublished": f"2021-05-{number + 10}"}
    )
    head = f"<meta charset='iso-8859-1'><script type='application/ld+json'>{linked}</script>"
    meta = f"<meta name='keywords' content='größe {number}, ñandú'>"
    words = " ".join(f"mot{number}é{n}" for n in range(60))
    return f"<head>{head}{meta}</head><h1>Überschrift {number}</h1><p>{words}</p><p>{words}</p>".encode("latin-1")


def either(number: int) -> bytes:
    """Pages of two templates."""
    if number % 2:
        return thing(number)
    cells = "".join(f"<li><b>{name}</b> {name}{number}" for name in ("Role", "Office", "Team", "Phone"))
    return f"<main><section><h2>Person {number}</h2><ul>{cells}</ul></section></main>".encode()


def redesigned(number: int) -> bytes:
    """Pages of one kind in two designs."""
    if number % 2:
        return thing(number)
    rows = f"<dt>Maker<dd>{number} & sons<dt>$code \\ ' {{x}}<dd>{number:05}"
    return f"<title>Thing {number}</title><main><h2>Thing {number}</h2><dl>{rows}</dl></main>".encode()


def discussion(number: int) -> bytes:
    """The first post is the record."""
    posts = (
        f"<div class=post><b class=author>Ann {(number + n) % 5}</b>"
        f"<p class=said>{number} said {'more and ' * 9}{n}</p></div>"
        for n in range(1 + number % 3)
    )
    return f"<title>Thread {number}</title><h1>Thread {number}</h1><div class=posts>{''.join(posts)}</div>".encode()


@pytest.fixture
def extracted(pages: Crawled, recorder: Command) -> Callable[[list[bytes]], Path]:
    def make(bodies: list[bytes]) -> Path:
        database = pages(bodies)
        assert recorder("extract", "--db", database).code == 0
        return database

    return make


def in_database(database: Path) -> dict[str, tuple[str, dict[str, Any]]]:
    """Table and record by address, as SQLite has them."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        for (table,) in connection.execute("SELECT name FROM record_tables").fetchall():
            for row in connection.execute(f"SELECT * FROM {table}"):
                names = (name for name in set(row.keys()) - _OURS if not name.endswith(_DERIVED))
                cells = {name: row[name] for name in names}
                found[row["url"]] = table, {name: cell for name, cell in cells.items() if cell is not None}
    return found


def in_file(database: Path, file: Path) -> dict[str, tuple[str, dict[str, Any]]]:
    """The same of the same bytes, by the file, in a process that has nothing of ours."""
    bodies = []
    with open_store(database) as store:
        for page_id in store.targets.ids(1):
            page, body = store.pages.with_body(page_id)
            assert page is not None and body is not None
            bodies.append([page.url, page.final_url or page.url, page.content_type, body.decode("latin-1")])
    done = subprocess.run(
        [sys.executable, "-I", "-c", RUN, str(file)],
        input=json.dumps(bodies),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {
        url: (table, {name: _as_cell(cell) for name, cell in record.items()})
        for url, table, record in json.loads(done.stdout)
    }


RUN = """
import json, runpy, sys
import lxml.etree
before = set(sys.modules)
found = runpy.run_path(sys.argv[1])
loaded = {name.partition(".")[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names)
assert loaded <= {"lxml"}, loaded
pages = json.load(sys.stdin)
read = found["table_and_record"]
print(json.dumps([[url, *read(body.encode("latin-1"), at, kind)] for url, at, kind, body in pages]))
"""


def _as_cell(cell: object) -> object:
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)


@pytest.mark.parametrize("written", [book, thing, article, either, redesigned, discussion])
def test_the_file_reads_what_the_database_holds(
    written: Callable[[int], bytes], extracted: Callable[[list[bytes]], Path], recorder: Command, tmp_path: Path
) -> None:
    database, file = extracted([written(number) for number in range(16)]), tmp_path / "shop extractor.py"
    assert recorder("export", "--db", database, "--format", "extractor", file).code == 0
    said = in_file(database, file)
    assert len(said) == 16
    assert said == in_database(database)


def test_names_and_choices_of_a_person_are_in_the_file(
    extracted: Callable[[list[bytes]], Path], recorder: Command, tmp_path: Path
) -> None:
    database, file = extracted([thing(number) for number in range(9)]), tmp_path / "it.py"
    assert recorder("extract", "--db", database, "--rename", "maker=producer", "--leave-out", "weight").code == 0
    done = recorder("export", "--db", database, "--format", "extractor", "--json", file)
    assert done.json == {"format": "extractor", "out": str(file), "tables": ["records"]}
    (_, record), *_ = in_file(database, file).values()
    assert "producer" in record and not {"maker", "weight"} & record.keys()
    assert "producer" in (ast.get_docstring(ast.parse(file.read_text())) or "")


def test_it_reads_files_from_a_command_line(
    extracted: Callable[[list[bytes]], Path], recorder: Command, tmp_path: Path
) -> None:
    file, page = tmp_path / "it.py", tmp_path / "page.html"
    page.write_bytes(thing(99))
    written = recorder(
        "export", "--db", extracted([thing(number) for number in range(9)]), "--format", "extractor", "-"
    )
    file.write_text(written.out)

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-I", str(file), *arguments], capture_output=True, text=True, check=False
        )

    told = json.loads(run(str(page)).stdout)
    assert (told["page"], told["table"], told["maker"]) == (str(page), "records", "99 & sons")
    assert run("--help").stderr == run().stderr == f"usage: python {file} PAGE.html ...\n"
    assert run("nowhere.html").stderr == "nowhere.html cannot be read: No such file or directory.\n"


def test_without_records_that_tell_how_there_is_no_file(
    extracted: Callable[[list[bytes]], Path], recorder: Command, small: Path, tmp_path: Path
) -> None:
    def refused(database: Path, *more: object) -> Done:
        done = recorder("export", "--db", database, "--format", "extractor", *more, tmp_path / "it.py")
        assert done.code == 2 and not (tmp_path / "it.py").exists()
        return done

    assert "recorder extract" in refused(small).err
    database = extracted([thing(number) for number in range(9)])
    refused(database, "--append")
    with closing(sqlite3.connect(database)) as connection:  # as a version left it that kept no layout
        connection.execute("UPDATE record_tables SET layout = NULL")
        connection.commit()
    assert "once more" in refused(database).err
