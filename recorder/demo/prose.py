"""Sentences and paragraphs out of the vocabulary, the same for the same random stream. Knows nothing of books."""

from random import Random

from recorder.demo import vocabulary as words


def sentence(stream: Random, patterns: tuple[str, ...]) -> str:
    """One sentence made from one of `patterns`."""
    return stream.choice(patterns).format(
        adjective=stream.choice(words.ADJECTIVES),
        noun=stream.choice(words.NOUNS),
        noun2=stream.choice(words.NOUNS),
        name=stream.choice(words.FIRST_NAMES),
        place=stream.choice(words.PLACES),
        verb=stream.choice(words.VERBS),
    )


def paragraph(stream: Random, sentences: int) -> str:
    """A paragraph of `sentences` sentences, with a beginning and, if long enough, an end."""
    opening = sentence(stream, words.OPENINGS)
    middle = [sentence(stream, words.MIDDLES) for _ in range(sentences - 2)]
    ending = [sentence(stream, words.ENDINGS)] if sentences > 1 else []
    return " ".join([opening, *middle, *ending])


def paragraphs(stream: Random, fewest: int, most: int) -> tuple[str, ...]:
    """Between `fewest` and `most` paragraphs of two to five sentences."""
    return tuple(paragraph(stream, stream.randint(2, 5)) for _ in range(stream.randint(fewest, most)))


def remark(stream: Random) -> str:
    """What a reader might write below a book."""
    return " ".join(sentence(stream, words.PRAISE) for _ in range(stream.randint(1, 3)))
