"""What the shop sells: books, what belongs to them, and the catalogue that holds them. Values; no HTML."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from unicodedata import combining, normalize

OPENED = datetime(2025, 3, 1, 9, 0, tzinfo=UTC)


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """`text` without case and accents."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


class Door(StrEnum):
    """The only way to a book: the plain links, or one of the four searches."""

    LINKS = "links"
    CATALOGUE = "catalogue"
    RARE = "rare"
    USED = "used"
    BRANCHES = "branches"


@dataclass(frozen=True)
class Author:
    """A person who writes, and the address of their page."""

    slug: str
    name: str
    born: int
    country: str
    biography: tuple[str, ...]


@dataclass(frozen=True)
class BookSeries:
    """Books that belong together, all by one author."""

    slug: str
    title: str
    author: Author


@dataclass(frozen=True)
class Category:
    """A leaf of the category tree. `numbered` categories show page numbers, the others only a link to the next page."""

    slug: str
    title: str
    parent_slug: str
    parent_title: str
    numbered: bool


@dataclass(frozen=True)
class Branch:
    """One of the shop's buildings, in a region."""

    slug: str
    title: str
    region: str


@dataclass(frozen=True)
class Edition:
    """One form in which a book can be bought."""

    binding: str
    year: int
    isbn: str
    price: int


@dataclass(frozen=True)
class Review:
    """A reader's opinion."""

    reader: str
    day: date
    stars: int
    text: str


@dataclass(frozen=True)
class Book:
    """Everything the shop knows of a book. Prices are in pence.

    `related` and `same_author` are fixed when the book is entered: an edit of one book changes no other book's page.
    """

    number: int
    title: str
    author: Author
    category: Category
    series: BookSeries | None
    volume: int | None
    year: int
    language: str
    publisher: str
    pages: int
    isbn: str
    price: int
    award: str | None
    has_cover: bool
    description: tuple[str, ...]
    editions: tuple[Edition, ...]
    reviews: tuple[Review, ...]
    related: tuple[int, ...]
    same_author: tuple[int, ...]
    door: Door
    rare: bool
    signed: bool
    condition: str | None
    branch: Branch | None
    modified: datetime
    revision: int = 0

    @property
    def slug(self) -> str:
        """The title as addresses have it; other scripts keep their letters."""
        return slugify(self.title)

    @property
    def has_print_version(self) -> bool:
        """A few books have a page made for paper."""
        return self.number % 9 == 0


def slugify(text: str) -> str:
    """Letters and digits of `text`, without accents, joined by hyphens."""
    return "-".join("".join(c if c.isalnum() else " " for c in fold(text.replace("'", ""))).split())


def pounds(pence: int) -> str:
    """A price as the shop prints it."""
    return f"£{pence // 100}.{pence % 100:02}"


@dataclass(frozen=True)
class Catalogue:
    """All books on sale, and what remains of those that are not.

    `stale` books are withdrawn, yet category lists still link to them: the first answers 404, the second a soft 404.
    `rearranged` is when the site around the books last changed.
    """

    seed: int
    books: Mapping[int, Book]
    withdrawn: Mapping[int, Book]
    stale: tuple[int, ...]
    bestsellers: tuple[int, ...]
    sample: int
    categories: tuple[Category, ...]
    branches: tuple[Branch, ...]
    edits: int = 0
    rearranged: datetime = OPENED

    def entry(self, number: int) -> Book:
        """A book by number, on sale or withdrawn."""
        return self.books.get(number) or self.withdrawn[number]

    @cached_property
    def linked(self) -> tuple[Book, ...]:
        """The books that plain links lead to, by title."""
        return by_title(book for book in self.books.values() if book.door is Door.LINKS)

    @cached_property
    def in_category(self) -> Mapping[str, tuple[Book, ...]]:
        """What the list of each category shows, stale entries included."""
        shown = [*self.linked, *(self.withdrawn[number] for number in self.stale)]
        groups: defaultdict[str, list[Book]] = defaultdict(list)
        for book in shown:
            groups[book.category.slug].append(book)
        return {slug: by_title(books) for slug, books in groups.items()}

    @cached_property
    def by_author(self) -> Mapping[Author, tuple[Book, ...]]:
        """Authors with linked books, in the order of their names."""
        groups: defaultdict[Author, list[Book]] = defaultdict(list)
        for book in self.linked:
            groups[book.author].append(book)
        return {author: tuple(groups[author]) for author in sorted(groups, key=_author_order)}

    @cached_property
    def by_series(self) -> Mapping[BookSeries, tuple[Book, ...]]:
        """Series with linked books, in the order of their titles, each in the order of its volumes."""
        groups: defaultdict[BookSeries, list[Book]] = defaultdict(list)
        for book in self.linked:
            if book.series is not None:
                groups[book.series].append(book)
        ordered = sorted(groups, key=lambda series: fold(series.title))
        return {series: tuple(sorted(groups[series], key=lambda book: book.volume or 0)) for series in ordered}

    @cached_property
    def authors(self) -> Mapping[str, Author]:
        """Every author, those of books no link leads to included, by slug."""
        return {book.author.slug: book.author for book in [*self.withdrawn.values(), *self.books.values()]}

    @cached_property
    def series(self) -> Mapping[str, BookSeries]:
        """Every series by slug."""
        return {book.series.slug: book.series for book in self.books.values() if book.series is not None}


def by_title(books: Iterable[Book]) -> tuple[Book, ...]:
    """Books in the order of their titles, numbers breaking ties."""
    return tuple(sorted(books, key=lambda book: (fold(book.title), book.number)))


def _author_order(author: Author) -> tuple[str, str]:
    return fold(author.name.split(" ", 1)[-1]), author.slug
