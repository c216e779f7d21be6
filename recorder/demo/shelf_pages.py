"""The other ways to books: the front page, authors, series, lists, each with its own template and kind of link."""

from hashlib import sha256
from html import escape
from random import Random

from recorder.demo.books import Author, Book, Catalogue, fold, pounds
from recorder.demo.frame import frame
from recorder.demo.markup import items, link, optional, paragraphs
from recorder.demo.replies import ShopReply
from recorder.demo.traps import not_found, soft_not_found
from recorder.demo.visit import Route, ShopVisit, author, book_name, series, tracked
from recorder.demo.vocabulary import paragraphs as invented

LISTS = {
    "best-of-2023.html": "Best of 2023",
    "best-of-2024.html": "Best of 2024",
    "best-of-2025.html": "Best of 2025",
    "readers-favourites.html": "Readers’ favourites",
    "for-a-rainy-day.html": "For a rainy day",
    "under-the-tree.html": "Under the tree",
}
_LIST_LENGTH = 12
_NEW = 6


def front_page(visit: ShopVisit) -> ShopReply:
    """Shortcuts to a few books, and the doors to everything else."""
    linked = visit.catalogue.linked
    today = _drawn(visit.catalogue, "book of the day", 1)[0]
    newest = sorted(linked, key=lambda book: (book.modified, book.number))[-_NEW:]
    main = f"""<h1>Welcome to Lantern &amp; Heron Books</h1>
<section class="today"><h2>Book of the day</h2>
<p>{link(visit.book(today), today.title)} by {link(author(today.author), today.author.name)}, {pounds(today.price)}</p>
{paragraphs(today.description[:1])}</section>
<section class="new"><h2>Just arrived</h2>
<ul>
{items(link(tracked(visit.book(book), "just-arrived"), book.title) for book in newest)}
</ul></section>
<section class="more"><h2>Where to begin</h2>
<p>{link("books", "Books by subject")}, {link("/lists/best-of-2025.html", "the best of 2025")},
{link("/index.html", "this page again")}, {link("/news/", "what is new in the shop")}.</p></section>
{_poll()}"""
    return frame(visit, "Welcome", main)


def _poll() -> str:
    answers = (("hardback", "Hardback"), ("paperback", "Paperback"), ("neither", "I listen"))
    choices = " ".join(
        f'<label><input type="radio" name="answer" value="{value}"> {text}</label>' for value, text in answers
    )
    return f"""<section class="poll"><h2>Your vote</h2>
<form action="/poll/vote" method="post"><p>How do you read?</p>{choices}
<input type="submit" value="Vote"></form></section>"""


def author_index(visit: ShopVisit) -> ShopReply:
    """Authors by first letter, absolute links; without a letter only the letters."""
    letter = visit.asked.query.get("letter", "")
    writers = [writer for writer in visit.catalogue.by_author if _initial(writer) == letter]
    letters = dict.fromkeys(map(_initial, visit.catalogue.by_author))
    listed = items(
        f"{link(visit.absolute(author(writer)), writer.name)} ({len(visit.catalogue.by_author[writer])})"
        for writer in writers
    )
    main = f"""<h1>Authors {escape(letter)}</h1>
<p class="letters">{" ".join(link(f"/authors/?letter={each}", each) for each in letters)}</p>
{optional(writers, f'<ul class="authors">{listed}</ul>')}"""
    return frame(visit, f"Authors {letter}".strip(), main, crumbs=(("", "Authors"),))


def _initial(writer: Author) -> str:
    return fold(writer.name.split(" ", 1)[-1])[0].upper()


def author_page(visit: ShopVisit) -> ShopReply:
    """A writer's life and books."""
    writer = visit.catalogue.authors.get(visit.asked.parts["slug"])
    if writer is None:
        return not_found(visit)
    books = visit.catalogue.by_author.get(writer, ())
    works = items(f"{link(visit.absolute(visit.book(book)), book.title)} ({book.year})" for book in books)
    main = f"""<article class="author">
<figure><img src="/static/portrait.png" alt=""><figcaption>{escape(writer.name)}</figcaption></figure>
<h1>{escape(writer.name)}</h1>
<table><tr><th>Born</th><td>{writer.born}</td></tr><tr><th>From</th><td>{writer.country}</td></tr></table>
<section class="life"><h2>Life</h2>
{paragraphs(writer.biography)}
</section>
<section class="works"><h2>Books</h2>
{f"<ul>{works}</ul>" if books else "<p>Nothing on our shelves at the moment.</p>"}
</section>
</article>"""
    return frame(visit, writer.name, main, crumbs=(("/authors/", "Authors"), ("", writer.name)))


def series_index(visit: ShopVisit) -> ShopReply:
    """Every series with a book on the shelves."""
    rows = items(
        f"{link(visit.in_path(series(row)), row.title)} by {escape(row.author.name)}"
        for row in visit.catalogue.by_series
    )
    main = f'<h1>Series</h1>\n<ul class="series">\n{rows}\n</ul>'
    return frame(visit, "Series", main, crumbs=(("", "Series"),))


def series_page(visit: ShopVisit) -> ShopReply:
    """The volumes of a series, linked relative to a base address."""
    row = visit.catalogue.series.get(visit.asked.parts["slug"])
    if row is None:
        return not_found(visit)
    volumes = visit.catalogue.by_series.get(row, ())
    rows = "\n".join(
        f"<tr><td>{book.volume}</td><td>{link(book_name(book), book.title)}</td><td>{book.year}</td></tr>"
        for book in volumes
    )
    main = f"""<article class="one-series"><h1>{escape(row.title)}</h1>
<p>A series by {link(author(row.author), row.author.name)}.</p>
<table><tr><th>Volume</th><th>Title</th><th>Year</th></tr>
{rows}</table></article>"""
    base = f'<base href="{escape(visit.absolute(f"/{visit.arrangement.book_folder}/"))}">\n'
    return frame(visit, row.title, main, crumbs=(("/series/", "Series"), ("", row.title)), head=base)


def list_index(visit: ShopVisit) -> ShopReply:
    """The shop's own lists."""
    rows = items(link(name, title) for name, title in LISTS.items())
    main = f'<h1>Our lists</h1>\n<ul class="lists">{rows}</ul>'
    return frame(visit, "Our lists", main, crumbs=(("", "Our lists"),))


def list_page(visit: ShopVisit) -> ShopReply:
    """A dozen books, each with a word of praise; links without a scheme. Unknown lists answer 200 and regret."""
    name = visit.asked.parts["name"]
    if name not in LISTS:
        return soft_not_found(visit)
    books = _drawn(visit.catalogue, name, _LIST_LENGTH)
    main = f"""<h1>{LISTS[name]}</h1>
{paragraphs(invented(Random(f"{visit.catalogue.seed}/{name}"), 1, 2))}
<ol class="list">
{items(_praised(visit, book) for book in books)}
</ol>"""
    return frame(visit, LISTS[name], main, crumbs=(("/lists/", "Our lists"), ("", LISTS[name])))


def _praised(visit: ShopVisit, book: Book) -> str:
    href = visit.without_scheme(visit.book(book))
    return f"<h3>{link(href, book.title)}</h3><p>{escape(book.description[0])}</p>"


def _drawn(catalogue: Catalogue, occasion: str, count: int) -> list[Book]:
    """`count` linked books, the same for the same occasion, and hardly touched by books that come and go."""
    return sorted(
        catalogue.linked, key=lambda book: sha256(f"{catalogue.seed}{occasion}{book.number}".encode()).digest()
    )[:count]


_TICKET = "{ticket:(;[^/]*)?}"

ROUTES = (
    Route("/", front_page),
    Route("/authors/", author_index),
    Route("/authors/{slug}.html", author_page),
    Route("/series/", series_index),
    Route("/series/{slug:[^/;]+}.html" + _TICKET, series_page),
    Route("/lists/", list_index),
    Route("/lists/{name}", list_page),
)
