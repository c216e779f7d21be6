"""`recorder links`: on the recorded bookshop against its truth, and what it says of little, and of nothing."""

import io
from pathlib import Path

import pytest

from recorder.store import NewPage, open_store
from recorder.store.page import LinkRow
from recorder.store.prototypes import PrototypeRow
from tests.recorder.conftest import Command, RecordedShop
from tests.recorder.small_shop import ENTRY, HUB, SITE, book


def test_the_class_of_books_is_all_books_and_nothing_else(
    recorder: Command, shop: RecordedShop, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Books that no hub links to are classified as well: 0.98 and 0.95 are the bars."""
    with open_store(database) as store:
        links = {link for hub in store.prototypes.hubs(1) for link in hub.links}
    books = shop.site.truth.all_urls
    asked = sorted(books | links)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(asked)))
    answers = recorder("links", "--db", database, "--json", "-").json["urls"]
    assert [answer["url"] for answer in answers] == asked
    framed = {answer["url"] for answer in answers if answer["template"]}
    named = {answer["url"] for answer in answers if answer["pattern"] == f"{shop.site.entry_url}book/*"}
    assert len(books - framed) > 100
    assert len(named & books) >= 0.98 * len(named)
    assert len(named & books) >= 0.95 * len(books - framed)


def test_what_is_shown_is_what_is_kept(recorder: Command, database: Path) -> None:
    shown = recorder("links", "--db", database, "--json").json
    assert list(shown) == ["recording", "hubs", "enough", "prototypes"]
    assert shown["enough"]
    with open_store(database) as store:
        kept = store.prototypes.all(1)
    assert [each["pattern"] for each in shown["prototypes"]] == [row.pattern for row in kept]
    assert [row.number for row in kept] == list(range(1, len(kept) + 1))
    done = recorder("links", "--db", database)
    assert (done.code, done.err) == (0, "")
    assert all(row.pattern in done.out for row in kept)


def test_few_hubs_are_said_to_be_few(recorder: Command, small: Path) -> None:
    done = recorder("links", "--db", small)
    assert done.code == 0
    assert "Learnt from 2 hubs only, and it takes 30" in done.err
    assert not recorder("links", "--db", small, "--json").json["enough"]


def test_where_hubs_are_few_other_pages_tell_as_well(recorder: Command, small: Path) -> None:
    with open_store(small) as store:
        for number in range(30):
            links = (LinkRow(f"{SITE}/author/{number}"), LinkRow(book(number)))
            store.pages.record(NewPage(run_id=3, url=f"{SITE}/review/{number}", role="other", links=links))
    said = recorder("links", "--db", small, "--json").json
    assert (said["hubs"], said["enough"]) == (32, True)
    assert f"{SITE}/author/*" in {each["pattern"] for each in said["prototypes"]}


@pytest.fixture
def shelves(small: Path) -> Path:
    """Ten more hubs, each with links to a shelf, to books, and to elsewhere."""
    with open_store(small) as store:
        for number in range(2, 12):
            away = f"http://other.example/{number}"
            links = (LinkRow(f"{SITE}/shelf/{number + 1}"), LinkRow(book(number)), LinkRow(away))
            store.pages.record(NewPage(run_id=3, url=f"{SITE}/shelf/{number}", role="hub", links=links))
    return small


def test_urls_are_classified_without_writing(recorder: Command, shelves: Path) -> None:
    before = shelves.read_bytes()
    urls = [f"{SITE}/book/77#top", f"{SITE}/about", f"{SITE}/nowhere/at/all", "http://other.example/3"]
    done = recorder("links", *urls, "--db", shelves)
    assert done.lines == [
        f"{SITE}/book/77#top  book …",
        f"{SITE}/about  about",
        f"{SITE}/nowhere/at/all  (no class)",
        "http://other.example/3  (no class)",
    ]
    assert shelves.read_bytes() == before


def test_links_that_leave_the_site_make_no_classes(recorder: Command, shelves: Path) -> None:
    patterns = {each["pattern"] for each in recorder("links", "--db", shelves, "--json").json["prototypes"]}
    assert patterns == {f"{SITE}/about", f"{SITE}/book/*", f"{SITE}/shelf/*"}


def test_the_largest_classes_and_marked_ones_are_shown_and_all_on_demand(recorder: Command, shelves: Path) -> None:
    """Sixty pages that one hub knows one by one do not bury the books."""
    with open_store(shelves) as store:
        links = tuple(LinkRow(f"{SITE}/x{at}/" + "y/" * at) for at in range(60))
        store.pages.record(NewPage(run_id=3, url=f"{SITE}/shelf/99", role="hub", links=links))
    marked, hidden = (f"{SITE}/x{at}/" + "y/" * at for at in (58, 59))
    assert recorder("links", "--db", shelves, "--want", marked).code == 0
    few, every = (recorder("links", "--db", shelves, *how).out for how in ((), ("--all",)))
    assert all(pattern in few for pattern in (f"{SITE}/book/*", f"{SITE}/shelf/*", marked))
    assert hidden not in few and hidden in every
    assert "22 smaller ones, 22 with one link each, with 22 links together" in few
    assert "smaller ones" not in every


def test_marks_stay_when_classes_are_learnt_anew_and_are_told(recorder: Command, shelves: Path) -> None:
    """A class is meant by its pattern or by its name."""
    assert recorder("links", "--db", shelves, "--want", f"{SITE}/book/*", "--ignore", "about").code == 0
    shown = recorder("links", "--db", shelves, "--json").json["prototypes"]
    assert {each["pattern"]: each["wanted"] for each in shown} == {
        f"{SITE}/about": False,
        f"{SITE}/book/*": True,
        f"{SITE}/shelf/*": None,
    }
    answers = recorder("links", "--db", shelves, f"{SITE}/book/77", f"{SITE}/about").lines
    assert [answer.partition("  ")[2] for answer in answers] == ["book …, wanted", "about, ignored"]
    assert recorder("links", "--db", shelves, "--unmark", "about").code == 0
    with open_store(shelves) as store:
        assert store.prototypes.marks(1) == {f"{SITE}/book/*": True}


def test_a_mark_by_which_targets_or_lists_are_lost_is_told(recorder: Command, shelves: Path) -> None:
    """Of the targets that are there, books 1, 2 and 4; the latest run's only list but the entry page is a shelf."""
    swallowing = recorder("links", "--db", shelves, "--ignore", f"{SITE}/book/*", "--ignore", "about")
    assert swallowing.code == 0
    assert "The class book … holds 3 of the 3 targets that were collected" in swallowing.err
    assert "The class about" not in swallowing.err
    assert "11 of the 11 pages on the way to targets" in recorder("links", "--db", shelves, "--ignore", "shelf …").err
    wanting = recorder("links", "--db", shelves, "--want", f"{SITE}/book/*", "--unmark", "shelf …")
    assert "holds" not in wanting.err


def test_a_mark_whose_class_is_no_more_is_told_and_gone(recorder: Command, shelves: Path) -> None:
    with open_store(shelves) as store:
        row = PrototypeRow(number=1, name="old", pattern=f"{SITE}/old/*", hubs=1, links=1, template=False)
        store.prototypes.save(1, [row]).result()
        store.prototypes.mark(1, row.pattern, False).result()
    assert recorder("links", "--db", shelves, f"{SITE}/old/1").lines == [f"{SITE}/old/1  (no class), ignored"]
    assert f"The class {SITE}/old/* that you marked is no more" in recorder("links", "--db", shelves).err
    assert recorder("links", "--db", shelves, f"{SITE}/old/1").lines == [f"{SITE}/old/1  (no class)"]


@pytest.mark.parametrize(
    "wrong", [["--want", "nothing"], ["--want", "about", "--ignore", "about"], ["--want", "about", HUB]]
)
def test_marks_that_cannot_be_meant_are_refused(recorder: Command, shelves: Path, wrong: list[str]) -> None:
    done = recorder("links", "--db", shelves, *wrong)
    assert (done.code, done.out) == (2, "")


@pytest.mark.parametrize("wrong", ["mailto:ada", "/book/1", ""])
def test_what_is_no_address_is_refused(recorder: Command, small: Path, wrong: str) -> None:
    done = recorder("links", HUB, wrong, "--db", small)
    assert (done.code, done.out) == (2, "")
    assert "is not an address" in done.err


def test_a_recording_without_hubs(recorder: Command, tmp_path: Path) -> None:
    with open_store(tmp_path / "new.db", create=True) as store:
        store.recordings.create("new", ENTRY, [book(1)], {}).result()
    for words in ([], [HUB]):
        done = recorder("links", *words, "--db", tmp_path / "new.db")
        assert (done.code, done.out) == (1, "")
        assert "recorder crawl" in done.err


def test_hostile_addresses_stay_one_line(recorder: Command, small: Path) -> None:
    done = recorder("links", f"{SITE}/book/1\x1b[31m\n2", "--db", small)
    assert len(done.lines) == 1
    assert "\x1b" not in done.out


def test_lines_that_are_no_addresses_are_left_out_and_told(
    recorder: Command, shelves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = [f"\ufeff{SITE}/book/7", "mailto:a@b.example", "/book/8", "", "\udcff\0" * 500, f"{SITE}/book/9"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\r\n".join(given)))
    done = recorder("links", "--db", shelves, "-")
    assert done.code == 0
    assert [line.split()[0] for line in done.lines] == [f"{SITE}/book/7", f"{SITE}/book/9"]
    assert "as no addresses: 3 lines" in done.err and "mailto:a@b.example" in done.err
    monkeypatch.setattr("sys.stdin", io.StringIO("x" * 1_000_000))
    refused = recorder("links", "--db", shelves, "-")
    assert refused.code == 2 and "No line is an address" in refused.err and len(refused.err) < 1_000
