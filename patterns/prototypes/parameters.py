"""Parameters of many links that begin alike: which of their combinations are one class.

A search with ten boxes to tick has a thousand combinations of names, of which the hubs show some. Those that few hubs
have become one prototype where they share a name whose value varies, or have names that no two hubs share: the names
and values that all of them have, and any others beside them. Combinations that many hubs have are let alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.tokens import Part, Token

COMMON_SHARE = 0.1
"""From this share of the hubs on, a combination is a class of its own."""
_VARIOUS = Token(Part.VARIOUS, None)

_Pairs = Mapping[str, str]


@dataclass(frozen=True)
class Folded:
    """`tokens` follow the common beginning of these links."""

    tokens: tuple[Token, ...]
    links: list[str]


def fold_combinations(hubset: Hubset, links: Iterable[str], at: int) -> Folded | None:
    """The links among these, whose parameters begin at a position, that are of one class; none where that is but one
    combination.
    """
    given = {link: pairs for link in links if (pairs := _pairs(hubset.tokens[link][at:]))}
    rare = _rare(hubset, given)
    alike = _sharing(_pivot(rare, given), rare)
    alike |= _with_single_names(hubset, rare, given)
    if len(alike) < 2:
        return None
    folded = [link for combination in sorted(alike, key=sorted) for link in rare[combination]]
    return Folded((_VARIOUS, *_shared([given[link] for link in folded])), folded)


def _pairs(tokens: Sequence[Token]) -> _Pairs | None:
    """Values by name; none where a name is given twice, or a route follows."""
    names = [token.text or "" for token in tokens[::2]]
    if len(set(names)) < len(names) or any(token.part not in (Part.NAME, Part.VALUE) for token in tokens):
        return None
    return dict(zip(names, (token.text or "" for token in tokens[1::2]), strict=True))


def _rare(hubset: Hubset, given: Mapping[str, _Pairs]) -> dict[frozenset[str], list[str]]:
    """The links of each combination of names that few hubs have."""
    combinations: dict[frozenset[str], list[str]] = {}
    for link, pairs in given.items():
        combinations.setdefault(frozenset(pairs), []).append(link)
    few = max(2, COMMON_SHARE * hubset.size)
    return {names: links for names, links in combinations.items() if len(hubset.hubs_with(links)) < few}


def _pivot(rare: Mapping[frozenset[str], Sequence[str]], given: Mapping[str, _Pairs]) -> str | None:
    """The name with several values that most combinations have."""
    values: dict[str, set[str]] = {}
    for links in rare.values():
        for link in links:
            for name, value in given[link].items():
                values.setdefault(name, set()).add(value)
    varying = sorted(name for name, various in values.items() if len(various) > 1)
    return max(varying, key=lambda name: sum(name in names for names in rare), default=None)


def _sharing(name: str | None, rare: Iterable[frozenset[str]]) -> set[frozenset[str]]:
    return {names for names in rare if name in names}


def _with_single_names(
    hubset: Hubset, rare: Mapping[frozenset[str], Sequence[str]], given: Mapping[str, _Pairs]
) -> set[frozenset[str]]:
    """Combinations with a name that no two hubs share: it is data, as where people choose names."""
    standing: dict[str, frozenset[int]] = {}
    for link, pairs in given.items():
        for name in pairs:
            standing[name] = standing.get(name, frozenset()) | hubset.hubs_of[link]
    return {names for names in rare if any(len(standing[name]) < 2 for name in names)}


def _shared(given: Sequence[_Pairs]) -> Iterable[Token]:
    """The names that all have, in their order, with the value on which they agree."""
    for name in sorted(frozenset.intersection(*map(frozenset, given))):
        values = {pairs[name] for pairs in given}
        yield Token(Part.NAME, name)
        yield Token(Part.VALUE, values.pop() if len(values) == 1 else None)
