"""What answers tell: limits, totals, and sites that do not listen."""

from dataclasses import replace

from recorder.exhausting.answers import Ask, Kind, Reply, limit_of, overflows, same_to_everything, totals_end_at_a_limit
from recorder.exhausting.totals import TotalReader


def answer(first: int, count: int, total: int | None = None) -> Reply:
    records = {str(number) for number in range(first, first + count)}
    return Reply(Ask(Kind.WORD, (("q", str(first)),)), records=records, pages=[(count, count)], whole=True, total=total)


def numbered(*answers: Reply) -> dict[int, Reply]:
    return dict(enumerate(answers, 1))


def test_three_answers_that_end_at_one_count_tell_the_limit() -> None:
    few = numbered(answer(0, 100), answer(50, 100), answer(7, 31))
    assert limit_of(few) is None
    assert limit_of(few | {9: answer(80, 100)}) == 100


def test_the_same_answer_three_times_is_no_limit() -> None:
    assert limit_of(numbered(answer(0, 100), answer(0, 100), answer(0, 100))) is None


def test_answers_that_say_they_are_whole_are_no_limit() -> None:
    assert limit_of(numbered(*(answer(first, 20, 20) for first in range(5)))) is None
    cut_off = numbered(*(answer(first, 20, 345) for first in range(3)), answer(40, 20, 20))
    assert limit_of(cut_off) == 20
    assert [overflows(each, 20) for each in cut_off.values()] == [True, True, True, False]


def test_a_total_that_ends_where_the_answers_do_is_none() -> None:
    capped = numbered(*(answer(first, 20, 20) for first in range(3)), answer(40, 7, 7))
    assert totals_end_at_a_limit(capped)
    assert not totals_end_at_a_limit(capped | {9: answer(50, 20, 90)})
    assert not totals_end_at_a_limit(numbered(*(answer(first, 3, 3) for first in range(5))))
    values = [answer(first, 20, 20) for first in range(5)]
    for each in values:
        each.ask = replace(each.ask, kind=Kind.VALUE)
    assert not totals_end_at_a_limit(numbered(*values))


def test_a_site_that_does_not_listen_is_known_by_its_answers() -> None:
    assert same_to_everything(numbered(answer(0, 20), answer(0, 20), answer(0, 0)))
    assert same_to_everything(numbered(answer(0, 20), answer(1, 20))), "a record may be drawn by lot"
    assert not same_to_everything(numbered(answer(0, 20), answer(0, 9)))
    assert not same_to_everything(numbered(answer(0, 20), answer(0, 0)))


def test_a_total_is_believed_once_it_equalled_five_different_counts() -> None:
    reader = TotalReader()
    for count in (3, 17, 42, 5):
        reader.learn(f"Since 1998. {count} papers found, page 1", count)
    assert reader.read("Since 1998. 1,345 papers found, page 1") is None
    reader.learn("Since 1998. 11 papers found, page 1", 11)
    assert reader.read("Since 1998. 1,345 papers found, page 1") == 1345
    assert reader.read("Nothing was found.") is None


def test_a_number_of_thousands_of_digits_is_no_total() -> None:
    reader = TotalReader(believed={"found *"})
    assert reader.read(f"found 1{',000' * 2_000} things") is None
    assert reader.read("found 1,000,000 things") == 1_000_000


def test_numbers_that_are_no_totals_are_not_believed() -> None:
    reader = TotalReader()
    for count in (20, 20, 20, 20, 20, 20):
        reader.learn(f"Showing 20 of many in 0.{count} seconds; 7 papers", count)
    assert reader.read("Showing 20 of many in 0.20 seconds; 7 papers") is None
    for count in (3, 17, 42, 5, 11, 9):
        reader.learn(f"{count} papers", count)
    reader.learn("2 papers", 8)
    assert reader.read("345 papers") is None
