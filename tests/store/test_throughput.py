"""Many pages: memory stays flat, and nothing is lost on the way."""

import pytest

from recorder.store import Run, Store
from tests.store.conftest import problems
from tests.store.throughput import fill


async def test_workers_at_once_lose_nothing(store: Store, run: Run) -> None:
    await fill(store, run.id, 600, workers=16)
    assert store.runs.get(run.id).pages == 600
    assert store.frontier.counts(run.id) == {"done": 600}
    assert not problems(store)


@pytest.mark.slow
async def test_memory_is_flat_over_fifty_thousand_pages(store: Store, run: Run) -> None:
    memory = await fill(store, run.id, 50_000, workers=64, report_every=5_000)
    # SQLite's page cache, 64 MiB, fills first; what the process held before is not the store's.
    assert memory[-1] < memory[len(memory) // 2] + 10
    assert memory[-1] < memory[0] + 100
