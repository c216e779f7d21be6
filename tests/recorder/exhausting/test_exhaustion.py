"""A whole exhaustion of known sets: how far it comes, by how many requests, and whether what it says is true."""

import pytest

from bench.hidden_catalogue import invented
from recorder.exhausting.answers import Kind
from recorder.exhausting.exhaustion import Goal
from recorder.exhausting.vocabulary import RecordWords, drawn
from tests.recorder.exhausting.simulation import Simulation


def records(count: int, seed: int = 1) -> list[tuple[str, str]]:
    return [(title, text) for title, _, text in invented(count, seed)]


@pytest.mark.parametrize(("limit", "least"), [(None, 0.99), (100, 0.97), (20, 0.9)])
def test_nearly_all_is_found_and_the_estimate_is_true(limit: int | None, least: float) -> None:
    simulation = Simulation(records(600), limit=limit)
    simulation.run()
    state = simulation.state
    assert len(state.known) >= least * 600
    assert state.requests <= 0.5 * 600 + 20
    assert state.estimate is not None
    assert abs(state.estimate.records - 600) <= 0.05 * 600
    assert state.limit in (None, limit)


def test_values_that_do_not_overflow_are_enough() -> None:
    shelves = {"low": range(100), "middle": range(100, 310), "high": range(310, 600)}
    simulation = Simulation(records(600), select=shelves)
    end = simulation.run()
    assert len(simulation.state.known) == 600
    assert simulation.state.requests <= 0.1 * 600
    assert not end.failed


def test_words_of_the_template_are_soon_left_out() -> None:
    vocabulary = RecordWords()
    template = "open from nine until five every weekday"
    for number, (title, text) in enumerate(records(50)):
        vocabulary.add(str(number), title, f"{text} {template}")
    asked = vocabulary.ranked(frozenset())[:3]
    assert set(asked) < set(template.split())
    for word in asked:
        vocabulary.learn(word, frozenset())
    assert not set(template.split()) & set(vocabulary.ranked(frozenset(asked)))


def test_a_search_of_titles_is_learnt() -> None:
    simulation = Simulation(records(600), titles=True, bounds=Goal(requests=150))
    simulation.run()
    title = simulation.records[0][0].casefold().split()[0]
    assert simulation.state.vocabulary.frequency(title) >= 1
    words = [ask.given[0][1] for ask in simulation.asked if ask.kind is Kind.WORD][20:]
    assert words
    in_titles = [word for word in words if word in simulation.postings]
    assert len(in_titles) > 0.9 * len(words)


def test_two_runs_ask_the_same_and_nothing_twice() -> None:
    one, other = Simulation(records(300)), Simulation(records(300))
    assert one.run() == other.run()
    assert one.asked == other.asked
    assert len({ask.given for ask in one.asked}) == len(one.asked)


def test_what_is_allowed_is_kept_to() -> None:
    simulation = Simulation(records(600), bounds=Goal(requests=40))
    end = simulation.run()
    assert end.early
    assert simulation.state.requests == 40


def test_a_form_that_never_answers_is_given_up_within_thirty_requests() -> None:
    simulation = Simulation([("", "")] * 50)
    end = simulation.run()
    assert end.failed
    assert simulation.state.requests <= 30


def test_words_are_drawn_evenly_and_always_the_same() -> None:
    words = [f"word{number}" for number in range(1_000)]
    assert drawn(words, 50, "a") == drawn(words[::-1], 50, "a")
    assert set(drawn(words, 50, "a")) != set(drawn(words, 50, "b"))
