"""One request as the pages see it: what was asked, the present shop, how links are written and lists are cut."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import quote, urlencode

from recorder.demo.books import Author, Book, BookSeries, Catalogue, Category
from recorder.demo.replies import ShopReply
from recorder.demo.sessions import ShopSession

T = TypeVar("T")

PAGE_SIZE = 10


@dataclass(frozen=True)
class Slice(Generic[T]):
    """One page of a longer list."""

    rows: Sequence[T]
    number: int
    last: int
    total: int

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number < self.last else None

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number > 1 else None


@dataclass(frozen=True)
class Arrangement:
    """What the owner can change without touching a book: every field is one way to drift from what was recorded."""

    design: "Design | None" = None
    """Of the pages of books, if it is not the one the shop opened with."""
    book_folder: str = "book"
    page_parameter: str = "page"
    lists_empty: bool = False
    lists_need_script: bool = False
    robots_forbid_books: bool = False
    search_method: str = "get"
    word_field: str = "q"
    search_needs_language: bool = False


@dataclass(frozen=True)
class Shop:
    """Everything a page depends on, as one value: an edit replaces it, so no page ever sees half an edit."""

    catalogue: Catalogue
    arrangement: Arrangement

    def book_path(self, book: Book) -> str:
        """The canonical path of a book's page."""
        return f"/{self.arrangement.book_folder}/{book_name(book)}"


@dataclass(frozen=True)
class Asked:
    """A request: method, path, the named parts of the path, and the fields of its query and body."""

    method: str
    path: str
    parts: Mapping[str, str]
    query: Mapping[str, str]
    form: Mapping[str, str]

    def page_number(self, name: str) -> int:
        """The page asked for in field `name` of query or body; the first when that says nothing sensible."""
        text = (self.query.get(name) or self.form.get(name) or "1")[:6]
        return max(1, int(text)) if text.isdecimal() else 1


@dataclass(frozen=True)
class ShopVisit:
    """A visitor's moment in the shop. `ticket` is the session number in links, another one on every request."""

    shop: Shop
    origin: str
    ticket: str
    asked: Asked
    session: ShopSession

    @property
    def catalogue(self) -> Catalogue:
        return self.shop.catalogue

    @property
    def arrangement(self) -> Arrangement:
        return self.shop.arrangement

    def book(self, book: Book) -> str:
        """The canonical path of a book's page."""
        return self.shop.book_path(book)

    def in_query(self, path: str) -> str:
        """`path` with the session number as a parameter."""
        return f"{path}{'&' if '?' in path else '?'}sid={self.ticket}"

    def in_path(self, path: str) -> str:
        """`path` with the session number as Java servers write it."""
        return f"{path};jsessionid={self.ticket.upper()}"

    def page_of(self, rows: Sequence[T], field: str = "page") -> Slice[T] | None:
        """The page of a long list that field `field` asks for."""
        return cut(rows, self.asked.page_number(field))

    def absolute(self, path: str) -> str:
        """`path` with scheme and host."""
        return self.origin + path

    def without_scheme(self, path: str) -> str:
        """`path` with the host only, as protocol-relative links are written."""
        return self.absolute(path).removeprefix("http:")


def cut(rows: Sequence[T], number: int) -> Slice[T] | None:
    """Page `number` of `rows`, None beyond the end: a page that does not exist must not look like an empty one."""
    last = max(1, -(-len(rows) // PAGE_SIZE))
    if number > last:
        return None
    return Slice(rows[(number - 1) * PAGE_SIZE : number * PAGE_SIZE], number, last, len(rows))


Answer = Callable[[ShopVisit], ShopReply]
Design = Callable[[ShopVisit, Book], ShopReply]


@dataclass(frozen=True)
class Route:
    """An address in the web server's notation and what answers there; `posts`: it takes POST as well."""

    path: str
    answer: Answer
    posts: bool = False


def book_name(book: Book) -> str:
    """The last part of a book's address."""
    return quote(f"{book.slug}-{book.number}.html")


def author(writer: Author) -> str:
    """The path of an author's page."""
    return f"/authors/{quote(writer.slug)}.html"


def series(row: BookSeries) -> str:
    """The path of a series' page."""
    return f"/series/{quote(row.slug)}.html"


def category(leaf: Category) -> str:
    """The path of a category's list."""
    return f"/books/{leaf.parent_slug}/{leaf.slug}/"


def tracked(path: str, campaign: str) -> str:
    """`path` with the parameters that newsletters and advertisements add."""
    return f"{path}?{urlencode({'utm_source': 'shop', 'utm_medium': 'link', 'utm_campaign': campaign})}"
