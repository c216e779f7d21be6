"""Words to ask a site for, chosen from its own texts: so that a common word is common there and a rare one rare."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

_WORD = re.compile(r"(?<![\w'-])[a-z]{4,12}(?![\w'-])")
_PAIR = re.compile(r"(?<![\w'-])(?=([a-z]{4,12}) ([a-z]{4,12})(?![\w'-]))[a-z]+")
_COMMON = 0.15
"""Share of the texts with a common word: enough for several pages of answers, too few to be all."""
_LEFT_OUT = (
    "about also been from have into more other some than that their there these they this used uses using when which "
    "will with without your only such over each both what where while does must very make made through many most "
    "provides contains package packages"
)
_TOO_COMMON = frozenset(_LEFT_OUT.split())
"""Words that programs' own searches leave out."""
_MOST = 60
"""Words of one text that are looked at for pairs: in long ones every word stands beside every other."""
NOTHING = "qxjkvwzq"


@dataclass(frozen=True)
class Words:
    common: str
    rare: str
    """Of two to four texts, as a part of longer words included."""
    two: str
    """Two words of one text that do not stand beside each other."""
    phrase: str
    """Two words that stand beside each other in several texts."""


def words(texts: Iterable[str]) -> Words:
    lower = [text.lower() for text in texts]
    told = [[word for word in _WORD.findall(text) if word not in _TOO_COMMON] for text in lower]
    held = Counter(word for each in told for word in set(each))
    common = min(sorted(held), key=lambda word: abs(held[word] - _COMMON * len(told)))
    seldom = (word for word in sorted(held, key=lambda word: (-len(word), word)) if 2 <= held[word] <= 4)
    rare = next(word for word in seldom if sum(word in text for text in lower) <= 4)
    return Words(common, rare, _apart(told, held, {common, rare}), _beside(lower))


def _apart(told: Sequence[Sequence[str]], held: Counter[str], but: set[str]) -> str:
    """The pair that most texts share, of words that are neither too common nor rare."""
    middling = {word for word in held if 0.01 * len(told) <= held[word] <= 0.1 * len(told)} - but
    pairs = Counter(
        (one, other) for each in told for one, other in combinations(sorted(middling.intersection(each[:_MOST])), 2)
    )
    [(pair, _)] = pairs.most_common(1)
    return " ".join(pair)


def _beside(texts: Sequence[str]) -> str:
    pairs = Counter(pair for text in texts for pair in {f"{one} {other}" for one, other in _PAIR.findall(text)})
    fit = [pair for pair in pairs if not _TOO_COMMON & {*pair.split()} and pairs[pair] <= _COMMON * len(texts)]
    return min(fit, key=lambda pair: (-pairs[pair], pair))
