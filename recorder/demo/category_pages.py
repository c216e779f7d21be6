"""The category tree and its lists: half of the lists have numbered pages, half a chain of "next" links."""

from collections.abc import Callable, Sequence
from html import escape
from urllib.parse import urlencode

from recorder.demo.books import Book, Category, fold, pounds
from recorder.demo.frame import frame
from recorder.demo.markup import Crumb, items, link, optional, options
from recorder.demo.replies import ShopReply, data, redirect
from recorder.demo.traps import not_found
from recorder.demo.visit import Route, ShopVisit, Slice, author, category, cut

_ORDERS: dict[str, Callable[[Book], tuple[str | int, int]]] = {
    "title": lambda book: (fold(book.title), book.number),
    "price": lambda book: (book.price, book.number),
    "year": lambda book: (-book.year, book.number),
}


def all_categories(visit: ShopVisit) -> ShopReply:
    """Every category."""
    parents = dict.fromkeys((leaf.parent_slug, leaf.parent_title) for leaf in visit.catalogue.categories)
    blocks = (f"<h2>{link(f'{slug}/', title)}</h2>\n{_leaves(visit, slug)}" for slug, title in parents)
    main = f"<h1>Books by subject</h1>\n{''.join(blocks)}"
    return frame(visit, "Books by subject", main, crumbs=(("", "Books"),))


def parent_category(visit: ShopVisit) -> ShopReply:
    """A branch of the tree: its lists, and a few books to whet the appetite."""
    slug = visit.asked.parts["parent"]
    leaves = [leaf for leaf in visit.catalogue.categories if leaf.parent_slug == slug]
    if not leaves:
        return not_found(visit)
    title = leaves[0].parent_title
    picks = [book for leaf in leaves for book in _shown(visit, leaf)[:1] if book.number in visit.catalogue.books]
    chosen = items(link(f"../../{visit.book(book)[1:]}", book.title) for book in picks)
    main = f"""<h1>{escape(title)}</h1>
{_leaves(visit, slug)}
{optional(picks, f'<h2>To begin with</h2><ul class="picks">{chosen}</ul>')}"""
    return frame(visit, title, main, crumbs=(("/books/", "Books"), ("", title)))


def category_list(visit: ShopVisit) -> ShopReply:
    """One page of one category's books."""
    leaf = _find(visit)
    if leaf is None:
        return not_found(visit)
    return _numbered(visit, leaf) if leaf.numbered else _chained(visit, leaf, 1)


def chained_page(visit: ShopVisit) -> ShopReply:
    """A later page of a category whose pages are only chained."""
    leaf, number = _find(visit), int(visit.asked.parts["number"])
    return not_found(visit) if leaf is None or leaf.numbered else _chained(visit, leaf, number)


def category_data(visit: ShopVisit) -> ShopReply:
    """The books of a list for the page's script, when the lists are filled by script."""
    leaf = _find(visit)
    page = visit.page_of(_shown(visit, leaf)) if leaf else None
    return data({"rows": [_row(visit, book) for book in page.rows] if page else []})


def _find(visit: ShopVisit) -> Category | None:
    parent, slug = visit.asked.parts["parent"], visit.asked.parts["leaf"]
    found = (leaf for leaf in visit.catalogue.categories if (leaf.parent_slug, leaf.slug) == (parent, slug))
    return next(found, None)


def _shown(visit: ShopVisit, leaf: Category) -> Sequence[Book]:
    return () if visit.arrangement.lists_empty else visit.catalogue.in_category.get(leaf.slug, ())


def _sorted(visit: ShopVisit, leaf: Category) -> tuple[str, Sequence[Book]]:
    order = visit.asked.query.get("sort", "title")
    return order, sorted(_shown(visit, leaf), key=_ORDERS.get(order, _ORDERS["title"]))


def _leaves(visit: ShopVisit, parent: str) -> str:
    leaves = [leaf for leaf in visit.catalogue.categories if leaf.parent_slug == parent]
    return f'<ul class="leaves">\n{items(link(category(leaf), leaf.title) for leaf in leaves)}\n</ul>'


def _numbered(visit: ShopVisit, leaf: Category) -> ShopReply:
    field = visit.arrangement.page_parameter
    order, books = _sorted(visit, leaf)
    page = visit.page_of(books, field)
    if page is None:
        return not_found(visit)
    sorting = {"sort": order} if order in _ORDERS and order != "title" else {}
    pages = " ".join(
        f"<b>{number}</b>" if number == page.number else link(f"?{urlencode({field: number, **sorting})}", str(number))
        for number in range(1, page.last + 1)
    )
    facets = " · ".join(link(f"?sort={name}", f"by {name}") for name in _ORDERS)
    below = f'<p class="pages">Page {pages}</p>'
    return _list_page(visit, leaf, page, f'<p class="sort">Sort: {facets}</p>', below)


def _chained(visit: ShopVisit, leaf: Category, number: int) -> ShopReply:
    order, books = _sorted(visit, leaf)
    page = cut(books, number)
    if page is None:
        return not_found(visit)
    choices = options(((name, f"by {name}") for name in _ORDERS), order)
    select = f'<select name="sort" aria-label="Sort" onchange="this.form.submit()">{choices}</select>'
    above = f'<form class="sort" method="get">{select}</form>'
    sorting = f"?sort={order}" if order in ("price", "year") else ""
    back = f"page-{page.previous}.html" if (page.previous or 0) > 1 else "./"
    below = f"""<p class="pages">{optional(page.previous, link(back + sorting, "‹ Previous"))}
{optional(page.next, f'<a rel="next" href="page-{page.next}.html{sorting}">Next ›</a>')}</p>"""
    return _list_page(visit, leaf, page, above, below)


def _list_page(visit: ShopVisit, leaf: Category, page: Slice[Book], above: str, below: str) -> ShopReply:
    crumbs: tuple[Crumb, ...] = (
        ("/books/", "Books"),
        (f"/books/{leaf.parent_slug}/", leaf.parent_title),
        ("", leaf.title),
    )
    rows = f'<ul class="books">\n{items(_row(visit, book) for book in page.rows)}\n</ul>'
    main = f"""<h1>{escape(leaf.title)}</h1>
<p class="count">{page.total} books, page {page.number} of {page.last}</p>
{above}
{_filled_by_script(page) if visit.arrangement.lists_need_script else rows}
{below}"""
    return frame(visit, leaf.title, main, crumbs=crumbs)


def _row(visit: ShopVisit, book: Book) -> str:
    """The link is relative: three folders up, then down to the book."""
    href = f"../../../{visit.book(book)[1:]}"
    return (
        f"{link(href, book.title)} by {link(author(book.author), book.author.name)}, <span>{pounds(book.price)}</span>"
    )


def _filled_by_script(page: Slice[Book]) -> str:
    return f"""<ul class="books" id="books"></ul>
<script>
fetch("rows.json?page={page.number}").then(function (answer) {{ return answer.json(); }}).then(function (found) {{
  var rows = found.rows.map(function (row) {{ return "<li>" + row + "</li>"; }});
  document.getElementById("books").innerHTML = rows.join("");
}});
</script>"""


def _to_folder(visit: ShopVisit) -> ShopReply:
    return redirect(visit.asked.path + "/", 301)


ROUTES = (
    Route("/books", _to_folder),
    Route("/books/", all_categories),
    Route("/books/{parent}", _to_folder),
    Route("/books/{parent}/", parent_category),
    Route("/books/{parent}/{leaf}", _to_folder),
    Route("/books/{parent}/{leaf}/", category_list),
    Route(r"/books/{parent}/{leaf}/page-{number:\d{1,4}}.html", chained_page),
    Route("/books/{parent}/{leaf}/rows.json", category_data),
)
