"""Parameters that change nothing of a page: what was searched for, to be highlighted; which hit of a list it was; a
version that is the newest one.

An address without them leads to the same page. Which they are, `variants` concludes from what pages say.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
        idle = [kind.more for kind in self.kinds if kind.has(url)] if "?" in url else ()
        return plain_address(url, frozenset().union(*idle)) if idle else url

    def plain_links(self, links: Iterable[Link]) -> Mapping[Link, Link]:
        """The links that have some, each with the same link without them."""
        if not self.kinds:
            return {}
        return {link: link._replace(url=url) for link in links if (url := self.plain(link.url)) != link.url}


NO_PARAMETERS = IdleParameters()


def names_of(url: str) -> frozenset[str]:
    """The names of all parameters."""
    return frozenset(name for name, _ in Url(url).parameters)
