"""A hidden catalogue on loopback is exhausted: by the command, through kills, again a week later; and what cannot be
exhausted is refused or found out.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.hidden_catalogue import Catalogue, Manners, catalogue, invented, write_recording
from recorder.api import crawl
from recorder.crawling.exhausted_form import form_to_exhaust
from recorder.exhausting.report import Exhausted
from recorder.fetching.options import FetchOptions, Render
from recorder.knowledge.pattern_files import replace_pattern
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.runtime.errors import RecorderError, UsageError
from recorder.runtime.events import Event, Note, PageFetched, RecordsFound
from recorder.store import open_store
from recorder.store.forms import FormRow, StoredForm
from tests.recorder.conftest import in_a_process
from tests.recorder.interrupting import PLAIN, end, is_sound, no_traceback, rows, start, targets, until

RECORDS = 160


@contextmanager
def recorded(tmp_path: Path, manners: Manners, count: int = RECORDS) -> Iterator[tuple[Catalogue, Path]]:
    with catalogue(invented(count), manners) as site:
        database = tmp_path / "site.db"
        write_recording(database, site)
        site.asked.clear()
        yield site, database


def exhaust(database: Path, *more: object) -> Any:
    ending = in_a_process("crawl", "--db", database, "--exhaust", *more, "--json", *PLAIN)
    assert no_traceback(ending), ending.err
    return json.loads(ending.out)


@pytest.mark.parametrize(
    ("manners", "least"),
    [
        (Manners(everything=True), 1.0),
        (Manners(select=True), 1.0),
        pytest.param(Manners(), 0.98, marks=pytest.mark.slow),
        pytest.param(Manners(limit=20, pages=False), 0.9, marks=pytest.mark.slow),
    ],
)
def test_nearly_all_is_collected_and_no_address_asked_for_twice(tmp_path: Path, manners: Manners, least: float) -> None:
    with recorded(tmp_path, manners) as (site, database):
        told = exhaust(database)["exhausted"]
        assert told["collected"] == len(targets(database)) >= least * RECORDS
        assert told["requests"] == site.searches
        assert told["estimate"]["low"] <= RECORDS * 1.02
        assert told["estimate"]["high"] >= RECORDS * 0.95
        sample = f"/record/{1}"  # the sample is looked at while recording, and collected now
        assert [address for address, count in site.asked.items() if count > 1 and address != sample] == []
        assert told["curve"][-1] == [told["requests"], told["known"]]


def test_two_paths_through_one_form_end_as_one_does(tmp_path: Path) -> None:
    """Their answers are met twice; what is not worth turning yet must not be claimed again and again."""
    with recorded(tmp_path, Manners(select=True), 2 * RECORDS) as (site, database):
        with open_store(database) as store:
            recording = store.recordings.find()
            (short,) = from_text(store.patterns.latest(recording.id).text).paths
            form, record = short.steps
            turned = PatternPath(
                (form, LinkStep(r"^http://[^/]+/find\?[^#]*page=[0-9]+[^#]*$", None, True), record), 1, 1
            )
            replace_pattern(store, recording, NavigationPattern((short, turned)), "edited")
        table = tmp_path / "sections.csv"
        table.write_text("\n".join(["section", *sorted({section for _, section, _ in site.rows})]))
        assert in_a_process("crawl", "--db", database, "--params-from", table, *PLAIN).code == 0
        assert exhaust(database)["exhausted"]["collected"] == 2 * RECORDS


def test_the_last_line_says_about_how_many_there_are_and_never_all(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners(everything=True)) as (_, database):
        ending = in_a_process("crawl", "--db", database, "--exhaust", *PLAIN)
        assert ending.code == 0, ending.err
        last = ending.out.splitlines()[-1]
        assert last.startswith(f"About {RECORDS} ({RECORDS}-")
        assert (
            f") records can be found by this form; {RECORDS} are collected. Nothing more is asked: one answer" in last
        )
        assert " all " not in last


def test_what_it_will_cost_is_said_once(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        heard: list[Event] = []
        crawl(database, exhaust="", max_requests=70, listen=heard.append, extract=False)
        told = [event.text for event in heard if isinstance(event, Note) and "at this pace" in event.text]
        assert len(told) == 1
        assert "more result page" in told[0]
        asked = [event for event in heard if isinstance(event, RecordsFound)]
        assert asked[-1].left is not None
        assert all(each.known <= each.low for each in asked if each.low is not None), "more known than there are"
        waiting = {event.waiting for event in heard if isinstance(event, PageFetched)}
        assert waiting == {None}, "what waits says nothing of what is left"
        assert len(asked) == site.searches <= 70


@pytest.mark.slow
def test_kills_lose_nothing_and_ask_nothing_twice(tmp_path: Path) -> None:
    """What was on its way when the kill came is asked again, and nothing that is stored."""
    chance = random.Random(7)
    with recorded(tmp_path, Manners()) as (site, database):
        asked_again: set[str] = set()
        for _ in range(10):
            before = _stored(database)
            asked = site.asked.copy()
            goal = site.asked.total() + chance.randint(5, 16)
            process = start("crawl", "--db", database, "--exhaust", *PLAIN)
            until(lambda goal=goal: site.asked.total() >= goal, process)
            process.kill()
            end(process)
            assert is_sound(database)
            asked_again |= {f"{site.base}{address}" for address in site.asked - asked} & before
        before, asked = _stored(database), site.asked.copy()
        told = exhaust(database)["exhausted"]
        asked_again |= {f"{site.base}{address}" for address in site.asked - asked} & before
        assert asked_again == set()
        assert len(rows(database, "SELECT 1 FROM runs WHERE kind = 'crawl'")) == 1
        assert told["collected"] == len(targets(database)) >= 0.97 * RECORDS


def _stored(database: Path) -> set[str]:
    return {
        url for (url,) in rows(database, "SELECT url FROM pages JOIN runs ON runs.id = run_id WHERE kind = 'crawl'")
    }


@pytest.mark.slow
def test_next_week_only_what_is_new_is_fetched(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        first = exhaust(database, "--max-requests", 400)
        site.asked.clear()
        site.add(invented(RECORDS + 8)[RECORDS:])
        second = exhaust(database)
        assert second["run"] != first["run"]
        fetched = {address for address in site.asked if address.startswith("/record/")}
        missed = RECORDS - first["exhausted"]["collected"]
        assert len(fetched) <= 8 + missed
        assert len(fetched & {f"/record/{RECORDS + number}" for number in range(1, 9)}) >= 6


def test_where_nothing_seems_to_be_missing_it_is_not_said_to_take_nothing(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners(everything=True), 60) as (_, database):
        exhaust(database)
        again = in_a_process("crawl", "--db", database, "--exhaust", *PLAIN)
        assert "Hardly any of them is missing" in again.err
        assert "about 0" not in again.err


def test_what_was_left_out_as_collected_before_is_not_counted_as_stored(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners(everything=True), 60) as (_, database):
        exhaust(database)
        first, second = (
            in_a_process("crawl", "--db", database, "--exhaust", "--max-requests", most, *PLAIN).err for most in (8, 16)
        )
        assert "Run 3 stopped: 8 pages" in first
        assert "8 pages stored already" in second


def test_a_limit_is_kept_to_and_the_same_command_with_more_goes_on(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        ending = in_a_process("crawl", "--db", database, "--exhaust", "--max-requests", 12, *PLAIN)
        assert ending.code == 3, ending.err
        assert "--max-requests" in ending.err
        assert ending.out.splitlines()[-1].endswith("12 result pages were asked for, as many as were allowed.")
        assert site.searches == 12
        told = exhaust(database, "--max-requests", 30)
        assert site.searches == told["exhausted"]["requests"] == 30
        assert told["run"] == 2


def test_a_day_has_so_many_requests(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        for _ in range(2):
            ending = in_a_process("crawl", "--db", database, "--exhaust", "--per-day", 10, *PLAIN)
            assert ending.code == 3, ending.err
            assert ending.out.splitlines()[-1].endswith("as many as --per-day allows.")
            assert 10 <= site.searches <= 12


def test_a_new_run_begins_no_new_day(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        for _ in range(2):
            ending = in_a_process("crawl", "--db", database, "--exhaust", "--per-day", 10, "--fresh", *PLAIN)
            assert ending.code == 3, ending.err
            assert 10 <= site.searches <= 12


def test_a_site_that_goes_down_is_told_as_the_reason(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        told = _exhaust_until(site, database, Manners(fails_every=1))
        assert "site is down" in told.why
        assert told.why in told.line
        assert told.as_plain()["why"] == told.why


def test_a_site_that_answers_no_more_questions_ends_it_and_they_are_asked_again(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        told = _exhaust_until(site, database, Manners(forbids=True))
        assert "30 questions in a row were not answered, the last because the site answered 403" in told.why
        searched = site.searches
        site.manners = Manners()
        again = exhaust(database, "--max-requests", told.requests + 10)
        assert again["run"] == 2
        assert 10 <= site.searches - searched <= 40
        assert again["exhausted"]["collected"] > told.collected


def _exhaust_until(site: Catalogue, database: Path, worse: Manners) -> Exhausted:
    """Until the site behaves worse: it does after a while."""

    def listen(event: Event) -> None:
        if isinstance(event, RecordsFound) and event.requests == 20:
            site.manners = worse

    told = crawl(database, exhaust="", listen=listen, fetching=FetchOptions(render=Render.NEVER, attempts=1)).exhausted
    assert told is not None
    return told


def test_a_site_that_fails_now_and_then_is_exhausted_all_the_same(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners(everything=True, fails_every=3)) as (_, database):
        told = crawl(database, exhaust="", fetching=FetchOptions(render=Render.NEVER, backoff=0.01)).exhausted
        assert told is not None
        assert told.collected >= 0.9 * RECORDS
        assert any(end in told.why for end in ("at least 99", "one answer", "fewer than 2 new")), told.why


def test_what_the_site_failed_to_give_is_said_and_had_by_the_same_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with recorded(tmp_path, Manners(everything=True)) as (site, database):
        told = site.told
        with monkeypatch.context() as patched:
            patched.setattr(site, "told", lambda at: (500, "Full up.") if at == "/record/9" else told(at))
            ending = in_a_process("crawl", "--db", database, "--exhaust", *PLAIN)
        assert f"{RECORDS - 1} are collected" in ending.out
        assert "1 page could not be had: run the same command" in ending.err
        assert exhaust(database)["exhausted"]["collected"] == RECORDS


def test_a_site_that_answers_the_same_to_everything_is_found_out(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners(deaf=True)) as (site, database):
        ending = in_a_process("crawl", "--db", database, "--exhaust", *PLAIN)
        assert ending.code == 1
        assert "answers the same to everything" in ending.err
        assert site.searches <= 30


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--exhaust", "/nowhere"), "No form of this pattern that can be exhausted is called '/nowhere'."),
        (("--exhaust", "1"), "No form of this pattern that can be exhausted is called '1'."),
        (("--exhaust", "--param", "q=x"), "--exhaust chooses its questions itself"),
        (("--coverage", "0.9"), "belong to --exhaust"),
    ],
)
def test_wrong_use_is_one_clear_message(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        _put_a_path_of_links_first(database)
        ending = in_a_process("crawl", "--db", database, *words, *PLAIN)
        assert ending.code == 2
        assert told in ending.err
        assert no_traceback(ending)
        assert not site.asked


def _put_a_path_of_links_first(database: Path) -> None:
    with open_store(database) as store:
        recording = store.recordings.find()
        paths = from_text(store.patterns.latest(recording.id).text).paths
        replace_pattern(store, recording, NavigationPattern((PatternPath(paths[0].steps[1:], 5, 5), *paths)), "edited")


@pytest.mark.parametrize("in_browser", [True, False])
def test_a_form_that_is_no_search_or_needs_a_browser_is_refused(in_browser: bool) -> None:
    box = Parameter("q", required=True, example="x")
    step = FormStep("GET", "http://h/find?q=*", parameters=(box,), form="signature", in_browser=in_browser)
    pattern = NavigationPattern((PatternPath((step, LinkStep("^http://h/record/[0-9]+$")), 5, 5),))
    row = FormRow(
        signature="signature", url="http://h/", method="GET", action="http://h/find", verdict="left alone",
        reason="it sends a message",
    )  # fmt: skip
    told = "only in a browser" if in_browser else "not judged to be a search: it sends a message"
    with pytest.raises(UsageError, match=told):
        form_to_exhaust(pattern, "", [StoredForm(1, row, (), 0, 0)])


def test_robots_decide_for_every_answer(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners()) as (site, database):
        site.robots = "User-agent: *\nDisallow: /find\n"
        with pytest.raises(RecorderError, match="robots"):
            crawl(database, exhaust="")
        assert site.searches == 0


def test_a_program_asks_for_it_too(tmp_path: Path) -> None:
    with recorded(tmp_path, Manners(everything=True)) as (_, database):
        result = crawl(database, exhaust="/find", coverage=0.9)
        assert result.exhausted is not None
        assert result.exhausted.collected == RECORDS
        with pytest.raises(UsageError):
            crawl(database, exhaust="/nowhere")
