"""Names for values beside which the page says nothing, from what they look like: "Room 4", "v1.4.0", "£12.50"."""

import re
from collections import Counter
from collections.abc import Sequence

_NEARLY_ALL = 0.95
_FIRST_WORD = re.compile(r"(?P<word>[^\W\d_]{3,})[\s:#-]+\S")
_LONGEST = 60
"""Most characters of a text that is looked at: longer ones are no codes, and no names of rooms."""
_FEWEST = 3
"""Texts, for a word that they begin with to be more than chance."""
_LOOKS = {
    "email": re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+"),
    "version": re.compile(r"v?\d+\.\d[\w.+~:-]*\.[\w.+~:-]*|v?\d+(?:\.\d+)+[-+~_a-z][\w.+~:-]*"),
    "price": re.compile(r"\W{0,3}\d[\d.,\s]*|\d[\d.,\s]*\W{1,3}"),
}
_CURRENCY = re.compile(r"[$£€¥₹₽₩]")


def called_by(texts: Sequence[str]) -> str:
    """What these are, as far as their own looks tell: their form, or their common first word."""
    if not texts or max(map(len, texts)) > _LONGEST:
        return ""
    looks = (name for name, look in _LOOKS.items() if _are(look, texts))
    found = next((name for name in looks if name != "price" or all(map(_CURRENCY.search, texts))), "")
    return found or _first_word(texts)


def _are(look: re.Pattern[str], texts: Sequence[str]) -> bool:
    return sum(look.fullmatch(text) is not None for text in texts) >= _NEARLY_ALL * len(texts)


def _first_word(texts: Sequence[str]) -> str:
    """Of texts that say different things after it."""
    if len(set(texts)) < _FEWEST:
        return ""
    found = Counter(match["word"] for text in texts if (match := _FIRST_WORD.match(text)))
    word, count = found.most_common(1)[0] if found else ("", 0)
    return word if count >= _NEARLY_ALL * len(texts) else ""
