"""The cookbook, typed in: every block works on a recorded bookshop, and leaves what it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.recorder.conftest import RecordedShop

COOKBOOK = (Path(__file__).parents[2] / "docs" / "cookbook.md").read_text()
TASKS = {part.split("\n", 1)[0]: part for part in COOKBOOK.split("\n## ")[1:]}


def test_every_task_has_a_block_to_type_in() -> None:
    assert len(TASKS) == 8
    assert [name for name, task in TASKS.items() if task.count("```bash") != 1] == []


@pytest.mark.slow
def test_the_cookbook_works(shop: RecordedShop, database: Path, tmp_path: Path) -> None:
    database.rename(tmp_path / "site.db")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for name, task in TASKS.items():
        block = re.findall(r"```bash\n(.*?)```", task, flags=re.DOTALL)[0]
        typed = block.replace("https://shop.example/book/17", shop.site.sample_url)
        done = subprocess.run(
            ["bash", "-euc", typed],
            cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, (name, done.stderr)
        assert (done.stdout or done.stderr).strip(), name
        for file in re.findall(r"[a-z]+\.(?:csv|html|toml|warc\.gz)", block):
            assert (tmp_path / file).exists() or "changed yet" in done.stdout, (name, file)
