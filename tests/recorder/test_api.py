"""recorder from a program of a few lines, in a script and where an event loop runs already."""

import csv
import inspect
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import recorder
from recorder import Recording, aio, crawl, diff, export, extract, read, record, rows, show, why
from recorder.api.notebook import bar_html, table_html
from recorder.demo import DemoServer
from recorder.fetching.options import FetchOptions, Render
from recorder.runtime.errors import RecorderError, UsageError
from tests.recorder.conftest import Crawled
from tests.shop.owned import OwnedShop

PLAIN = FetchOptions(render=Render.NEVER)


@pytest.fixture(scope="module")
def site() -> Iterator[DemoServer]:
    with DemoServer(OwnedShop(books=20)) as site:
        yield site


@pytest.fixture(scope="module")
def recorded(site: DemoServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("api") / "site.db"
    assert record(site.entry_url, site.sample_url, database, forms="none", fetching=PLAIN).pattern.paths
    return database


async def test_a_program_records_crawls_and_reads(site: DemoServer, tmp_path: Path) -> None:
    """Under pytest's own event loop, as in a notebook."""
    database = tmp_path / "site.db"
    seen: list[object] = []
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


async def test_the_same_is_awaited_in_a_loop_of_ones_own(site: DemoServer, recorded: Path) -> None:
    crawled = await aio.crawl(recorded, fetching=PLAIN)
    assert crawled.run is not None
    assert len(await aio.rows(recorded)) == crawled.run.targets
    assert (await aio.show(recorded)).samples == (site.sample_url,)
    assert (await aio.why(recorded, site.sample_url)).verdict.value == "target"


def test_a_script_gets_errors_with_hints(tmp_path: Path) -> None:
    for ask in (crawl, extract, show, Recording):
        with pytest.raises(RecorderError) as caught:
            ask(tmp_path / "none.db")
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
    assert export(database, tmp_path / "out.csv").written == 9
    done = export(database, tmp_path / "out.csv", key="weight", force=True)
    assert (done.written, len(done.copies)) == (4, 5)


def test_there_is_what_is_documented_and_nothing_else() -> None:
    assert sorted(dir(recorder)) == sorted(recorder.__all__)
    for name in recorder.__all__:
        assert inspect.getdoc(getattr(recorder, name)), name
    for name in aio.__all__:
        waiting, awaited = getattr(recorder, name), getattr(aio, name)
        assert list(inspect.signature(waiting).parameters) == list(inspect.signature(awaited).parameters)
        assert not inspect.iscoroutinefunction(waiting)


def test_a_recording_does_all_of_it(site: DemoServer, recorded: Path, tmp_path: Path) -> None:
    shop = Recording(recorded)
    for _ in range(2):
        shop.crawl(fetching=PLAIN)
    assert shop.extract().tables
    assert {row["url"] for row in shop.rows()} == set(site.truth.linked_urls)
    assert shop.diff().unchanged == len(site.truth.linked_urls)
    assert shop.diff() == diff(recorded)
    assert shop.why(site.sample_url).verdict is why(recorded, site.sample_url).verdict
    done = shop.export(tmp_path / "books.csv")
    with (tmp_path / "books.csv").open(newline="") as written:
        assert done.written == len(list(csv.DictReader(written)))
    with pytest.raises(RecorderError, match="there already"):
        export(recorded, tmp_path / "books.csv")
    with pytest.raises(UsageError, match="format"):
        export(recorded, tmp_path / "books.odt")
    assert "Path 1" in str(shop.show())
    assert "name" not in inspect.signature(Recording.crawl).parameters
    assert f"Recording('{recorded}'" in repr(shop)
    html = shop._repr_html_()
    assert html.count("<tr>") == min(20, len(site.truth.linked_urls)) + 1


def test_another_limit_is_another_question(recorded: Path) -> None:
    counted = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for limit in (3, 5):
            run = crawl(recorded, limit=limit, fetching=PLAIN).run
            assert run is not None
            counted.append((run.id, run.targets))
    assert [targets for _, targets in counted] == [3, 5]
    assert counted[0][0] != counted[1][0]
    with pytest.warns(UserWarning, match=f"going on with run {counted[1][0]}"):
        run = crawl(recorded, fetching=PLAIN).run
    assert run is not None
    assert run.id == counted[1][0]
    anew = crawl(recorded, resume=False, fetching=PLAIN).run
    assert anew is not None
    assert anew.id != run.id


def test_what_a_site_writes_is_text_in_a_notebook() -> None:
    html = table_html(["<i>"], [{"<i>": "<script>x</script>"}, {}], "a&b") + bar_html("<b>", 1, None, ["<u>"])
    assert "&lt;script&gt;" in html
    assert not {"<script>", "<i>", "<b>", "<u>"} & set(html.replace("><", "> <").split())
    assert 'value="3" max="4"' in bar_html("x", 3, 4)


_CELLS = """
from recorder import Recording, record
from recorder.fetching.options import FetchOptions, Render
record({entry!r}, {sample!r}, "n.db", forms="none", fetching=FetchOptions(render=Render.NEVER))
shop = Recording("n.db")
shop.crawl(fetching=FetchOptions(render=Render.NEVER))
shop
"""


@pytest.mark.slow
def test_a_real_notebook_shows_a_bar_and_a_table(site: DemoServer, tmp_path: Path) -> None:
    if find_spec("nbclient") is None or find_spec("ipykernel") is None:
        pytest.skip("no notebook here (pip install nbclient ipykernel): nobody sees the bar")
    (tmp_path / "cells.py").write_text(_CELLS.format(entry=site.entry_url, sample=site.sample_url))
    run = (
        "import nbformat.v4 as v4, nbclient\n"
        "book = v4.new_notebook(cells=[v4.new_code_cell(open('cells.py').read())])\n"
        "nbclient.NotebookClient(book, timeout=300).execute()\n"
        "print([out['data']['text/html'] for out in book.cells[0].outputs if 'data' in out])\n"
    )
    done = subprocess.run([sys.executable, "-c", run], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("<progress") == 2, "one bar for each of the two runs, replaced as it grows"
    assert done.stdout.count("<table>") == 1
