"""`--quiet` and `--log-format json`: what a cron job and a log collector get."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from recorder.cli.running import event_name
from recorder.demo import DemoServer
from recorder.runtime.events import PageFetched
from tests.recorder.conftest import in_a_process
from tests.recorder.interrupting import PLAIN, write_recording
from tests.shop.owned import OwnedShop


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[OwnedShop, Path]]:
    database = tmp_path_factory.mktemp("log") / "shop.db"
    with DemoServer(OwnedShop(books=20)) as site:
        write_recording(database, site)
        yield site, database


def test_every_line_is_an_object(crawled: tuple[OwnedShop, Path]) -> None:
    done = in_a_process("crawl", "--db", crawled[1], "--log-format", "json", *PLAIN)
    assert done.code == 0, done.err
    lines = [json.loads(line) for line in done.err.splitlines()]
    assert all(datetime.fromisoformat(line["time"]).tzinfo for line in lines)
    events = [line["event"] for line in lines]
    assert events[0] == "run_began"
    assert events[-1] == "run_ended"
    pages = [line for line in lines if line["event"] == event_name(PageFetched)]
    assert set(crawled[0].truth.linked_urls) <= {line["url"] for line in pages}


def test_an_error_is_an_object_too(tmp_path: Path) -> None:
    done = in_a_process("crawl", "--db", tmp_path / "none.db", "--log-format", "json")
    error = json.loads(done.err)
    assert (done.code, error["event"]) == (2, "error")
    assert error["message"]
    assert error["hint"]


def test_quiet_says_nothing_when_all_is_well(crawled: tuple[OwnedShop, Path]) -> None:
    done = in_a_process("crawl", "--db", crawled[1], "--quiet", *PLAIN)
    assert (done.code, done.err) == (0, "")
    assert "targets from" in done.out


def test_quiet_does_not_hide_errors(tmp_path: Path) -> None:
    done = in_a_process("crawl", "--db", tmp_path / "none.db", "--quiet")
    assert done.code == 2
    assert done.err.startswith("recorder: ")
