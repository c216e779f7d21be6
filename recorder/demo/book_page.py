"""The pages of a book: in the design the shop opened with, and for paper."""

from dataclasses import replace
from html import escape
from zlib import crc32

from recorder.demo.books import Book, Edition, Review, pounds
from recorder.demo.frame import frame
from recorder.demo.markup import Crumb, items, link, optional, options, paragraphs
from recorder.demo.replies import KOI8, LATIN1, SHIFT_JIS, UTF8, WINDOWS, Charset, ShopReply, html, redirect
from recorder.demo.traps import not_found, soft_not_found
from recorder.demo.visit import Route, ShopVisit, author, category, series

_CHARSETS = {"German": LATIN1, "French": WINDOWS, "Russian": KOI8, "Japanese": SHIFT_JIS}


def show_book(visit: ShopVisit) -> ShopReply:
    """The page of a book; a wrong title in the address is put right by a redirect."""
    number = int(visit.asked.parts["number"])
    book = visit.catalogue.books.get(number)
    if visit.asked.parts["folder"] != visit.arrangement.book_folder:
        return not_found(visit)
    if book is None:
        return soft_not_found(visit) if number in visit.catalogue.stale[1:] else not_found(visit)
    if visit.asked.parts["title"] != book.slug:
        return redirect(visit.book(book), 301)
    page = visit.arrangement.design or book_page
    return _with_validators(page(visit, book), visit, book)


def _with_validators(reply: ShopReply, visit: ShopVisit, book: Book) -> ShopReply:
    """Honest validators, but not on every page: a tenth has none, and some have only one of the two.

    The tag is weak because the session numbers in links differ between visits while the page stays the same.
    """
    kind = book.number % 10
    state = crc32(repr((visit.arrangement, visit.catalogue.bestsellers)).encode())
    tag = f'W/"{book.number}-{book.revision}-{state:08x}"'
    moment = max(book.modified, visit.catalogue.rearranged)
    return replace(
        reply,
        etag=tag if kind in (1, 2, 3, 4, 5, 6, 7) else None,
        modified=moment if kind in (4, 5, 6, 7, 8, 9) else None,
    )


def print_book(visit: ShopVisit) -> ShopReply:
    """A book on paper, for the few that have such a page."""
    book = visit.catalogue.books.get(int(visit.asked.parts["number"]))
    return html(print_page(visit, book)) if book and book.has_print_version else not_found(visit)


def _folder(visit: ShopVisit) -> ShopReply:
    """The folder of the books has no page of its own."""
    return redirect("/books/") if visit.asked.path.strip("/") == visit.arrangement.book_folder else not_found(visit)


def charset_of(book: Book) -> Charset:
    """Books in other languages were typed in on other machines."""
    return _CHARSETS.get(book.language, UTF8)


def crumbs_of(book: Book) -> tuple[Crumb, ...]:
    """The way to a book's category."""
    leaf = book.category
    return (
        ("/books/", "Books"),
        (f"/books/{leaf.parent_slug}/", leaf.parent_title),
        (category(leaf), leaf.title),
        ("", book.title),
    )


def book_page(visit: ShopVisit, book: Book) -> ShopReply:
    """The whole page of `book`."""
    main = f"""<article class="book" itemscope itemtype="https://schema.org/Book">
{_cover(book)}
<div class="summary">
<h1 itemprop="name">{escape(book.title)}</h1>
<p class="author">by <a itemprop="author" href="{escape(author(book.author))}">{escape(book.author.name)}</a></p>
{_series(visit, book)}
{optional(book.award, f'<p class="award">Winner of <em itemprop="award">{escape(book.award or "")}</em></p>')}
<p class="price"><strong itemprop="price">{pounds(book.price)}</strong></p>
{_basket(book)}
</div>
<section class="description" itemprop="description"><h2>About this book</h2>
{paragraphs(book.description)}
</section>
{_details(book)}
{_editions(book.editions)}
{_reviews(book)}
{_neighbours(visit, book)}
</article>"""
    head = f'<link rel="canonical" href="{escape(visit.absolute(visit.book(book)))}">\n'
    return frame(visit, book.title, main, crumbs=crumbs_of(book), head=head, charset=charset_of(book))


def _cover(book: Book) -> str:
    picture = f"/covers/{book.number}.jpg"
    image = f'<img src="{picture}" alt="Cover of {escape(book.title)}" width="200">'
    return optional(
        book.has_cover,
        f'<figure class="cover"><a href="{picture}">{image}</a><figcaption>Enlarge</figcaption></figure>',
    )


def _series(visit: ShopVisit, book: Book) -> str:
    if book.series is None:
        return ""
    href = escape(visit.in_path(series(book.series)))
    return f'<p class="series">Volume <b>{book.volume}</b> of <a href="{href}">{escape(book.series.title)}</a></p>'


def _basket(book: Book) -> str:
    return f"""<form class="basket" action="/basket/add" method="get">
<input type="hidden" name="id" value="{book.number}">
<label>Copies <select name="copies">{options((str(n), str(n)) for n in range(1, 6))}</select></label>
<button type="submit">Add to basket</button>
</form>
<form class="wish" action="/wishlist/add" method="post">
<button name="id" value="{book.number}">Add to wish list</button></form>"""


def _details(book: Book) -> str:
    rows = (
        ("Published", str(book.year)),
        ("Publisher", book.publisher),
        ("Language", book.language),
        ("Pages", str(book.pages)),
        ("ISBN", book.isbn),
    )
    body = "\n".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    paper = link(f"/print/{book.number}.html", "Version for printing")
    printed = optional(book.has_print_version, f"<p>{paper}</p>\n")
    return f'<section class="details"><h2>Details</h2>\n<table>\n{body}\n</table>\n{printed}</section>'


def _editions(editions: tuple[Edition, ...]) -> str:
    rows = "\n".join(
        f"<tr><td>{edition.binding}</td><td>{edition.year}</td><td>{edition.isbn}</td><td>{pounds(edition.price)}</td></tr>"
        for edition in editions
    )
    heads = "".join(f"<th>{head}</th>" for head in ("Binding", "Year", "ISBN", "Price"))
    return f'<section class="editions"><h2>Editions</h2>\n<table>\n<tr>{heads}</tr>\n{rows}\n</table></section>'


def _reviews(book: Book) -> str:
    listed = f'<ol class="reviews">\n{items(map(_review, book.reviews))}\n</ol>'
    return f"""<section class="reviews"><h2>Reviews</h2>
{listed if book.reviews else "<p>No reader has reviewed this book yet.</p>"}
<form action="/reviews/{book.number}" method="post">
<label for="stars">Your rating</label>
<select id="stars" name="stars">{options((str(n), "★" * n) for n in range(5, 0, -1))}</select>
<label for="reader">Your name</label> <input id="reader" name="reader">
<label for="opinion">Your review</label> <textarea id="opinion" name="opinion" rows="4"></textarea>
<input type="submit" value="Publish the review">
</form></section>"""


def _review(review: Review) -> str:
    return (
        f"<h3>{escape(review.reader)}</h3>"
        f'<p class="stars">{"★" * review.stars}{"☆" * (5 - review.stars)} <time>{review.day.isoformat()}</time></p>'
        f"<p>{escape(review.text)}</p>"
    )


def _neighbours(visit: ShopVisit, book: Book) -> str:
    related = (visit.catalogue.entry(number) for number in book.related)
    others = (visit.catalogue.entry(number) for number in book.same_author)
    more = items(link(visit.book(other), other.title) for other in others)
    same = f'<section class="same-author"><h2>By the same author</h2>\n<ul>\n{more}\n</ul></section>'
    return f"""<section class="related"><h2>Related books</h2>
<ul>
{items(f"{link(visit.book(other), other.title)} <i>{escape(other.author.name)}</i>" for other in related)}
</ul></section>
{optional(book.same_author, same)}"""


def print_page(visit: ShopVisit, book: Book) -> str:
    """The book on paper: no frame, no forms, another structure altogether."""
    lines = (
        ("Author", book.author.name),
        ("Published", f"{book.publisher}, {book.year}"),
        ("ISBN", book.isbn),
        ("Price", pounds(book.price)),
    )
    return f"""<html><head><meta charset="utf-8"><title>{escape(book.title)} (for printing)</title></head>
<body bgcolor="#ffffff"><center><h1>{escape(book.title)}</h1></center>
<dl>{"".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in lines)}</dl>
<blockquote>{paragraphs(book.description)}</blockquote>
<hr><p>{link(visit.absolute(visit.book(book)), "Back to the shop")}</p></body></html>
"""


# The last route is the widest: a book's folder may have any name.
ROUTES = (
    Route(r"/print/{number:\d{1,8}}.html", print_book),
    Route(r"/{folder}/{title}-{number:\d{1,8}}.html", show_book),
    Route("/{folder}/", _folder),
)
