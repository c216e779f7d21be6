"""The catalogue search (GET, numbered pages) and the search in two steps (a region first, then its branches)."""

from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from recorder.demo.books import Book, pounds
from recorder.demo.frame import frame, language_choice
from recorder.demo.markup import hidden, items, link, optional, options
from recorder.demo.pagination import Slice, cut
from recorder.demo.replies import Reply, html, redirect
from recorder.demo.searches import BranchQuery, CatalogueQuery, answer, regions
from recorder.demo.traps import not_found
from recorder.demo.visit import Route, Visit, author


def search_form(visit: Visit) -> Reply:
    """The catalogue search with all its fields."""
    return html(frame(visit, "Search", f"<h1>Search the catalogue</h1>\n{_catalogue_form(visit, CatalogueQuery())}"))


def search_results(visit: Visit) -> Reply:
    """The answer; a single hit leads to the book at once."""
    fields = {**visit.asked.query, **visit.asked.form}
    house = visit.arrangement
    query = CatalogueQuery(fields.get(house.word_field, ""), fields.get("category", ""), fields.get("language", ""))
    if house.search_needs_language and not query.language:
        return _complaint(visit, query, "Please choose a language.")
    if query.is_empty():
        return _complaint(visit, query, "Please enter a word or choose a subject.")
    found = answer(visit.catalogue, query)
    page = cut(found, visit.asked.page_number(house.page_parameter))
    if page is None:
        return not_found(visit)
    if len(found) == 1:
        return redirect(visit.book(found[0]))
    kept = {house.word_field: query.words, "category": query.category, "language": query.language}
    address = {name: value for name, value in kept.items() if value}
    main = f"""<h1>Search results</h1>
{_catalogue_form(visit, query)}
{_result_list(visit, page, "/search/results", address)}"""
    return html(frame(visit, "Search results", main, crumbs=(("/search", "Search"), ("", "Results"))))


def _complaint(visit: Visit, query: CatalogueQuery, text: str) -> Reply:
    main = f'<h1>Search</h1>\n<p class="complaint">{text}</p>\n{_catalogue_form(visit, query)}'
    return html(frame(visit, "Search", main))


def _catalogue_form(visit: Visit, query: CatalogueQuery) -> str:
    leaves = [(leaf.slug, leaf.title) for leaf in visit.catalogue.categories]
    subjects = options([("", "All subjects"), *leaves], query.category)
    house = visit.arrangement
    return f"""<form class="search" action="/search/results" method="{house.search_method}">
<p><label for="words">Title or author</label>
<input id="words" type="text" name="{escape(house.word_field)}" value="{escape(query.words)}"></p>
<p><label for="category">Subject</label> <select id="category" name="category">{subjects}</select></p>
{language_choice(house)}<p><button type="submit">Search</button></p>
</form>"""


def _result_list(visit: Visit, page: Slice[Book], address: str, fields: Mapping[str, str]) -> str:
    """A page of results and the numbers of the others."""
    name = visit.arrangement.page_parameter
    numbers = (
        link(f"{address}?{urlencode({**fields, name: number})}", str(number))
        for number in range(1, page.last + 1)
        if number != page.number
    )
    return f"""<p class="count">{page.total} books found.</p>
<ol class="results" start="{(page.number - 1) * 10 + 1}">
{items(_result(visit, book) for book in page.rows)}
</ol>
{optional(page.last > 1, f'<p class="pages">More results: {" ".join(numbers)}</p>')}"""


def _result(visit: Visit, book: Book) -> str:
    writer = link(author(book.author), book.author.name)
    return f"<h3>{link(visit.book(book), book.title)}</h3><p>{writer}, {book.year}. {pounds(book.price)}</p>"


def region_form(visit: Visit) -> Reply:
    """The first step: a region. The select sends itself; the button is for those without script."""
    choices = options([("", "Choose a region"), *((region, region.title()) for region in regions(visit.catalogue))])
    main = f"""<h1>In our branches</h1>
<p>See what stands on the shelves near you.</p>
<form class="region" action="/branches/stock" method="get">
<label for="region">Region</label> <select id="region" name="region" onchange="this.form.submit()">{choices}</select>
<button type="submit">Show branches</button>
</form>"""
    return html(frame(visit, "In our branches", main))


def branch_form(visit: Visit) -> Reply:
    """The second step: a branch of the region, and a phrase."""
    region = visit.asked.query.get("region", "")
    if region not in regions(visit.catalogue):
        return redirect("/branches")
    return html(
        frame(visit, f"Branches {region}", f"<h1>The {region}</h1>\n{_branch_form(visit, BranchQuery(region))}")
    )


def branch_results(visit: Visit) -> Reply:
    """What the branches have."""
    fields = visit.asked.query
    query = BranchQuery(fields.get("region", ""), fields.get("branch", ""), fields.get("phrase", ""))
    if query.region not in regions(visit.catalogue):
        return redirect("/branches")
    page = cut(answer(visit.catalogue, query), visit.asked.page_number(visit.arrangement.page_parameter))
    if page is None:
        return not_found(visit)
    address = {"region": query.region, "branch": query.branch, "phrase": query.phrase}
    main = f"""<h1>On the shelves</h1>
{_result_list(visit, page, "/branches/books", address)}
{_branch_form(visit, query)}"""
    return html(frame(visit, "On the shelves", main, crumbs=(("/branches", "In our branches"), ("", "Books"))))


def _branch_form(visit: Visit, query: BranchQuery) -> str:
    houses = [(house.slug, house.title) for house in visit.catalogue.branches if house.region == query.region]
    return f"""<form class="shelves" action="/branches/books" method="get">
{hidden({"region": query.region})}
<label>Branch <select name="branch">{options([("", "All branches"), *houses], query.branch)}</select></label>
<label>Part of title or author <input name="phrase" value="{escape(query.phrase)}"></label>
<input type="submit" value="Find books">
</form>"""


ROUTES = (
    Route("/search", search_form),
    Route("/search/results", search_results, posts=True),
    Route("/branches", region_form),
    Route("/branches/stock", branch_form),
    Route("/branches/books", branch_results),
)
