"""Whether another sample would have led elsewhere: what the pages that are asked say, and what is made of it."""

from recorder.mapping.self_check import Opinion, SelfCheck, worded_alike

FOUND = frozenset(f"/oak/{number}" for number in range(40))
OTHERS = frozenset(f"/elm/{number}" for number in range(40))


def check(
    own: frozenset[str] = FOUND, other: frozenset[str] = OTHERS, worded: frozenset[str] = frozenset()
) -> SelfCheck:
    return SelfCheck(FOUND, (Opinion("/oak/1", own),), (Opinion("/elm/1", other),), worded)


def test_pages_that_agree_and_pages_of_another_kind_put_nothing_in_question() -> None:
    assert not check().is_unclear
    assert check().claim is None


def test_who_would_take_in_the_same_puts_nothing_in_question() -> None:
    assert check(other=FOUND).risk == check().risk


def test_a_page_left_out_that_claims_those_found_and_more_is_told() -> None:
    claimed = check(other=FOUND | OTHERS)
    assert claimed.is_unclear
    assert claimed.claim is not None
    assert claimed.claim.sample == "/elm/1"


def test_the_more_a_page_claims_the_greater_is_the_risk() -> None:
    some = frozenset(sorted(FOUND)[:10])
    assert check().risk < check(other=some | OTHERS).risk < check(other=FOUND | OTHERS).risk


def test_pages_left_out_that_say_the_same_are_told() -> None:
    assert check(worded=OTHERS).is_unclear


def test_pages_found_that_would_have_found_others_add_to_the_risk() -> None:
    assert check(own=frozenset({"/oak/1"})).risk > check().risk


def test_words_of_the_site_say_nothing_and_words_of_a_kind_do() -> None:
    frame = frozenset({"Home", "Search"})
    kinds = {"oak": frame | {"Leaf", "Bark"}, "elm": frame | {"Leaf", "Bark"}, "news": frame | {"Date", "Author"}}
    labels = {f"/{kind}/{number}": says for kind, says in kinds.items() for number in range(8)}
    found = frozenset(url for url in labels if url.startswith("/oak/"))
    assert worded_alike(labels, found, frozenset({"/oak/1"})) == {f"/elm/{number}" for number in range(8)}


def test_pages_without_a_word_are_alike_to_none() -> None:
    labels = {f"/{kind}/{number}": frozenset[str]() for kind in ("oak", "elm") for number in range(4)}
    found = frozenset(url for url in labels if url.startswith("/oak/"))
    assert worded_alike(labels, found, frozenset({"/oak/1"})) == frozenset()
