"""Answers over several pages, however these are turned: all that was found is collected, and no page twice."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.recorder.conftest import Command, in_a_process
from tests.recorder.exporting.test_scrapy import scraped
from tests.recorder.probing.desks import Library, collected, found, papers
from tests.recorder.probing.paging_desks import LAST, PAGING

Recorded = tuple[Library, Path]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """All of them in one recording."""
    database = tmp_path_factory.mktemp("paging") / "library.db"
    with Library(PAGING) as library:
        command = ("record", f"{library.base}/", "--like", library.sample, "--db", database, "--exhaustive")
        done = in_a_process(*command, "--render", "never", "--name", "library", "--max-probes", 2000)
        assert done.code == 0, done.err
        yield library, database


def test_an_answer_of_no_hits_is_no_error_whatever_its_status(recorder: Command, recorded: Recorded) -> None:
    library, database = recorded
    before = library.asked["/answer/missing"]
    done = recorder("crawl", "--db", database, "--param", "q_missing=nowhere", "--json")
    assert (done.code, done.json["errors"], done.json["targets"]) == (0, 0, 0), done.err
    assert library.asked["/answer/missing"] == before + 1


BY_FORMS = ["submits", "buttons", "posted-buttons", "forms", "posted-forms", "more", "posted-more", "growing"]
BY_LINKS = ["more-link", "growing-link", "sent-on", "numbered", "elsewhere"]


@pytest.mark.parametrize("name", [*BY_FORMS, *BY_LINKS])
def test_all_pages_of_an_answer_are_turned(recorder: Command, recorded: Recorded, name: str) -> None:
    library, database = recorded
    before = library.asked_at(f"/answer/{name}")
    done = recorder("crawl", "--db", database, "--param", f"q_{name}=the", "--json")
    assert done.code == 0, done.err
    assert collected(database, done.json["run"]) == papers(library, found("the"))
    assert library.asked_at(f"/answer/{name}") - before <= LAST + 2  # it may be sent on, and turned back to the first


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BY_FORMS, *BY_LINKS])
def test_a_spider_turns_them_too(recorded: Recorded, tmp_path: Path, name: str) -> None:
    library, database = recorded
    assert scraped("library", database, tmp_path, (f"q_{name}=the",)) == papers(library, found("the"))


def test_views_of_an_answer_are_no_pages_of_it(recorder: Command, recorded: Recorded) -> None:
    library, database = recorded
    before = library.asked_at("/answer/views")
    done = recorder("crawl", "--db", database, "--param", "q_views=the", "--json")
    assert collected(database, done.json["run"]) == papers(library, found("the")), done.err
    assert library.asked_at("/answer/views") - before == LAST


def test_several_questions_whose_answers_forget_them_are_kept_apart(
    recorder: Command, recorded: Recorded, tmp_path: Path
) -> None:
    """And so they are after an interruption, when the sessions of their visitors are no more."""
    library, database = recorded
    words = ["the", "kettle", "basket", "ladder"]
    table = tmp_path / "queries.csv"
    table.write_text("\n".join(["q_sent-on", *words]))
    ask = "crawl", "--db", database, "--params-from", table, "--concurrency", "1", "--json"
    assert recorder(*ask, "--limit", "12").code == 3
    done = recorder(*ask)
    assert done.code == 0, done.err
    found_by = queries(database, done.json["run"])
    assert {word: found_by[word] for word in words} == {word: papers(library, found(word)) for word in words}


def queries(database: Path, run: int) -> dict[str, set[str]]:
    """The targets of a run by the words that found them."""
    by_word = defaultdict[str, set[str]](set)
    with closing(sqlite3.connect(database)) as connection:
        sql = "SELECT final_url, query FROM pages WHERE run_id = ? AND role = 'target'"
        for url, asked in connection.execute(sql, (run,)):
            for each in json.loads(asked):
                by_word[each["q_sent-on"]].add(url)
    return by_word
