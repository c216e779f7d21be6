"""From the links a step should follow, and the links it should not, to link steps: as wide as they may be, no wider.

The URL alone where that tells them apart, else the URL and the place on the page; where neither does, the group is
cut by place, folder or shape of URL, or into single URLs, whichever leaves the fewest unwanted links for the fewest
steps. What still matches unwanted links after that is accepted: the crawl checks every page it stores.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from patterns.expressions import Expression, generalise
from patterns.link_groups import group_urls, url_shape
from patterns.navigation import LinkStep, stands_at
from patterns.urls import Url

MOST_PARTS = 12

Places = Mapping[str, frozenset[str]]
"""Links by URL, each with the places it stands at."""


def link_steps(wanted: Places, unwanted: Places) -> list[LinkStep]:
    """The steps that follow every wanted link and as few others as an expression and a place can tell apart."""
    return [step for urls in group_urls(wanted) for step in _narrow({url: wanted[url] for url in urls}, unwanted)]


def _narrow(wanted: Places, unwanted: Places) -> list[LinkStep]:
    whole = [_fit(wanted, unwanted)]
    choices = (
        [whole, *([_fit(part, unwanted) for part in parts] for parts in _cuts(wanted))] if _cost(whole) > 1 else [whole]
    )
    return [fit.step for fit in min(choices, key=_cost)]


@dataclass(frozen=True)
class _Fit:
    step: LinkStep
    clashes: int


def _cost(fits: list[_Fit]) -> int:
    """Unwanted pages fetched on every crawl, and steps a person has to read."""
    return sum(fit.clashes for fit in fits) + len(fits)


def _fit(wanted: Places, unwanted: Places) -> _Fit:
    """One step for all of `wanted`: by URL alone if that tells them apart, else with their place."""
    anywhere = generalise(wanted, unwanted)
    place = _common_place(wanted.values()) if anywhere.clashes else None
    if place is None:
        return _as_fit(anywhere, None)
    inside = generalise(wanted, _standing_at(place, unwanted))
    return _as_fit(inside, place) if len(inside.clashes) < len(anywhere.clashes) else _as_fit(anywhere, None)


def _as_fit(expression: Expression, place: str | None) -> _Fit:
    return _Fit(LinkStep(expression.text, place, examples=expression.examples), len(expression.clashes))


def _cuts(wanted: Places) -> Iterator[list[Places]]:
    """The ways to cut a group, coarse ones first."""
    for part_of in (lambda url: min(wanted[url]), _folder, url_shape, str):
        parts: dict[object, dict[str, frozenset[str]]] = defaultdict(dict)
        for url in wanted:
            parts[part_of(url)][url] = wanted[url]
        if 1 < len(parts) <= MOST_PARTS:
            yield list(parts.values())


def _standing_at(place: str, links: Places) -> list[str]:
    return [url for url, places in links.items() if any(stands_at(at, place) for at in places)]


def _common_place(places: Iterable[frozenset[str]]) -> str | None:
    """The longest tag path that every link stands at or inside, each taken at its first place; None if only the page
    is common.
    """
    first = [min(at, key=lambda place: (place.count("/"), place)).split("/") for at in places]
    common = [levels[0] for levels in takewhile(_all_equal, zip(*first, strict=False))]
    return "/".join(common) if len(common) > 2 else None


def _all_equal(levels: tuple[str, ...]) -> bool:
    return len(set(levels)) == 1


def _folder(url: str) -> object:
    return Url(url).levels[:-1]
