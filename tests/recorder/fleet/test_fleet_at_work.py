"""A whole fleet: real PostgreSQL, real workers, real sites on loopback. What is slow is in `test_in_bad_weather`."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet
import pytest

from bench.fleet_season import Weather, collected, season, single_run
from bench.fleet_sites import ITEMS, small_sites, write_list
from recorder.fleet.connecting import QueuePlace
from tests.recorder.conftest import in_a_process

LEASE = 6.0


def test_from_a_list_to_merged_tables_in_one_command(open_folder: Path) -> None:
    home, file = open_folder / "fleet", open_folder / "sites.csv"
    with small_sites(2, 2, open_folder / "asked.tsv") as sites:
        write_list(sites, file)
        first = in_a_process("fleet", "run", file, "--to", home, "-j", "2", "--json")
        assert first.code == 0, first.err
        assert (first.json["sites"]["done"], first.json["merged"]) == (2, 2)
        again = in_a_process("fleet", "run", file, "--to", home, "--json")
        assert (again.json["sites"]["done"], again.json["merged"]) == (2, 0)
        told = in_a_process("fleet", "status", sites[0].name, "--to", home, "--json").json
        assert len(collected(Path(told[0]["file"]))) == ITEMS
    assert told[0]["extra"] == {"note": "of the bench"}
    table = pyarrow.parquet.read_table(home / "parquet" / "records")
    assert sorted(set(table["site"].to_pylist())) == sorted(site.name for site in sites)
    assert table.num_rows == 2 * ITEMS
    assert not (home / "postgres" / "data" / "postmaster.pid").exists(), "PostgreSQL was left running"


def test_bad_rows_begin_nothing(open_folder: Path) -> None:
    file = open_folder / "sites.csv"
    file.write_text("entry,like\nftp://x,\nhttp://a.example/,http://a.example/1\n")
    done = in_a_process("fleet", "run", file, "--to", open_folder / "fleet")
    assert done.code == 2 and "line 2" in done.err
    assert not (open_folder / "fleet").exists()


@pytest.mark.slow
def test_files_may_lie_where_there_are_no_folders_to_work_in(open_folder: Path, place: QueuePlace) -> None:
    """A folder by its address goes the way of object storage: nothing is opened there, nothing renamed."""
    file, home = open_folder / "sites.csv", f"file://{open_folder}/fleet"
    fleet = ("--queue", place.conninfo, "--to", home)
    local = ("--scratch", str(open_folder / "scratch"), "--out", str(open_folder / "tables"))
    with small_sites(2, 2, open_folder / "asked.tsv") as sites:
        write_list(sites, file)
        assert "--scratch" in in_a_process("fleet", "run", file, *fleet).err
        first = in_a_process("fleet", "run", file, *fleet, *local, "-j", "2", "--json")
        assert (first.code, first.json["sites"]["done"], first.json["merged"]) == (0, 2, 2), first.err
        in_a_process("fleet", "retry", sites[0].name, *fleet)
        assert in_a_process("fleet", "run", file, *fleet, *local, "--json").json["merged"] == 1
        told = in_a_process("fleet", "status", sites[0].name, *fleet)
    assert f"{home}/sites/{sites[0].name}/2.db" in told.out and "run_ended" in told.out
    assert pyarrow.parquet.read_table(open_folder / "tables" / "records").num_rows == 2 * ITEMS


@pytest.mark.slow
def test_a_worker_that_is_asked_to_stop_leaves_everything_saved(open_folder: Path) -> None:
    home, file = open_folder / "fleet", open_folder / "sites.csv"
    with small_sites(2, 1, open_folder / "asked.tsv") as sites:
        write_list(sites, file)
        words = ("fleet", "run", str(file), "--to", str(home), "--json")
        with subprocess.Popen([sys.executable, "-m", "recorder", *words], stdout=subprocess.PIPE) as process:
            until = time.monotonic() + 60
            while not (open_folder / "asked.tsv").read_text() and time.monotonic() < until:
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            assert process.stdout is not None
            told = json.loads(process.stdout.read())
            assert process.wait() == 3
        assert told["sites"]["running"] == told["sites"]["queued"] == 0
        assert in_a_process(*words).json["sites"]["done"] == 2


@pytest.mark.slow
def test_in_bad_weather(open_folder: Path) -> None:
    weather = Weather(kills=3, stops=1, strikes=1, every=1.5)
    with season(
        open_folder / "season", sites=12, hosts=4, workers=2, lease=LEASE, weather=weather, bound=300
    ) as result:
        told = "\n".join(result.happened)
        assert len(result.happened) >= 3, "the sites were done before anything could happen"
        assert result.lost == [], told
        assert result.published_twice == [], told
        assert result.overlapping_pages == 0, told
        for site in result.sites[:2]:
            assert collected(result.files[site.name]) == single_run(site, open_folder / f"{site.name}.db")
        assert {len(collected(file)) for file in result.files.values()} == {ITEMS}
