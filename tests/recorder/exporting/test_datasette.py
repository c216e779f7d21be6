"""A database opens in Datasette as it is: every table, view, row and foreign key link answers."""

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest


@pytest.fixture
def served(small: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "datasette", "serve", str(small), "--port", "0", "--host", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        running = (re.search(r"running on (http://\S+)", line) for line in process.stdout)
        yield next(found[1] for found in running if found)
        process.terminate()


def answer(url: str) -> tuple[int, str]:
    try:
        with urlopen(url, timeout=30) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        return error.code, ""


@pytest.mark.slow
def test_every_table_view_and_link_answers(served: str) -> None:
    told = json.loads(answer(f"{served}/small.json")[1])
    shown = [table["name"] for table in told["tables"] if not table["hidden"]]
    views = [view["name"] for view in told["views"]]
    assert {"pages", "links", "runs", "forms"} <= set(shown) and views == ["targets", "record_changes"]
    links = {f"/small/{name}" for name in (*shown, *views)}
    for name in (*shown, *views):
        links |= {
            html.unescape(found) for found in re.findall(r'href="(/small/[^"?]+)"', answer(f"{served}/small/{name}")[1])
        }
    rows = {link for link in links if link.count("/") == 3}
    assert {link for link in rows if link.startswith("/small/runs/")}
    assert {link: status for link in sorted(links) if (status := answer(served + link)[0]) != 200} == {}
