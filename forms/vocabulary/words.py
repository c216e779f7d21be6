"""A list of words, looked for in labels and names of any language.

Words are compared without case and accents. A word is whole (`find` is not in "finder"); `*` says what may follow
or go before (`such*`, `*suche*`). Scripts written without spaces, and those that glue articles and endings to a word
(Chinese, Japanese, Korean, Thai, Arabic, Hebrew), are looked for anywhere.
"""

import re
import unicodedata
from functools import lru_cache

_ACCENTS = re.compile("[\u0300-\u036f]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_WORD = re.compile(r"[^\w]+|_+")
_LETTER = r"[^\W\d_]"
_UNSPACED = re.compile("[\u0590-\u06ff\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ALIKE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


class Words:
    """`words` and phrases, a comma or the end of a line between them. `apart` do not count: "research" for "search"."""

    def __init__(self, words: str, apart: str = "") -> None:
        self.entries = _entries(words)
        self._words = _compiled(self.entries)
        self._apart = _compiled(_entries(apart)) if apart else None

    def found_in(self, text: str) -> int | None:
        """Where the first of the words is in `text` (counted in its `spoken` form); None if none is."""
        said = spoken(text)
        if self._apart is not None:
            said = self._apart.sub(lambda found: "-" * len(found[0]), said)
        found = self._words.search(said)
        return None if found is None else found.start()

    def __contains__(self, text: str) -> bool:
        return self.found_in(text) is not None


@lru_cache(maxsize=4096)
def spoken(text: str) -> str:
    """Lower-case words with single spaces: `btnAdd_toCart` is "btn add to cart"."""
    return " ".join(_NO_WORD.sub(" ", _folded(_CAMEL.sub(" ", text))).split())


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold().translate(_ALIKE)
    return unicodedata.normalize("NFC", bare)


def _entries(words: str) -> tuple[str, ...]:
    collapsed = (" ".join(entry.split()) for entry in words.replace("\n", ",").split(","))
    return tuple(entry for entry in collapsed if entry)


def _compiled(entries: tuple[str, ...]) -> re.Pattern[str]:
    """Words that need a boundary before them (one test for all of them), then those that do not."""
    bounded: list[str] = []
    free: list[str] = []
    for entry in entries:
        kernel = re.escape(spoken(entry.strip("*")))
        unspaced = _UNSPACED.search(entry) is not None
        kernel += "" if unspaced or entry.endswith("*") else f"(?!{_LETTER})"
        (free if unspaced or entry.startswith("*") else bounded).append(kernel)
    parts = [f"(?<!{_LETTER})(?:{'|'.join(bounded)})"] if bounded else []
    return re.compile("|".join(parts + free))
