"""The antiquarian search: posted, with a one-time token and a session cookie; its pages are turned by posting again."""

from html import escape

from recorder.demo.books import Book
from recorder.demo.frame import frame
from recorder.demo.markup import hidden, link, optional
from recorder.demo.pagination import Slice, cut
from recorder.demo.replies import Reply, html, redirect
from recorder.demo.searches import PERIODS, RareQuery, answer
from recorder.demo.traps import not_found
from recorder.demo.visit import Route, Visit

_TOKEN = "csrf_token"


def rare_form(visit: Visit) -> Reply:
    """The form, with a fresh token."""
    main = f"<h1>Rare books</h1>\n<p>From the locked cabinet.</p>\n{_form(visit, RareQuery())}"
    return html(frame(visit, "Rare books", main))


def rare_results(visit: Visit) -> Reply:
    """The answer to a posted form, if its token is the visitor's and unspent."""
    if visit.asked.method != "POST":
        return redirect("/rare")
    fields = visit.asked.form
    if not visit.session.spend(fields.get(_TOKEN, "")):
        return _expired(visit)
    query = RareQuery(fields.get("words", ""), fields.get("period", ""), "signed" in fields)
    page = cut(answer(visit.catalogue, query), visit.asked.page_number("page"))
    if page is None:
        return not_found(visit)
    main = f"""<h1>Rare books found</h1>
{_table(visit, page) if page.total else "<p>The cabinet holds no such book.</p>"}
{_turn(visit, query, page.previous, "‹ Back")}{_turn(visit, query, page.next, "More ›")}
{_form(visit, query)}"""
    return html(frame(visit, "Rare books found", main, crumbs=(("/rare", "Rare books"), ("", "Found"))))


def _expired(visit: Visit) -> Reply:
    main = f"""<h1>This form has expired</h1>
<p>For your safety a form can be sent only once. Please {link("/rare", "fill in a new one")}.</p>"""
    return html(frame(visit, "Form expired", main), status=403)


def _table(visit: Visit, page: Slice[Book]) -> str:
    rows = "\n".join(
        f"<tr><td>{link(visit.book(book), book.title)}</td><td>{escape(book.author.name)}</td><td>{book.year}</td></tr>"
        for book in page.rows
    )
    return f"""<p class="count">{page.total} rare books, page {page.number} of {page.last}</p>
<table class="rare">
<tr><th>Title</th><th>Author</th><th>Year</th></tr>
{rows}
</table>"""


def _turn(visit: Visit, query: RareQuery, number: int | None, label: str) -> str:
    if number is None:
        return ""
    signed = {"signed": "yes"} if query.signed else {}
    fields = {"words": query.words, "period": query.period, **signed, "page": str(number)}
    token = {_TOKEN: visit.session.new_token()}
    return f"""<form class="turn" action="/rare/results" method="post">{hidden({**token, **fields})}
<button type="submit">{label}</button></form>"""


def _form(visit: Visit, query: RareQuery) -> str:
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


ROUTES = (Route("/rare", rare_form), Route("/rare/results", rare_results, posts=True))
