"""What is asked next, when a page is turned, and what it will cost."""

from bench.asked_in_process import AskedInProcess
from bench.hidden_catalogue import Catalogue, Manners, invented
from recorder.exhausting.answers import Ask, Kind, Reply
from recorder.exhausting.choosing import Expectation, WordChoice, next_word, worth
from recorder.exhausting.goal import requests_left
from recorder.exhausting.questions import FormQuestions
from recorder.exhausting.report import doubt
from recorder.exhausting.vocabulary import RecordWords
from recorder.patterns.navigation.pattern import FormStep, Parameter

BOX = Parameter("q", required=True, example="x", default=("",))
ORDER = Parameter("order", kind="select", options=("up", "down"), default=("up",))
SHELF = Parameter("shelf", kind="select", options=("", "low", "high"), default=("",))


def reply(given: dict[str, str], records: range, total: int | None = None, new: int = 0) -> Reply:
    found = {str(number) for number in records}
    ask = Ask(Kind.WORD, tuple(sorted(given.items())))
    return Reply(ask, records=found, pages=[(len(found), new)], whole=True, total=total)


def test_a_name_that_records_share_is_asked_as_it_stands_unless_its_words_tell_it_all() -> None:
    choice = WordChoice(FormQuestions(BOX, ()), RecordWords(), {})
    for author in ("Ada Lovelace", "Ada Lovelace", "Emmy Noether", "a sentence that is longer than any name", 7):
        choice.learn((author,))
    asked = choice.next({}, frozenset(), frozenset())
    assert [ask.text for ask in asked] == ["Ada Lovelace"]
    ada = reply({"q": "ada"}, range(20))
    assert choice.next({1: ada}, frozenset(), frozenset()) == ()
    assert choice.next({1: ada}, frozenset(), frozenset({1})), "cut off, it does not tell all"


def test_what_is_cut_off_is_asked_by_slices_and_in_another_order() -> None:
    questions = FormQuestions.of(FormStep("GET", "http://h/?q=*", parameters=(BOX, ORDER, SHELF)))
    cut = {1: reply({"q": "ada"}, range(20), 300)}
    asked = questions.within(cut, frozenset(), frozenset({1}))
    given = [dict(ask.given) for ask in asked]
    assert {"q": "ada", "order": "down"} in given
    assert {"q": "ada", "shelf": "low"} in given
    deaf = cut | {number: reply(said, range(20)) for number, said in enumerate(given, 2)}
    told = questions.within(deaf, frozenset(ask.given for ask in asked), frozenset({1}))
    assert told == (), "no value showed anything that the word alone does not show"


def test_a_page_is_turned_for_what_it_should_bring() -> None:
    answer = reply({"q": "the"}, range(20), 1_000, new=2)
    assert worth(answer, 500, 0.0) > worth(answer, 990, 0.0)
    assert worth(answer, None, 0.5) > worth(answer, None, 0.1)
    answer.total = 20
    assert worth(answer, 10, 0.5) == 0


def test_the_next_word_brings_less_than_the_last_ones_did() -> None:
    answers = {number: reply({"q": str(number)}, range(20), new=12 - number) for number in range(1, 11)}
    assert 0 < next_word(answers) < 6


def test_the_cost_is_told_by_how_fast_the_missing_were_found() -> None:
    assert requests_left([(10, 500), (20, 750)], 20, 1_000, 0.99) == 47
    assert requests_left([(10, 500), (20, 995)], 20, 1_000, 0.99) == 0
    assert requests_left([(10, 500)], 20, 1_000, 0.99) is None


def test_a_total_that_ends_at_the_limit_is_found_out_and_said() -> None:
    asked = AskedInProcess(Catalogue(invented(400), Manners(limit=20, pages=False, capped=True)))
    asked.run()
    assert asked.state.limit == 20
    assert "not believed" in doubt(asked.state)
    assert asked.state.estimate is not None
    assert asked.state.estimate.high > len(asked.state.known)


def test_words_that_are_shown_whole_come_before_those_cut_off_once_these_bring_nothing() -> None:
    def of_the_last_words(new: int) -> Expectation:
        last = {number: reply({"q": str(number)}, range(100), 900, new) for number in range(5)}
        for each in last.values():
            each.expected = each.fresh = 300.0
        return Expectation(last, frozenset(last), 100)

    barren, fruitful = of_the_last_words(0), of_the_last_words(90)
    assert barren.brings(30, 30) > barren.brings(300, 300)
    assert fruitful.brings(300, 300) > fruitful.brings(5, 5)
    assert barren.brings(30, 30) > barren.brings(30, 10)


def test_a_record_counts_less_the_more_answers_list_it() -> None:
    vocabulary = RecordWords()
    vocabulary.add("1", "a whale", "ship")
    vocabulary.add("2", "a shark", "ship")
    assert vocabulary.fresh("ship") == vocabulary.frequency("ship") == 2
    for _ in range(3):
        vocabulary.listed(["1"])
    assert vocabulary.fresh("ship") == 1.25
    assert vocabulary.frequency("ship") == 2
    assert next(vocabulary.ranked(frozenset({"ship"}), lambda _, fresh: fresh)) == "shark"
