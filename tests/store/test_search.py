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
    return {hit.url for hit in store.search(recording.id, words)}


@pytest.mark.parametrize(
    ("words", "urls"),
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
def test_words(store: Store, recording: Recording, words: str, urls: set[str]) -> None:
    assert found(store, recording, words) == urls


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=40), st.text("\"'*^():-+ANDORNEAR \0{}lamp", max_size=30)))
def test_nothing_typed_is_an_error(store: Store, recording: Recording, words: str) -> None:
    assert found(store, recording, words) <= {"/1", "/2", "/3"}


def test_a_page_collected_by_two_runs_is_found_once(store: Store, recording: Recording) -> None:
    again = store.runs.begin(recording.id, "crawl").result()
    text = "The old lamp shines"
    store.pages.record(NewPage(run_id=again.id, url="/1", role="target", body=text.encode(), text=text)).result()
    assert [hit.url for hit in store.search(recording.id, "shines")] == ["/1"]


def test_shows_the_match_and_pages_through(store: Store, recording: Recording) -> None:
    [hit] = store.search(recording.id, "shines")
    assert (hit.title, hit.snippet) == ("/1", "The old lamp \x02shines\x03")
    one, two = (store.search(recording.id, "lamp", limit=1, offset=offset) for offset in (0, 1))
    assert {one[0].url, two[0].url} == {"/1", "/2"}
    assert store.search(recording.id + 1, "lamp") == ()
