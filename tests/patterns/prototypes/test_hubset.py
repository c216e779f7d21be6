"""The features F_L, F_P, F_N and F_V, on the paper's own example and by their definition."""

from hypothesis import given

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.tokens import Part, Token, tokens_of
from tests.patterns.prototypes.amazon import BAR, amazon_hubs, book
from tests.patterns.prototypes.test_learning import HUBS

AMAZON = Hubset.of(amazon_hubs())


def test_the_template_is_on_every_hub_and_a_book_on_one() -> None:
    assert AMAZON.size == 100
    assert {len(AMAZON.hubs_of[link]) for link in BAR} == {100}
    assert len(AMAZON.hubs_of[book(0, 0, "dp")]) == 1


def test_table_ii_every_token_of_a_link_is_as_rare_as_its_first() -> None:
    origin, *rest = AMAZON.token_features(tokens_of(book(0, 0, "dp")))
    assert origin == 1
    assert rest == [0.01] * 6


def test_table_iii_with_a_wildcard_for_the_title_the_rest_is_frequent_but_the_id_of_the_query() -> None:
    origin, _, *rest = tokens_of(book(0, 0, "dp"))
    features = AMAZON.token_features((origin, Token(Part.SEGMENT, None), *rest))
    assert features == (1, 1, 0.98, 0.98, 0.98, 0.98, 0.01)


def test_a_hub_without_links_does_not_count() -> None:
    assert Hubset.of([[], ["http://h.example/"]]).size == 1


def test_without_some_links_the_shares_are_still_of_all_hubs() -> None:
    rest = AMAZON.without(set(BAR))
    assert BAR[0] not in rest.hubs_of
    assert rest.token_features(tokens_of(book(0, 0, "dp")))[-1] == 0.01


@given(HUBS)
def test_features_by_their_definition(hubs: list[list[str]]) -> None:
    hubset = Hubset.of(hubs)
    standing = [[tokens_of(link) for link in hub] for hub in hubs if hub]
    for tokens in hubset.tokens.values():
        features = hubset.token_features(tokens)
        for at, feature in enumerate(features, 1):
            agreeing = sum(any(other[:at] == tokens[:at] for other in hub) for hub in standing)
            assert feature == agreeing / len(standing)
