"""Words inside the names of pages that stand side by side, as hubs tell them: names with such a word stand on the same
hubs, and hardly on others. `inner_words` goes by the names alone and misses a word that begins a third of a flat
manual, where the other pages begin with anything.

Names in the order of the alphabet stand together too; so a word has to be in a good share of all names.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

from recorder.patterns.prototypes.inner_words import NO_WORDS, InnerWords

_ENOUGH_NAMES = 20
_COMMON_SHARE = 0.2
_CROWDING = 10.0
"""How many times as unevenly as by chance names with a word are spread over the hubs."""


def words_in_company(hubs_of: Mapping[str, Set[int]]) -> InnerWords:
    """Those of names that stand side by side, each with the numbers of the hubs it stands on."""
    if len(hubs_of) < _ENOUGH_NAMES:
        return NO_WORDS
    known = InnerWords.extensions_of(hubs_of)
    heads = _crowding(known.with_heads(hubs_of), hubs_of)
    tails = _crowding(known.with_tails(hubs_of), hubs_of)
    return InnerWords(frozenset(heads), frozenset(tails), known.extensions)


def _crowding(having: Mapping[str, list[str]], hubs_of: Mapping[str, Set[int]]) -> Iterator[str]:
    """Of words, with the names that have each, those whose names keep together."""
    least = max(_ENOUGH_NAMES, _COMMON_SHARE * len(hubs_of))
    common = {word: names for word, names in having.items() if least <= len(names) < len(hubs_of)}
    if not common:
        return
    everywhere = _on_hubs(hubs_of, hubs_of)
    for word, names in common.items():
        if _unevenness(_on_hubs(names, hubs_of), everywhere) >= _CROWDING:
            yield word


def _on_hubs(names: Iterable[str], hubs_of: Mapping[str, Set[int]]) -> Counter[int]:
    """How many of these names stand on each hub."""
    return Counter(hub for name in names for hub in hubs_of[name])


def _unevenness(some: Counter[int], every: Counter[int]) -> float:
    """Pearson's: the spread of their number over the hubs, as a multiple of what it is for names drawn by lot."""
    share = some.total() / every.total()
    by_chance = share * (1 - share) * every.total()
    found = sum((some[hub] - share * names) ** 2 for hub, names in every.items())
    return found / by_chance if by_chance else 0.0
