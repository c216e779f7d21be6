"""SIGKILL while forms are tried, or asked: the same command again comes to the same end, and no probe is sent twice."""

import random
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from recorder.demo import DemoServer
from recorder.demo.searches import CatalogueQuery
from tests.recorder.conftest import in_a_process
from tests.recorder.interrupting import end, is_sound, no_traceback, pattern, rows, start, targets, until
from tests.shop.owned import OwnedShop

pytestmark = pytest.mark.slow

KILLS = 4


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop(books=60, delay=0.01)) as opened:
        yield opened


def probed(database: Path) -> int:
    """How many answers to forms are stored: their keys name the way they came."""
    if not database.exists() or not rows(database, "SELECT 1 FROM sqlite_schema WHERE name = 'pages'"):
        return 0
    [(count,)] = rows(database, "SELECT count(*) FROM pages WHERE key LIKE 'HTTP %' OR key LIKE 'BROWSER %'")
    return int(count)


def has_probed(database: Path, wanted: int) -> bool:
    return probed(database) >= wanted


def test_probing_survives_kills(site: OwnedShop, tmp_path: Path) -> None:
    calm, killed = tmp_path / "calm.db", tmp_path / "killed.db"

    def record(database: Path) -> tuple[object, ...]:
        return ("record", site.entry_url, "--like", site.sample_url, "--db", database)

    assert in_a_process(*record(calm)).code == 0
    chance = random.Random(7)
    for _ in range(KILLS):
        process, before = start(*record(killed)), probed(killed)
        enough = partial(has_probed, killed, before + chance.randint(1, 12))
        assert until(enough, process), "ended before it could be killed"
        time.sleep(chance.uniform(0, 0.2))
        process.kill()
        assert end(process).code == -signal.SIGKILL
        assert is_sound(killed)
    ending = in_a_process(*record(killed))
    assert ending.code == 0, ending.err
    assert no_traceback(ending)
    assert pattern(killed) == pattern(calm)
    assert probed(killed) == probed(calm)
    assert site.tally.unsafe == []


def test_a_question_survives_kills(site: OwnedShop, tmp_path: Path) -> None:
    database = tmp_path / "asked.db"
    assert in_a_process("record", site.entry_url, "--like", site.sample_url, "--db", database).code == 0
    command = ("crawl", "--db", database, "--param", "Title or author=the")
    chance = random.Random(8)
    for _ in range(KILLS):
        process = start(*command)
        time.sleep(chance.uniform(0.8, 1.4))
        process.kill()
        end(process)
        assert is_sound(database)
    assert in_a_process(*command).code == 0
    assert set(targets(database)) >= site.truth.answer(CatalogueQuery("the"))
