"""Invents the shop's catalogue from a seed: the same seed and size give the same books everywhere."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import TypeVar

from recorder.demo import vocabulary as words
from recorder.demo.books import (
    OPENED,
    Author,
    Book,
    BookSeries,
    Branch,
    Catalogue,
    Category,
    Door,
    Edition,
    Review,
    slugify,
)
from recorder.demo.vocabulary import paragraphs, remark

T = TypeVar("T")

FIRST_NUMBER = 1001

_HIDDEN_SHARE = 14
"""One book in so many is behind each search alone: 30 of 420."""
_STALE = 2
_BESTSELLERS = 5

LANGUAGES = ("English", *words.FOREIGN_TITLES)
_LANGUAGE_WEIGHTS = (78, 6, 5, 4, 4, 3)


def invent(seed: int, size: int) -> Catalogue:
    """A catalogue of `size` books."""
    inventor = Inventor(Random(f"{seed}/catalogue"), size)
    doors = _doors(inventor.stream, size)
    books = [inventor.book(FIRST_NUMBER + place, door) for place, door in enumerate(doors)]
    stale = [inventor.book(FIRST_NUMBER + size + place, Door.LINKS) for place in range(_STALE)]
    linked = [book for book in books if book.door is Door.LINKS]
    related = {book.number: with_neighbours(book, linked, inventor.stream) for book in [*books, *stale]}
    return Catalogue(
        seed=seed,
        books={book.number: related[book.number] for book in books},
        withdrawn={book.number: related[book.number] for book in stale},
        stale=tuple(book.number for book in stale),
        bestsellers=tuple(book.number for book in inventor.stream.sample(linked, min(_BESTSELLERS, len(linked)))),
        sample=max(linked, key=_typical).number,
        categories=inventor.categories,
        branches=inventor.branches,
    )


def with_neighbours(book: Book, linked: list[Book], stream: Random) -> Book:
    """`book` with the books shown beside it: links from a book only ever lead to books that other links lead to."""
    others = [other for other in linked if other.number != book.number]
    alike = [other for other in others if other.category == book.category] or others
    return replace(
        book,
        related=tuple(other.number for other in stream.sample(alike, min(stream.randint(3, 6), len(alike)))),
        same_author=tuple(other.number for other in others if other.author == book.author)[:5],
    )


class Inventor:
    """Makes up one book after the other from a random stream; keeps authors, series and categories to choose from."""

    def __init__(self, stream: Random, size: int, *, known: Catalogue | None = None) -> None:
        """Begin a catalogue of about `size` books, or go on with a `known` one."""
        self.stream = stream
        self.categories = known.categories if known else _categories()
        self.branches = known.branches if known else _branches()
        self._authors = list(known.authors.values()) if known else _authors(stream, max(3, size // 5))
        self._series = list(known.series.values()) if known else _series(stream, self._authors, max(1, size // 20))
        self._volumes = Counter(_volumes(known.books) if known else {})
        self._weights = [stream.randint(3, 20) for _ in self.categories]

    def book(self, number: int, door: Door) -> Book:
        """A new book, its neighbours still to be chosen."""
        stream = self.stream
        series = stream.choice(self._series) if self._series and stream.random() < 0.25 else None
        language = "English" if series else stream.choices(LANGUAGES, _LANGUAGE_WEIGHTS)[0]
        year = stream.choice((stream.randint(1871, 1959), stream.randint(1960, 2024), stream.randint(1995, 2024)))
        editions = _editions(stream, year)
        return Book(
            number=number,
            title=_title(stream, language),
            author=series.author if series else stream.choice(self._authors),
            category=stream.choices(self.categories, self._weights)[0],
            series=series,
            volume=self._next_volume(series) if series else None,
            year=year,
            language=language,
            publisher=stream.choice(words.PUBLISHERS),
            pages=stream.randint(32, 940),
            isbn=editions[0].isbn,
            price=editions[0].price,
            award=f"{stream.choice(words.AWARDS)} {year + 1}" if stream.random() < 0.12 else None,
            has_cover=stream.random() < 0.75,
            description=paragraphs(stream, 1, 5),
            editions=editions,
            reviews=_reviews(stream),
            related=(),
            same_author=(),
            door=door,
            rare=door is Door.RARE or (door is Door.LINKS and year < 1930),
            signed=stream.random() < 0.3,
            condition=self._for_some(words.CONDITIONS, door, Door.USED),
            branch=self._for_some(self.branches, door, Door.BRANCHES),
            modified=OPENED - timedelta(hours=stream.randint(1, 9000)),
        )

    def _for_some(self, choices: tuple[T, ...], door: Door, wanted: Door) -> T | None:
        """One of `choices` for every book behind the `wanted` door and for a fifth of the linked ones."""
        choice, dice = self.stream.choice(choices), self.stream.random()
        return choice if door is wanted or (door is Door.LINKS and dice < 0.2) else None

    def _next_volume(self, series: BookSeries) -> int:
        self._volumes[series.slug] += 1
        return self._volumes[series.slug]


def _volumes(books: Mapping[int, Book]) -> Mapping[str, int]:
    return Counter(book.series.slug for book in books.values() if book.series)


def _doors(stream: Random, size: int) -> list[Door]:
    searches = [door for door in Door if door is not Door.LINKS]
    hidden = [door for door in searches for _ in range(max(2, size // _HIDDEN_SHARE))]
    doors = [*hidden, *[Door.LINKS] * (size - len(hidden))]
    stream.shuffle(doors)
    return doors


def _typical(book: Book) -> tuple[bool, bool, bool, bool, int]:
    """How good an example of its class a book is: nothing rare about it."""
    fitting = 3 <= len(book.reviews) <= 6
    return book.language == "English", book.has_cover, book.award is None, fitting, -book.number


def _categories() -> tuple[Category, ...]:
    leaves = [(parent, leaf) for parent, below in words.TREE.items() for leaf in below]
    return tuple(
        Category(slugify(leaf), leaf, slugify(parent), parent, numbered=place % 2 == 0)
        for place, (parent, leaf) in enumerate(leaves)
    )


def _branches() -> tuple[Branch, ...]:
    return tuple(Branch(slugify(title), title, region) for region, titles in words.REGIONS.items() for title in titles)


def _authors(stream: Random, count: int) -> list[Author]:
    authors: dict[str, Author] = {}
    while len(authors) < count:
        name = f"{stream.choice(words.FIRST_NAMES)} {stream.choice(words.SURNAMES)}"
        author = Author(
            slug=slugify(name),
            name=name,
            born=stream.randint(1840, 1990),
            country=stream.choice(words.COUNTRIES),
            biography=paragraphs(stream, 1, 4),
        )
        authors.setdefault(author.slug, author)
    return list(authors.values())


def _series(stream: Random, authors: list[Author], count: int) -> list[BookSeries]:
    titles = dict.fromkeys(
        f"The {stream.choice(words.ADJECTIVES).title()} {stream.choice(words.NOUNS).title()} Cycle"
        for _ in range(count)
    )
    return [BookSeries(slugify(title), title, stream.choice(authors)) for title in titles]


def _title(stream: Random, language: str) -> str:
    if language in words.FOREIGN_TITLES:
        beginnings, ends = words.FOREIGN_TITLES[language]
        gap = "" if language == "Japanese" else " "
        return stream.choice(beginnings) + gap + stream.choice(ends)
    adjective, noun, other = (stream.choice(kind).title() for kind in (words.ADJECTIVES, words.NOUNS, words.NOUNS))
    return stream.choice(
        (
            f"The {adjective} {noun}",
            f"The {noun}'s {other}",
            f"{noun} & {other}",
            f"The {noun} in {stream.choice(words.PLACES)}",
            f"{stream.choice(words.FIRST_NAMES)} and the {adjective} {noun}",
            f"{adjective} {noun}: A History of the {other}",
            f"“{noun}”, Said the {other}",
        )
    )


def _isbn(stream: Random) -> str:
    digits = [9, 7, 8, *(stream.randrange(10) for _ in range(9))]
    weighted = sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return "".join(map(str, [*digits, -weighted % 10]))


def _editions(stream: Random, year: int) -> tuple[Edition, ...]:
    bindings = stream.sample(words.BINDINGS, stream.randint(1, 4))
    return tuple(
        Edition(binding, min(year + later * stream.randint(1, 6), 2025), _isbn(stream), stream.randint(399, 6999))
        for later, binding in enumerate(bindings)
    )


def _reviews(stream: Random) -> tuple[Review, ...]:
    fewest, most = stream.choices(((0, 0), (1, 5), (6, 15), (16, 40)), (30, 45, 18, 7))[0]
    return tuple(
        Review(
            reader=f"{stream.choice(words.FIRST_NAMES)} {stream.choice(words.SURNAMES)[0]}.",
            day=date(2015, 1, 1) + timedelta(days=stream.randrange(3600)),
            stars=stream.randint(1, 5),
            text=remark(stream),
        )
        for _ in range(stream.randint(fewest, most))
    )
