"""The words by which forms of many languages say what they do. They stand in `vocabulary.toml`; this file looks for
them. No judgement is made here.

Words are compared without case and accents. A word is whole (`find` is not in "finder"); `*` says what may follow
or go before (`such*`, `*suche*`). Scripts written without spaces, and those that glue articles and endings to a word
(Chinese, Japanese, Korean, Thai, Arabic, Hebrew), are looked for anywhere.

A topic is what a form changes, or is for when it is no search. Its words are those of labels, and of names and
addresses too: `login` is on the button and in the URL. Verbs that change something always count; a noun beside a word
of searching ("search comments") is what is searched.
"""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

_ACCENTS = re.compile("[\u0300-\u036f]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_WORD = re.compile(r"[^\w]+|_+")
_SIGNS = re.compile("[&+/|,;·・、]")
"""Signs between two things that a button does."""
_LETTER = r"[^\W\d_]"
_UNSPACED = re.compile("[\u0590-\u06ff\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ALIKE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


class Words:
    """`words` and phrases, a comma or the end of a line between them. `apart` do not count: "research" for "search"."""

    def __init__(self, words: str, apart: str = "") -> None:
        self.entries = _entries(words)
        self._unwanted = _entries(apart)

    def __contains__(self, text: str) -> bool:
        """Whether any of the words is in `text`, in its `spoken` form."""
        said = spoken(text)
        if self._unwanted:
            said = self._apart.sub("-", said)
        return self._words.search(said) is not None

    def between(self, text: str) -> list[str]:
        """What of `text` stands before, between and after any of the words."""
        return [part for each in self._words.split(spoken(text)) if (part := each.strip())]

    @cached_property  # all lists together take 50 ms, and most commands judge no form
    def _words(self) -> re.Pattern[str]:
        return _compiled(self.entries)

    @cached_property
    def _apart(self) -> re.Pattern[str]:
        return _compiled(self._unwanted)


@dataclass(frozen=True)
class Topic:
    """`kind` names such a form; `does` says in the third person what it does."""

    kind: str
    does: str
    words: Words
    acts: bool = True
    """Whether the words are verbs: a search for what they name is still no search."""


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


_FILE = tomllib.loads((files("recorder.forms") / "vocabulary.toml").read_text("utf-8"))


def _list(name: str) -> Words:
    return Words(**_FILE[name])


def _topics(name: str) -> tuple[Topic, ...]:
    return tuple(
        Topic(row["kind"], row["does"], Words(row["words"], row.get("apart", "")), row.get("acts", True))
        for row in _FILE[name]
    )


SEARCH = _list("search")
"""Words of searching that say it themselves."""
SHOWING = _list("showing")
"""Words on buttons that say nothing but go on."""
_JOINING, _PERHAPS_JOINING = _list("joining"), _list("perhaps_joining")
QUERY_NAMES = _list("query_names")
"""Names under which what is looked for is sent."""
CATALOGUE_NAMES = _list("catalogue_names")
"""Names of what catalogues are searched by; anything else may have them too."""
SENDING = _list("sending")
"""What the button of a letter says, and in many languages that of any form."""
PERSONAL = _list("personal")
"""What somebody is asked who is to be written to, billed or counted."""
EMAIL = _list("email")
USERNAME = _list("username")
QUANTITY = _list("quantity")
CODE = _list("code")
"""Proof that somebody is who they say, may pay, or is no program."""
TOKENS = _list("tokens")
"""Names of the values that guard a form against being sent from elsewhere."""
AGREEMENT = _list("agreement")
OPERATION_NAMES = _list("operation_names")
"""Hidden values of these names say what the server is asked to do."""
CHANGING_METHODS = _list("changing_methods")
ACTING = _list("acting")
"""Verbs that, as the last step of an address, say that it does something when it is opened. None is a noun as well."""
TOPICS = _topics("topics")
"""What forms change, or are for when they are no search."""
LOG_OUT = next(topic.words for topic in TOPICS if topic.kind == "log-out")
HARMLESS = _topics("harmless")
"""What is no search and yet changes nothing, or nothing but the visitor's own view."""


def things_done(label: str) -> list[str]:
    """What a button says that it does, one after the other: "search" and "subscribe". A single letter is a picture in a
    font of its own.
    """
    return [each for each in _JOINING.between(_SIGNS.sub(" and ", label)) if len(each) > 1 or _UNSPACED.match(each)]


def perhaps_done(label: str) -> list[str]:
    """The same, parted also at words that join things in some languages only; nothing where there is but one."""
    parts = [part for thing in things_done(label) for part in _PERHAPS_JOINING.between(thing)]
    return parts if len(parts) > 1 else []
