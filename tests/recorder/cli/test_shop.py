"""The bundled bookshop, recorded and crawled by the real commands, and what the reports say of it afterwards."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from recorder.patterns.navigation.notation import from_text
from recorder.store import open_store
from tests.recorder.conftest import Command, RecordedShop, in_a_process

CRAWL_COUNTS = ["pages", "targets", "new", "changed", "unchanged", "gone", "off_pattern", "errors", "rendered"]


def test_what_record_and_crawl_print_is_what_is_promised(shop: RecordedShop) -> None:
    promised = ["recording", "run", "pages", "targets", "probes", "forms", "seconds", "rendered"]
    assert list(shop.recorded) == [*promised, "groups", "pattern", "coverage"]
    more = [
        "never_collected",
        "stragglers",
        "changed_text",
        "changed_structure",
        "fading",
        "trouble",
        "ignored",
        "coverage",
        "exhausted",
        "records",
        "changed_columns",
    ]
    assert list(shop.crawled) == ["run", *CRAWL_COUNTS, "drift", "seconds", *more]
    assert shop.recorded["recording"] == "shop"
    assert shop.recorded["pattern"]["paths"]
    assert shop.crawled["targets"] == shop.crawled["new"] == len(shop.site.truth.linked_urls)
    assert shop.crawled["drift"] is None


def test_the_targets_are_the_books_that_links_lead_to(recorder: Command, shop: RecordedShop) -> None:
    listed = recorder("targets", "--db", shop.database).lines
    assert len(listed) == len(set(listed))
    assert set(listed) == shop.site.truth.linked_urls
    for target in recorder("targets", "--db", shop.database, "--json").json:
        book = shop.site.truth.book_at(target["url"])
        assert book is not None
        assert book.title in target["title"]
        assert (target["status"], target["run"]) == ("new", shop.crawled["run"])


def test_show_has_the_pattern_that_record_printed(recorder: Command, shop: RecordedShop) -> None:
    shown = recorder("show", "--db", shop.database, "--json").json
    assert shown["pattern"] == shop.recorded["pattern"]
    assert (shown["entry"], shown["samples"]) == (shop.site.entry_url, [shop.site.sample_url])
    assert 0 < shown["threshold"] <= 1
    text = recorder("show", "--db", shop.database).out
    for path in shown["pattern"]["paths"]:
        for step in path["steps"]:
            assert (
                step["regex"].removeprefix("^").removesuffix("$") if step["kind"] == "link" else step["url"]
            ) in text


def test_runs_counts_what_the_commands_printed(recorder: Command, shop: RecordedShop) -> None:
    mapping, crawl = recorder("runs", "--db", shop.database, "--json").json
    assert (mapping["kind"], mapping["pages"]) == ("mapping", shop.recorded["pages"])
    assert {name: crawl[name] for name in CRAWL_COUNTS} == {name: shop.crawled[name] for name in CRAWL_COUNTS}


def test_why_leads_from_the_entry_page_to_every_target(recorder: Command, shop: RecordedShop) -> None:
    for url in sorted(shop.site.truth.linked_urls)[:5]:
        found = recorder("why", url, "--db", shop.database, "--json").json
        assert found["verdict"] == "target"
        assert found["similarity"] >= found["threshold"]
        assert found["route"][0]["url"] == shop.site.entry_url
        assert found["route"][-1]["url"] == url
        assert any(step["follows"] for step in found["steps"])


def test_the_pattern_comes_out_as_it_was_learnt(recorder: Command, shop: RecordedShop) -> None:
    text = recorder("pattern", "export", "-", "--db", shop.database).out
    with open_store(shop.database, read_only=True) as store:
        assert from_text(text) == from_text(store.patterns.latest(1).text)


def test_a_reader_that_leaves_early(shop: RecordedShop) -> None:
    command = [sys.executable, "-m", "recorder", "targets", "--db", str(shop.database)]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.fixture
def shelf(shop: RecordedShop, tmp_path: Path) -> Iterator[Path]:
    """A copy of the database in a place where nobody may write."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    database = folder / "shop.db"
    database.write_bytes(shop.database.read_bytes())
    database.chmod(0o444)
    folder.chmod(0o555)
    yield database
    folder.chmod(0o755)


@pytest.fixture
def bound() -> Sequence[str]:
    """What to start a program under so that permissions bind it: those of an administrator's files do not."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("an administrator may write everywhere, and there is no setpriv to give that up")
    return (setpriv, "--bounding-set=-dac_override,-dac_read_search")


@pytest.mark.parametrize(
    "report", [["show"], ["runs"], ["targets"], ["pattern", "export", "-"]], ids=lambda words: words[0]
)
def test_reports_work_where_nobody_may_write(shelf: Path, bound: Sequence[str], report: list[str]) -> None:
    done = in_a_process(*report, "--db", shelf, under=bound)
    assert (done.code, done.err) == (0, "")
    assert done.out


def test_changing_what_may_not_be_written_is_refused_in_one_message(
    recorder: Command, shop: RecordedShop, shelf: Path, bound: Sequence[str], tmp_path: Path
) -> None:
    pattern, before = tmp_path / "pattern.toml", shelf.read_bytes()
    recorder("pattern", "export", pattern, "--db", shop.database)
    for command in (["crawl"], ["pattern", "import", pattern]):
        done = in_a_process(*command, "--db", shelf, under=bound)
        assert (done.code, done.out) == (1, "")
        assert "cannot be written to" in done.err
        assert "Traceback" not in done.err
    assert [file.name for file in shelf.parent.iterdir()] == ["shop.db"]
    assert shelf.read_bytes() == before


def test_what_is_recorded_twice_is_said_to_be_unchanged(shop: RecordedShop, recorder: Command, tmp_path: Path) -> None:
    database = tmp_path / "again.db"
    database.write_bytes(shop.database.read_bytes())
    again = in_a_process("crawl", "--db", database, "--json").json
    assert (again["new"], again["gone"], again["unchanged"] + again["changed"]) == (0, 0, shop.crawled["targets"])
    found = recorder("diff", "--db", database, "--json").json
    assert (found["older"], found["newer"]) == (shop.crawled["run"], again["run"])
    assert found["unchanged"] == again["unchanged"]
