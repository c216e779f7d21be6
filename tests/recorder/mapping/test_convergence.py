"""When a large site has shown enough: not before the same pattern was learnt three times, and never without end."""

from itertools import count

from recorder.mapping.sampling import AGREEING, GROWTH, LEAST_PAGES, MOST_PAGES, Convergence
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link

LIST, ASIDE = "html/body/ul/li/a", "html/body/aside/a"


def grow(site: SiteMap, pages: int, folders: int) -> None:
    """A shop of lists in so many folders, until so many pages of it were seen; each list links to twenty things."""
    for number in count(len(site.links)):
        if len(site.links) >= pages:
            return
        things = [f"http://h/thing/{number}-{each}" for each in range(20)]
        url = f"http://h/folder{number % folders}/{number}"
        site.add(url, [Link(thing, LIST, "thing") for thing in things])
        site.targets |= set(things)
        entry = [*site.links.get(site.entry, ()), Link(url, ASIDE, "list")]
        site.add(site.entry, entry)
        for thing in things[:2]:
            site.add(thing, ())


def test_a_small_site_is_never_asked() -> None:
    site, convergence = SiteMap("http://h/"), Convergence()
    grow(site, LEAST_PAGES - 1, 1)
    assert not any(convergence.is_reached(site) for _ in range(2 * AGREEING))


def test_the_same_pattern_again_and_again_is_enough() -> None:
    site, convergence = SiteMap("http://h/"), Convergence()
    reached = []
    for step in range(4 * AGREEING):
        grow(site, int(1 + LEAST_PAGES * GROWTH**step * 1.02), 1)
        reached.append(convergence.is_reached(site))
        if reached[-1]:
            break
    assert AGREEING <= len(reached) <= 2 * AGREEING
    assert len(site.links) < MOST_PAGES


def test_asking_again_without_seeing_more_proves_nothing() -> None:
    site, convergence = SiteMap("http://h/"), Convergence()
    grow(site, LEAST_PAGES, 1)
    assert not any(convergence.is_reached(site) for _ in range(2 * AGREEING))


def test_a_site_that_never_settles_ends_all_the_same() -> None:
    site, convergence = SiteMap("http://h/"), Convergence()
    for number in range(MOST_PAGES):
        site.add(f"http://h/{number}", ())
    assert convergence.is_reached(site)
