"""From the links a step should follow, and the links it should not, to link steps: as wide as they may be, no wider.

The URL alone where that tells them apart, else the URL and the place on the page; where neither does, the group is
cut by place, folder or shape of URL, whichever leaves the fewest unwanted links for the least to read. What still
matches unwanted links after that is accepted: the crawl checks every page it stores. URLs are never listed one by one:
what the site has besides, or adds tomorrow, would not be followed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import ceil

from recorder.patterns.navigation.pattern import LinkStep, stands_at
from recorder.patterns.pages.link_groups import group_urls, url_shape
from recorder.patterns.pages.sitemaps import WHERE_NAMED
from recorder.patterns.urls.expressions import Expression, generalise
from recorder.patterns.urls.url import Url

MOST_PARTS = 12
FAIR_SHARE = 500

Places = Mapping[str, frozenset[str]]
"""Links by URL, each with the places it stands at."""


def link_steps(wanted: Places, unwanted: Places) -> list[LinkStep]:
    """The steps that follow every wanted link and as few others as an expression and a place can tell apart. Sitemaps
    that no page links to have steps of their own: a crawl looks for them apart.
    """
    named = {url: places for url, places in wanted.items() if places == {WHERE_NAMED}}
    linked = {url: places for url, places in wanted.items() if url not in named}
    others = _by_form(unwanted, [[url] for url in unwanted])
    return [
        fit.step
        for links in (named, linked)
        for form, groups in _by_form(links, group_urls(links)).items()
        for fit in _joined(groups, _together(others.get(form, [])))
    ]


def _by_form(links: Places, groups: Iterable[Sequence[str]]) -> dict[tuple[str, ...], list[Places]]:
    """Groups of similar URLs, those of one form (the same levels and parameters) together: an expression for one form
    never matches another.
    """
    forms: dict[tuple[str, ...], list[Places]] = defaultdict(list)
    for urls in groups:
        forms[_form(urls[0])].append({url: links[url] for url in urls})
    return forms


@lru_cache(maxsize=65_536)  # every hub page on the way offers much the same links
def _form(url: str) -> tuple[str, ...]:
    parsed = Url(url)
    return parsed.origin, *parsed.keys


def _together(groups: Iterable[Places]) -> Places:
    return {url: places for group in groups for url, places in group.items()}


@dataclass(frozen=True)
class _Fit:
    """A step, and how many unwanted links it follows."""

    step: LinkStep
    clashes: int


def _cost(fits: list[_Fit]) -> int:
    """Unwanted pages fetched on every crawl, and the steps that a person has to read."""
    return sum(fit.clashes + 1 for fit in fits)


def _joined(groups: list[Places], unwanted: Places) -> list[_Fit]:
    """A step for every group; or one for all, where many groups differ in more levels than URLsim allows and an
    expression for all of them follows no more that is unwanted.
    """
    apart = [fit for group in groups for fit in _narrow(group, unwanted)]
    if len(groups) <= 2:
        return apart
    together = [_fit(_together(groups), unwanted)]
    return min(apart, together, key=_cost)


def _narrow(wanted: Places, unwanted: Places) -> list[_Fit]:
    whole = _fit(wanted, unwanted)
    if not whole.clashes:
        return [whole]
    cuts = ([_fit(part, unwanted) for part in parts] for parts in _cuts(wanted))
    return min([[whole], *cuts], key=_cost)


def _fit(wanted: Places, unwanted: Places) -> _Fit:
    """One step for all of `wanted`: by URL alone if that tells them apart, else with their place."""
    if all(places == {WHERE_NAMED} for places in wanted.values()):
        return _as_fit(_expression(wanted, unwanted), WHERE_NAMED)
    anywhere = _expression(wanted, unwanted)
    place = common_place(wanted.values()) if anywhere.clashes else None
    if place is None:
        return _as_fit(anywhere, None)
    inside = _expression(wanted, _standing_at(place, unwanted))
    return _as_fit(inside, place) if len(inside.clashes) < len(anywhere.clashes) else _as_fit(anywhere, None)


def _expression(wanted: Iterable[str], unwanted: Iterable[str]) -> Expression:
    """Narrowing only looks at what the widest expression matches; of thousands of links that is mostly none."""
    urls = sorted(wanted)
    wide = _generalised(urls, ())
    matches = LinkStep(wide.text).matches
    clashing = [url for url in unwanted if matches(url)]
    return _generalised(urls, clashing) if clashing else wide


def _generalised(urls: Sequence[str], unwanted: Sequence[str]) -> Expression:
    """An expression from a fair share of many URLs, and from whatever the share did not show."""
    share = list(urls[:: ceil(len(urls) / FAIR_SHARE)])
    while True:
        expression = generalise(share, unwanted)
        matches = LinkStep(expression.text).matches
        missed = [url for url in urls if not matches(url)]
        if not missed:
            return expression
        share += missed


def _as_fit(expression: Expression, place: str | None) -> _Fit:
    return _Fit(LinkStep(expression.text, place, examples=expression.examples), len(expression.clashes))


def _cuts(wanted: Places) -> Iterator[list[Places]]:
    """The ways to cut a group, coarse ones first."""
    for part_of in (lambda url: min(wanted[url]), _folder, url_shape):
        parts: dict[object, dict[str, frozenset[str]]] = defaultdict(dict)
        for url in wanted:
            parts[part_of(url)][url] = wanted[url]
        if 1 < len(parts) <= MOST_PARTS:
            yield list(parts.values())


def _standing_at(place: str, links: Places) -> list[str]:
    return [url for url, places in links.items() if any(stands_at(at, place) for at in places)]


def common_place(places: Iterable[frozenset[str]]) -> str | None:
    """The longest tag path that every link stands at or inside, at one of its places; None if only the page is
    common.
    """
    around = [frozenset(path for place in at for path in _paths_to(place)) for at in set(places)]
    common = reduce(frozenset.intersection, around)
    return max(common, key=lambda path: (path.count("/"), path), default=None)


def _paths_to(place: str) -> Iterator[str]:
    """The tag path and those that lead to it, inside the body of the page."""
    levels = place.split("/")
    return ("/".join(levels[:count]) for count in range(3, len(levels) + 1))


def _folder(url: str) -> object:
    return Url(url).folder
