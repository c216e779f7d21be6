"""The engine as a user interface meets it: steps tried on known links, first looks at addresses, tables in CSV."""

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.demo import DemoServer
from recorder.exporting.text_rows import harmless
from recorder.face import ScopeKind
from recorder.face.glances import Glancer
from recorder.face.library import Library
from recorder.face.writing_out import write_csv
from recorder.patterns.navigation.pattern import LinkStep
from recorder.runtime.errors import RecorderError
from tests.recorder.small_shop import LIST, SITE, book
from tests.shop.owned import OwnedShop


def test_an_edited_step_is_held_against_the_links_that_are_known(small: Path) -> None:
    with Library(small) as library:
        links = library.known_links(1)
    now = LinkStep(rf"^{SITE}/book/[0-9]+$", LIST)
    same = links.trial(now, now.regex, now.place)
    assert (same.matches, same.gained, same.lost) == (5, (), ())
    wider = links.trial(now, now.regex, None)
    assert (wider.matches, wider.gained, wider.lost) == (6, (book(6),), ())
    narrower = links.trial(now, rf"^{SITE}/book/[12]$", LIST)
    assert (narrower.matches, narrower.lost) == (2, (book(3), book(4), book(5)))
    assert sum(group.known for group in links.groups) == len({link.url for link in links.links})


@pytest.mark.parametrize("regex", ["", "(", "(a+)+$", "([a-z]*)*x", "(a{1,9})*", "a{99999999999}"])
def test_an_expression_that_cannot_be_meant_is_refused(small: Path, regex: str) -> None:
    with Library(small) as library:
        assert library.known_links(1).trial(LinkStep("x"), regex, None).error


def test_addresses_are_looked_at_before_they_are_used() -> None:
    glancer = Glancer()
    with DemoServer(OwnedShop(books=20)) as site:
        entry = glancer.entry(site.entry_url)
        sample = glancer.sample(site.sample_url, entry, (), ScopeKind.HOST)
        assert (entry.trouble, sample.trouble, sample.doubt) == ("", "", "")
        assert sample.title and sample.outline and sample.alike is None
        others = [url for url in sorted(site.truth.linked_urls) if url != site.sample_url]
        second = glancer.sample(others[0], entry, [sample], ScopeKind.HOST)
        assert second.alike is not None and second.alike > 0.9 and second.doubt == ""
        authors = glancer.sample(f"{site.base_url}/authors/", entry, [sample, second], ScopeKind.HOST)
        assert authors.alike is not None and authors.alike < 0.8
        assert (
            "leads back to the entry page"
            in glancer.sample(f"{site.base_url}/index.html", entry, (), ScopeKind.HOST).trouble
        )
        named = glancer.sample(f"{site.entry_url}#Some book", entry, (), ScopeKind.HOST)
        assert (named.url, named.trouble) == (f"{site.entry_url}#Some%20book", ""), "a route of an application"
        assert "entry page itself" in glancer.sample(site.entry_url, entry, (), ScopeKind.HOST).trouble
        assert "not on the site" in glancer.sample("http://127.0.0.2/", entry, (), ScopeKind.HOST).trouble
        assert "404" in glancer.sample(f"{site.base_url}/no-such-page", entry, (), ScopeKind.HOST).trouble
        assert glancer.entry("bookshop").trouble


@given(st.text())
def test_no_cell_is_run_by_a_spreadsheet(text: str) -> None:
    """Numbers aside, no cell begins as a formula does."""
    cell = harmless(text)
    number = re.fullmatch(r"\s*[-+]?(?:[\d_.]+(?:e[-+]?\d+)?|inf(?:inity)?|nan)\s*", cell, re.IGNORECASE)
    assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_a_table_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    assert write_csv(file, ("a", "b"), [("=1+1", None), ("x,y", "-5")]) == 2
    rows = list(csv.reader(file.read_text().splitlines()))
    assert rows == [["a", "b"], ["'=1+1", ""], ["x,y", "-5"]]
    with pytest.raises(RecorderError):
        write_csv(tmp_path / "no" / "folder.csv", ("a",), [])
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_no_name_stands_for_the_output_that_a_screen_is_drawn_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_csv(Path("-"), ("a",), [("1",)])
    assert (tmp_path / "-").is_file() and capsys.readouterr().out == ""


def test_the_database_is_no_pattern_to_import(small: Path) -> None:
    """Even to read it beside SQLite would take the locks away."""
    with Library(small) as library, pytest.raises(RecorderError, match="database itself"):
        library.import_pattern(library.recordings()[0], small)
