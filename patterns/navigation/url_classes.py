"""Classes of URLs: which of the links nobody has fetched are targets, judged by the ones that were fetched.

Known URLs fall into *cells* by folder, extension and parameters. A cell whose fetched members agree is decided: the
rest of it is inferred. A cell whose members disagree is cut in two by the feature that tells them apart best (the
shape of the name, its first word, the place on the page the link stands at, the very list it stands in), as often as
needed: a small decision tree that is grown anew whenever more is known, so an early mistake does not last. Chooses
nothing to fetch and fetches nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log2

from patterns.navigation.site_map import SiteMap
from patterns.pages.link_groups import url_shape
from patterns.urls.url import Url

MANY_VALUES = 8
MEMBERS_PER_VALUE = 3
SURE_SHARE = 0.9
LEAST_SEEN = 4
LEAST_GAIN = 0.12
SMALLEST_LIST = 4

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

    @property
    def is_mixed(self) -> bool:
        """Whether its fetched members disagree and no feature tells them apart."""
        return 0 < self.targets < SURE_SHARE * self.seen


def url_classes(site: SiteMap, verdicts: Mapping[str, bool]) -> list[UrlClass]:
    """The URLs known from hub pages in classes, given the verdict ("is a target") of those that were fetched."""
    known = [url for url, pages in site.inbound.items() if any(page not in site.targets for page in pages)]
    cells: dict[Feature, list[str]] = defaultdict(list)
    for url, cell in zip(known, _cells([Url(url) for url in known]), strict=True):
        cells[cell].append(url)
    return [leaf for members in cells.values() for leaf in _grow(site, tuple(members), verdicts)]


def _cells(urls: list[Url]) -> list[Feature]:
    """Folder, extension and parameters of every URL; values that are nearly all different (names, numbers) count as
    one.
    """
    columns = [_columns(url) for url in urls]
    keys: list[Feature] = [()] * len(urls)
    depth = max(map(len, columns), default=0)
    for level in range(depth):
        groups: dict[Feature, Counter[str | None]] = defaultdict(Counter)
        values = [column[level] if level < len(column) else None for column in columns]
        for key, value in zip(keys, values, strict=True):
            groups[key][value] += 1
        varied = {key for key, found in groups.items() if _is_data(found)}
        keys = [(*key, "*" if key in varied else value) for key, value in zip(keys, values, strict=True)]
    return keys


def _is_data(values: Counter[str | None]) -> bool:
    return len(values) >= MANY_VALUES and values.total() < MEMBERS_PER_VALUE * len(values)


def _columns(url: Url) -> list[str]:
    """What may stand for a kind of page in a URL, the coarse first: depth, parameter names, extension, folders,
    values.
    """
    name = url.levels[-1]
    extension = name.rpartition(".")[2] if "." in name else ""
    names = ",".join(sorted(name for name, _ in url.parameters))
    folders = list(url.levels[:-1])
    values = [value for _, value in sorted(url.parameters)]
    script = [name] if url.parameters else []
    return [str(len(url.levels)), names, extension, *folders, *script, *values]


def _grow(site: SiteMap, members: tuple[str, ...], verdicts: Mapping[str, bool]) -> list[UrlClass]:
    """Cut a cell in two until its parts agree or nothing tells them apart."""
    leaves, todo = [], [members]
    features: dict[str, frozenset[Feature]] = {}
    while todo:
        part = todo.pop()
        judged = {site_url: verdict for site_url in part if (verdict := verdicts.get(site.final(site_url))) is not None}
        targets = sum(judged.values())
        found = None
        if 0 < targets < len(judged):
            for url in part:
                if url not in features:
                    features[url] = frozenset(_features(site, url))
            found = _best_cut(judged, features)
        if found is None:
            leaves.append(UrlClass(part, targets, len(judged), sum(url in site.dead for url in part)))
            continue
        inside = tuple(url for url in part if found in features[url])
        todo += [inside, tuple(url for url in part if found not in features[url])]
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
    """What the last level of a URL begins with, up to a mark or a capital: `Gtk` of `GtkButton.html`."""
    name = Url(url).levels[-1]
    end = next((i for i, char in enumerate(name) if not char.isalnum()), len(name))
    hump = next((i for i in range(1, end) if name[i].isupper() and name[i - 1].islower()), end)
    return name[:hump]


def _best_cut(judged: Mapping[str, bool], features: Mapping[str, frozenset[Feature]]) -> Feature | None:
    """The feature with the greatest information gain over the judged members, or None if none is worth a cut."""
    inside: Counter[Feature] = Counter()
    inside_targets: Counter[Feature] = Counter()
    for url, verdict in judged.items():
        inside.update(features[url])
        if verdict:
            inside_targets.update(features[url])
    total, targets = len(judged), sum(judged.values())
    whole = _entropy(targets, total)

    def gain(feature: Feature) -> float:
        n, t = inside[feature], inside_targets[feature]
        return whole - (n * _entropy(t, n) + (total - n) * _entropy(targets - t, total - n)) / total

    worth = {feature: gain(feature) for feature, n in inside.items() if n < total}
    best = max(worth, key=lambda feature: (round(worth[feature], 9), repr(feature)), default=None)
    return best if best is not None and worth[best] >= LEAST_GAIN * whole else None


def _entropy(part: int, total: int) -> float:
    if part in (0, total):
        return 0.0
    share = part / total
    return -share * log2(share) - (1 - share) * log2(1 - share)
