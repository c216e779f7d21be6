"""Pages to read: help, news and the site map. Like book pages from afar, with links nobody has tidied for years."""

from html import escape
from random import Random

from recorder.demo import vocabulary as words
from recorder.demo.books import Catalogue
from recorder.demo.frame import frame
from recorder.demo.markup import items, link, optional, paragraphs
from recorder.demo.replies import LATIN1, SHIFT_JIS, UTF8, WINDOWS, ShopReply
from recorder.demo.traps import not_found, soft_not_found
from recorder.demo.visit import Route, ShopVisit, tracked
from recorder.demo.vocabulary import paragraphs as invented

HELP = {
    "delivery": "Delivery",
    "returns": "Returns and refunds",
    "payment": "How to pay",
    "gift-wrapping": "Gift wrapping",
    "used-books": "How we describe used books",
    "privacy": "Your privacy",
    "francais": "Aide en français",
    "nihongo": "日本のお客様へ",
}
_HELP_CHARSETS = {"francais": LATIN1, "nihongo": SHIFT_JIS}
_ARTICLES = 24
_OLD_FROM = 12


def help_index(visit: ShopVisit) -> ShopReply:
    """Every help page, one that has gone, and files to take away."""
    topics = items(link(f"{name}.html", title) for name, title in HELP.items())
    files = items(
        (
            link("/files/leaflet", "Leaflet"),
            link("/files/press-kit.zip", "Press kit"),
            link("/files/shelf-marks.txt", "Shelf marks"),
            link("/files/prices.csv", "Prices"),
            link("/download?file=press-kit", "Press kit (mirror)"),
        )
    )
    main = f"""<h1>Help</h1>
<ul class="topics">{topics}<li>{link("faq-2009.html", "Frequently asked questions")}</li></ul>
<h2>To take away</h2>
<ul class="files">{files}</ul>"""
    return frame(visit, "Help", main, crumbs=(("", "Help"),))


def help_page(visit: ShopVisit) -> ShopReply:
    """One topic: as long as a book's page, with a table and sections."""
    name = visit.asked.parts["name"]
    if name not in HELP:
        return not_found(visit)
    stream = Random(f"{visit.catalogue.seed}/help/{name}")
    sections = "\n".join(
        f"<section><h2>{stream.choice(words.NOUNS).title()}</h2>\n{paragraphs(invented(stream, 1, 3))}</section>"
        for _ in range(stream.randint(2, 5))
    )
    main = f"""<article class="help"><h1>{HELP[name]}</h1>
<table><tr><th>Valid from</th><td>{stream.randint(2012, 2025)}</td></tr>
<tr><th>Office</th><td>{stream.choice(words.PLACES)}</td></tr></table>
{sections}
<p>Not answered? {link("/contact", "Write to us")} or {link("/club/join", "join the readers’ club")}.</p></article>"""
    charset = _HELP_CHARSETS.get(name, UTF8)
    return frame(visit, HELP[name], main, crumbs=(("/help/", "Help"), ("", HELP[name])), charset=charset)


def news_index(visit: ShopVisit) -> ShopReply:
    """The articles, newest first, on numbered pages that lead to no list of books."""
    page = visit.page_of(range(_ARTICLES))
    if page is None:
        return not_found(visit)
    rows = items(link(_article_address(number), _headline(visit.catalogue, number)) for number in page.rows)
    pages = " ".join(link(f"/news/?page={number}", str(number)) for number in range(1, page.last + 1))
    main = f"""<h1>News</h1>
<ul class="news">
{rows}
</ul>
<p class="pages">{pages}</p>
<p>{link("/news/2009/summer-fair.html", "Our summer fair")}, {link("/reports/sales.html", "sales report")},
{link("/out/guild", "the guild’s news")}, {link("/club/renew", "renew your membership")}.</p>"""
    return frame(visit, "News", main, crumbs=(("", "News"),))


def article_page(visit: ShopVisit) -> ShopReply:
    """One article; the older ones come from an older system and another charset. Unknown ones answer 200 and regret."""
    number = int(visit.asked.parts["number"])
    if visit.asked.path != _article_address(number) or number >= _ARTICLES:
        return soft_not_found(visit)
    headline = _headline(visit.catalogue, number)
    charset = WINDOWS if number >= _OLD_FROM else UTF8
    text = paragraphs(invented(Random(f"{visit.catalogue.seed}/news/{number}"), 3, 7))
    main = f"""<article class="article"><h1>{escape(headline)}</h1>
<p class="date"><time>{_year(number)}-{number % 12 + 1:02}-01</time></p>
<section>{text}</section>
<section><h2>Mentioned here</h2><ul>{items(_mentions(visit, number))}</ul></section></article>"""
    return frame(visit, headline, main, crumbs=(("/news/", "News"), ("", headline)), charset=charset)


def _mentions(visit: ShopVisit, number: int) -> tuple[str, ...]:
    """Links to books in every way in which nobody writes them any more, and one that has lost its title."""
    stream = Random(f"{visit.catalogue.seed}/mentions/{number}")
    first, second, third = stream.sample(visit.catalogue.linked, 3)
    return (
        link(f"/book.php?id={first.number}", first.title),
        link(f"/go/{second.number}", second.title),
        link(tracked(f"/{visit.arrangement.book_folder}/a-book-{third.number}.html", "news"), third.title),
    )


def _year(number: int) -> int:
    return 2026 - number // 6


def _article_address(number: int) -> str:
    return f"/news/{_year(number)}/{number}.html"


def _headline(catalogue: Catalogue, number: int) -> str:
    stream = Random(f"{catalogue.seed}/headline/{number}")
    adjective, noun, place = map(stream.choice, (words.ADJECTIVES, words.NOUNS, words.PLACES))
    return f"The {adjective} {noun} of {place} comes to the shop"


def site_map(visit: ShopVisit) -> ShopReply:
    """Every kind of page, but no book."""
    leaves = visit.catalogue.categories
    subjects = items(link(f"/books/{leaf.parent_slug}/{leaf.slug}/", leaf.title) for leaf in leaves)
    topics = items(link(f"/help/{name}.html", title) for name, title in HELP.items())
    main = f"""<h1>Site map</h1>
<h2>Subjects</h2><ul>{subjects}</ul>
<h2>Help</h2><ul>{topics}</ul>
{optional(leaves, "<p>Nothing found? Try the search above.</p>")}"""
    return frame(visit, "Site map", main, crumbs=(("", "Site map"),))


ROUTES = (
    Route("/help/", help_index),
    Route("/help/{name}.html", help_page),
    Route("/news/", news_index),
    Route(r"/news/{year:\d{4}}/{number:\d{1,3}}.html", article_page),
    Route("/news/{rest:.+}", soft_not_found),
    Route("/sitemap.html", site_map),
)
