"""What `recorder export` writes, read back by other programs than ours."""

import csv
import json
import tracemalloc
from pathlib import Path

import pyarrow.parquet
import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from recorder.exporting import ExportOptions, What, export
from recorder.exporting.contents import sheet
from recorder.exporting.export import Format
from recorder.exporting.parquet import Parquet
from recorder.exporting.sheets import CellKind, Choice, SheetColumn
from recorder.exporting.text_rows import CsvRows, harmless, held_in_csv
from recorder.runtime.files import Existing
from recorder.store import NewPage, open_store
from recorder.store.records import NewTable, RecordColumn
from tests.recorder.conftest import Command, RecordedShop
from tests.recorder.small_shop import SITE, book

FORMULA = '=HYPERLINK("http://evil.example","x")'


@pytest.fixture
def recorded(small: Path) -> Path:
    """The small shop with records: a text, a number beside its text, a day, a list."""
    with open_store(small) as store:
        ids = store.targets.ids(1)
        table = NewTable(
            "records",
            (("name", "TEXT"), ("price", "TEXT"), ("price_number", "REAL"), ("day_date", "TEXT"), ("tags", "TEXT")),
        )
        rows = [
            (ids[0], book(1), (FORMULA, "£1,200.50", 1200.5, "2024-05-01", '["a","b"]')),
            (ids[1], book(2), ('two\nlines, "quoted"', "-3", -3.0, None, None)),
            (ids[2], book(4), ("Ünïcode", None, None, "2024-05-02T10:00:00", "[]")),
        ]
        columns = (
            RecordColumn(key="1", name="name", kind="text"),
            RecordColumn(key="2", name="price", kind="number"),
            RecordColumn(key="3", name="day", kind="date"),
            RecordColumn(key="4", name="tags", kind="list"),
        )
        store.records.stage(1, [table])
        store.records.add(0, 1, rows)
        store.records.publish(1, [(table, 3, columns)], ()).result()
    return small


def objects(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_json_lines_hold_the_records_as_what_they_are(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert export(ExportOptions(recorded, Format.JSONL, out)).written == 3
    first = objects(out)[0]
    assert first["url"] == book(1)
    assert (first["name"], first["price_number"], first["tags"]) == (FORMULA, 1200.5, ["a", "b"])


def test_csv_runs_nothing_and_harms_no_number(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    export(ExportOptions(recorded, Format.CSV, out))
    raw = out.read_bytes()
    rows = list(csv.DictReader(raw.decode().splitlines(keepends=True)))
    assert b"\r\n" in raw
    assert [row["name"] for row in rows] == [f"'{FORMULA}", 'two\nlines, "quoted"', "Ünïcode"]
    assert rows[1]["price"] == "-3"
    assert [row["price_number"] for row in rows] == ["1200.5", "-3.0", ""]


@pytest.mark.parametrize("cell", ["=1+1", "+cmd|' /C calc'!A0", "-1+1", "@SUM(A1)", "\t=1", "\x1b=1"])
def test_a_cell_that_a_spreadsheet_would_run_begins_with_an_apostrophe(cell: str) -> None:
    assert harmless(cell).startswith("'")


def test_parquet_columns_have_types(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    export(ExportOptions(recorded, Format.PARQUET, out))
    table = pyarrow.parquet.read_table(out)
    assert table.column("price_number").to_pylist() == [1200.5, -3.0, None]
    assert str(table.schema.field("day_date").type) == "date32[day]"
    assert [str(day) for day in table.column("day_date").to_pylist()] == ["2024-05-01", "None", "2024-05-02"]
    assert table.column("price").to_pylist() == ["£1,200.50", "-3", None]


def test_parquet_has_no_place_for_what_a_damaged_database_holds(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    kinds = (CellKind.TEXT, CellKind.WHOLE, CellKind.NUMBER, CellKind.DATE, CellKind.TIME)
    with out.open("wb") as stream:
        sheet = Parquet(stream, tuple(SheetColumn(kind.name, kind) for kind in kinds), goes_on=False)
        sheet.write((1.5, "few", "many", "soon", 7))
        sheet.close()
    assert pyarrow.parquet.read_table(out).to_pylist() == [
        {"TEXT": "1.5", "WHOLE": None, "NUMBER": None, "DATE": None, "TIME": None}
    ]


@pytest.mark.slow
def test_duckdb_reads_the_same_from_parquet(recorded: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    out = tmp_path / "out.parquet"
    export(ExportOptions(recorded, Format.PARQUET, out))
    assert duckdb.sql(f"select count(*), sum(price_number) from '{out}'").fetchall() == [(3, 1197.5)]


def test_targets_are_exported_where_there_are_no_records(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert export(ExportOptions(small, Format.JSONL, out)).what is What.TARGETS
    assert {row["url"]: row["status"] for row in objects(out)} == {
        book(1): "unchanged",
        book(2): "changed",
        book(4): "new",
    }
    export(ExportOptions(small, Format.JSONL, out, choice=Choice(status="gone"), existing=Existing.REPLACE))
    assert [row["url"] for row in objects(out)] == [book(3)]


def test_all_pages_of_a_run(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    export(ExportOptions(small, Format.JSONL, out, what=What.PAGES, choice=Choice(run="latest")))
    assert [row["role"] for row in objects(out)] == ["hub", "hub", "target", "target", "target"]


def test_a_file_that_is_there_is_left_alone(recorder: Command, small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("mine")
    done = recorder("export", "--db", small, "--format", "csv", out)
    assert (done.code, out.read_text()) == (2, "mine")
    assert "--append" in done.err
    assert recorder("export", "--db", small, "--format", "csv", "--force", out).code == 0
    assert out.read_text() != "mine"


def test_a_file_is_written_as_what_its_name_ends_with(recorder: Command, small: Path, tmp_path: Path) -> None:
    assert recorder("export", "--db", small, tmp_path / "out.csv").code == 0
    assert recorder("export", "--db", small, "--format", "csv", tmp_path / "said.txt").code == 0
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "said.txt").read_bytes()
    refused = recorder("export", "--db", small, tmp_path / "out.pdf")
    assert refused.code == 2 and "--format" in refused.err and ".jsonl" in refused.err
    assert recorder("export", "--db", small, "-").code == 2


def test_the_database_is_never_replaced(recorder: Command, small: Path) -> None:
    before = small.read_bytes()
    assert recorder("export", "--db", small, "--format", "csv", "--force", small).code == 2
    assert small.read_bytes() == before


@pytest.mark.parametrize("form", [Format.JSONL, Format.CSV])
def test_half_a_file_is_gone_on_with_wherever_it_was_cut(recorded: Path, tmp_path: Path, form: Format) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    export(ExportOptions(recorded, form, whole))
    content = whole.read_bytes()
    for end in range(len(content) + 1):
        cut.write_bytes(content[:end])
        export(ExportOptions(recorded, form, cut, existing=Existing.GO_ON))
        assert cut.read_bytes() == content


def test_a_file_with_other_columns_is_not_gone_on_with(recorder: Command, recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    recorder("export", "--db", recorded, "--format", "csv", "--what", "targets", out)
    before = out.read_bytes()
    done = recorder("export", "--db", recorded, "--format", "csv", "--append", out)
    assert (done.code, out.read_bytes()) == (2, before)
    assert "other columns" in done.err


@pytest.mark.parametrize(
    ("form", "row"),
    [
        *(("csv", row) for row in (b"one\n", b"\n", b"http://a/,run\n", b"\xff,1\n", b"a,1\x00,\r\n", b"a,1\rb\n")),
        *(("jsonl", row) for row in (b"[]\n", b"1\n", b'{"url": []}\n', b"[" * 9_000 + b"\n", b"\xff\n")),
    ],
)
def test_a_file_that_was_damaged_is_not_gone_on_with(
    recorder: Command, recorded: Path, tmp_path: Path, form: str, row: bytes
) -> None:
    out = tmp_path / f"out.{form}"
    recorder("export", "--db", recorded, "--format", form, out)
    first, rest = out.read_bytes().split(b"\n", 1)
    out.write_bytes(first + b"\n" + row + rest)
    done = recorder("export", "--db", recorded, "--format", form, "--append", out)
    assert (done.code, out.read_bytes()) == (2, first + b"\n" + row + rest)
    assert "no row of such an export" in done.err


def test_a_cell_as_long_as_a_page_is_read_back(recorded: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with open_store(recorded, read_only=True) as store:
        table = sheet(store, store.recordings.all()[0], What.TARGETS, Choice())
    with out.open("wb") as stream:
        rows = CsvRows(stream, table.columns, goes_on=False)
        rows.write(("http://a.example/", 1, *("word " * 100_000 for _ in table.columns[2:])))
        rows.close()
    assert held_in_csv(out, table).keys == {("http://a.example/", 1)}


def test_what_fails_on_the_way_leaves_no_file(recorder: Command, small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    done = recorder("export", "--db", small, "--format", "jsonl", "--table", "none", folder / "out.jsonl")
    assert (done.code, list(folder.iterdir())) == (2, [])


def test_a_web_archive_holds_the_stored_bytes(shop: RecordedShop, tmp_path: Path) -> None:
    out = tmp_path / "out.warc.gz"
    written = export(ExportOptions(shop.database, Format.WARC, out, what=What.PAGES)).written
    Checker(type("Arguments", (), {"inputs": [str(out)], "verbose": False})).process_all()
    with open_store(shop.database, read_only=True) as store:
        stored = {
            (page.final_url, page.fetched_at, store.pages.body(page.id))
            for run in store.runs.all(1)
            for page in store.pages.of_run(run.id)
        }
    found = 0
    with out.open("rb") as stream:
        for record in ArchiveIterator(stream):
            if record.rec_type not in ("response", "resource"):
                continue
            found += 1
            heads = record.rec_headers
            body = record.content_stream().read()
            assert (heads.get_header("WARC-Target-URI"), heads.get_header("WARC-Date"), body) in stored
            if record.rec_type == "response":
                assert int(record.http_headers.get_header("Content-Length")) == len(body)
                assert record.http_headers.get_header("Content-Encoding") is None
    assert found == written > 0


def test_what_was_not_modified_is_archived_as_an_answer_with_a_body(small: Path, tmp_path: Path) -> None:
    with open_store(small) as store:
        store.pages.record(NewPage(run_id=3, url=book(7), role="target", body=b"<p>", http_status=304)).result()
    out = tmp_path / "out.warc.gz"
    export(ExportOptions(small, Format.WARC, out, what=What.PAGES))
    with out.open("rb") as stream:
        statuses = {
            record.http_headers.get_statuscode()
            for record in ArchiveIterator(stream)
            if record.rec_type == "response" and record.rec_headers.get_header("WARC-Target-URI") == book(7)
        }
    assert statuses == {"200"}


def test_a_post_is_archived_with_what_was_sent(small: Path, tmp_path: Path) -> None:
    with open_store(small) as store:
        page = NewPage(
            run_id=3, url=f"{SITE}/find", role="hub", method="POST", request_body="q=ü", body=b"<p>", http_status=200
        )
        store.pages.record(page).result()
    out = tmp_path / "out.warc.gz"
    export(ExportOptions(small, Format.WARC, out, what=What.PAGES))
    with out.open("rb") as stream:
        posts = [
            record.content_stream().read()
            for record in ArchiveIterator(stream)
            if record.rec_type == "request" and record.http_headers.protocol == "POST"
        ]
    assert posts == ["q=ü".encode()]


def test_what_is_written_meanwhile_is_no_part_of_a_moment(small: Path) -> None:
    with open_store(small) as store, store.at_this_moment() as moment:
        store.pages.record(NewPage(run_id=3, url=book(9), role="target", body=b"9", http_status=200)).result()
        assert len(store.targets.ids(1)) == len(moment.targets.ids(1)) + 1


@pytest.mark.slow
@pytest.mark.parametrize("form", list(Format))
def test_memory_does_not_grow_with_the_number_of_pages(tmp_path: Path, form: Format) -> None:
    peaks = []
    for pages in (10_000, 20_000):
        database = tmp_path / f"{pages}.db"
        with open_store(database, create=True) as store:
            recording = store.recordings.create("many", SITE, [book(1)], {}).result()
            run = store.runs.begin(recording.id, "crawl").result()
            for number in range(pages):
                body = f"<p>{number}".encode() * 100
                store.pages.record(NewPage(run_id=run.id, url=book(number), role="target", body=body, http_status=200))
            store.runs.end(run.id, "done").result()
        tracemalloc.start()
        export(ExportOptions(database, form, tmp_path / f"{pages}.out"))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]
