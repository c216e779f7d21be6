"""The pages of the four searches, each sent and answered in a way of its own.

The catalogue search is a GET with numbered pages, and the branches are asked in two steps, a region first. The
antiquarian search is posted with a one-time token and a session cookie, and its pages are turned by posting again. The
finder for second-hand books has no form and no addresses: a script asks a JSON service and writes the answer.
"""

from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from recorder.demo.books import Book, pounds
from recorder.demo.frame import frame, language_choice
from recorder.demo.markup import fixed, hidden, items, link, optional, options
from recorder.demo.replies import ShopReply, data, redirect
from recorder.demo.searches import PERIODS, BranchQuery, CatalogueQuery, RareQuery, UsedQuery, answer, regions
from recorder.demo.traps import not_found
from recorder.demo.visit import Route, ShopVisit, Slice, author
from recorder.demo.vocabulary import CONDITIONS

_TOKEN = "csrf_token"


def search_form(visit: ShopVisit) -> ShopReply:
    """The catalogue search with all its fields."""
    return frame(visit, "Search", f"<h1>Search the catalogue</h1>\n{_catalogue_form(visit, CatalogueQuery())}")


def search_results(visit: ShopVisit) -> ShopReply:
    """The answer; a single hit leads to the book at once."""
    fields = {**visit.asked.query, **visit.asked.form}
    arrangement = visit.arrangement
    query = CatalogueQuery(
        fields.get(arrangement.word_field, ""), fields.get("category", ""), fields.get("language", "")
    )
    if arrangement.search_needs_language and not query.language:
        return _complaint(visit, query, "Please choose a language.")
    if query.is_empty():
        return _complaint(visit, query, "Please enter a word or choose a subject.")
    found = answer(visit.catalogue, query)
    page = visit.page_of(found, arrangement.page_parameter)
    if page is None:
        return not_found(visit)
    if len(found) == 1:
        return redirect(visit.book(found[0]))
    kept = {arrangement.word_field: query.words, "category": query.category, "language": query.language}
    address = {name: value for name, value in kept.items() if value}
    main = f"""<h1>Search results</h1>
{_catalogue_form(visit, query)}
{_result_list(visit, page, "/search/results", address)}"""
    return frame(visit, "Search results", main, crumbs=(("/search", "Search"), ("", "Results")))


def _complaint(visit: ShopVisit, query: CatalogueQuery, text: str) -> ShopReply:
    main = f'<h1>Search</h1>\n<p class="complaint">{text}</p>\n{_catalogue_form(visit, query)}'
    return frame(visit, "Search", main)


def _catalogue_form(visit: ShopVisit, query: CatalogueQuery) -> str:
    leaves = [(leaf.slug, leaf.title) for leaf in visit.catalogue.categories]
    subjects = options([("", "All subjects"), *leaves], query.category)
    arrangement = visit.arrangement
    return f"""<form class="search" action="/search/results" method="{arrangement.search_method}">
<p><label for="words">Title or author</label>
<input id="words" type="text" name="{escape(arrangement.word_field)}" value="{escape(query.words)}"></p>
<p><label for="category">Subject</label> <select id="category" name="category">{subjects}</select></p>
{language_choice(arrangement)}<p><button type="submit">Search</button></p>
</form>"""


def _result_list(visit: ShopVisit, page: Slice[Book], address: str, fields: Mapping[str, str]) -> str:
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


def _result(visit: ShopVisit, book: Book) -> str:
    writer = link(author(book.author), book.author.name)
    return f"<h3>{link(visit.book(book), book.title)}</h3><p>{writer}, {book.year}. {pounds(book.price)}</p>"


def region_form(visit: ShopVisit) -> ShopReply:
    """The first step: a region. The select sends itself; the button is for those without script."""
    choices = options([("", "Choose a region"), *((region, region.title()) for region in regions(visit.catalogue))])
    main = f"""<h1>In our branches</h1>
<p>See what stands on the shelves near you.</p>
<form class="region" action="/branches/stock" method="get">
<label for="region">Region</label> <select id="region" name="region" onchange="this.form.submit()">{choices}</select>
<button type="submit">Show branches</button>
</form>"""
    return frame(visit, "In our branches", main)


def branch_form(visit: ShopVisit) -> ShopReply:
    """The second step: a branch of the region, and a phrase."""
    region = visit.asked.query.get("region", "")
    if region not in regions(visit.catalogue):
        return redirect("/branches")
    return frame(visit, f"Branches {region}", f"<h1>The {region}</h1>\n{_branch_form(visit, BranchQuery(region))}")


def branch_results(visit: ShopVisit) -> ShopReply:
    """What the branches have."""
    fields = visit.asked.query
    query = BranchQuery(fields.get("region", ""), fields.get("branch", ""), fields.get("phrase", ""))
    if query.region not in regions(visit.catalogue):
        return redirect("/branches")
    page = visit.page_of(answer(visit.catalogue, query), visit.arrangement.page_parameter)
    if page is None:
        return not_found(visit)
    address = {"region": query.region, "branch": query.branch, "phrase": query.phrase}
    main = f"""<h1>On the shelves</h1>
{_result_list(visit, page, "/branches/books", address)}
{_branch_form(visit, query)}"""
    return frame(visit, "On the shelves", main, crumbs=(("/branches", "In our branches"), ("", "Books")))


def _branch_form(visit: ShopVisit, query: BranchQuery) -> str:
    offered = [branch for branch in visit.catalogue.branches if branch.region == query.region]
    choices = options([("", "All branches"), *((each.slug, each.title) for each in offered)], query.branch)
    return f"""<form class="shelves" action="/branches/books" method="get">
{hidden({"region": query.region})}
<label>Branch <select name="branch">{choices}</select></label>
<label>Part of title or author <input name="phrase" value="{escape(query.phrase)}"></label>
<input type="submit" value="Find books">
</form>"""


def rare_form(visit: ShopVisit) -> ShopReply:
    """The form, with a fresh token."""
    main = f"<h1>Rare books</h1>\n<p>From the locked cabinet.</p>\n{_cabinet(visit, RareQuery())}"
    return frame(visit, "Rare books", main)


def rare_results(visit: ShopVisit) -> ShopReply:
    """The answer to a posted form, if its token is the visitor's and unspent."""
    if visit.asked.method != "POST":
        return redirect("/rare")
    fields = visit.asked.form
    if not visit.session.spend(fields.get(_TOKEN, "")):
        return _expired(visit)
    query = RareQuery(fields.get("words", ""), fields.get("period", ""), "signed" in fields)
    page = visit.page_of(answer(visit.catalogue, query))
    if page is None:
        return not_found(visit)
    main = f"""<h1>Rare books found</h1>
{_rare_table(visit, page) if page.total else "<p>The cabinet holds no such book.</p>"}
{_rare_turn(visit, query, page.previous, "‹ Back")}{_rare_turn(visit, query, page.next, "More ›")}
{_cabinet(visit, query)}"""
    return frame(visit, "Rare books found", main, crumbs=(("/rare", "Rare books"), ("", "Found")))


def _expired(visit: ShopVisit) -> ShopReply:
    main = f"""<h1>This form has expired</h1>
<p>For your safety a form can be sent only once. Please {link("/rare", "fill in a new one")}.</p>"""
    return frame(visit, "Form expired", main, status=403)


def _rare_table(visit: ShopVisit, page: Slice[Book]) -> str:
    rows = "\n".join(
        f"<tr><td>{link(visit.book(book), book.title)}</td><td>{escape(book.author.name)}</td><td>{book.year}</td></tr>"
        for book in page.rows
    )
    return f"""<p class="count">{page.total} rare books, page {page.number} of {page.last}</p>
<table class="rare">
<tr><th>Title</th><th>Author</th><th>Year</th></tr>
{rows}
</table>"""


def _rare_turn(visit: ShopVisit, query: RareQuery, number: int | None, label: str) -> str:
    if number is None:
        return ""
    signed = {"signed": "yes"} if query.signed else {}
    fields = {"words": query.words, "period": query.period, **signed, "page": str(number)}
    token = {_TOKEN: visit.session.new_token()}
    return f"""<form class="turn" action="/rare/results" method="post">{hidden({**token, **fields})}
<button type="submit">{label}</button></form>"""


def _cabinet(visit: ShopVisit, query: RareQuery) -> str:
    periods = "\n".join(
        f'<label><input type="radio" name="period" value="{value}"{_checked(value == query.period)}> {label}</label>'
        for value, label in PERIODS
    )
    return f"""<form class="cabinet" action="/rare/results" method="post">
{hidden({_TOKEN: visit.session.new_token()})}
<table><tr><td>Words</td><td><input type="text" name="words" value="{escape(query.words)}"></td></tr></table>
<fieldset><legend>First published</legend>
{periods}</fieldset>
<label><input type="checkbox" name="signed" value="yes"{_checked(query.signed)}> Signed copies only</label>
<button type="submit" name="go" value="1">Search the cabinet</button>
</form>"""


def _checked(condition: bool) -> str:
    return optional(condition, " checked")


def used_finder(visit: ShopVisit) -> ShopReply:
    """The page with the finder; without script it finds nothing."""
    choices = options([("", "Any"), *((each, each.replace("-", " ").capitalize()) for each in CONDITIONS)])
    main = f"<h1>Second-hand books</h1>\n{fixed('finder') % choices}"
    return frame(visit, "Second-hand books", main)


def used_service(visit: ShopVisit) -> ShopReply:
    """What the finder's script is told."""
    fields = visit.asked.query
    query = UsedQuery(fields.get("words", ""), fields.get("condition", ""))
    page = visit.page_of(answer(visit.catalogue, query))
    if page is None:
        return data({"total": 0, "rows": [], "next": None})
    return data({"total": page.total, "rows": [_used_row(visit, book) for book in page.rows], "next": page.next})


def _used_row(visit: ShopVisit, book: Book) -> dict[str, str | None]:
    return {
        "url": visit.book(book),
        "title": book.title,
        "author": book.author.name,
        "condition": book.condition,
        "price": pounds(book.price // 2),
    }


ROUTES = (
    Route("/search", search_form),
    Route("/search/results", search_results, posts=True),
    Route("/branches", region_form),
    Route("/branches/stock", branch_form),
    Route("/branches/books", branch_results),
    Route("/rare", rare_form),
    Route("/rare/results", rare_results, posts=True),
    Route("/used", used_finder),
    Route("/api/used", used_service),
)
