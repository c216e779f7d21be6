"""Answers over several pages, however these are turned: all that was found is collected, and no page twice."""

from collections.abc import Iterator
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
BY_LINKS = ["more-link", "growing-link"]


@pytest.mark.parametrize("name", [*BY_FORMS, *BY_LINKS])
def test_all_pages_of_an_answer_are_turned(recorder: Command, recorded: Recorded, name: str) -> None:
    library, database = recorded
    before = library.asked_at(f"/answer/{name}")
    done = recorder("crawl", "--db", database, "--param", f"q_{name}=the", "--json")
    assert done.code == 0, done.err
    assert collected(database, done.json["run"]) == papers(library, found("the"))
    assert library.asked_at(f"/answer/{name}") - before <= LAST + 1  # the first page may be turned back to


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
