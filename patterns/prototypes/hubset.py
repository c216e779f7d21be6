"""A hubset: the links of many hub pages of one site, and which hubs have what in common [LINKS III].

Knows links, not pages, and draws no conclusions.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from recorder.patterns.prototypes.tokens import Token, tokens_of

ENOUGH_HUBS = 30
"""Below, shares are too coarse to mean much: the paper's bound, and the usual one in statistics."""


@dataclass(frozen=True)
class Hubset:
    """`hubs_of` says of every link in which hubs, by their numbers, it stands; `size` how many hubs there are."""

    hubs_of: Mapping[str, frozenset[int]]
    size: int

    @classmethod
    def of(cls, hubs: Iterable[Iterable[str]]) -> "Hubset":
        """From the normalised URLs of each hub; a hub without links says nothing and does not count."""
        standing = [links for links in map(frozenset, hubs) if links]
        found: dict[str, set[int]] = {}
        for number, links in enumerate(standing):
            for link in links:
                found.setdefault(link, set()).add(number)
        return cls({link: frozenset(numbers) for link, numbers in found.items()}, len(standing))

    @cached_property
    def tokens(self) -> Mapping[str, tuple[Token, ...]]:
        """Every link cut into tokens."""
        return {link: tokens_of(link) for link in self.hubs_of}

    def hubs_with(self, links: Iterable[str]) -> frozenset[int]:
        """The numbers of the hubs that contain any of these links."""
        return frozenset().union(*(self.hubs_of[link] for link in links))

    def without(self, links: Set[str]) -> "Hubset":
        """The same hubs, as if these links were not on them."""
        return Hubset({link: hubs for link, hubs in self.hubs_of.items() if link not in links}, self.size)
