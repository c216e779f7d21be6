"""The bookshop's searches, learnt while recording and asked while crawling: what comes back is what its database says.

The shop counts every request that changes something, and every form that must not be sent: none may be.
"""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from recorder.demo.searches import BranchQuery, CatalogueQuery, RareQuery, ShopQuery, UsedQuery
from tests.recorder.conftest import Command, RecordedShop, copied, in_a_process

WORDS = ("the", "said the", "Núñez", "книга", "river", "lighthouse", "harbour", "zzqqx", "café", "a history")


@pytest.fixture(scope="module")
def shop(shop: RecordedShop, tmp_path_factory: pytest.TempPathFactory) -> RecordedShop:
    """The recorded shop with a database of its own: these tests crawl."""
    return replace(shop, database=copied(shop.database, tmp_path_factory.mktemp("asked") / "shop.db"))


def questions(word: str) -> list[tuple[tuple[str, ...], ShopQuery]]:
    """The same word for each of the four searches: what a person gives, and what the shop understands."""
    return [
        ((f"Title or author={word}",), CatalogueQuery(word)),
        ((f"words={word}", "First published="), RareQuery(word, "")),
        ((f"Words={word}", "Condition="), UsedQuery(word, "")),
        (("region=west", f"phrase={word}"), BranchQuery("west", "", word)),
    ]


def collected(database: Path, run: int) -> set[str]:
    with sqlite3.connect(database) as connection:
        sql = "SELECT final_url FROM pages WHERE run_id = ? AND role = 'target'"
        return {url for (url,) in connection.execute(sql, (run,))}


def ask(shop: RecordedShop, *given: str) -> set[str]:
    options = [option for each in given for option in ("--param", each)]
    done = in_a_process("crawl", "--db", shop.database, "--fresh", "--json", *options)
    assert done.code == 0, done.err
    return collected(shop.database, done.json["run"])


def test_every_search_is_learnt_and_nothing_else_is_sent(recorder: Command, shop: RecordedShop) -> None:
    forms = recorder("show", "--db", shop.database, "--json").json["forms"]
    useful = {
        form["action"].removeprefix(shop.site.base_url) for form in forms if form["verdict"] == "leads to targets"
    }
    assert useful >= {"/rare/results", "/search/results", "/branches/stock"}
    assert any(form["verdict"] == "leads to targets" and form["url"].endswith("/used") for form in forms)
    left_alone = {
        form["action"].removeprefix(shop.site.base_url): form for form in forms if form["verdict"] == "left alone"
    }
    assert {"/newsletter", "/language"} <= left_alone.keys()
    assert all(form["reason"] and not form["probes"] for form in left_alone.values())
    assert shop.site.tally.unsafe == [] and shop.site.tally.forbidden == []
    assert shop.recorded["forms"] >= len(useful) + len(left_alone)
    assert 0 < shop.recorded["probes"] == sum(form["probes"] for form in forms)
    assert all(form["probes"] <= 240 for form in forms)


@pytest.mark.parametrize("which", range(4), ids=["catalogue", "rare", "used", "branches"])
def test_what_is_collected_is_what_the_shop_finds(shop: RecordedShop, which: int) -> None:
    given, query = questions("said the")[which]
    assert ask(shop, *given) == shop.site.truth.answer(query)
    assert shop.site.tally.unsafe == []


@pytest.mark.slow
@pytest.mark.parametrize("which", range(4), ids=["catalogue", "rare", "used", "branches"])
def test_ten_queries_each(shop: RecordedShop, which: int) -> None:
    wrong = {}
    for word in WORDS:
        given, query = questions(word)[which]
        if (found := ask(shop, *given)) != shop.site.truth.answer(query):
            wrong[word] = found ^ shop.site.truth.answer(query)
    assert wrong == {}


def test_books_that_no_link_leads_to_are_collected(shop: RecordedShop) -> None:
    found = ask(shop, "Title or author=the")
    assert found - shop.site.truth.linked_urls


def test_many_queries_from_a_table_and_targets_remember_them(shop: RecordedShop, tmp_path: Path) -> None:
    table = tmp_path / "queries.csv"
    table.write_text("Title or author;category\nsaid the;\nthe;\n", encoding="utf-8")
    done = in_a_process("crawl", "--db", shop.database, "--params-from", table, "--json")
    assert done.code == 0, done.err
    both, one = (shop.site.truth.answer(CatalogueQuery(word)) for word in ("said the", "the"))
    assert collected(shop.database, done.json["run"]) == both | one
    with sqlite3.connect(shop.database) as connection:
        sql = "SELECT final_url, query FROM pages WHERE run_id = ? AND role = 'target'"
        asked = {url: json.loads(query) for url, query in connection.execute(sql, (done.json["run"],))}
    for word, answer in (("said the", both), ("the", one)):
        assert {url for url, queries in asked.items() if {"Title or author": word} in queries} == answer


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("colour=red",), "no parameter 'colour'"),
        (("Title or author=the", "category=cookery"), "cookery"),
        (("phrase=the",), "Missing: "),
        (("the",), "NAME=VALUE"),
    ],
)
def test_what_no_form_accepts_is_refused_before_anything_is_sent(
    recorder: Command, shop: RecordedShop, given: tuple[str, ...], said: str
) -> None:
    before = shop.site.tally.total
    options = [option for each in given for option in ("--param", each)]
    done = recorder("crawl", "--db", shop.database, *options)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err
    assert shop.site.tally.total == before


def test_a_pattern_of_forms_alone_needs_parameters(recorder: Command, shop: RecordedShop, tmp_path: Path) -> None:
    only = copied(shop.database, tmp_path / "only.db")
    text = recorder("pattern", "export", "--db", only, "-").out
    paths = [part for part in text.split("[[paths]]") if "kind = 'form'" in part]
    file = tmp_path / "pattern.toml"
    file.write_text(text.split("[[paths]]")[0] + "".join("[[paths]]" + part for part in paths), encoding="utf-8")
    assert recorder("pattern", "import", "--db", only, file).code == 0
    done = recorder("crawl", "--db", only)
    assert done.code == 2
    assert "needs parameters" in done.err
    assert "--exhaust" in done.err


def test_without_parameters_the_run_says_what_it_leaves_out(shop: RecordedShop) -> None:
    done = in_a_process("crawl", "--db", shop.database, "--fresh", "--limit", "1")
    assert "Search forms were not asked" in done.err
    assert "Title or author" in done.err
