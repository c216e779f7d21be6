"""Words that say what kind of page a link leads to, wherever they stand: whole names, and words inside names, as `fn.`
of `fn.open.html`, `-members` of `Window-members.html`, `topic_` of `topic_12`.

Many titles begin with the same word as well, and say nothing by it. What tells: kinds are a closed list, and the next
name that nobody has seen is of one of them, while the next title begins with any word there is. So the words that stand
at the same mark are judged together. Or hubs tell: names with the word keep together.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.tokens import LONGEST, NO_AFFIX, PATH, Affix, affixes, extension_of, head_of, tail_of
from recorder.patterns.urls.ladders import unseen_share

MANY = 5
"""Least folders, or names, that have the same in common by no accident."""
GOOD_SHARE = 0.2
"""Least share of a site that says something of the site: of hubs that have a word, since popular data stays well below
(F_P, F_V); of names with a word that keep together, since neighbours in the alphabet do too.
"""
_NEWS = 0.05
"""Most that is new, of what comes next, in a closed list: the usual odds of an error."""

_LETTERS = re.compile(r"[A-Za-z]+")
_DIGIT = re.compile(r"\d")

Standing = Mapping[str, Set[int]]
"""For each name, in which folders or on which hubs it stands."""


class _Cut(NamedTuple):
    """A word inside a name, with its mark; and what else there is of the name, if it begins with the word."""

    mark: str
    word: str
    rest: str = ""


@dataclass(frozen=True)
class KindWords:
    """`whole` names, and words `inside`: heads of names, tails, and extensions, all with their marks."""

    whole: frozenset[str]
    inside: frozenset[str]

    @classmethod
    def of_site(cls, hubset: Hubset) -> "KindWords":
        """Those that say kinds in many folders."""
        paths = list(_paths(hubset))
        pages: dict[str, set[int]] = {}
        for path in paths:
            folder, name = path[-1]
            pages.setdefault(name, set()).add(folder)
        return cls(_recurring(paths), _widespread(pages))

    def beside(self, hubs_of: Standing) -> "KindWords":
        """With those of names that stand side by side, each on some hubs."""
        cuts = {name: list(_cuts(name)) for name in hubs_of}
        return KindWords(self.whole, self.inside | _closed(cuts.values()) | _crowding(cuts, hubs_of))

    def affix(self, name: str) -> Affix:
        """All that is said by a name."""
        known = self.inside | {""}
        return next((each for each in affixes(name) if known.issuperset(each)), NO_AFFIX)


def is_closed(sightings: Collection[int]) -> bool:
    """Whether the next sighting is hardly ever of something new."""
    return unseen_share(sightings) <= _NEWS


def _cuts(name: str) -> Iterator[_Cut]:
    head, tail, extension = head_of(name), tail_of(name), extension_of(name)
    if rest := name[len(head) : LONGEST].removesuffix(extension) if head else "":
        yield _Cut(f"{_LETTERS.sub('', head)} {'number' if rest[0].isdecimal() else 'name'}", head, rest)
    if tail:
        yield _Cut(f"end {_LETTERS.sub('', tail.removesuffix(extension))}", tail)
    if extension:
        yield _Cut("extension", extension)


def _closed(cuts: Iterable[Iterable[_Cut]]) -> frozenset[str]:
    """The words at marks where the words are a closed list; a mark that stands between the words of the rest of most
    names too is a space.
    """
    words: dict[str, Counter[str]] = {}
    again: Counter[str] = Counter()
    for mark, word, rest in (cut for name in cuts for cut in name):
        words.setdefault(mark, Counter())[word] += 1
        again[mark] += mark.endswith(" name") and len(mark) == len("- name") and mark[0] in rest
    return frozenset(
        word
        for mark, found in words.items()
        if 2 * again[mark] <= found.total() and is_closed(found.values())
        for word, times in found.items()
        if times > 1 and found.total() >= MANY * len(found)
    )


def _widespread(standing: Standing) -> frozenset[str]:
    """Words of closed lists, in all folders where one of the list stands that many folders have: another part of the
    site may have names of any kind.
    """
    cuts = {name: list(_cuts(name)) for name in standing}
    within: dict[_Cut, list[Set[int]]] = {}
    for name, found in cuts.items():
        for cut in found:
            within.setdefault(cut._replace(rest=""), []).append(standing[name])
    folders: dict[str, set[int]] = {}
    for cut, places in within.items():
        if min(len(places), len(set().union(*places))) >= MANY:
            folders.setdefault(cut.mark, set()).update(*places)
    return _closed(
        [cut for cut in found if not folders.get(cut.mark, set()).isdisjoint(standing[name])]
        for name, found in cuts.items()
    )


def _crowding(cuts: Mapping[str, Iterable[_Cut]], hubs_of: Standing) -> frozenset[str]:
    """Words of a good share of the names, and not of all, whose names keep together."""
    having: dict[str, list[str]] = {}
    for name, found in cuts.items():
        for cut in found:
            having.setdefault(cut.word, []).append(name)
    least = max(MANY, GOOD_SHARE * len(hubs_of))
    every = _on_hubs(hubs_of, hubs_of)
    return frozenset(
        word
        for word, names in having.items()
        if least <= len(names) < len(hubs_of) and _keep_together(_on_hubs(names, hubs_of), every)
    )


def _on_hubs(names: Iterable[str], hubs_of: Standing) -> Counter[int]:
    """How many of these names stand on each hub."""
    return Counter(hub for name in names for hub in hubs_of[name])


def _keep_together(some: Counter[int], every: Counter[int]) -> bool:
    """Whether, of what stands beside one of them, their share is nearer to all than to what it is by lot."""
    share = some.total() / every.total()
    shared = {hub: names for hub, names in some.items() if every[hub] > 1}
    return sum(names * ((names - 1) / (every[hub] - 1) - (1 + share) / 2) for hub, names in shared.items()) > 0


def _paths(hubset: Hubset) -> Iterator[Sequence[tuple[int, str]]]:
    """The levels of every path, each with the number of the folder it stands in."""
    folders: dict[tuple[int, str], int] = {}
    for tokens in hubset.tokens.values():
        path, folder = [], 0
        for token in takewhile(lambda token: token.part in PATH, tokens):
            step = (folder, token.text or "")
            path.append(step)
            folder = folders.setdefault(step, len(folders) + 1)
        yield path


def _recurring(paths: Iterable[Sequence[tuple[int, str]]]) -> frozenset[str]:
    """Names without digits that stand in many folders, beside others that mostly stand in one alone. Where all that
    stand there stand elsewhere as well, folders with the same things in them are shown in several ways.
    """
    standing: dict[str, set[int]] = {}
    within: dict[int, set[str]] = {}
    for folder, text in (step for path in paths for step in path):
        standing.setdefault(text, set()).add(folder)
        within.setdefault(folder, set()).add(text)
    # Each name counts as one over all folders it stands in, and so does the word itself.
    weights = {name: (1 if len(folders) < MANY else -1) / len(folders) for name, folders in standing.items()}
    rare = {folder: sum(map(weights.__getitem__, names)) for folder, names in within.items()}
    return frozenset(
        text
        for text, folders in standing.items()
        if text and len(folders) >= MANY and not _DIGIT.search(text) and sum(rare[at] for at in folders) > -1
    )
