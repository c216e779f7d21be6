"""Why a URL is or is not a target: pages, links to it, what is queued, the way there."""

import pytest

from recorder.store import LinkRow, NewPage, QueuedRequest, Recording, Run, Store
from tests.store.conftest import settle


@pytest.fixture
def chain(store: Store, run: Run) -> list[int]:
    """entry -> list -> book, and a page beside that links to the book, too."""
    entry = store.pages.record(NewPage(run_id=run.id, url="/", role="hub", links=(LinkRow("/list"),))).result()
    ids = [entry]
    for url, link in (("/list", LinkRow("/book", "html/body/ul/li/a", "A book", "a")), ("/book", LinkRow("/"))):
        page = NewPage(run_id=run.id, url=url, role="hub", parent_page_id=ids[-1], links=(link, LinkRow("/waiting")))
        ids.append(store.pages.record(page).result())
    store.pages.record(NewPage(run_id=run.id, url="/beside", role="other", links=(LinkRow("/book"),))).result()
    return ids


def test_tells_the_way_and_the_links(store: Store, recording: Recording, chain: list[int]) -> None:
    why = store.why(recording.id, "/book")
    assert [page.id for page in why.pages] == chain[-1:]
    assert [page.url for page in why.route] == ["/", "/list", "/book"]
    assert [(link.page_url, link.place, link.text) for link in why.links] == [
        ("/list", "html/body/ul/li/a", "A book"),
        ("/beside", "", ""),
    ]
    assert why.link_count == 2


def test_a_url_that_was_only_seen_or_queued(store: Store, recording: Recording, run: Run, chain: list[int]) -> None:
    store.frontier.add(run.id, [QueuedRequest(url="/waiting", depth=3)], parent_page_id=chain[1]).result()
    why = store.why(recording.id, "/waiting")
    assert (why.pages, why.route, why.link_count) == ((), (), 2)
    assert [(row.state, row.parent_page_id) for row in why.queued] == [("waiting", chain[1])]


def test_an_unknown_url(store: Store, recording: Recording, chain: list[int]) -> None:
    why = store.why(recording.id, "/never")
    assert (why.pages, why.links, why.link_count, why.queued, why.route) == ((), (), 0, (), ())


def test_is_found_by_key_requested_and_final_url(store: Store, recording: Recording, run: Run) -> None:
    page = NewPage(run_id=run.id, url="/asked?sid=1", key="/asked", final_url="/arrived", role="other")
    page_id = store.pages.record(page).result()
    for url in ("/asked", "/asked?sid=1", "/arrived"):
        assert [found.id for found in store.why(recording.id, url).pages] == [page_id]


def test_newest_run_first_and_other_recordings_left_out(store: Store, recording: Recording, run: Run) -> None:
    later = store.runs.begin(recording.id, "crawl").result()
    other = store.recordings.create("films", "http://a.example/", [], {}).result()
    elsewhere = store.runs.begin(other.id, "crawl").result()
    for each in (run, later, elsewhere):
        store.pages.record(NewPage(run_id=each.id, url="/1", role="target", links=(LinkRow("/1"),))).result()
    why = store.why(recording.id, "/1")
    assert [page.run_id for page in why.pages] == [later.id, run.id]
    assert why.link_count == 2


def test_parents_that_go_round_end(store: Store, recording: Recording, run: Run) -> None:
    first = store.pages.record(NewPage(run_id=run.id, url="/1", role="hub")).result()
    second = store.pages.record(NewPage(run_id=run.id, url="/2", role="hub", parent_page_id=first)).result()
    store.pages.record(NewPage(run_id=run.id, url="/1", role="hub", parent_page_id=second)).result()
    assert {page.url for page in store.why(recording.id, "/2").route} == {"/1", "/2"}


def test_a_page_everybody_links_to_is_counted_not_listed(store: Store, recording: Recording, run: Run) -> None:
    for number in range(250):
        store.pages.record(NewPage(run_id=run.id, url=str(number), role="hub", links=(LinkRow("/home"),)))
    settle(store)
    why = store.why(recording.id, "/home")
    assert (len(why.links), why.link_count) == (100, 250)
