"""A recording that decides by evidence is killed again and again, and decides the same in the end."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from recorder.demo import Arrangement, DemoServer
from tests.recorder.conftest import in_a_process
from tests.recorder.interrupting import end, is_sound, no_traceback, pattern, rows, start, until_asked
from tests.shop.owned import OwnedShop

KILLS = 4


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    """A shop whose lists are filled by script."""
    with DemoServer(OwnedShop(books=40)) as opened:
        opened.rearrange(Arrangement(lists_need_script=True))
        yield opened


def decisions(database: Path) -> list[tuple[object, ...]]:
    """Which pages were kept as a browser showed them, and what each comparison came to."""
    return rows(database, "SELECT url, role, rendered, compared FROM pages ORDER BY url")


@pytest.mark.slow
def test_the_same_pages_are_compared_and_rendered_after_kills(site: OwnedShop, tmp_path: Path) -> None:
    def record(database: Path) -> tuple[object, ...]:
        options = ("--forms", "none", "--max-pages", 60)
        return ("record", site.entry_url, "--like", site.sample_url, "--db", database, *options)

    calm, killed = tmp_path / "calm.db", tmp_path / "killed.db"
    calmly = in_a_process(*record(calm))
    chance = random.Random(5)
    for _ in range(KILLS):
        process = start(*record(killed))
        assert until_asked(site, chance.randint(2, 14), process)
        process.kill()
        assert end(process).code == -signal.SIGKILL
        assert is_sound(killed)
    ending = in_a_process(*record(killed))
    while ending.code == 3:  # the limit is one of each attempt
        ending = in_a_process(*record(killed))
    while calmly.code == 3:
        calmly = in_a_process(*record(calm))
    assert (calmly.code, ending.code) == (0, 0), ending.err
    assert no_traceback(ending)
    assert decisions(killed) == decisions(calm)
    assert pattern(killed) == pattern(calm)
    assert any(compared for *_, compared in decisions(calm))
    assert any(compared and json.loads(str(compared))["brings"] for *_, compared in decisions(calm))
