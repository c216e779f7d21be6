"""The words the bookshop is invented from, and the sentences and paragraphs made of them: the same for the same random
stream. The words stand in `vocabulary.toml`; what a book is made of is `invention.py`.
"""

import tomllib
from importlib.resources import files
from random import Random

_FILE = tomllib.loads((files("recorder.demo") / "vocabulary.toml").read_text("utf-8"))


def _words(name: str) -> tuple[str, ...]:
    return tuple(_FILE[name].split())


def _lines(name: str) -> tuple[str, ...]:
    return tuple(_FILE[name])


def _lists(name: str) -> dict[str, tuple[str, ...]]:
    return {key: tuple(rows) for key, rows in _FILE[name].items()}


ADJECTIVES, NOUNS, PLACES, VERBS = map(_words, ("adjectives", "nouns", "places", "verbs"))
FIRST_NAMES, SURNAMES = map(_words, ("first_names", "surnames"))
COUNTRIES, PUBLISHERS, AWARDS = map(_lines, ("countries", "publishers", "awards"))
BINDINGS, CONDITIONS = map(_lines, ("bindings", "conditions"))
OPENINGS, MIDDLES, ENDINGS, PRAISE = map(_lines, ("openings", "middles", "endings", "praise"))
TREE, REGIONS = map(_lists, ("tree", "regions"))
FOREIGN_TITLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    language: (tuple(beginnings), tuple(ends)) for language, (beginnings, ends) in _FILE["foreign_titles"].items()
}
"""By language: how its titles begin, and how they end."""


def sentence(stream: Random, patterns: tuple[str, ...]) -> str:
    """One sentence made from one of `patterns`."""
    return stream.choice(patterns).format(
        adjective=stream.choice(ADJECTIVES),
        noun=stream.choice(NOUNS),
        noun2=stream.choice(NOUNS),
        name=stream.choice(FIRST_NAMES),
        place=stream.choice(PLACES),
        verb=stream.choice(VERBS),
    )


def paragraph(stream: Random, sentences: int) -> str:
    """A paragraph of `sentences` sentences, with a beginning and, if long enough, an end."""
    opening = sentence(stream, OPENINGS)
    middle = [sentence(stream, MIDDLES) for _ in range(sentences - 2)]
    ending = [sentence(stream, ENDINGS)] if sentences > 1 else []
    return " ".join([opening, *middle, *ending])


def paragraphs(stream: Random, fewest: int, most: int) -> tuple[str, ...]:
    """Between `fewest` and `most` paragraphs of two to five sentences."""
    return tuple(paragraph(stream, stream.randint(2, 5)) for _ in range(stream.randint(fewest, most)))


def remark(stream: Random) -> str:
    """What a reader might write below a book."""
    return " ".join(sentence(stream, PRAISE) for _ in range(stream.randint(1, 3)))
