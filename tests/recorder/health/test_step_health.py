"""What a crawl saw of each step, where paths begin alike and a page on the way is followed once for all of them."""

from recorder.health.step_health import by_position, crawled_health
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, Path, Position
from recorder.store.health import StepHealth

SHELF, BOOK, AUTHOR = (LinkStep(f"http://h/{kind}/[0-9]+") for kind in ("shelf", "book", "author"))


def test_every_path_has_the_pages_that_it_shares() -> None:
    pattern = NavigationPattern((Path((SHELF, BOOK)), Path((SHELF, AUTHOR))))
    counted = (
        StepHealth(path_index=0, step_index=0, hubs=1, links=5, pages=4, failed=1),
        StepHealth(path_index=0, step_index=1, hubs=4, links=40, pages=40, targets=40),
        StepHealth(path_index=1, step_index=1, hubs=0, links=9, pages=9, targets=9),
    )
    found = by_position(crawled_health(pattern, counted))
    assert found.keys() == {Position(path, step) for path in (0, 1) for step in (1, 2)}
    assert (found[1, 1].links, found[1, 1].hubs, found[1, 1].failed) == (5, 1, 1)
    assert (found[1, 2].links, found[1, 2].hubs) == (9, 4)


def test_a_step_that_nothing_led_to_has_no_health() -> None:
    pattern = NavigationPattern((Path((SHELF, BOOK)),))
    assert not crawled_health(pattern, ())
