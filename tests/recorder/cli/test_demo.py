"""`recorder demo`, as a newcomer runs it."""

from pathlib import Path

import pytest

from recorder.store import open_store
from tests.recorder.conftest import Command, in_a_process


@pytest.mark.slow
def test_the_demo_works_and_can_be_looked_at_afterwards(recorder: Command, tmp_path: Path) -> None:
    done = in_a_process("demo", "--keep", tmp_path / "kept")
    assert done.code == 0, done.err
    for words in (
        "Path 1 (while recording: ",
        "applied in the entry page",
        "recall 1.0000",
        "precision 1.0000",
        "recorder targets --db",
    ):
        assert words in done.out
    for words in ("Step 1, record", "Step 2, crawl", "Step 3, ask", "recorder record http://127.0.0.1"):
        assert words in done.err
    database = tmp_path / "kept" / "bookshop.db"
    listed = recorder("targets", "--db", database, "--run", "2").lines
    assert f"{len(listed)} pages like the sample" in done.out
    with open_store(database, read_only=True) as store:
        assert [run.status for run in store.runs.all(1)] == ["done"] * 3

    again = in_a_process("demo", "--keep", tmp_path / "kept")
    assert again.code == 2
    assert "is there already" in again.err
