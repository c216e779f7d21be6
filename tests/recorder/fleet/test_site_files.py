"""Files of sites: work goes on where a lost worker left it, and nothing old is read or overwrites what is new."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from recorder.fleet.merge import merge
from recorder.fleet.site import Taken
from recorder.fleet.site_files import SiteFiles
from tests.recorder.small_shop import fill

SITE = Taken(1, "shop", "http://shop.example/", ("x",), (), None, None, False, False, 1, 0, 0, 0, job_id=1, day_pages=0)


def write(file: Path, text: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS words (word)")
        connection.execute("INSERT INTO words VALUES (?)", (text,))
        connection.commit()


def words(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [word for (word,) in connection.execute("SELECT word FROM words")]


def test_a_site_is_published_whole_and_the_next_visit_goes_on_from_it(tmp_path: Path) -> None:
    files = SiteFiles(tmp_path)
    file = files.begin(SITE)
    assert not file.exists()
    write(file, "one")
    assert files.publish(SITE, file)
    files.tidy(SITE)
    assert words(files.in_place("shop", 1)) == ["one"]
    later = replace(SITE, token=4, published=1)
    copy = files.begin(later)
    write(copy, "two")
    assert words(files.in_place("shop", 1)) == ["one"], "readers saw half a visit"
    files.publish(later, copy)
    files.tidy(later)
    assert words(files.in_place("shop", 4)) == ["one", "two"]
    assert sorted(each.name for each in tmp_path.rglob("*.db")) == ["4.db"]


def test_what_a_lost_worker_had_written_is_gone_on_with(tmp_path: Path) -> None:
    files = SiteFiles(tmp_path)
    write(files.begin(SITE), "half")
    again = files.begin(replace(SITE, token=3))
    assert words(again) == ["half"]


def test_a_worker_that_comes_back_neither_overwrites_nor_is_read(tmp_path: Path) -> None:
    files = SiteFiles(tmp_path)
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
    assert words(files.in_place("shop", 3)) == ["late", "newer"]
    files.tidy(newer)
    assert [each.name for each in (tmp_path / "sites" / "shop").iterdir()] == ["3.db"]


def test_work_may_be_done_on_another_disk(tmp_path: Path) -> None:
    files = SiteFiles(tmp_path / "shared", tmp_path / "local")
    file = files.begin(replace(SITE, params="word\nsea\n"))
    assert (tmp_path / "local") in file.parents
    assert file.with_name("params.csv").read_text() == "word\nsea\n"


def test_merging_twice_writes_the_same_bytes_and_only_what_changed(tmp_path: Path) -> None:
    places = {name: tmp_path / f"{name}" / "1.db" for name in ("a", "b")}
    for place in places.values():
        place.parent.mkdir()
        fill(place)
    out = tmp_path / "parquet"
    assert merge(places, out, lambda _: None).written == 2
    first = {path: path.read_bytes() for path in out.rglob("*.parquet")}
    assert len(first) == 4, "targets and runs of two sites"
    assert merge(places, out, lambda _: None).unchanged == 2
    anew = tmp_path / "anew"
    merge(places, anew, lambda _: None)
    assert {path.relative_to(anew): path.read_bytes() for path in anew.rglob("*.parquet")} == {
        path.relative_to(out): data for path, data in first.items()
    }
    moved = places["b"].rename(places["b"].with_name("2.db"))
    assert merge({**places, "b": moved}, out, lambda _: None).written == 1
    assert sorted(path.name for path in out.rglob("*.parquet")) == ["1.parquet", "1.parquet", "2.parquet", "2.parquet"]
    assert merge({"b": moved}, out, lambda _: None).unchanged == 1
    assert not list(out.rglob("site=a"))


def test_a_file_that_cannot_be_read_is_named_and_others_are_merged(tmp_path: Path) -> None:
    good, bad = tmp_path / "1.db", tmp_path / "2.db"
    fill(good)
    bad.write_text("no database")
    done = merge({"good": good, "bad": bad}, tmp_path / "parquet", lambda _: None)
    assert (done.written, list(done.failed)) == (1, ["bad"])


@pytest.mark.parametrize("name", ["shop", "other"])
def test_a_log_that_grew_long_makes_room(tmp_path: Path, name: str) -> None:
    files = SiteFiles(tmp_path)
    for _ in range(3):
        with files.logging(name) as log:
            log.write("x" * 700_000)
    assert files.log(name).stat().st_size < 1_000_000
