"""What the four searches answer, exactly. Each has its own shelves and its own idea of a matching word."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from recorder.demo.books import Book, Catalogue, Door, by_title, fold

PERIODS = (("", "Any"), ("before-1900", "Before 1900"), ("1900-1949", "1900 to 1949"), ("later", "1950 and later"))


@dataclass(frozen=True)
class CatalogueQuery:
    """The search in the header: every linked book and some in the cellar.

    Every word must be part of title or author, without regard to case and accents. `language` may be "any" or empty.
    """

    words: str = ""
    category: str = ""
    language: str = ""

    def is_empty(self) -> bool:
        """A category alone is a question."""
        return not self.words.split() and not self.category

    def finds(self, book: Book) -> bool:
        """Word parts count: "harbo" finds "Harbour"."""
        text = fold(_title_and_author(book))
        return (
            book.door in {Door.LINKS, Door.CATALOGUE}
            and self.category in {"", book.category.slug}
            and self.language in {"", "any", book.language}
            and all(word in text for word in fold(self.words).split())
        )


@dataclass(frozen=True)
class RareQuery:
    """The antiquarian search: whole words of title or author, without regard to case, but accents count."""

    words: str = ""
    period: str = ""
    signed: bool = False

    def is_empty(self) -> bool:
        """A period, or asking for signed copies, is a question."""
        return not _whole_words(self.words) and not self.period and not self.signed

    def finds(self, book: Book) -> bool:
        """Whole words only: "harbo" finds nothing."""
        return (
            book.rare
            and self.period in {"", period_of(book)}
            and (book.signed or not self.signed)
            and _whole_words(self.words) <= _whole_words(_title_and_author(book))
        )


@dataclass(frozen=True)
class UsedQuery:
    """The finder for second-hand books: every word must begin a word of title or author, case and accents ignored."""

    words: str = ""
    condition: str = ""

    def is_empty(self) -> bool:
        """A condition alone is a question."""
        return not _whole_words(self.words) and not self.condition

    def finds(self, book: Book) -> bool:
        """Beginnings of words: "harb" finds "Harbour", "bour" does not."""
        beginnings = _whole_words(fold(self.words))
        present = _whole_words(fold(_title_and_author(book)))
        return (
            book.condition is not None
            and self.condition in {"", book.condition}
            and all(any(word.startswith(beginning) for word in present) for beginning in beginnings)
        )


@dataclass(frozen=True)
class BranchQuery:
    """What the branches of a region have on their shelves: one phrase in title or author, case and accents ignored."""

    region: str
    branch: str = ""
    phrase: str = ""

    def is_empty(self) -> bool:
        """Without a region there is no second form."""
        return not self.region

    def finds(self, book: Book) -> bool:
        """A phrase: the words must follow each other."""
        return (
            book.branch is not None
            and book.branch.region == self.region
            and self.branch in {"", book.branch.slug}
            and " ".join(fold(self.phrase).split()) in fold(_title_and_author(book))
        )


ShopQuery = CatalogueQuery | RareQuery | UsedQuery | BranchQuery
"""A question to one of the searches. Where it is empty, the visitor has not said what they look for."""


def answer(catalogue: Catalogue, query: ShopQuery) -> tuple[Book, ...]:
    """The books a query finds, by title."""
    return () if query.is_empty() else by_title(book for book in catalogue.books.values() if query.finds(book))


def period_of(book: Book) -> str:
    """The period in which a book was first published."""
    if book.year < 1900:
        return "before-1900"
    return "1900-1949" if book.year < 1950 else "later"


def regions(catalogue: Catalogue) -> Iterable[str]:
    """The regions with branches, in their order."""
    return dict.fromkeys(branch.region for branch in catalogue.branches)


def _title_and_author(book: Book) -> str:
    return f"{book.title} {book.author.name}"


@lru_cache(maxsize=4096)
def _whole_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))
