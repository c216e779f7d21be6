"""Records in a database that was damaged: each command tells so in a sentence, or makes do with what is left."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.recorder.conftest import Command
from tests.recorder.recorded_shop import RecordedShop

NOT_OURS = "that recorder has not written"
HURT: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("record_tables SET name = '{}'", ("extract",), NOT_OURS),
    ("record_tables SET id = 900", ("extract",), ""),
    ("record_tables SET name = -1", ("export", "OUT.csv", "--format", "csv"), NOT_OURS),
    ("record_lists SET name = column_name || '['", ("export", "OUT.xlsx", "--format", "xlsx"), NOT_OURS),
    ("record_columns SET pointer = '[]'", ("extract",), NOT_OURS),
    ("record_columns SET kind = '[]'", ("extract",), ""),
    (f"record_tables SET layout = '{'[' * 3_000}'", ("extract",), ""),
    ("records SET first_seen = '[[1]]', price_number = x'00ff'", ("export", "OUT.xlsx", "--format", "xlsx"), ""),
    ("records SET reviews = '[['", ("export", "OUT.xlsx", "--format", "xlsx"), "properly (malformed JSON)"),
    ("records SET editions = '{'", ("report", "OUT.html"), ""),
)


@pytest.fixture(scope="module")
def extracted(shop: RecordedShop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from recorder.cli import main

    copy = tmp_path_factory.mktemp("extracted") / "shop.db"
    shutil.copy(shop.database, copy)
    assert main(["extract", "--db", str(copy)]) == 0
    return copy


@pytest.fixture
def database(extracted: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(extracted, tmp_path / "shop.db"))


def run(recorder: Command, database: Path, command: tuple[str, ...]) -> tuple[int, str]:
    out = str(database.with_name("out"))
    done = recorder(*(word.replace("OUT", out) for word in command), "--db", database)
    return done.code, done.err


@pytest.mark.parametrize(("hurt", "command", "told"), HURT, ids=map(str, range(len(HURT))))
def test_it_is_told_or_made_do_with(
    recorder: Command, database: Path, hurt: str, command: tuple[str, ...], told: str
) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute(f"UPDATE {hurt}")
    code, said = run(recorder, database, command)
    assert told in said
    assert code == (1 if told else 0)
