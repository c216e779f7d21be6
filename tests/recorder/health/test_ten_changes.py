"""Ten things an owner may do to a site after it was recorded: nine are told with the step they break, growth is not;
and what can be learnt anew is. One recording of the bookshop, copied for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from recorder.cli.terminal import ExitCode
from recorder.demo import Arrangement, CatalogueQuery, DemoServer
from recorder.patterns.navigation.notation import from_plain
from recorder.patterns.navigation.pattern import FormStep, Step
from tests.recorder.conftest import Done, copied, in_a_process
from tests.recorder.probing.test_form_search import collected
from tests.shop.owned import OwnedShop
from tests.shop.redesign import redesigned_page

pytestmark = pytest.mark.slow

BOOKS = 150
WORD = "harbour"
ASKED = ("--param", f"Title or author={WORD}")
AS_IT_WAS = Arrangement()
BOOK, LIST, SECOND_PAGE, SEARCH = "/book/a-1.html", "/books/a/b/", "/books/children/fairy-tales/?page=2", "/search/"


@dataclass(frozen=True)
class Change:
    """What the owner does, by which question it is met, the step it is met at, and what is said of it."""

    house: Arrangement
    step: str
    says: str
    asked: tuple[str, ...] = ()
    asked_anew: tuple[str, ...] = ()


CHANGES = {
    "path renamed": Change(replace(AS_IT_WAS, book_folder="title"), BOOK, "lead elsewhere"),
    "redesign": Change(replace(AS_IT_WAS, design=redesigned_page), BOOK, "no longer like the sample"),
    "list emptied": Change(replace(AS_IT_WAS, lists_empty=True), BOOK, "before"),
    "pagination": Change(replace(AS_IT_WAS, page_parameter="p"), SECOND_PAGE, "lead elsewhere"),
    "field renamed": Change(replace(AS_IT_WAS, word_field="words"), SEARCH, "but for words", ASKED, ASKED),
    "moved to POST": Change(replace(AS_IT_WAS, search_method="post"), SEARCH, "sent by POST now", ASKED, ASKED),
    "new field": Change(
        replace(AS_IT_WAS, search_needs_language=True),
        SEARCH,
        "now needs language",
        ASKED,
        (*ASKED, "--param", "language=any"),
    ),
    "script": Change(replace(AS_IT_WAS, lists_need_script=True), LIST, "need a browser now"),
    "robots": Change(replace(AS_IT_WAS, robots_forbid_books=True), BOOK, "robots.txt now forbids"),
}
LEARNT_ANEW = [name for name in CHANGES if name != "robots"]


@dataclass(frozen=True)
class Recorded:
    """The shop as recorded, crawled by its links and asked once; and where it stood."""

    database: Path
    port: int
    steps: tuple[tuple[Step, ...], ...]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    database = tmp_path_factory.mktemp("changes") / "shop.db"
    with DemoServer(OwnedShop(books=BOOKS)) as site:
        done("record", site.entry_url, "--like", site.sample_url, "--db", database)
        shown = done("show", "--db", database)
        for asked in ((), ASKED):
            done("crawl", "--db", database, *asked)
        port = int(site.base_url.rpartition(":")[2])
    pattern = from_plain(shown.json["pattern"])
    return Recorded(database, port, tuple(path.steps for path in pattern.paths))


@pytest.fixture
def database(recorded: Recorded, tmp_path: Path) -> Path:
    return copied(recorded.database, tmp_path / "shop.db")


@pytest.fixture
def site(recorded: Recorded) -> Iterator[OwnedShop]:
    """The same shop at the same address, as it was on the day."""
    with DemoServer(OwnedShop(books=BOOKS, port=recorded.port)) as site:
        yield site


def done(*arguments: object) -> Done:
    """A command that ends well."""
    ended = in_a_process(*arguments, "--json")
    assert ended.code == ExitCode.DONE, ended.err
    return ended


@pytest.mark.parametrize("name", CHANGES)
def test_what_has_changed_is_told_with_its_step(recorded: Recorded, database: Path, site: OwnedShop, name: str) -> None:
    change = CHANGES[name]
    site.rearrange(change.house)
    ended = in_a_process("crawl", "--db", database, "--json", *change.asked)
    assert ended.code == ExitCode.FAILED
    drift = ended.json["drift"]
    step = recorded.steps[drift["path"] - 1][drift["step"] - 1]
    assert isinstance(step, FormStep) == bool(change.asked)
    assert SEARCH in step.url if isinstance(step, FormStep) else step.matches(site.base_url + change.step)
    assert change.says in drift["message"] and drift["message"] in ended.err
    assert name != "script" or missing(database, site, ended.json) == set()


def test_growth_is_no_drift(database: Path, site: OwnedShop) -> None:
    site.edit(add=len(site.truth.linked_urls) * 3 // 10)
    ended = done("crawl", "--db", database)
    assert ended.json["drift"] is None and ended.json["new"] > 0


@pytest.mark.parametrize("name", LEARNT_ANEW)
def test_what_can_be_learnt_anew_is_collected_again(database: Path, site: OwnedShop, name: str) -> None:
    change = CHANGES[name]
    site.rearrange(change.house)
    how = () if name == "script" else ("--render", "never")
    done("record", "--again", "--db", database, *how, *(() if change.asked else ("--forms", "none")))
    crawled = done("crawl", "--db", database, *how, *change.asked_anew)
    assert crawled.json["drift"] is None
    assert missing(database, site, crawled.json, asked=bool(change.asked)) == set()


def missing(database: Path, site: OwnedShop, crawled: Any, *, asked: bool = False) -> set[str]:
    wanted = site.truth.answer(CatalogueQuery(WORD, language="any")) if asked else site.truth.linked_urls
    return set(wanted - collected(database, crawled["run"]))
