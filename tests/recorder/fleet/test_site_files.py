"""Files of sites, in a folder and in object storage: work goes on where a lost worker left it, and nothing old is read
or overwrites what is new.
"""

import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import fsspec
import pyarrow.parquet
import pytest

from recorder.fleet.depot import Depot, FolderDepot, StorageDepot, depot_at
from recorder.fleet.merge import merge
from recorder.fleet.site import Taken
from recorder.fleet.site_files import SiteFiles
from recorder.runtime.errors import RecorderError, UsageError
from recorder.store.database import open_store
from tests.recorder.conftest import Command, store_crawl
from tests.recorder.small_shop import fill

SITE = Taken(1, "shop", "http://shop.example/", ("x",), (), None, None, False, False, 1, 0, 0, 0, job_id=1, day_pages=0)


@pytest.fixture(params=["folder", "file://", "memory://"])
def depot(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Depot]:
    """Storage without rename, too: in memory, as fsspec has it, an object is put and got, and nothing else."""
    yield depot_at(
        {"folder": str(tmp_path / "fleet"), "file://": f"file://{tmp_path}/fleet"}.get(
            request.param, request.param + "fleet"
        )
    )
    fsspec.filesystem("memory").store.clear()


@pytest.fixture
def files(depot: Depot, tmp_path: Path) -> SiteFiles:
    return SiteFiles(depot, tmp_path / "work")


def write(file: Path, text: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS words (word)")
        connection.execute("INSERT INTO words VALUES (?)", (text,))
        connection.commit()


def words(depot: Depot, number: int) -> list[str]:
    with depot.reading("shop", number) as file, closing(sqlite3.connect(file)) as connection:
        return [word for (word,) in connection.execute("SELECT word FROM words")]


def there(depot: Depot) -> list[int]:
    """The numbers under which the site is found."""
    found = []
    for number in range(10):
        try:
            words(depot, number)
        except (OSError, sqlite3.Error):
            continue
        found.append(number)
    return found


def test_a_site_is_published_whole_and_the_next_visit_goes_on_from_it(depot: Depot, files: SiteFiles) -> None:
    file = files.begin(SITE)
    assert not file.exists()
    write(file, "one")
    assert files.publish(SITE, file)
    files.tidy(SITE)
    assert words(depot, 1) == ["one"]
    later = replace(SITE, token=4, published=1)
    copy = files.begin(later)
    write(copy, "two")
    assert words(depot, 1) == ["one"], "readers saw half a visit"
    files.publish(later, copy)
    files.tidy(later)
    assert words(depot, 4) == ["one", "two"]
    assert there(depot) == [4]
    assert not files.work.joinpath("shop").exists()


def test_what_a_lost_worker_had_written_is_gone_on_with(files: SiteFiles) -> None:
    write(files.begin(SITE), "half")
    again = files.begin(replace(SITE, token=3))
    with closing(sqlite3.connect(again)) as connection:
        assert connection.execute("SELECT word FROM words").fetchall() == [("half",)]


def test_a_worker_that_comes_back_neither_overwrites_nor_is_read(depot: Depot, files: SiteFiles) -> None:
    late = files.begin(SITE)
    write(late, "late")
    newer = replace(SITE, token=3)
    file = files.begin(newer)
    write(file, "newer")
    files.publish(newer, file)
    assert not late.exists(), "its place of work was taken over"
    late.parent.mkdir(exist_ok=True)
    write(late, "late")
    files.publish(SITE, late)
    assert words(depot, 3) == ["late", "newer"]
    files.tidy(newer)
    assert there(depot) == [3]


def test_on_another_machine_a_visit_goes_on_from_what_is_in_place(
    depot: Depot, files: SiteFiles, tmp_path: Path
) -> None:
    file = files.begin(replace(SITE, params="word\nsea\n"))
    assert file.with_name("params.csv").read_text() == "word\nsea\n"
    write(file, "one")
    files.publish(SITE, file)
    elsewhere = SiteFiles(depot, tmp_path / "elsewhere").begin(replace(SITE, token=2, published=1))
    with closing(sqlite3.connect(elsewhere)) as connection:
        assert connection.execute("SELECT word FROM words").fetchall() == [("one",)]


def test_the_end_of_the_latest_log_is_there(depot: Depot, tmp_path: Path) -> None:
    assert depot.log("shop") == ""
    for number in (1, 2):
        work = tmp_path / str(number)
        work.mkdir()
        file = depot.log_file("shop", work)
        with file.open("a") as log:
            log.write(f"visit {number}\n")
        depot.keep_log(file, "shop", number)
    assert depot.log("shop").splitlines()[-1] == "visit 2"


def test_a_log_that_grew_long_makes_room(tmp_path: Path) -> None:
    depot = FolderDepot(tmp_path)
    for _ in range(3):
        with depot.log_file("shop", tmp_path).open("a") as log:
            log.write("x" * 700_000)
    assert len(depot.log("shop")) < 1_000_000


def test_storage_that_nobody_knows_is_told_in_a_sentence() -> None:
    with pytest.raises(UsageError, match="nowhere://x cannot be meant"):
        StorageDepot("nowhere://x").check()


def test_storage_that_does_not_answer_is_told_in_a_sentence() -> None:
    with socket.socket() as nobody:  # bound, and not listening
        nobody.bind(("127.0.0.1", 0))
        place = f"ftp://127.0.0.1:{nobody.getsockname()[1]}/fleet"
        with pytest.raises(RecorderError, match=f"{place} cannot be reached"):
            StorageDepot(place).check()


def test_merging_twice_writes_the_same_bytes_and_only_what_changed(depot: Depot, tmp_path: Path) -> None:
    for name in ("a", "b"):
        _put(depot, name, 1, tmp_path)
    out = tmp_path / "parquet"
    assert merge(depot, {"a": 1, "b": 1}, out, lambda _: None).written == 2
    first = {path: path.read_bytes() for path in out.rglob("*.parquet")}
    assert len(first) == 4, "targets and runs of two sites"
    assert merge(depot, {"a": 1, "b": 1}, out, lambda _: None).unchanged == 2
    anew = tmp_path / "anew"
    merge(depot, {"a": 1, "b": 1}, anew, lambda _: None)
    assert {path.relative_to(anew): path.read_bytes() for path in anew.rglob("*.parquet")} == {
        path.relative_to(out): data for path, data in first.items()
    }
    _put(depot, "b", 2, tmp_path)
    assert merge(depot, {"a": 1, "b": 2}, out, lambda _: None).written == 1
    assert sorted(path.name for path in out.rglob("*.parquet")) == ["1.parquet", "1.parquet", "2.parquet", "2.parquet"]
    assert merge(depot, {"b": 2}, out, lambda _: None).unchanged == 1
    assert not list(out.rglob("site=a"))


def test_all_tables_of_records_of_a_site_are_merged(tmp_path: Path, recorder: Command) -> None:
    database, out, depot = tmp_path / "made.db", tmp_path / "parquet", FolderDepot(tmp_path / "fleet")
    stories = [f"<h1>Story {n}</h1><p>By <i>Ada {n}</i>".encode() for n in range(20)]
    people = [f"<ol><li><b>Job {n}</b><li><b>In {n}</b></ol><em>Bob {n}</em>".encode() for n in range(20)]
    store_crawl(database, [*stories, *people])
    assert len(recorder("extract", "--db", database, "--json").json["tables"]) == 2
    _publish(depot, database, "two", 1)
    done = merge(depot, {"two": 1}, out, lambda _: None)
    assert (done.written, done.failed) == (1, {})
    rows = [
        row for file in (out / "records" / "site=two").iterdir() for row in pyarrow.parquet.read_table(file)["table"]
    ]
    assert Counter(map(str, rows)) == {"records": 20, "records_2": 20}
    fill(database)
    _publish(depot, database, "two", 2)
    merge(depot, {"two": 2}, out, lambda _: None)
    assert not list(out.rglob("1*.parquet")), "nothing of the file before"


def _put(depot: Depot, name: str, number: int, folder: Path) -> None:
    file = folder / "made.db"
    fill(file)
    _publish(depot, file, name, number)


def _publish(depot: Depot, file: Path, name: str, number: int) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    depot.put(file, name, number)
    file.unlink(missing_ok=True)


def test_a_file_that_cannot_be_read_is_named_and_others_are_merged(depot: Depot, tmp_path: Path) -> None:
    _put(depot, "good", 1, tmp_path)
    bad = tmp_path / "bad.db"
    bad.write_text("no database")
    depot.put(bad, "bad", 2)
    done = merge(depot, {"good": 1, "bad": 2, "lost": 3}, tmp_path / "parquet", lambda _: None)
    assert (done.written, sorted(done.failed)) == (1, ["bad", "lost"])


def test_a_site_that_could_not_be_had_yet_has_nothing_to_merge(tmp_path: Path) -> None:
    depot = FolderDepot(tmp_path)
    depot.in_place("empty", 1).parent.mkdir(parents=True)
    open_store(depot.in_place("empty", 1), create=True).close()
    done = merge(depot, {"empty": 1}, tmp_path / "parquet", lambda _: None)
    assert (done.written, done.failed, list(tmp_path.rglob("*.parquet"))) == (0, {}, [])
