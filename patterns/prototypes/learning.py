"""From a hubset to its ordered prototypes [LINKS III-IV].

Links on nearly every hub are the template of the site. All others are taken token by token, from the left: the tokens
that follow one beginning stay literal where clearly more hubs have them than one, and become one `*` where they do
not, their links going on together. Decisions the paper leaves open:

- The template is set aside first: a menu that names all departments makes the name of each one frequent, though
  elsewhere it is data.
- Combinations of parameters that few hubs have are one class, where they have something in common.

Every link comes to lie under the prototype it is classified by: a token goes to `*` only if it is no literal there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from recorder.patterns.prototypes.data_tokens import data_of
from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.inner_words import NO_WORDS, InnerWords
from recorder.patterns.prototypes.prototype import Prototype, Prototypes, with_names
from recorder.patterns.prototypes.tokens import Part, Token
from recorder.patterns.prototypes.wildcards import Shapes, shapes_of, wildcards_of

TEMPLATE_SHARE = 0.8
"""F_L from which a link is of the template: of a hundred hubs a few are error pages, or lack a part of the frame."""
_EXAMPLES = 3

_Beginning = tuple[Token, ...]

_ENOUGH_NAMES = 20
_COMMON_SHARE = 0.2
_CROWDING = 10.0
"""How many times as unevenly as by chance names with a word are spread over the hubs."""

COMMON_SHARE = 0.1
"""From this share of the hubs on, a combination is a class of its own."""
_VARIOUS = Token(Part.VARIOUS, None)
_Pairs = Mapping[str, str]


@dataclass(frozen=True)
class Folded:
    """`tokens` follow the common beginning of these links."""

    tokens: tuple[Token, ...]
    links: list[str]


def learn_prototypes(hubset: Hubset) -> Prototypes:
    """The same for the same hubs in whatever order."""
    template = {link for link, hubs in hubset.hubs_of.items() if len(hubs) >= max(TEMPLATE_SHARE * hubset.size, 2)}
    framed = [_prototype(hubset, hubset.tokens[link], [link], template=True) for link in sorted(template)]
    rest = hubset.without(template)
    learnt = [_prototype(rest, tokens, links) for tokens, links in _generalised(rest)]
    ordered = with_names([*framed, *sorted(learnt, key=_specific_first)])
    return Prototypes(ordered, rest.recurring, rest.inner_words)


def _generalised(hubset: Hubset) -> Iterator[tuple[_Beginning, list[str]]]:
    """Each prototype with its links. No recursion: an address may have thousands of levels."""
    shapes = shapes_of(hubset)
    waiting: list[tuple[_Beginning, list[str]]] = [((), sorted(hubset.hubs_of))]
    while waiting:
        beginning, links = waiting.pop()
        at = len(beginning)
        ending = [link for link in links if len(hubset.tokens[link]) == at]
        if ending:
            yield beginning, ending
        going_on = [link for link in links if len(hubset.tokens[link]) > at]
        if not _is_in_parameters(beginning) and (folded := _folded(hubset, going_on, at)):
            yield (*beginning, *folded.tokens), folded.links
            going_on = sorted(set(going_on).difference(folded.links))
        waiting += [((*beginning, token), under) for token, under in _branches(hubset, shapes, going_on, at)]


def _folded(hubset: Hubset, links: Iterable[str], at: int) -> Folded | None:
    asking = [link for link in links if hubset.tokens[link][at].part is Part.NAME]
    return fold_combinations(hubset, asking, at) if asking else None


def _is_in_parameters(beginning: _Beginning) -> bool:
    return bool(beginning) and beginning[-1].part in (Part.NAME, Part.VALUE)


def _branches(hubset: Hubset, shapes: Shapes, links: Sequence[str], at: int) -> Iterator[tuple[Token, list[str]]]:
    """The links by what they have at this position: literal tokens, and wildcards."""
    by_token: dict[Token, list[str]] = {}
    for link in links:
        by_token.setdefault(hubset.tokens[link][at], []).append(link)
    names = {
        token.text: hubset.hubs_with(by_token[token]) for token in by_token if token.part is Part.SEGMENT and token.text
    }
    words = hubset.inner_words | InnerWords.of(names) | words_in_company(names)
    data = data_of(hubset, by_token, words, at)
    for wildcard, varying in wildcards_of(hubset, shapes, data, words, at + 1).items():
        yield wildcard, [link for token in sorted(varying, key=_by_text) for link in by_token.pop(token)]
    yield from by_token.items()


def _by_text(token: Token) -> str:
    return token.text or ""


def _prototype(hubset: Hubset, tokens: _Beginning, links: Sequence[str], template: bool = False) -> Prototype:
    return Prototype("", tokens, len(hubset.hubs_with(links)), len(links), template, tuple(sorted(links)[:_EXAMPLES]))


def _specific_first(prototype: Prototype) -> tuple[tuple[str, bool, str, object], ...]:
    """Where two prototypes match the same link, the one that says more where they first differ comes first."""
    return tuple((token.part.name, token.is_wildcard, token.text or "", token.affix.rank) for token in prototype.tokens)


def words_in_company(hubs_of: Mapping[str, Set[int]]) -> InnerWords:
    """Words inside the names of pages that stand side by side, by the hubs each name stands on: names with such a word
    stand on the same hubs, and hardly on others. `inner_words` goes by the names alone, and misses a word that begins a
    third of a flat manual. Names in the order of the alphabet stand together too: a word has to be in a good share.
    """
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


def fold_combinations(hubset: Hubset, links: Iterable[str], at: int) -> Folded | None:
    """The links among these, whose parameters begin at a position, that are of one class; none where that is but one
    combination. A search with ten boxes to tick has a thousand combinations of names, of which the hubs show some.
    Those that few hubs have are one class where they share a name whose value varies, or have names that no two hubs
    share. Combinations that many hubs have are let alone.
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
