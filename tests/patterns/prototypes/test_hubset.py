"""Which hubs have which links, on the paper's own example."""

from recorder.patterns.prototypes.hubset import Hubset
from tests.patterns.prototypes.amazon import BAR, amazon_hubs, book

AMAZON = Hubset.of(amazon_hubs())


def test_the_template_is_on_every_hub_and_a_book_on_one() -> None:
    assert AMAZON.size == 100
    assert {len(AMAZON.hubs_of[link]) for link in BAR} == {100}
    assert len(AMAZON.hubs_of[book(0, 0, "dp")]) == 1


def test_a_hub_without_links_does_not_count() -> None:
    assert Hubset.of([[], ["http://h.example/"]]).size == 1


def test_without_some_links_the_hubs_are_still_all() -> None:
    rest = AMAZON.without(set(BAR))
    assert BAR[0] not in rest.hubs_of
    assert rest.size == 100 and len(rest.hubs_with([book(0, 0, "dp")])) == 1
