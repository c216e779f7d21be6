"""Searches made as few are, asked as a person would: what is collected is what the library has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.recorder.conftest import Command, in_a_process
from tests.recorder.probing.desks import A_PAGE, PAPERS, Library, collected, papers
from tests.recorder.probing.unusual_desks import UNUSUAL

PLAIN = [name for name, unusual in UNUSUAL.items() if not unusual.by_script]
Recorded = tuple[Library, Path]


def recorded(names: list[str], database: Path, *options: str) -> Iterator[Recorded]:
    with Library({name: UNUSUAL[name].desk for name in names}) as library:
        command = ("record", f"{library.base}/", "--like", library.sample, "--db", database, "--exhaustive")
        done = in_a_process(*command, *options)
        assert done.code == 0, done.err
        yield library, database


@pytest.fixture(scope="module")
def over_http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    yield from recorded(PLAIN, tmp_path_factory.mktemp("unusual") / "library.db", "--render", "never")


@pytest.fixture(scope="module")
def by_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    yield from recorded(list(UNUSUAL), tmp_path_factory.mktemp("unusual") / "library.db")


def check(recorder: Command, recorded: Recorded, name: str) -> None:
    library, database = recorded
    unusual = UNUSUAL[name]
    given = [option for each in unusual.given for option in ("--param", each)]
    done = recorder("crawl", "--db", database, "--json", *given)
    assert done.code == 0, done.err
    assert collected(database, done.json["run"]) == papers(library, unusual.papers)
    assert (done.json["rendered"] > 0) == unusual.in_browser


@pytest.mark.parametrize("name", PLAIN)
def test_without_a_browser(recorder: Command, over_http: Recorded, name: str) -> None:
    check(recorder, over_http, name)


def test_an_answer_is_turned_and_not_narrowed(recorder: Command, over_http: Recorded) -> None:
    library, database = over_http
    before = library.asked["/answer/narrowing"]
    recorder("crawl", "--db", database, "--param", "q_narrowing=the")
    assert library.asked["/answer/narrowing"] - before == PAPERS // A_PAGE + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", UNUSUAL)
def test_by_the_browser(recorder: Command, by_browser: Recorded, name: str) -> None:
    check(recorder, by_browser, name)


@pytest.mark.slow
def test_what_a_script_sends_is_sent_without_it(recorder: Command, tmp_path: Path) -> None:
    for recording in recorded(["fetching"], tmp_path / "library.db", "--max-probes", "8"):
        check(recorder, recording, "fetching")
