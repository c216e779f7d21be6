"""Search: words find present targets; nothing a person types is syntax."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recorder.store import NewPage, Recording, Run, Store


@pytest.fixture(autouse=True)
def pages(store: Store, run: Run) -> None:
    for url, text in (
        ("/1", "The old lamp shines"),
        ("/2", "Lamp oil, an old story"),
        ("/3", "Der Schlüssel AND NEAR"),
    ):
        store.pages.record(NewPage(run_id=run.id, url=url, role="target", title=url, body=text.encode(), text=text))
    store.pages.record(NewPage(run_id=run.id, url="/4", role="hub", body=b"x", text="lamp hub")).result()


def found(store: Store, recording: Recording, words: str) -> set[str]:
    return set(urls(store, recording, words))


def urls(store: Store, recording: Recording, words: str, limit: int = 50) -> list[str]:
    """In the order in which they were found."""
    pages = (store.pages.get(page_id) for page_id in store.targets.search(recording.id, words, limit))
    return [page.url for page in pages if page]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("lamp", {"/1", "/2"}),
        ("LAMP shines", {"/1"}),
        ('"old lamp"', {"/1"}),
        ('"lamp oil', {"/2"}),
        ("schlussel", {"/3"}),
        ("AND", {"/3"}),
        ("lamp OR schlüssel", set()),
        ("", set()),
        ("  ", set()),
        ('"', set()),
        ("text:lamp", set()),
        ("lamp*", {"/1", "/2"}),
        ("^lamp", {"/1", "/2"}),
        ("(lamp", {"/1", "/2"}),
        ("lamp\0 oil", {"/2"}),
        ("-", set()),
    ],
)
def test_words(store: Store, recording: Recording, words: str, expected: set[str]) -> None:
    assert found(store, recording, words) == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=40), st.text("\"'*^():-+ANDORNEAR \0{}lamp", max_size=30)))
def test_nothing_typed_is_an_error(store: Store, recording: Recording, words: str) -> None:
    assert found(store, recording, words) <= {"/1", "/2", "/3"}


def test_a_page_collected_by_two_runs_is_found_once(store: Store, recording: Recording) -> None:
    again = store.runs.begin(recording.id, "crawl").result()
    text = "The old lamp shines"
    store.pages.record(NewPage(run_id=again.id, url="/1", role="target", body=text.encode(), text=text)).result()
    assert urls(store, recording, "shines") == ["/1"]


def test_the_best_come_first_and_no_more_than_are_wanted(store: Store, recording: Recording, run: Run) -> None:
    text = "lamp lamp lamp"
    store.pages.record(NewPage(run_id=run.id, url="/5", role="target", body=text.encode(), text=text)).result()
    assert set(urls(store, recording, "lamp")) == {"/1", "/2", "/5"}
    assert urls(store, recording, "lamp", limit=1) == ["/5"]
    assert store.targets.search(recording.id + 1, "lamp", 50) == ()
