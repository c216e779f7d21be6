"""Answers at a book's address: its page in the present design, its print version, and the ways it can be missing."""

from zlib import crc32

from recorder.demo.book_page import book_page, charset_of, print_page
from recorder.demo.book_page_redesigned import redesigned_page
from recorder.demo.books import Book
from recorder.demo.replies import Reply, html, redirect
from recorder.demo.traps import not_found, soft_not_found
from recorder.demo.visit import Route, Visit


def show_book(visit: Visit) -> Reply:
    """The page of a book; a wrong title in the address is put right by a redirect."""
    number = int(visit.asked.parts["number"])
    book = visit.catalogue.books.get(number)
    if visit.asked.parts["folder"] != visit.arrangement.book_folder:
        return not_found(visit)
    if book is None:
        return soft_not_found(visit) if number in visit.catalogue.stale[1:] else not_found(visit)
    if visit.asked.parts["title"] != book.slug:
        return redirect(visit.book(book), 301)
    text = redesigned_page(visit, book) if visit.arrangement.redesigned else book_page(visit, book)
    return _with_validators(html(text, charset_of(book)), visit, book)


def _with_validators(reply: Reply, visit: Visit, book: Book) -> Reply:
    """Honest validators, but not on every page: a tenth has none, and some have only one of the two.

    The tag is weak because the session numbers in links differ between visits while the page stays the same.
    """
    kind = book.number % 10
    state = crc32(repr((visit.arrangement, visit.catalogue.bestsellers)).encode())
    tag = f'W/"{book.number}-{book.revision}-{state:08x}"'
    moment = max(book.modified, visit.catalogue.rearranged)
    return Reply(
        reply.body,
        reply.content_type,
        etag=tag if kind in (1, 2, 3, 4, 5, 6, 7) else None,
        modified=moment if kind in (4, 5, 6, 7, 8, 9) else None,
    )


def print_book(visit: Visit) -> Reply:
    """A book on paper, for the few that have such a page."""
    book = visit.catalogue.books.get(int(visit.asked.parts["number"]))
    return html(print_page(visit, book)) if book and book.has_print_version else not_found(visit)


def _folder(visit: Visit) -> Reply:
    """The folder of the books has no page of its own."""
    return redirect("/books/") if visit.asked.path.strip("/") == visit.arrangement.book_folder else not_found(visit)


# The last route is the widest: a book's folder may have any name.
ROUTES = (
    Route(r"/print/{number:\d{1,8}}.html", print_book),
    Route(r"/{folder}/{title}-{number:\d{1,8}}.html", show_book),
    Route("/{folder}/", _folder),
)
