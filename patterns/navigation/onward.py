"""Targets that only targets lead to: the post before, part two, the nested class.

The papers take a target for a leaf, and where hubs list all targets nothing more is needed: this finds no path then.
Where they do not, the links on target pages that lead to the rest become a further step, which repeats. The last step
itself repeats where it would lead nowhere else.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from recorder.patterns.navigation.narrowing import Places, link_steps
from recorder.patterns.navigation.pattern import LinkStep, Path
from recorder.patterns.navigation.walk import Walker

FEW, LEAST_SHARE = 3, 0.02
"""Fewer targets than these, or than this share of all, are accidents: a link in a text, a page lost from its list."""


def led_onward(walker: Walker, paths: Sequence[Path]) -> tuple[Path, ...]:
    """The paths, going on from their own targets if all of them together miss targets that targets link to."""
    reached = {page for path in paths for page in walker.pages_at(walker.walk(path).targets)}
    beyond = _linked_targets(walker, walker.site.targets) - reached
    if len(beyond) < max(FEW, LEAST_SHARE * len(reached)):
        return tuple(paths)
    steps = _steps(walker, beyond)
    led = [one for path in paths for one in _led(walker, path, steps, beyond)]
    walks = {path: walker.walk(path) for path in dict.fromkeys(led)}
    counted = [replace(path, targets=len(one.targets), links=one.links) for path, one in walks.items()]
    return tuple(sorted(counted, key=lambda path: -path.targets))


def _led(walker: Walker, path: Path, steps: Sequence[LinkStep], beyond: set[str]) -> Iterator[Path]:
    """The path with its last step repeated, if that goes on and goes nowhere else; or itself, and what goes on from
    it.
    """
    last = path.steps[-1]
    if isinstance(last, LinkStep):
        repeated = Path((*path.steps[:-1], replace(last, repeat=True)))
        strays = walker.walk(repeated).strays - walker.walk(path).strays
        if not strays and _leads_to(walker, last, beyond):
            yield repeated
            return
    yield path
    yield from (Path((*path.steps, step)) for step in steps)


def _leads_to(walker: Walker, step: LinkStep, beyond: set[str]) -> bool:
    pages = walker.site.targets & walker.site.links.keys()
    return any(walker.pages_at(walker.followed(page, step)) & beyond for page in pages)


def _linked_targets(walker: Walker, pages: Iterable[str]) -> set[str]:
    """The targets that `pages` link to. A sampled map shows pieces of a chain, so it is not followed from its
    beginning.
    """
    return walker.pages_at(url for page in pages for url in walker.offers(page) if walker.site.is_target(url))


def _steps(walker: Walker, beyond: set[str]) -> list[LinkStep]:
    """Steps along the links that stand where those to the rest stand, at as few places as lead to all of it."""
    offered: dict[str, set[str]] = defaultdict(set)
    for page in sorted(walker.site.targets):
        for url, places in walker.offers(page).items():
            offered[url] |= places
    at = _fewest_places(walker, offered, beyond)
    wanted: Places = {
        url: frozenset(places & at) for url, places in offered.items() if places & at and walker.site.is_target(url)
    }
    unwanted = {
        url: frozenset(places)
        for url, places in offered.items()
        if not walker.site.is_target(url) and (walker.site.fetched(url) or not places & at)
    }
    return [replace(step, repeat=True) for step in link_steps(wanted, unwanted)]


def _fewest_places(walker: Walker, offered: dict[str, set[str]], beyond: set[str]) -> set[str]:
    """Greedily the place that leads to most of the rest; of two, the one with fewer other links."""
    leads: dict[str, set[str]] = defaultdict(set)
    others: dict[str, int] = defaultdict(int)
    for url, places in offered.items():
        for place in places:
            leads[place] |= walker.pages_at([url]) & beyond
            others[place] += not walker.site.is_target(url)
    chosen: set[str] = set()
    left = set(beyond)
    while left:
        best = min(leads, key=lambda place: (-len(leads[place] & left), others[place], place))
        chosen.add(best)
        left -= leads[best]
    return chosen
