"""A hubset: the links of many hub pages of one site, and how large a share of the hubs has what in common [LINKS III].

Knows links, not pages, and draws no conclusions.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from recorder.patterns.prototypes.inner_words import MANY_FOLDERS, InnerWords
from recorder.patterns.prototypes.tokens import Part, Token, tokens_of

ENOUGH_HUBS = 30
"""Below, shares are too coarse to mean much: the paper's bound, and the usual one in statistics."""
_RECURRING_SHARE = 0.05
_DATA_SHARE = 0.5
_PATH = frozenset({Part.ORIGIN, Part.SEGMENT})
_DIGIT = re.compile(r"\d")


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

    @cached_property
    def recurring(self) -> frozenset[str]:
        """Path segments without digits that stand in many different folders. Names of pages are many, and some
        happen to stand in several: these have to stand in a good share of all.
        """
        standing: dict[str, set[int]] = {}
        for path in self._paths:
            for folder, text in path:
                standing.setdefault(text, set()).add(folder)
        least = max(MANY_FOLDERS, _RECURRING_SHARE * len(set().union(*standing.values())))
        folders = {text for path in self._paths for _, text in path[:-1]}
        found = {text for text, within in standing.items() if len(within) >= least} - folders
        words = self.inner_words
        found = {text for text in found if not words.says_kind(words.affix(text))} | self._among_data
        return frozenset(text for text in found if text and not _DIGIT.search(text))

    @cached_property
    def _among_data(self) -> Set[str]:
        """Names of folders that stand in many folders, beside others that mostly stand in one alone. Where all that
        stand there stand elsewhere as well, folders with the same things in them are shown in several ways.
        """
        standing: dict[str, set[int]] = {}
        within: dict[int, set[str]] = {}
        for path in self._paths:
            for folder, text in path[:-1]:
                standing.setdefault(text, set()).add(folder)
                within.setdefault(folder, set()).add(text)
        # Each name counts as one over all folders it stands in.
        alone = {at: sum(len(standing[name]) == 1 for name in names) for at, names in within.items()}
        names_in = {at: sum(1 / len(standing[name]) for name in names) for at, names in within.items()}
        return {
            text
            for text, folders in standing.items()
            if len(folders) >= MANY_FOLDERS
            and sum(alone[at] for at in folders) > _DATA_SHARE * (sum(names_in[at] for at in folders) - 1)
        }

    @cached_property
    def inner_words(self) -> InnerWords:
        """Words inside the names of pages that say kinds in many different folders."""
        standing: dict[str, set[int]] = {}
        for path in self._paths:
            folder, name = path[-1]
            standing.setdefault(name, set()).add(folder)
        return InnerWords.of_site(standing)

    @cached_property
    def _paths(self) -> Sequence[Sequence[tuple[int, str]]]:
        """The levels of every path, each with the number of the folder it stands in."""
        folders: dict[tuple[int, str], int] = {}
        found = []
        for tokens in self.tokens.values():
            path, folder = [], 0
            for token in takewhile(lambda token: token.part in _PATH, tokens):
                step = (folder, token.text or "")
                path.append(step)
                folder = folders.setdefault(step, len(folders) + 1)
            found.append(path)
        return found

    def hubs_with(self, links: Iterable[str]) -> frozenset[int]:
        """The numbers of the hubs that contain any of these links."""
        return frozenset().union(*(self.hubs_of[link] for link in links))

    def without(self, links: Set[str]) -> "Hubset":
        """The same hubs, as if these links were not on them."""
        return Hubset({link: hubs for link, hubs in self.hubs_of.items() if link not in links}, self.size)
