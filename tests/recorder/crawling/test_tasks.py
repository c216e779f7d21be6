"""Tasks are read as they were queued, and rows of databases that older versions wrote are read, too."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path as File

import pytest

from recorder.crawling.navigator import Navigator
from recorder.crawling.queries import Question
from recorder.crawling.session import CrawlOptions, crawl
from recorder.crawling.tasks import FormTask, LinkTask, Task, TaskReader, TurnTask, link_request, turn_request
from recorder.crawling.tasks import form_request as form_queued
from recorder.fetching.options import FetchOptions
from recorder.forms.form import Field, Form
from recorder.forms.parameters import ready_paths
from recorder.knowledge.link_marks import LinkMarks
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path, Position
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store import Store, open_store
from recorder.store.frontier import QueuedRequest, request_key
from tests.recorder.crawling.test_crawler import Site, record_by_hand
from tests.recorder.fetching.station import Station

ENTRY = "http://h/"
STEP = FormStep(
    "POST",
    "http://h/find",
    "q=*&token=*",
    (Parameter("q", "Words", "text", required=True),),
    fresh=("token",),
    page=ENTRY,
)
PATTERN = NavigationPattern((Path((STEP, LinkStep("^http://h/[0-9]+$"))), Path((LinkStep("^http://h/[0-9]+$"),))))
TEA, JAM = (
    Question(number, {"q": word}, ready_paths(PATTERN, (("q", word),))) for number, word in enumerate(("tea", "jam"))
)
NAVIGATOR = Navigator(PATTERN, (TEA, JAM))


@pytest.fixture
def store(tmp_path: File) -> Iterator[Store]:
    with open_store(tmp_path / "site.db", create=True) as opened:
        opened.recordings.create("site", ENTRY, ["http://h/1"], {}).result()
        opened.runs.begin(1, "crawl").result()
        yield opened


def claimed(store: Store, request: QueuedRequest, reader: TaskReader | None = None) -> Task:
    store.frontier.add(1, [request]).result()
    (row,) = store.frontier.claim(1).result()
    return (reader or TaskReader(NAVIGATOR, ENTRY, LinkMarks())).read(row)


def test_a_link_is_read_as_it_was_queued(store: Store) -> None:
    task = claimed(store, link_request("http://h/1", Position(0, 2), JAM, 3, "html/body"))
    assert isinstance(task, LinkTask)
    assert (task.key, task.question, task.promised, task.left_out) == ("http://h/1", JAM, True, "")
    assert (task.row.depth, task.row.place, task.row.key) == (3, "html/body", "http://h/1 for question 1")


def test_a_form_is_read_as_it_was_queued(store: Store) -> None:
    request = form_queued(NAVIGATOR.waypoints[Position(0, 1)], TEA, 1, {"token": ("abc",)}, "http://h/desk")
    task = claimed(store, request)
    assert isinstance(task, FormTask)
    assert (task.step, task.fresh, task.page) == (STEP, {"token": ("abc",)}, "http://h/desk")
    assert (task.key, task.row.body, task.promised) == (request.key, "q=tea&token=", False)
    assert task.question.values(0, task.at.forms) == {"q": ("tea",)}


def test_a_turned_page_is_read_as_it_was_queued(store: Store) -> None:
    form = Form(
        url=ENTRY, action="http://h/find", method="POST", fields=(Field(name="page", kind="hidden", value="2"),)
    )
    task = claimed(store, turn_request(form, "2 of grid", Position(0, 1), TEA, 2))
    assert isinstance(task, TurnTask)
    assert (task.request.url, task.request.method, task.request.body) == ("http://h/find", "POST", b"page=2")
    assert task.request.content_type == "application/x-www-form-urlencoded"


def test_a_target_that_was_collected_before_is_left_out(store: Store) -> None:
    reader = TaskReader(NAVIGATOR, ENTRY, LinkMarks(), {"http://h/1", ENTRY})
    known = claimed(store, link_request("http://h/1", Position(1, 1), TEA, 1), reader)
    entry = claimed(store, link_request(ENTRY, Position(1, 0), TEA, 0), reader)
    assert isinstance(known, LinkTask) and isinstance(entry, LinkTask)
    assert (known.left_out, entry.left_out) == ("known", "")


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    station = await Station().start()
    yield station
    await station.stop()


async def test_a_run_goes_on_from_rows_that_an_older_version_wrote(station: Station, tmp_path: File) -> None:
    """A form that was met on a page of its own, a turned page, a link of a question, and a row that says nothing."""
    site, base = Site(station, tmp_path / "site.db"), station.base
    site.page("/", "/list")
    site.page("/list", "/4")
    for path, *links in (("/find", "/1"), ("/turned", "/2"), ("/1",), ("/2",), ("/3",), ("/4",)):
        site.page(path, *links)
    record_by_hand(site.database, base)
    item = LinkStep(f"^{base}/[0-9]$")
    ask = FormStep("GET", f"{base}/find?q=*", None, (Parameter("q", "Words", "text", required=True),), page=f"{base}/")
    learnt = NavigationPattern((Path((ask, item)), Path((LinkStep(f"^{base}/list$"), ask, item))))
    with open_store(site.database) as store:
        store.patterns.save(1, to_text(learnt), step_rows(learnt)).result()
        run = store.runs.begin(1, "crawl", {"queries": [{"q": "tea"}]}).result()
        store.runs.end(run.id, "stopped").result()
    rows: list[tuple[str, str, int, object]] = [
        (
            request_key(f"{base}/find?q=tea", "FORM GET"),
            f"{base}/find?q=tea",
            1,
            {"question": 0, "fresh": {}, "page": f"{base}/"},
        ),
        (
            request_key(f"{base}/turned?page=2", "TURN GET", "2 of grid"),
            f"{base}/turned?page=2",
            1,
            {"question": 0, "turn": ""},
        ),
        (f"{base}/3", f"{base}/3", 2, {"question": 0}),
        (f"{base}/4", f"{base}/4", 2, None),
    ]
    with sqlite3.connect(site.database) as connection:
        connection.executemany(
            "INSERT INTO frontier (run_id, key, url, path_index, position, depth, query) VALUES (?, ?, ?, 0, ?, 1, ?)",
            [(run.id, key, url, position, query and json.dumps(query)) for key, url, position, query in rows],
        )
    options = CrawlOptions(site.database, queries=((("q", "tea"),),), fetching=FetchOptions(attempts=1))
    result = await crawl(options, nobody, Stop())
    assert result.run is not None and result.run.id == run.id
    assert site.targets() == ["/1", "/2", "/3", "/4"]
    assert station.asked("/find?q=tea") == 1
