"""Classes of URLs: which of the links nobody has fetched are targets, judged by the ones that were fetched.

Known URLs fall into coarse *cells* by depth, parameter names and extension. A cell whose fetched members agree in what
they turned out to be (target, hub, another page, dead) is decided: the rest of it is inferred. A cell whose members
disagree is cut in two by the feature that tells them apart best (a folder, the shape of the name, its first word, a
value, the place on the page the link stands at, the very list it stands in), as often as needed: a small decision tree
that is grown anew whenever more is known, so an early mistake does not last. URLs that are sent on to targets which
lists know by their own URLs are a class of their own: how many targets there are, they do not say. Chooses nothing to
fetch and fetches nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from enum import Enum
from math import log2

from recorder.patterns.navigation.siblings import neighbours_of_targets
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.urls.url import Url

SURE_SHARE = 0.9
LEAST_SEEN = 4
LEAST_GAIN = 0.12

Feature = tuple[object, ...]


@dataclass(frozen=True)
class UrlClass:
    """URLs that are taken to lead to pages of one kind, and what was seen of them."""

    members: tuple[str, ...]
    targets: int
    seen: int
    dead: int = 0

    @property
    def leads_to_targets(self) -> bool:
        """Whether members nobody has fetched may be taken for targets."""
        return self.seen >= min(LEAST_SEEN, len(self.members)) and self.targets >= SURE_SHARE * self.seen > 0


def url_classes(site: SiteMap, verdicts: Mapping[str, bool], hubs: Set[str] = frozenset()) -> list[UrlClass]:
    """The URLs known from hub pages, and those that targets lead on to, in classes, given the verdict ("is a target")
    of those that were fetched, and the pages known to be useful `hubs`.
    """
    onward = neighbours_of_targets(site)
    known = [
        url for url, pages in site.inbound.items() if url in onward or any(page not in site.targets for page in pages)
    ]
    found = {url: kind for url in known if (kind := _found_to_be(site, url, verdicts, hubs)) is not None}
    cells: dict[Feature, list[str]] = defaultdict(list)
    for url in known:
        cells[_cell(Url(url))].append(url)
    return [leaf for members in cells.values() for leaf in _grow(site, tuple(members), found)]


class _Kind(Enum):
    TARGET = "target"
    AGAIN = "a target that is listed by its own URL, too"
    HUB = "hub"
    OTHER = "other"
    DEAD = "dead"


_LEAST = {_Kind.TARGET: 1, _Kind.AGAIN: LEAST_SEEN, _Kind.OTHER: 1, _Kind.HUB: LEAST_SEEN, _Kind.DEAD: LEAST_SEEN}
"""Fewest of a kind that are worth telling apart. A few hubs are left among the pages around them, whose links may be as
useful; a few dead links are chance.
"""


def _found_to_be(site: SiteMap, url: str, verdicts: Mapping[str, bool], hubs: Set[str]) -> _Kind | None:
    if url in site.dead:
        return _Kind.DEAD
    page = site.final(url)
    if page not in verdicts:
        return None
    if verdicts[page]:
        return _Kind.AGAIN if site.leads_again(url) else _Kind.TARGET
    return _Kind.HUB if page in hubs else _Kind.OTHER


def _cell(url: Url) -> Feature:
    """Depth, parameter names and extension: what hardly ever differs among pages of one kind."""
    name = url.levels[-1]
    extension = name.rpartition(".")[2] if "." in name else ""
    return len(url.levels), tuple(sorted(name for name, _ in url.parameters)), extension


def _grow(site: SiteMap, members: tuple[str, ...], found: Mapping[str, _Kind]) -> list[UrlClass]:
    """Cut a cell in two until its parts agree or nothing tells them apart."""
    leaves, todo = [], [members]
    features: dict[str, frozenset[Feature]] = {}
    while todo:
        part = todo.pop()
        kinds = Counter(found[url] for url in part if url in found)
        told_apart = {kind for kind, count in kinds.items() if count >= _LEAST[kind]}
        cut = None
        if len(told_apart) > 1:
            features |= {url: frozenset(_features(site, url)) for url in part if url not in features}
            cut = _best_cut({url: found[url] for url in part if found.get(url) in told_apart}, features)
        if cut is None:
            targets = kinds[_Kind.TARGET] + kinds[_Kind.AGAIN]
            leaves.append(UrlClass(part, targets, kinds.total() - kinds[_Kind.DEAD], kinds[_Kind.DEAD]))
            continue
        inside = tuple(url for url in part if cut in features[url])
        todo += [inside, tuple(url for url in part if cut not in features[url])]
    return leaves


def _features(site: SiteMap, url: str) -> Iterable[Feature]:
    parsed = Url(url)
    yield ("shape", url_shape(url))
    for number, level in enumerate(parsed.levels[1:]):
        yield ("level", number, level)
    for name, value in parsed.parameters:
        yield ("value", name, value)
    yield ("word", first_word(url))
    for page, place in site.inbound[url].items():
        yield ("place", place)
        yield ("list", page, place)


def first_word(url: str) -> str:
    """What the last level of a URL begins with, up to a mark or a capital: `Tin` of `TinRoof.html`."""
    name = Url(url).name
    end = next((i for i, char in enumerate(name) if not char.isalnum()), len(name))
    hump = next((i for i in range(1, end) if name[i].isupper() and name[i - 1].islower()), end)
    return name[:hump]


def _best_cut(found: Mapping[str, _Kind], features: Mapping[str, frozenset[Feature]]) -> Feature | None:
    """The feature with the greatest information gain over what was found, or None if none is worth a cut."""
    inside: dict[Feature, Counter[_Kind]] = defaultdict(Counter)
    for url, kind in found.items():
        for feature in features[url]:
            inside[feature][kind] += 1
    everything = Counter(found.values())
    whole = _entropy(everything)

    def gain(feature: Feature) -> float:
        return whole - _entropy(inside[feature]) - _entropy(everything - inside[feature])

    worth = {feature: gain(feature) for feature, kinds in inside.items() if kinds.total() < len(found)}
    best = max(worth, key=lambda feature: (round(worth[feature], 9), repr(feature)), default=None)
    return best if best is not None and worth[best] >= LEAST_GAIN * whole else None


def _entropy(kinds: Counter[_Kind]) -> float:
    """How much is left to be told about all of them, in bits."""
    total = kinds.total()
    return sum(count * log2(total / count) for count in kinds.values() if count)
