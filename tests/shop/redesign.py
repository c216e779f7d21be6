"""The page of a book after the shop was redesigned.

It shows the same facts in other markup, in another order, under other names.
"""

from html import escape

from recorder.demo.book_page import charset_of, crumbs_of
from recorder.demo.books import Book, Edition, Review, pounds
from recorder.demo.frame import frame
from recorder.demo.markup import link, optional, options
from recorder.demo.replies import ShopReply
from recorder.demo.visit import ShopVisit, author, series


def redesigned_page(visit: ShopVisit, book: Book) -> ShopReply:
    """The whole page of `book`."""
    award = f'<div class="badge"><span>{escape(book.award or "")}</span></div>'
    main = f"""<div class="product-hero">
<div class="product-title"><span class="language">{escape(book.language)}</span>
<h2>{escape(book.title)}</h2>{optional(book.award, award)}</div>
<div class="product-by"><span>{link(author(book.author), book.author.name)}</span> {_volume(visit, book)}</div>
<div class="product-buy"><div><span class="amount">{pounds(book.price)}</span></div>
<form action="/basket/add" method="get"><button name="id" value="{book.number}">Buy now</button></form></div>
</div>
<div class="tabs">
<details open><summary>Facts</summary><dl>{_facts(book)}</dl></details>
<details open><summary>Story</summary><div>{"<br><br>".join(map(escape, book.description))}</div></details>
<details><summary>Formats</summary><div class="cards">{"".join(map(_card, book.editions))}</div></details>
<details><summary>Opinions</summary><div class="opinions">{"".join(map(_opinion, book.reviews))}</div>
{_form(book)}</details>
</div>
<div class="carousel">{"".join(_tile(visit, number) for number in (*book.related, *book.same_author))}</div>
{_picture(book)}"""
    return frame(visit, book.title, main, crumbs=crumbs_of(book), charset=charset_of(book))


def _picture(book: Book) -> str:
    address = f"/covers/{book.number}.jpg"
    return optional(book.has_cover, f'<div class="picture"><a href="{address}"><img src="{address}" alt=""></a></div>')


def _volume(visit: ShopVisit, book: Book) -> str:
    if book.series is None:
        return ""
    return f"<span>{link(visit.in_path(series(book.series)), f'{book.series.title}, volume {book.volume}')}</span>"


def _facts(book: Book) -> str:
    facts = (
        ("House", book.publisher),
        ("First issued", str(book.year)),
        ("Extent", f"{book.pages} pp."),
        ("EAN", book.isbn),
    )
    return "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)


def _card(edition: Edition) -> str:
    return (
        f'<div class="card"><div>{edition.binding}</div><div><small>{edition.isbn}, {edition.year}</small></div>'
        f"<div><b>{pounds(edition.price)}</b></div></div>"
    )


def _opinion(review: Review) -> str:
    return (
        f"<blockquote><div>{escape(review.text)}</div>"
        f"<footer><cite>{escape(review.reader)}</cite> {review.stars}/5, {review.day.isoformat()}</footer></blockquote>"
    )


def _form(book: Book) -> str:
    return f"""<form action="/reviews/{book.number}" method="post">
<div><select name="stars" aria-label="Rating">{options((str(n), str(n)) for n in range(1, 6))}</select></div>
<div><input name="reader" placeholder="Name"></div>
<div><textarea name="opinion" placeholder="Your opinion"></textarea></div>
<div><button>Send</button></div></form>"""


def _tile(visit: ShopVisit, number: int) -> str:
    book = visit.catalogue.entry(number)
    return f'<div class="tile"><a href="{escape(visit.book(book))}"><span>{escape(book.title)}</span></a></div>'
