"""Views of pages: another page about the same record, at the page's own address with words more among its levels, which
are the same for every record (`/page/history/`, `/print/page`, `/docs/7.x/page`). Addresses only; whether such a page
is about the same is told by its words, in `variants`.

A number more at the end is a view where a forum opens a thread at one of its posts (`/thread/post`), and otherwise a
further page, `/page/2` too, or a record below a list; before the end it may be an older version (`/docs/9/page`). Where
a sample itself is such a page, this is what is meant.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from recorder.patterns.urls.url import Url

View = str
"""What is more, and behind how many levels; at the end, behind how many at least: `/1 print`, `/2+ history`."""


NUMBER = "#"
"""What a view is called that has a number more."""


class _Place(NamedTuple):
    """An address without a slash at its end."""

    levels: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]


class _Added(NamedTuple):
    """What an address may have more than another one, behind so many levels."""

    words: str
    behind: int
    at_end: bool

    def is_beside(self, other: "_Added") -> bool:
        """Whether it is another name at the end, too."""
        return self.at_end and other.at_end and self.words != other.words and NUMBER not in (self.words, other.words)

    @property
    def views(self) -> Iterator[View]:
        """Every view of that sort, the widest first."""
        for behind in range(self.behind + 1) if self.at_end else (self.behind,):
            yield f"/{behind}{'+' * self.at_end} {self.words}"


class Views:
    """Of a site whose samples are these. `fewest`: targets that have a view of a sort, before it counts."""

    def __init__(self, samples: Iterable[str], fewest: int) -> None:
        self._given = frozenset(view for sample in samples for added, _ in _added(sample) for view in added.views)
        self._fewest = fewest

    def among(self, urls: Iterable[str], targets: Iterable[str]) -> Mapping[View, list[tuple[str, str]]]:
        """The pages whose address has something more than that of a target, each with this target."""
        known = {_place(url): url for url in targets}
        found: dict[_Added, list[tuple[str, str]]] = defaultdict(list)
        least: dict[_Added, _Added] = {}
        for url in urls:
            for added, place in _added(url):
                if place in known:
                    sort = added._replace(behind=0) if added.at_end else added
                    found[sort].append((url, known[place]))
                    least[sort] = min(added, least.get(sort, added))
        views = {
            [*least[sort].views][-1]: pages
            for sort, pages in found.items()
            if len(pages) >= self._fewest and not _is_a_name(sort, found)
        }
        return {} if self._given & views.keys() else views


def _is_a_name(sort: _Added, found: Mapping[_Added, Sequence[tuple[str, str]]]) -> bool:
    """Whether most pages that have this below them have pages of other names there as well, that few of them share: the
    first chapters of books are mostly called alike.
    """
    own = {page for _, page in found[sort]}
    beside = [own.intersection(page for _, page in pages) for other, pages in found.items() if other.is_beside(sort)]
    named = frozenset[str]().union(*(pages for pages in beside if 2 * len(pages) < len(own)))
    return 2 * len(named) > len(own)


def view_of(url: str, views: Collection[View]) -> View:
    """The one of these views that a page is, whether the page itself is known or not; empty if it is none."""
    return next((view for added, _ in _added(url) for view in added.views if view in views), "") if views else ""


def is_numbered(view: View) -> bool:
    return view.endswith(f" {NUMBER}")


def _place(url: str) -> _Place:
    parts = Url(url)
    return _Place(parts.levels if parts.levels[-1] else parts.levels[:-1], parts.parameters)


def _added(url: str) -> Iterator[tuple[_Added, _Place]]:
    """All that may have been added to another address, a number by itself or words without any, each with this one."""
    levels, parameters = _place(url)
    if levels[-1].isdecimal():
        yield _Added(NUMBER, len(levels) - 2, at_end=True), _Place(levels[:-1], parameters)
    for start in range(1, len(levels)):
        if levels[start].isdecimal() and start < len(levels) - 1:
            added = _Added(levels[start], start - 1, at_end=False)
            yield added, _Place(levels[:start] + levels[start + 1 :], parameters)
        last = next((at for at in range(start, len(levels)) if levels[at].isdecimal()), len(levels))
        for end in range(start + 1, last + 1):
            added = _Added("/".join(levels[start:end]), start - 1, end == len(levels))
            yield added, _Place(levels[:start] + levels[end:], parameters)
