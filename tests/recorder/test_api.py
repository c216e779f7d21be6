"""recorder from a program of a few lines, in a script and where an event loop runs already."""

from pathlib import Path

import pytest

from recorder import crawl, export, extract, read, record, rows, want
from recorder.demo import DemoServer
from recorder.fetching.options import FetchOptions, Render
from recorder.runtime.errors import RecorderError, UsageError
from tests.recorder.conftest import Crawled
from tests.shop.owned import OwnedShop

PLAIN = FetchOptions(render=Render.NEVER)


async def test_a_program_records_crawls_and_reads(tmp_path: Path) -> None:
    """Under pytest's own event loop, as in a notebook."""
    database = tmp_path / "site.db"
    seen: list[object] = []
    with DemoServer(OwnedShop(books=20)) as site:
        recorded = record(site.entry_url, site.sample_url, database, forms="none", fetching=PLAIN, listen=seen.append)
        crawled = crawl(str(database), fetching=PLAIN)
        assert recorded.pattern.paths
        assert seen
        assert crawled.run is not None
        found = list(rows(database))
        assert {row["url"] for row in found} == set(site.truth.linked_urls)
        assert all(row["title"] for row in found)
        assert crawled.run.targets == len(found)
        with pytest.raises(UsageError, match="form"):
            crawl(database, {"no such field": "x"}, fetching=PLAIN)


def test_a_script_gets_errors_with_hints(tmp_path: Path) -> None:
    with pytest.raises(RecorderError) as caught:
        crawl(tmp_path / "none.db")
    assert caught.value.hint
    with pytest.raises(RecorderError):
        list(rows(tmp_path / "none.db"))


def test_records_are_made_read_elsewhere_and_written(pages: Crawled, tmp_path: Path) -> None:
    def thing(number: int) -> bytes:
        return (
            f"<h1>Thing {number}</h1><table><tr><th>Weight<td>{number % 4} g<tr><th>Maker<td>M{number}</table>".encode()
        )

    database = pages([thing(number) for number in range(9)])
    assert [table.pages for table in extract(database).tables] == [9]
    (tmp_path / "one.html").write_bytes(thing(77))
    (one,) = read(database, [str(tmp_path / "one.html")])
    assert (one.table, one.record["maker"]) == ("records", "M77")
    assert export(database, "csv", tmp_path / "out.csv").written == 9
    done = export(database, "csv", tmp_path / "out.csv", key="weight", replace=True)
    assert (done.written, len(done.copies)) == (4, 5)
    assert want(database, "producer", {str(next(rows(database))["url"]): "M0"}).was == "maker"
