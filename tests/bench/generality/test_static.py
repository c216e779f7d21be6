"""The sites that are folders of files: what must be true of every entry of the catalogue."""

from pathlib import Path

import pytest

from bench.generality.static import SITES
from bench.generality.static.folder import Pages, site

_PAGES = {
    "index.html": '<a href="de/Ein%20Ding.html">1</a><a href=en/thing.html>2</a><!--<a href="en/unsaid.html">3</a>-->',
    "en/thing.html": '<a href="../list/">4</a> <a href="https://elsewhere.example/">5</a> <a href="gone.html">6</a>',
    "de/Ein Ding.html": '<meta http-equiv="refresh" content="0; url=../en/other.html">',
    "de/thing.html": "",
    "list/index.html": '<a href="/de/thing.html?view=print#top">7</a>',
    "en/other.html": "",
    "en/unsaid.html": "",
}


@pytest.fixture
def invented(tmp_path: Path) -> Pages:
    for name, page in _PAGES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(page, encoding="utf8")
    return Pages(lambda: tmp_path, "index.html", r"[a-z]{2}/([^/]+)\.html", usual="en/", neither=r".*/other\.html")


def test_records_are_the_pages_that_links_lead_to_each_at_its_usual_address(invented: Pages) -> None:
    assert invented.truth().records == {"thing": "en/thing.html", "Ein Ding": "de/Ein%20Ding.html"}


def test_copies_in_other_languages_are_the_same_record(invented: Pages) -> None:
    identity = invented.truth().identity
    assert identity("de/thing.html?view=print#top") == identity("en/thing.html") == "thing"
    assert identity("list/") is None


def test_what_nothing_links_to_counts_neither_way_and_neither_does_what_is_said_not_to(invented: Pages) -> None:
    truth = invented.truth()
    assert truth.neither("en/unsaid.html")
    assert truth.neither("en/other.html")
    assert not truth.neither("en/thing.html")
    assert not truth.neither("list/")


def test_pages_whose_paths_tell_nothing_are_told_by_how_they_begin(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<a href=1.html>1</a><a href=2.html>2</a>", encoding="utf8")
    (tmp_path / "1.html").write_text("<title>One Class Reference</title>", encoding="utf8")
    (tmp_path / "2.html").write_text("<title>Two</title>", encoding="utf8")
    pages = Pages(lambda: tmp_path, "index.html", r"\d\.html", begins="<title>.*Class Reference")
    assert list(site("numbers", "by hand", pages).truth().records) == ["1.html"]


def test_names_are_unique() -> None:
    assert len({each.name for each in SITES}) == len(SITES)
