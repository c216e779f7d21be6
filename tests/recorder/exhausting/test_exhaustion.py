"""A whole exhaustion of known sets: how far it comes, by how many requests, and whether what it says is true."""

from collections.abc import Iterable, Mapping, Set

import pytest

from bench.asked_in_process import AskedInProcess
from bench.hidden_catalogue import LINKED, Catalogue, Manners, invented
from recorder.exhausting.answers import Ask, Kind, Reply
from recorder.exhausting.choosing import WordChoice
from recorder.exhausting.exhaustion import Exhaustion
from recorder.exhausting.goal import DEAF, WHOLE, End, Goal
from recorder.exhausting.questions import Given
from recorder.exhausting.vocabulary import RecordWords, drawn

_PLAIN, _USUAL = Manners(), Goal()


def asked(count: int, manners: Manners = _PLAIN, bounds: Goal = _USUAL) -> AskedInProcess:
    return AskedInProcess(Catalogue(invented(count), manners), bounds)


@pytest.mark.parametrize(("limit", "least"), [(None, 0.99), (100, 0.97), (20, 0.9)])
def test_nearly_all_is_found_and_the_estimate_is_true(limit: int | None, least: float) -> None:
    simulation = asked(600, Manners(limit=limit))
    simulation.run()
    state = simulation.state
    assert len(state.known) >= least * 600
    assert state.requests <= 0.5 * 600 + 20
    assert state.estimate is not None
    assert state.estimate.low <= 600 <= state.estimate.high
    assert abs(state.estimate.records - 600) <= 0.1 * 600
    assert state.limit in (None, limit)


def test_values_that_do_not_overflow_are_enough() -> None:
    simulation = asked(600, Manners(select=True))
    end = simulation.run()
    assert len(simulation.state.known) == 600
    assert simulation.state.requests <= 0.1 * 600
    assert not end.failed


def test_words_of_the_template_are_soon_left_out() -> None:
    vocabulary = RecordWords()
    template = "open from nine until five every weekday"
    for number, (title, _, text) in enumerate(invented(50)):
        vocabulary.add(str(number), title, f"{text} {template}")
    words = list(vocabulary.ranked(frozenset()))[:3]
    assert set(words) < set(template.split())
    for word in words:
        vocabulary.learn(word, frozenset())
    assert not set(template.split()) & set(vocabulary.ranked(frozenset(words)))


def test_a_search_of_titles_is_learnt() -> None:
    simulation = asked(600, Manners(titles=True), Goal(requests=150))
    simulation.run()
    title = simulation.site.rows[0][0].casefold().split()[0]
    assert simulation.state.vocabulary.frequency(title) >= 1
    words = [ask.given[0][1] for ask in simulation.asked if ask.kind is Kind.WORD][20:]
    assert words
    in_titles = [word for word in words if simulation.site.found({"q": word})]
    assert len(in_titles) > 0.9 * len(words)


def test_two_runs_ask_the_same_and_nothing_twice() -> None:
    one, other = asked(300), asked(300)
    assert one.run() == other.run()
    assert one.asked == other.asked
    assert len({ask.given for ask in one.asked}) == len(one.asked)


@pytest.mark.parametrize(("manners", "most"), [(_PLAIN, 40), (_PLAIN, 3), (Manners(select=True), 12)])
def test_what_is_allowed_is_kept_to(manners: Manners, most: int) -> None:
    simulation = asked(600, manners, Goal(requests=most))
    end = simulation.run()
    assert end.early
    assert simulation.state.requests == most


def test_before_it_ends_at_what_is_allowed_it_looks_once_more_at_what_it_came_to() -> None:
    simulation = asked(600, Manners(limit=20, pages=False))
    end = simulation.run()
    assert end.early
    last = [ask.kind for ask in simulation.asked[-30:]]
    assert Kind.CHECK in last
    estimate = simulation.state.estimate
    assert estimate is not None
    assert estimate.low <= 600 <= estimate.high


def test_answers_that_are_mostly_cut_off_tell_nothing_of_how_many_there_are() -> None:
    simulation = asked(1_000, Manners(limit=20, pages=False), Goal(requests=60))
    simulation.run()
    assert any(ask.kind is Kind.CHECK for ask in simulation.asked)
    assert simulation.state.limit == 20
    assert simulation.state.estimate is None


def test_words_that_most_records_do_not_have_tell_nothing_of_how_many_there_are() -> None:
    kin = [f"kin{number // 25}" * (number % 5 == 0) for number in range(600)]
    names = [(f"link{number} link{number + 1} {word}", "", "") for number, word in enumerate(kin)]
    simulation = AskedInProcess(Catalogue(names, Manners()))
    simulation.run()
    assert any(ask.kind is Kind.CHECK for ask in simulation.asked)
    assert len(simulation.state.known) < 300
    assert simulation.state.size is None


class Luckless(WordChoice):
    """Chooses words that no record has, once a check sample was drawn."""

    def next(
        self, answers: Mapping[int, Reply], asked: Set[Given], overflowing: Set[int], limit: int | None = None
    ) -> tuple[Ask, ...]:
        if any(answer.ask.kind is Kind.CHECK for answer in answers.values()):
            return tuple(self.questions.word(f"nobody{len(asked) + number}") for number in range(5))
        return super().next(answers, asked, overflowing, limit)


class Unlucky(Exhaustion):
    def __post_init__(self) -> None:
        self.choice = Luckless(self.questions, self.vocabulary, self.earlier)


def test_it_does_not_end_for_finding_nothing_while_words_drawn_evenly_find_something() -> None:
    simulation = AskedInProcess(Catalogue(invented(4_000), Manners(limit=100)), Goal(requests=3_000), Unlucky)
    end = simulation.run()
    state = simulation.state
    assert state.estimate is not None
    assert end.early or len(state.known) >= 0.98 * state.estimate.records
    assert state._check.number > 3


class Hasty(Exhaustion):
    """Draws a check sample before it turns a page."""

    def lane(self, waiting: Iterable[int]) -> int | None:
        return super().lane(waiting) if self._check.number else None


def test_a_form_that_lists_everything_is_believed_more_than_what_was_drawn_before_that() -> None:
    simulation = AskedInProcess(Catalogue(invented(160), Manners(everything=True)), _USUAL, Hasty)
    assert simulation.run() == End(WHOLE)
    told = simulation.state.estimate
    assert simulation.state._check.number > 1
    assert told is not None
    assert (told.records, told.low) == (160, 160)


def test_a_form_that_never_answers_is_given_up_within_thirty_requests() -> None:
    simulation = AskedInProcess(Catalogue([("", "", "")] * 50, Manners()))
    end = simulation.run()
    assert end.failed
    assert simulation.state.requests <= 30


class WithALot(Catalogue):
    """Shows everybody the same, and one record more that is drawn by lot."""

    def found(self, said: Mapping[str, str]) -> list[tuple[int, str]]:
        return [*((number, "") for number in range(1, 19)), (30 + len("".join(said.values())), "")]


def test_a_form_that_answers_the_same_but_for_one_record_is_given_up_within_thirty_requests() -> None:
    simulation = AskedInProcess(WithALot(invented(100), Manners()))
    end = simulation.run()
    assert end == End(DEAF, failed=True)
    assert simulation.state.requests <= 30
    assert len(simulation.state.known) > 19


def test_words_are_drawn_evenly_and_always_the_same() -> None:
    words = [f"word{number}" for number in range(1_000)]
    assert drawn(words, 50, "a") == drawn(words[::-1], 50, "a")
    assert set(drawn(words, 50, "a")) != set(drawn(words, 50, "b"))


def test_where_all_answers_are_sorted_alike_a_limit_does_not_make_it_dear() -> None:
    simulation = asked(600, Manners(limit=40))
    simulation.run()
    reached = next(requests for requests, known in simulation.state.curve if known >= 0.95 * 600)
    assert reached <= 0.3 * 600


class Killed(AskedInProcess):
    """Ends after so many result pages; what it was told, another is told again."""

    heard: list[int]

    def run_for(self, pages: int) -> None:
        self.heard, self.most = [], pages
        with pytest.raises(KeyboardInterrupt):
            self.run()

    def _hear(self, number: int) -> None:
        if len(self.heard) == self.most:
            raise KeyboardInterrupt
        super()._hear(number)
        self.heard.append(number)


def test_a_check_sample_that_was_over_before_a_kill_is_weighed_as_of_then() -> None:
    whole, killed = asked(300), Killed(Catalogue(invented(300), _PLAIN))
    whole.run()
    killed.run_for(whole.state.requests - 10)
    told = killed.state.estimate
    assert told is not None
    restored = asked(300)
    for number in range(1, LINKED + 1):
        restored._read(number)
    for number, ask in enumerate(killed.asked, 1):
        restored.state.ask(number, ask)
        restored.found[number] = killed.found.get(number, [])
    for number in killed.heard:
        restored._hear(number)
    restored.state.settle(set(killed.heard) - set(killed.lanes), frozenset())
    again = restored.state.estimate
    assert again is not None
    assert abs(again.records - told.records) <= 0.02 * told.records
    assert restored.state.curve == killed.state.curve
