"""Pages: one transaction each, bodies once, read back as they were."""

import sqlite3
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recorder.store import Judgement, LinkRow, NewPage, QueuedRequest, Recording, Run, Store, StoredPage
from recorder.store.errors import DamagedError
from recorder.store.page import PageColumns
from tests.store.conftest import settle

LINKS = (LinkRow("http://a.example/2", "html/body/a", "two", "a"), LinkRow("http://a.example/3", "html/body/p/a"))


def page(run: Run, url: str = "http://a.example/1", **how: object) -> NewPage:
    given_or_usual = {"role": "hub", "body": b"<p>body", "links": LINKS, **how}
    return NewPage(run_id=run.id, url=url, **given_or_usual)  # type: ignore[arg-type]


def stored(store: Store, new: NewPage) -> StoredPage:
    found = store.pages.get(store.pages.record(new).result())
    assert found is not None
    return found


def test_comes_back_as_it_went_in(store: Store, run: Run) -> None:
    new = page(
        run,
        method="POST",
        request_body="q=1",
        title="Über 'uns'",
        similarity=0.25,
        path_index=1,
        position=2,
        depth=3,
        parent_place="html/body/a",
        query=({"q": "1"},),
        final_url="http://a.example/final",
        http_status=200,
        outcome="ok",
        reason="because",
        content_type="text/html",
        encoding="utf-8",
        rendered=True,
        fingerprint="f",
        etag='"e"',
        last_modified="Mon",
        seconds=0.5,
    )
    found = stored(store, new)
    same = set(PageColumns.__slots__) - {"key"}
    assert {name: getattr(found, name) for name in same} == {name: getattr(new, name) for name in same}
    assert (found.size, found.fetched_at[:10]) == (7, "2024-05-01")
    assert store.pages.body(found.id) == b"<p>body"
    assert store.pages.links(found.id) == LINKS
    assert store.pages.find(run.id, found.key) == found


def test_frontier_links_and_page_change_together(store: Store, run: Run) -> None:
    store.frontier.add(run.id, [QueuedRequest(url="http://a.example/1")])
    [row] = store.frontier.claim(run.id).result()
    follow = (
        QueuedRequest(url="http://a.example/2"),
        QueuedRequest(url="http://a.example/1"),
        QueuedRequest(url="http://a.example/3"),
    )
    page_id = store.pages.record(page(run, frontier_id=row.id, follow=follow)).result()
    assert store.frontier.counts(run.id) == {"waiting": 2, "done": 1}
    assert {queued.parent_page_id for queued in store.frontier.claim(run.id, 9).result()} == {page_id}


def test_what_cannot_be_stored_whole_is_not_stored_at_all(store: Store, run: Run) -> None:
    store.frontier.add(run.id, [QueuedRequest(url="http://a.example/1")])
    [row] = store.frontier.claim(run.id).result()
    bad_link = LinkRow(None)  # type: ignore[arg-type]
    with pytest.raises(sqlite3.IntegrityError):
        store.pages.record(page(run, links=(*LINKS, bad_link), frontier_id=row.id)).result()
    assert list(store.pages.of_run(run.id)) == []
    assert store.frontier.counts(run.id) == {"claimed": 1}


def test_recorded_again_takes_the_place_of_the_first(store: Store, run: Run) -> None:
    first = stored(store, page(run))
    second = stored(store, page(run, role="target", body=b"new", links=LINKS[:1]))
    assert first.id == second.id
    assert [found.role for found in store.pages.of_run(run.id)] == ["target"]
    assert store.pages.links(first.id) == LINKS[:1]
    assert store.pages.body(first.id) == b"new"


def test_the_same_url_with_another_method_or_body_is_another_page(store: Store, run: Run) -> None:
    ids = {store.pages.record(page(run, method="POST", request_body=body)).result() for body in ("q=1", "q=2", "q=1")}
    assert len(ids | {store.pages.record(page(run)).result()}) == 3


def test_equal_bodies_are_stored_once_and_small(store: Store, run: Run, path: Path) -> None:
    body = b"<li>line</li>" * 10_000
    for number in range(50):
        store.pages.record(page(run, f"http://a.example/{number}", body=body))
    settle(store)
    connection = sqlite3.connect(path)
    [(count, size, kept)] = connection.execute("SELECT count(*), sum(size), sum(length(zlib)) FROM bodies")
    connection.close()
    assert (count, size) == (1, len(body))
    assert kept < len(body) / 50


@pytest.mark.parametrize("kept", [zlib.compress(b"<p>body")[:-1], b"no zlib", b""])
def test_a_body_that_was_damaged_is_told_of(store: Store, run: Run, kept: bytes) -> None:
    found = stored(store, page(run))
    store._access.change("UPDATE bodies SET zlib = ?", kept).result()
    with pytest.raises(DamagedError, match="a page that recorder has not written"):
        store.pages.body(found.id)


def test_not_modified_keeps_the_body_of_the_earlier_run(store: Store, recording: Recording, run: Run) -> None:
    first = stored(store, page(run, etag='"1"'))
    later = store.runs.begin(recording.id, "crawl").result()
    known = store.pages.last_with_body(recording.id, "http://a.example/1")
    assert known == first
    again = stored(store, replace(page(later), body=None, same_body_as=first.id))
    assert (again.body_id, again.size) == (first.body_id, first.size)
    assert store.pages.last_with_body(recording.id, "http://a.example/1") == again
    assert store.pages.last_with_body(recording.id + 1, "http://a.example/1") is None


@pytest.mark.parametrize("validator", [{"etag": '"1"'}, {"last_modified": "Mon, 06 Jul 2026 00:00:00 GMT"}])
def test_whether_a_site_names_validators_is_known(
    store: Store, recording: Recording, run: Run, validator: dict[str, str]
) -> None:
    stored(store, page(run))
    assert not store.pages.any_validators(recording.id)
    stored(store, replace(page(run), **validator))  # type: ignore[arg-type]
    assert store.pages.any_validators(recording.id)
    assert not store.pages.any_validators(recording.id + 1)


def test_a_failed_fetch_is_a_page_without_body(store: Store, run: Run) -> None:
    failed = stored(store, NewPage(run_id=run.id, url="u", role="error", outcome="timeout", reason="30 s"))
    assert (failed.body_id, failed.outcome, failed.reason) == (None, "timeout", "30 s")
    assert store.pages.body(failed.id) is None
    assert store.pages.body(12345) is None


def test_judgements_change_and_make_searchable(store: Store, recording: Recording, run: Run) -> None:
    ids = [store.pages.record(page(run, f"http://a.example/{n}", body=bytes([n]))).result() for n in range(3)]
    store.pages.judge([Judgement(ids[0], "target", 0.9, "sunflower"), Judgement(ids[1], "off-pattern", 0.1)]).result()
    assert [(found.role, found.similarity) for found in store.pages.of_run(run.id)] == [
        ("target", 0.9),
        ("off-pattern", 0.1),
        ("hub", None),
    ]
    assert store.targets.search(recording.id, "sunflower", 50) == (ids[0],)
    store.pages.judge([Judgement(ids[0], "hub", 0.4)]).result()
    assert store.targets.search(recording.id, "sunflower", 50) == ()


def test_the_pages_of_a_run_come_in_order(store: Store, recording: Recording, run: Run) -> None:
    other = store.runs.begin(recording.id, "crawl").result()
    for number in range(1200):
        role = "target" if number % 3 == 0 else "hub"
        store.pages.record(page(run, str(number), role=role))
        store.pages.record(page(other, str(number)))
    settle(store)
    assert [found.url for found in store.pages.of_run(run.id)] == [str(number) for number in range(1200)]
    assert len(list(store.pages.of_run(run.id, "target"))) == 400


def test_the_pages_of_a_run_are_read_beside_the_writer(store: Store, run: Run) -> None:
    for number in range(5):
        store.pages.record(page(run, str(number)))
    settle(store)
    reading = store.pages.of_run(run.id)
    next(reading)
    store.pages.record(page(run, "more")).result(60)
    assert len(list(reading)) == 4


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(ANY_TEXT, ANY_TEXT), max_size=70), ANY_TEXT, st.binary(max_size=300))
def test_whatever_a_site_says_can_be_stored(
    store: Store, run: Run, links: list[tuple[str, str]], title: str, body: bytes
) -> None:
    rows = tuple(LinkRow(url, text=text) for url, text in links)
    found = stored(store, page(run, title=title, body=body, links=rows, text=title, role="target"))
    assert found.title == title
    assert store.pages.body(found.id) == body
    assert store.pages.links(found.id) == rows


def test_text_that_is_no_unicode_is_mended(store: Store, run: Run, recording: Recording) -> None:
    """Scripts can make strings with halves of surrogate pairs; UTF-8 cannot hold them."""
    new = page(run, "http://a.example/\udc80", title="\ud83d\ude00 \ud800", role="target", text="\udfff lily")
    new = replace(new, links=(LinkRow("\ud800"),), follow=(QueuedRequest(url="\ud801", query={"q": "\ud802"}),))
    found = stored(store, new)
    assert (found.url, found.title) == ("http://a.example/\ufffd", "\U0001f600 \ufffd")
    assert store.pages.links(found.id) == (LinkRow("\ufffd"),)
    assert store.pages.find(run.id, "http://a.example/\udc80") == found
    assert store.why(recording.id, "http://a.example/\udc80").pages == (found,)
    assert len(store.targets.search(recording.id, "\udfff lily", 50)) == 1
    assert store.frontier.claim(run.id).result()[0].query == {"q": "\ufffd"}
