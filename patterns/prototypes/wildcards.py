"""Which of the data tokens that follow one beginning become one wildcard [LINKS III]. Decisions the paper leaves open:

- A wildcard needs two values, after which links go on alike. What stands alone has not been seen to vary.
- Names that begin or end with a word that says kinds (`inner_words`) have a wildcard of their own, with that word, if
  there are others beside them; where the whole site says so, already one name does.
- Extensions tell classes apart only where names have several.
"""

from collections.abc import Mapping, Sequence, Set

from recorder.patterns.prototypes.data_tokens import Families
from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.inner_words import NO_AFFIX, Affix, InnerWords
from recorder.patterns.prototypes.tokens import Part, Token

Shapes = Mapping[str, Sequence[int]]
"""For each link and each position in it, a number that says what follows is of one shape."""


def wildcards_of(
    hubset: Hubset, shapes: Shapes, data: Families, words: InnerWords, after: int
) -> dict[Token, set[Token]]:
    """The tokens that each wildcard stands for; links go on at the position `after`. The others stay literal."""
    names = {token: token.text for token in data if token.part is Part.SEGMENT and token.text}
    told = _telling(hubset.inner_words, words, shapes, {token: data[token] for token in names}, after)
    found: dict[Token, set[Token]] = {}
    for token, name in names.items() if told else ():
        if affix := next((affix for affix in words.affixes(name) if affix in told), None):
            found.setdefault(Token(Part.SEGMENT, None, affix), set()).add(token)
    taken = set().union(*found.values())
    alike = _interchangeable(shapes, {token: links for token, links in data.items() if token not in taken}, after)
    return found | {Token(part, None): varying for part, varying in alike.items()}


def _telling(known: InnerWords, words: InnerWords, shapes: Shapes, names: Families, after: int) -> Set[Affix]:
    """What names begin and end with, where that tells classes apart. `known` are those of the words that say kinds all
    over the site.
    """
    if not (words.heads or words.tails or len(words.extensions) > 1):
        return frozenset()
    by_affix: dict[Affix, dict[Token, list[str]]] = {}
    for token, links in names.items():
        by_affix.setdefault(words.affix(token.text or ""), {})[token] = links
    several = len(by_affix) > 1
    vary = {affix for affix, family in by_affix.items() if several and _interchangeable(shapes, family, after)}
    plain = {affix for affix in vary if not words.says_kind(affix)}
    sure = {affix for affix in by_affix if known.says_kind(affix) and known.says_nothing_else(affix)}
    return (vary | sure) - (plain if len(plain) < 2 else {NO_AFFIX})


def _interchangeable(shapes: Shapes, data: Families, after: int) -> dict[Part, set[Token]]:
    """The tokens after which some link goes on in the same shape as one does after another token. The value of a
    parameter that several links give is data even alone, as in the pages of one answer.
    """
    by_shape: dict[tuple[Part, int], set[Token]] = {}
    for token, links in data.items():
        for link in links:
            by_shape.setdefault((token.part, shapes[link][after]), set()).add(token)
    found: dict[Part, set[Token]] = {}
    for (part, _), alike in by_shape.items():
        if len(alike) > 1 or (part is Part.VALUE and any(len(data[token]) > 1 for token in alike)):
            found.setdefault(part, set()).update(alike)
    return found


def shapes_of(hubset: Hubset) -> Shapes:
    """How many levels of what part, with what parameters, follow each position; a level without text is a slash at the
    end. Shapes are numbered from the end on, so that a long address costs no more than its length.
    """
    numbers: dict[tuple[int, Part, str | None], int] = {}
    found = {}
    for link, tokens in hubset.tokens.items():
        ends = [0]
        for token in reversed(tokens):
            key = (ends[-1], token.part, token.text if token.part is Part.NAME or not token.text else None)
            ends.append(numbers.setdefault(key, len(numbers) + 1))
        found[link] = ends[::-1]
    return found
