"""Records as a person looks at them: filtered, in an order, and how the values of a column are spread."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from recorder.store import NewPage, open_store
from recorder.store.database import Store
from recorder.store.record_views import Condition, RecordView, Spread, conditions_in
from recorder.store.records import NewTable, RecordColumn, RecordTable

ROWS = (
    ("Heron", "£9.50", 9.5, "birds"),
    ("a wolf", "£10.00", 10.0, "web apps"),
    ("Owl 100%", "£2.00", 2.0, "birds"),
    ("Nameless", "on request", None, None),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "site.db", create=True)
    recording = opened.recordings.create("site", "http://site/", ("http://site/1",), {}).result()
    run = opened.runs.begin(recording.id, "crawl").result()
    columns = [("name", "TEXT"), ("price", "TEXT"), ("price_number", "REAL"), ("section", "TEXT")]
    table = NewTable(None, tuple(columns))
    opened.records.stage(recording.id, [table]).result()
    rows = []
    for number, row in enumerate(ROWS):
        page = NewPage(run_id=run.id, url=f"http://site/{number}", role="target", title=row[0], body=b"")
        rows.append((opened.pages.record(page).result(), f"http://site/{number}", row))
    opened.records.add(0, recording.id, rows).result()
    named = [RecordColumn(key=name, name=name, kind="text") for name in ("name", "price", "section")]
    opened.records.publish(recording.id, [(table, len(rows), named)], ()).result()
    yield opened
    opened.close()


def looked_at(store: Store, words: str = "", by: str = "", *, descending: bool = False) -> list[str]:
    table = the_table(store)
    heads = store.records.heads(table)
    ids = store.record_views.ids(table, RecordView(conditions_in(words, heads), by, descending))
    rows = store.record_views.rows(table, ["name"], ids)
    return [str(rows[page_id][0]) for page_id in ids]


def the_table(store: Store) -> RecordTable:
    return store.records.tables(1)[0]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("heron", ["Heron"]),
        ("birds 2.00", ["Owl 100%"]),
        ("100%", ["Owl 100%"]),
        ("price<9.6", ["Heron", "Owl 100%"]),
        ("price>=9.5 section=birds", ["Heron"]),
        ('section="web apps"', ["a wolf"]),
        ('section="web', []),
        ("PRICE=£2.00", ["Owl 100%"]),
        ("price=10", ["a wolf"]),
        ("price!=10", ["Heron", "Owl 100%", "Nameless"]),
        ("section=", ["Nameless"]),
        ("site", []),
        ("url~site/2", ["Owl 100%"]),
        ("section!=", ["Heron", "a wolf", "Owl 100%"]),
        ("unknown=1", []),
    ],
)
def test_words_and_comparisons_choose_records(store: Store, words: str, names: list[str]) -> None:
    assert looked_at(store, words) == names


def test_numbers_are_in_the_order_of_numbers_and_what_is_no_number_comes_behind_them(store: Store) -> None:
    assert looked_at(store, by="price") == ["Nameless", "Owl 100%", "Heron", "a wolf"]
    assert looked_at(store, by="price", descending=True) == ["a wolf", "Heron", "Owl 100%", "Nameless"]


def test_texts_are_in_the_order_of_the_alphabet_and_what_is_empty_comes_last(store: Store) -> None:
    assert looked_at(store, by="name") == ["a wolf", "Heron", "Nameless", "Owl 100%"]
    assert looked_at(store, by="section", descending=True)[-1] == "Nameless"


def test_how_the_values_of_a_column_are_spread(store: Store) -> None:
    spread = store.record_views.spread
    assert spread(the_table(store), "section", RecordView()) == Spread(4, 3, 2, (("birds", 2), ("web apps", 1)))
    assert spread(the_table(store), "price", RecordView()).numbers == (2.0, 9.5, 10.0)
    some = RecordView((Condition("birds", "section", "="),))
    assert spread(the_table(store), "price", some).common == (("£2.00", 1), ("£9.50", 1))


def test_a_table_of_a_thousand_columns_can_be_searched(tmp_path: Path) -> None:
    with open_store(tmp_path / "wide.db", create=True) as wide:
        recording = wide.recordings.create("site", "http://site/", ("http://site/1",), {}).result()
        run = wide.runs.begin(recording.id, "crawl").result()
        table = NewTable(None, tuple((f"c{number}", "TEXT") for number in range(1_000)))
        wide.records.stage(recording.id, [table]).result()
        page = wide.pages.record(NewPage(run_id=run.id, url="http://site/1", role="target", title="x", body=b""))
        wide.records.add(0, recording.id, [(page.result(), "http://site/1", ("a",) * 999 + ("heron",))]).result()
        wide.records.publish(recording.id, [(table, 1, ())], ()).result()
        assert len(wide.record_views.ids(the_table(wide), RecordView((Condition("heron"),)))) == 1
