"""Parameters that change nothing of a page: what was searched for, to be highlighted; which hit of a list it was; a
version that is the newest one.

An address without them leads to the same page. Which they are, `variants` concludes from what pages say.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from recorder.patterns.pages.links import Link
from recorder.patterns.urls.url import Url, plain_address


class IdleKind(NamedTuple):
    """A folder, whatever its numbers, the names of the parameters that a page there has `more` than the plainer one,
    and those of that one: what is idle at one page of a program says at another which page it is.
    """

    place: tuple[str, ...]
    more: frozenset[str]
    plain: frozenset[str]

    def has(self, url: str) -> bool:
        return Url(url).place == self.place and self.more | self.plain <= names_of(url)


@dataclass(frozen=True)
class IdleParameters:
    """By the kinds of the pages that have them."""

    kinds: frozenset[IdleKind] = frozenset()

    def plain(self, url: str) -> str:
        """The address without them."""
        if not self.kinds or "?" not in url:
            return url
        idle = [kind.more for kind in self._by_place.get(Url(url).place, ()) if kind.has(url)]
        return plain_address(url, frozenset().union(*idle)) if idle else url

    def plain_links(self, links: Iterable[Link]) -> Mapping[Link, Link]:
        """The links that have some, each with the same link without them."""
        if not self.kinds:
            return {}
        return {link: link._replace(url=url) for link in links if (url := self.plain(link.url)) != link.url}

    @cached_property
    def _by_place(self) -> Mapping[tuple[str, ...], Sequence[IdleKind]]:
        """A site has many kinds, and very many addresses."""
        found = defaultdict[tuple[str, ...], list[IdleKind]](list)
        for kind in self.kinds:
            found[kind.place].append(kind)
        return found


NO_PARAMETERS = IdleParameters()


def names_of(url: str) -> frozenset[str]:
    """The names of all parameters."""
    return frozenset(name for name, _ in Url(url).parameters)
