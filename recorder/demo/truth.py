"""What is true of the demo site, for tests: every book, its address, the way to it, the answer to every query."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from recorder.demo.books import Book, Door
from recorder.demo.searches import ShopQuery, answer
from recorder.demo.visit import Shop


@dataclass(frozen=True)
class Truth:
    """The site at one moment."""

    shop: Shop
    base_url: str

    @property
    def books(self) -> tuple[Book, ...]:
        return tuple(self.shop.catalogue.books.values())

    def url(self, book: Book) -> str:
        """The one canonical address of `book`."""
        return f"{self.base_url}{self.shop.book_path(book)}"

    @property
    def all_urls(self) -> frozenset[str]:
        """The address of every book on sale."""
        return frozenset(map(self.url, self.books))

    @property
    def linked_urls(self) -> frozenset[str]:
        """The books that plain links lead to, without a detour over other books or places closed to robots."""
        return self.only_through(Door.LINKS)

    def only_through(self, door: Door) -> frozenset[str]:
        """The books to which this is the only way. Those of different doors have none in common."""
        return frozenset(self.url(book) for book in self.books if book.door is door)

    def answer(self, query: ShopQuery) -> frozenset[str]:
        """The addresses of all books that a query to one of the searches finds, on all its result pages together."""
        return frozenset(map(self.url, answer(self.shop.catalogue, query)))

    def book_at(self, url: str) -> Book | None:
        """The book with this canonical address."""
        wanted = unquote(urlsplit(url).path)
        return next((book for book in self.books if unquote(self.shop.book_path(book)) == wanted), None)
