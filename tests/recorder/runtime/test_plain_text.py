"""Times and counts as a person reads them."""

import time

import pytest

from recorder.runtime.plain_text import brief_label, day, many, moment, share


def test_a_time_is_that_of_the_clocks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as here:
        here.setenv("TZ", "Asia/Kolkata")
        time.tzset()
        assert moment("2026-01-31T22:00:05.123456+00:00") == "2026-02-01 03:30:05"
        assert day("2026-01-31T22:00:05.123456+00:00") == "2026-02-01"
    time.tzset()
    assert moment("") == ""


def test_a_damaged_moment_is_shown_as_it_is_stored() -> None:
    assert [moment("not\x1b[2J a\ntime"), moment("0001-01-01T00:00:00+14:00")] == [
        "not[2J a time", "0001-01-01T00:00:00+14:00"
    ]  # fmt: skip


def test_counts_agree_with_their_nouns() -> None:
    assert [many(1, "page"), many(2, "page"), many(1_000, "query", "queries"), many(0, "query", "queries")] == [
        "1 page", "2 pages", "1,000 queries", "0 queries"
    ]  # fmt: skip


def test_neither_a_few_nor_nearly_all_are_rounded_away() -> None:
    said = [share(part, 224) for part in (0, 1, 2, 112, 223, 224)]
    assert said == ["0%", "<1%", "1%", "50%", ">99%", "100%"]
    assert share(0, 0) == ""


def test_a_label_that_praises_the_site_is_cut_where_it_says_enough() -> None:
    praise = "Search all decisions of the court, a free service for the public and the professions"
    assert [brief_label(label) for label in ("Title or author", praise, "word " * 20, "x: " + "y" * 60)] == [
        "Title or author", "Search all decisions of the court", f"{'word ' * 7}word…"[:40], "x"
    ]  # fmt: skip
