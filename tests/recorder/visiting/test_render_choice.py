"""What evidence says about kinds of pages: their own first, then that of relatives, never for longer than it is so."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from recorder.visiting.render_choice import (
    ALL_KINDS,
    ENOUGH,
    ONE_IN,
    ONE_RENDERED_IN,
    RELATIVES,
    TORN,
    FetchMode,
    RenderChoice,
    RenderChoices,
)
from recorder.visiting.render_comparison import Additions
from recorder.visiting.render_evidence import PageKind, RenderEvidence, cell_of

APP = frozenset({"script /app.js"})


def kind(folder: str, *more: str, scripts: frozenset[str] = APP) -> PageKind:
    return PageKind(cell_of(f"http://a/{folder}/x.html"), scripts | frozenset(more))


def evidence(kind: PageKind, number: int, *, changed: bool, **more: tuple[str, ...]) -> RenderEvidence:
    return RenderEvidence(f"http://a/{kind.cell[1]}/{number}.html", kind, changed=changed, **more)  # type: ignore[arg-type]


def learnt(*compared: tuple[PageKind, bool]) -> RenderChoice:
    choice = RenderChoice()
    for number, (one, changed) in enumerate(compared):
        choice.learn(evidence(one, number, changed=changed))
    return choice


def test_a_page_without_traits_is_never_compared() -> None:
    choice, plain = RenderChoice(), kind("a", scripts=frozenset())
    assert choice.mode(plain) is FetchMode.HTTP
    assert not any(choice.must_compare(f"http://a/a/{number}.html", plain) for number in range(3 * ONE_IN))


def test_the_first_pages_of_a_kind_decide_for_it() -> None:
    assert learnt(*[(kind("a"), False)] * (ENOUGH - 1)).mode(kind("a")) is None
    assert learnt(*[(kind("a"), False)] * ENOUGH).mode(kind("a")) is FetchMode.HTTP
    assert learnt(*[(kind("a"), True)] * ENOUGH).mode(kind("a")) is FetchMode.BROWSER


def test_a_kind_that_never_agrees_is_rendered() -> None:
    torn = [(kind("a"), number % 2 == 0) for number in range(TORN)]
    assert learnt(*torn[:-1]).mode(kind("a")) is None
    assert learnt(*torn).mode(kind("a")) is FetchMode.BROWSER
    some = [(kind("a"), number < 3) for number in range(TORN)]  # by chance, the last did not need it
    assert learnt(*some).mode(kind("a")) is FetchMode.BROWSER


def test_of_a_second_kind_one_page_is_enough_if_all_are_alike() -> None:
    first = [(kind("a"), False)] * ENOUGH
    assert learnt(*first).mode(kind("b")) is None
    assert learnt(*first, (kind("b"), False)).mode(kind("b")) is FetchMode.HTTP
    assert learnt(*first, (kind("b"), True)).mode(kind("b")) is None
    assert learnt(*first, *[(kind("b"), True)] * ENOUGH).mode(kind("b")) is FetchMode.BROWSER


def test_empty_containers_do_not_multiply_what_is_compared() -> None:
    some = [(kind("a", f"empty div part-{name}"), False) for name in "abcdefgh"[:RELATIVES]]
    stranger = kind("a", "empty div part-z")
    assert learnt(*some[:-1]).mode(stranger) is None
    assert learnt(*some).mode(stranger) is FetchMode.HTTP


def test_nor_do_folders_and_scripts() -> None:
    folders = [(kind(f"folder-{name}"), False) for name in "abcdefghijklmnop"]
    assert learnt(*folders[:RELATIVES]).mode(kind("another")) is FetchMode.HTTP
    mixed = [(kind("a", scripts=frozenset({f"code {name}"})), True) for name in "abcdefghijklmnop"]
    assert learnt(*mixed[:ALL_KINDS]).mode(kind("a", scripts=frozenset({"code z"}))) is FetchMode.BROWSER


def test_one_that_differs_ends_the_trust_in_relatives() -> None:
    folders = [(kind(f"folder-{name}"), False) for name in "abcdefgh"]
    assert learnt(*folders, (kind("odd"), True)).mode(kind("another")) is None


def test_a_kind_changes_sides_with_its_pages_and_says_so() -> None:
    choice = learnt(*[(kind("a"), False)] * ENOUGH)
    news = [choice.learn(evidence(kind("a"), 100 + number, changed=True)) for number in range(ENOUGH)]
    assert news == [None] * (ENOUGH - 1) + [FetchMode.BROWSER]
    back = [choice.learn(evidence(kind("a"), 200 + number, changed=False)) for number in range(ENOUGH + 2)]
    assert [each for each in back if each] == [FetchMode.HTTP]


def test_a_single_failure_changes_nothing_for_long() -> None:
    choice = learnt(*[(kind("a"), False)] * ENOUGH, (kind("a"), True))
    assert choice.mode(kind("a")) is None
    for number in range(ENOUGH):
        assert choice.learn(evidence(kind("a"), 100 + number, changed=False)) is None
    assert choice.mode(kind("a")) is FetchMode.HTTP


def test_a_page_that_a_browser_changed_is_rendered_whatever_is_decided_for_its_kind() -> None:
    choice = learnt((kind("a"), True), *[(kind("a"), False)] * ENOUGH)
    changed = evidence(kind("a"), 0, changed=True).url
    assert choice.mode(kind("a")) is FetchMode.HTTP
    assert choice.mode_of(changed, kind("a")) is FetchMode.BROWSER
    assert not choice.must_compare(changed, kind("a"))
    choice.learn(evidence(kind("a"), 0, changed=False))
    assert choice.mode_of(changed, kind("a")) is FetchMode.HTTP
    choice.learn(evidence(kind("a"), 0, changed=True))
    assert choice.mode_of(changed, kind("a")) is FetchMode.BROWSER  # though that very evidence was known


def test_a_small_share_is_compared_again() -> None:
    choice = learnt(*[(kind("a"), False)] * ENOUGH)
    drawn = sum(choice.must_compare(f"http://a/a/{number}.html", kind("a")) for number in range(20 * ONE_IN))
    assert 10 < drawn < 40


def test_where_only_the_browser_helped_it_is_asked_at_once_but_for_a_small_share() -> None:
    choice = learnt(*[(kind("a"), True)] * ENOUGH)
    direct = sum(choice.expects_browser(f"http://a/a/{number}.html") for number in range(20 * ONE_RENDERED_IN))
    assert 0.9 < direct / (20 * ONE_RENDERED_IN) < 1
    assert not choice.expects_browser("http://a/b/1.html")
    choice.learn(evidence(kind("a", "code plain"), 50, changed=False))
    assert not any(choice.expects_browser(f"http://a/a/{number}.html") for number in range(50))


def test_what_is_added_to_nearly_every_page_is_usual() -> None:
    additions = Additions()
    for number in range(5):
        words = ("cookies", f"word-{number}")
        additions.learn(evidence(kind(f"folder-{'abcde'[number]}"), number, changed=False, added_words=words))
    assert additions.common() == {"cookies"}


def test_what_a_page_says_and_where_it_leads_are_decided_apart() -> None:
    choices, one = RenderChoices(), kind("a")
    for number in range(ENOUGH):
        choices.learn(replace(evidence(one, number, changed=False), brings=True))
    assert choices.of(for_links=True).mode(one) is FetchMode.BROWSER
    assert choices.of(for_links=False).mode(one) is FetchMode.HTTP
    assert not any(choices.expects_browser(f"http://a/a/{number}.html") for number in range(3 * ONE_RENDERED_IN))


def test_what_two_pages_say_alike_over_http_is_a_shell_also_for_a_run_that_goes_on() -> None:
    choices, one = RenderChoices(), kind("a")
    first = replace(evidence(one, 1, changed=False), written="shell")
    choices.learn(first)
    assert choices.twin("http://a/a/2.html", "shell") == first
    assert choices.twin("http://a/a/1.html", "shell") is None
    assert choices.twin("http://a/a/2.html", "something else") is None


def test_lists_are_rendered_as_long_as_one_brings_something_now_and_then() -> None:
    """That the words of some change is no sign that the next list leads anywhere."""
    choices, one = RenderChoices(patience=10), kind("a")
    choices.learn(replace(evidence(one, 0, changed=False), brings=True))
    for number in range(1, 10):
        choices.learn(replace(evidence(one, number, changed=number == 2), brings=False))
        assert choices.of(for_links=True).mode(one) is FetchMode.BROWSER
    choices.learn(replace(evidence(one, 10, changed=False), brings=False))
    assert choices.of(for_links=True).mode(one) is FetchMode.HTTP


def test_nobody_asked_where_it_leads_so_that_stays_open() -> None:
    choices, one = RenderChoices(), kind("a")
    for number in range(ENOUGH):
        choices.learn(evidence(one, number, changed=False))
    assert choices.of(for_links=False).mode(one) is FetchMode.HTTP
    assert choices.of(for_links=True).mode(one) is None


empties = st.sets(st.sampled_from(["empty div x", "empty ul y"]))
kinds = st.builds(lambda folder, empty: kind(folder, *empty), st.sampled_from("abc"), empties)


@given(st.lists(st.tuples(kinds, st.booleans()), max_size=30))
def test_the_same_evidence_gives_the_same_ways_however_often_it_is_told(told: list[tuple[PageKind, bool]]) -> None:
    once, twice = learnt(*told), learnt(*told)
    for number, (one, changed) in enumerate(told):
        assert twice.learn(evidence(one, number, changed=changed)) is None
    assert [once.mode(one) for one, _ in told] == [twice.mode(one) for one, _ in told]


@given(kinds, st.booleans(), st.lists(st.text(), max_size=3))
def test_evidence_comes_back_from_the_database_as_it_was(one: PageKind, changed: bool, words: list[str]) -> None:
    import json

    found = RenderEvidence("http://a/#/x", one, 0.5, 0.25, 1.0, changed, changed, tuple(words), ("http://a/b",))
    assert RenderEvidence.from_json(found.url, json.loads(json.dumps(found.as_json()))) == found


def test_cells_tell_folders_parameters_and_routes_apart_but_no_numbers() -> None:
    assert cell_of("http://a/item/12/reviews") == cell_of("http://a/item/7/reviews")
    assert cell_of("http://a/list/1") != cell_of("http://a/detail/1")
    assert cell_of("http://a/?id=1") == cell_of("http://a/?id=2") != cell_of("http://a/?page=2")
    assert cell_of("http://a/#/item/1") == cell_of("http://a/#/item/2") != cell_of("http://a/#/list/1")
    assert cell_of("http://a/") != cell_of("http://a/#/list")
