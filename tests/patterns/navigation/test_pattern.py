"""Following a pattern: which links lead on from which position."""

from dataclasses import replace

from recorder.patterns.navigation.pattern import (
    FormStep,
    LinkStep,
    NavigationPattern,
    Parameter,
    Path,
    Position,
    stands_at,
)
from recorder.patterns.pages.links import Link

CATEGORY = LinkStep(r"http://h/cat/[a-z]+")
PAGE = LinkStep(r"http://h/cat/[a-z]+\?page=[0-9]+", place="html/body/nav", repeat=True)
BOOK = LinkStep(r"http://h/book/[0-9]+")
PATTERN = NavigationPattern((Path((CATEGORY, BOOK), 9, 9), Path((CATEGORY, PAGE, BOOK), 5, 9)))


def link(path: str, place: str = "html/body/ul/li/a") -> Link:
    return Link("http://h" + path, place)


def followed(position: Position, *links: Link) -> set[tuple[str, Position]]:
    return {(found.url, reached) for found, reached in PATTERN.next_links(position, links)}


def test_a_step_follows_what_matches_and_nothing_else() -> None:
    found = followed(Position(0, 0), link("/cat/crime"), link("/cat/crime/x"), link("/book/3"), link("/help"))
    assert found == {("http://h/cat/crime", Position(0, 1))}


def test_a_repeated_step_is_followed_from_its_own_pages() -> None:
    pages = [link("/cat/crime?page=3", "html/body/nav/a"), link("/book/7")]
    assert followed(Position(1, 2), *pages) == {
        ("http://h/cat/crime?page=3", Position(1, 2)),
        ("http://h/book/7", Position(1, 3)),
    }


def test_a_step_that_does_not_repeat_is_not_followed_again() -> None:
    assert followed(Position(0, 1), link("/cat/fantasy")) == set()


def test_a_place_narrows_a_step() -> None:
    elsewhere = link("/cat/crime?page=3", "html/body/navigation/a")
    assert followed(Position(1, 1), elsewhere) == set()


def test_targets_lead_nowhere() -> None:
    assert PATTERN.is_target(Position(0, 2))
    assert not PATTERN.is_target(Position(1, 2))
    assert followed(Position(0, 2), link("/book/9"), link("/cat/crime")) == set()


def test_parameters_match_in_any_order() -> None:
    step = LinkStep(r"http://h/find\?by=[a-z]+&page=[0-9]+")
    assert step.matches("http://h/find?page=2&by=title")


def test_a_place_covers_what_is_inside_it_only() -> None:
    assert stands_at("html/body/ul/li/a", "html/body/ul")
    assert not stands_at("html/body/ulster/a", "html/body/ul")
    assert stands_at("anything", None)


def test_form_steps_stand_where_they_come_next() -> None:
    form = FormStep("GET", "http://h/find?q=*", parameters=(Parameter("q"),))
    pattern = NavigationPattern((Path((form, BOOK)),))
    assert pattern.form_steps(Position(0, 0)) == ((form, Position(0, 1)),)
    assert pattern.form_steps(Position(0, 1)) == ()
    assert pattern.form_steps(Position(0, 2)) == ()
    assert list(pattern.next_links(Position(0, 0), [link("/book/3")])) == []


def test_links_of_an_answer_may_say_again_what_was_asked() -> None:
    form = FormStep("GET", "http://h/find?q=*&old=*", parameters=(Parameter("q"), Parameter("old")))
    pattern = NavigationPattern((Path((form, BOOK)), Path((CATEGORY, BOOK))))
    asked, shelf = "http://h/find?q=tea&old=1&page=2", "http://h/cat/crime?page=2"

    def along(position: Position, url: str, page: str) -> set[str]:
        return {found.url for found, _ in pattern.next_links(position, [link(url)], page)}

    assert along(Position(0, 1), "/book/3?q=tea&old=1&page=2", asked) == {"http://h/book/3"}
    assert along(Position(0, 1), "/book/3?q=tea&shown=1", asked) == set()
    assert along(Position(0, 1), "/book/3?q=rum", asked) == set()
    assert along(Position(1, 1), "/book/3?page=2", shelf) == set()


def test_what_a_step_says_is_kept() -> None:
    step = LinkStep(r"^http://h/show\?id=[0-9]+&lang=en$")
    written = link("/show?id=3&lang=en&q=tea")
    assert step.along(written, frozenset({("lang", "en"), ("q", "tea")})) == link("/show?id=3&lang=en")
    assert step.along(written, frozenset({("lang", "en"), ("q", "rum")})) is None


def test_a_page_is_followed_once_for_all_paths_that_begin_alike() -> None:
    again = replace(CATEGORY, examples=("http://h/cat/crime",))
    pattern = NavigationPattern((Path((CATEGORY, BOOK)), Path((again, PAGE, BOOK)), Path((again,)), Path((BOOK,))))
    assert pattern.shared(Position(1, 1)) == Position(0, 1)
    crime = link("/cat/crime")
    assert set(pattern.next_links(Position(1, 0), [crime])) == {(crime, Position(0, 1))}
    book, further = link("/book/7"), link("/cat/crime?page=2", "html/body/nav/a")
    assert set(pattern.next_links(Position(0, 1), [book, further])) == {
        (book, Position(0, 2)),
        (further, Position(1, 2)),
    }


def test_a_page_is_no_target_for_the_paths_that_lead_further() -> None:
    pattern = NavigationPattern((Path((CATEGORY,)), Path((CATEGORY, BOOK))))
    assert pattern.shared(Position(1, 1)) == Position(1, 1)
    assert list(pattern.next_links(Position(0, 1), [link("/book/7")])) == []


def test_what_forms_answer_is_not_shared() -> None:
    form = FormStep("GET", "http://h/find?q=*", parameters=(Parameter("q"),))
    pattern = NavigationPattern((Path((CATEGORY, form, BOOK)), Path((CATEGORY, form)), Path((CATEGORY, BOOK))))
    assert [pattern.shared(Position(number, 1)).path for number in range(3)] == [0, 1, 2]


def test_the_paper_keeps_the_best_path() -> None:
    assert PATTERN.best_only().paths == PATTERN.paths[:1]
