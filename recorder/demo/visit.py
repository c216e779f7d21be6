"""One request as the pages see it: what was asked, the shop as it stands, and how links are written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from recorder.demo.arrangement import Arrangement
from recorder.demo.books import Author, Book, Catalogue, Category, Series
from recorder.demo.replies import Reply
from recorder.demo.sessions import Session


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
class Visit:
    """A visitor's moment in the shop. `ticket` is the session number in links, another one on every request."""

    shop: Shop
    origin: str
    ticket: str
    asked: Asked
    session: Session

    @property
    def catalogue(self) -> Catalogue:
        """The books."""
        return self.shop.catalogue

    @property
    def arrangement(self) -> Arrangement:
        """The state of the house."""
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

    def absolute(self, path: str) -> str:
        """`path` with scheme and host."""
        return self.origin + path

    def without_scheme(self, path: str) -> str:
        """`path` with the host only, as protocol-relative links are written."""
        return self.absolute(path).removeprefix("http:")


Answer = Callable[[Visit], Reply]


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


def series(row: Series) -> str:
    """The path of a series' page."""
    return f"/series/{quote(row.slug)}.html"


def category(leaf: Category) -> str:
    """The path of a category's list."""
    return f"/books/{leaf.parent_slug}/{leaf.slug}/"


def tracked(path: str, campaign: str) -> str:
    """`path` with the parameters that newsletters and advertisements add."""
    return f"{path}?{urlencode({'utm_source': 'shop', 'utm_medium': 'link', 'utm_campaign': campaign})}"
