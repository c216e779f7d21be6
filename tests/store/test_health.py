"""The health of steps, counted from the rows of a crawl, and kept with it."""

from typing import Any

import pytest

from recorder.store import NewPage, QueuedRequest, Recording, Run, StepHealth, Store
from recorder.store.records import NewTable, RecordColumn

LIST, BOOKS = "http://a.example/list", [f"http://a.example/{number}" for number in range(8)]


def queue(store: Store, run: Run, url: str, position: int, **more: Any) -> int:
    """The row of the frontier, as claimed."""
    store.frontier.add(run.id, [QueuedRequest(url=url, position=position, **more)]).result()
    (row,) = store.frontier.claim(run.id).result()
    return row.id


def store_page(store: Store, run: Run, url: str, role: str, position: int, **more: Any) -> None:
    row = queue(store, run, url, position)
    store.pages.record(NewPage(run_id=run.id, url=url, role=role, position=position, frontier_id=row, **more)).result()


@pytest.fixture
def crawled(store: Store, run: Run) -> Run:
    store_page(store, run, "http://a.example/", "hub", 0, body=b"entry")
    store_page(store, run, LIST, "hub", 1, body=b"list", rendered=True)
    store_page(store, run, BOOKS[0], "target", 2, body=b"0", similarity=0.9)
    store_page(store, run, BOOKS[1], "target", 2, body=b"1", similarity=0.8)
    store_page(store, run, BOOKS[2], "off-pattern", 2, body=b"2", similarity=0.1)
    store_page(store, run, BOOKS[3], "error", 2, http_status=500)
    store_page(store, run, BOOKS[4], "error", 2, http_status=404)
    store_page(store, run, BOOKS[5], "skipped", 2, outcome="robots")
    store_page(store, run, BOOKS[6], "skipped", 2, outcome="known")
    store.frontier.finish([queue(store, run, BOOKS[7], 2)]).result()  # led to the page of another address
    return run


def test_steps_are_counted_from_the_rows(store: Store, crawled: Run) -> None:
    lists, books = store.health.measure(crawled.id)
    assert lists == StepHealth(path_index=0, step_index=0, hubs=1, links=1, pages=1, rendered=1)
    assert books == StepHealth(
        path_index=0,
        step_index=1,
        hubs=1,
        links=8,
        pages=4,
        failed=1,
        absent=1,
        barred=1,
        targets=2,
        off_pattern=1,
        similarity=0.85,
    )


def test_of_the_pages_that_an_earlier_run_had_those_are_counted_that_it_took_for_something(
    store: Store, recording: Recording, crawled: Run
) -> None:
    earlier = store.runs.begin(recording.id, "mapping").result()
    roles = {LIST: "hub", BOOKS[0]: "target", BOOKS[1]: "other", BOOKS[2]: "target", BOOKS[4]: "target"}
    for url, role in roles.items():
        store.pages.record(NewPage(run_id=earlier.id, url=url, role=role, body=b"")).result()
    lists, books = store.health.measure_again(crawled.id, earlier.id)
    assert (lists.links, lists.pages) == (1, 1)
    assert (books.links, books.pages, books.targets, books.off_pattern, books.absent) == (3, 2, 1, 1, 1)
    store.pages.record(NewPage(run_id=earlier.id, url=BOOKS[2], role="hub", body=b"")).result()
    assert store.health.measure_again(crawled.id, earlier.id)[1].off_pattern == 0


def test_the_answer_of_a_form_stands_under_its_own_key(store: Store, run: Run) -> None:
    key, url = "FORM GET x", "http://a.example/find?q=x"
    row = queue(store, run, url, 1, key=key, query={"question": 0, "fresh": {}})
    store.pages.record(NewPage(run_id=run.id, url=url, key=key, role="hub", position=1, frontier_id=row)).result()
    (form,) = store.health.measure(run.id)
    assert (form.links, form.pages, form.hubs) == (1, 1, 0)


def test_health_is_kept_with_the_run(store: Store, recording: Recording, crawled: Run) -> None:
    kept = (StepHealth(path_index=0, step_index=0, links=7, similarity=0.5, filled=0.25),)
    assert store.health.of_run(crawled.id) == store.health.measure(crawled.id)
    store.health.save(crawled.id, (*kept, StepHealth(path_index=1, step_index=0))).result()
    store.health.save(crawled.id, kept).result()
    assert store.health.of_run(crawled.id) == kept
    store.recordings.remove(recording.id).result()
    assert store.health.of_run(crawled.id) == ()


def test_how_full_the_records_are_is_kept_with_the_run_of_their_pages(
    store: Store, recording: Recording, crawled: Run
) -> None:
    store.health.save(crawled.id, store.health.measure(crawled.id)).result()
    books = [page for page in store.pages.of_run(crawled.id) if page.role == "target"]
    table = NewTable("records", (("title", "TEXT"), ("price", "REAL")))
    rows = [(page.id, page.url, (page.url, price)) for page, price in zip(books, (9.5, None), strict=True)]
    columns = [RecordColumn(key=name, name=name, kind=kind) for name, kind in (("title", "text"), ("price", "number"))]
    gone = RecordColumn(key="isbn", name="isbn", kind="text", broken=True)
    store.records.stage(recording.id, [table]).result()
    store.records.add(0, recording.id, rows).result()
    store.records.publish(recording.id, [(table, 2, [*columns, gone])], []).result()
    store.health.fill(store.records.filled(recording.id)).result()
    assert [step.filled for step in store.health.of_run(crawled.id)] == [None, 0.75]


def test_without_records_nothing_is_filled(store: Store, recording: Recording) -> None:
    assert store.records.filled(recording.id) == ()
