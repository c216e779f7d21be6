"""The frame around every page of the shop: header, navigation, sidebar, footer, and their forms and scripts."""

from collections.abc import Sequence
from html import escape

from recorder.demo.books import Catalogue
from recorder.demo.invention import LANGUAGES
from recorder.demo.markup import Crumb, breadcrumbs, items, link, optional, options
from recorder.demo.replies import UTF8, Charset, ShopReply, html
from recorder.demo.visit import Arrangement, ShopVisit, category, tracked

_SITE_LANGUAGES = (("en", "English"), ("fr", "Français"), ("de", "Deutsch"))

_STYLE = """<style>
body{font:16px/1.5 Georgia,serif;margin:0;color:#222}header,footer,.page{max-width:70rem;margin:auto;padding:1rem}
nav ul{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}.page{display:flex;gap:2rem}
main{flex:1}aside.side{width:14rem}.skip{position:absolute;left:-9999px}
table{border-collapse:collapse}th,td{padding:.2rem .6rem;text-align:left;vertical-align:top}
</style>"""
_SCRIPT = """<script>
window.shop = {opened: 1987, currency: "GBP"};
document.documentElement.className += " js";
</script>"""
_CLOSING_SCRIPT = """<script>
(function () {
  var banner = document.getElementById("cookies");
  if (banner && document.cookie.indexOf("seen=1") >= 0) { banner.parentNode.removeChild(banner); }
})();
</script>"""


def frame(
    visit: ShopVisit,
    title: str,
    main: str,
    *,
    crumbs: Sequence[Crumb] = (),
    head: str = "",
    charset: Charset = UTF8,
    status: int = 200,
) -> ShopReply:
    """A whole page around `main`, which is HTML; `title` is plain text."""
    meta = f'<meta charset="{charset.name}">\n' if charset.in_meta else ""
    text = f"""<!DOCTYPE html>
<html lang="en">
<head>
{meta}<title>{escape(title)} – Lantern &amp; Heron Books</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
{head}{_STYLE}
{_SCRIPT}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
{_header(visit)}
<div class="page">
<main id="content">
{breadcrumbs(crumbs)}
{main}
</main>
{_sidebar(visit)}
</div>
{_footer()}
{_CLOSING_SCRIPT}
</body>
</html>
"""
    return html(text, charset, status)


def language_choice(arrangement: Arrangement) -> str:
    """The select without which the catalogue search answers nothing, once the owner has made it obligatory."""
    languages = [("", "Choose a language"), ("any", "Any language"), *((name, name) for name in LANGUAGES)]
    return optional(
        arrangement.search_needs_language, f'<select name="language" required>{options(languages)}</select>\n'
    )


def _header(visit: ShopVisit) -> str:
    arrangement, word = visit.arrangement, escape(visit.arrangement.word_field)
    sections = (
        ("/books/", "Books"),
        ("/authors/", "Authors"),
        ("/series/", "Series"),
        ("/lists/", "Our lists"),
        ("/news/", "News"),
        ("/events/", "Events"),
        ("/search", "Search"),
        ("/rare", "Rare books"),
        ("/used", "Second-hand"),
        ("/branches", "In our branches"),
        ("/help/", "Help"),
    )
    return f"""<header>
<p class="logo"><a href="/"><img src="/static/logo.png" alt="Lantern &amp; Heron Books"></a></p>
<form class="quick" role="search" action="/search/results" method="{arrangement.search_method}">
<input type="search" name="{word}" placeholder="Title or author" aria-label="Search the catalogue">
{language_choice(arrangement)}<button type="submit">Search</button>
</form>
<ul class="account"><li><a href="/account/">Your account</a></li>
<li><a href="{escape(visit.in_query("/basket"))}">Basket</a></li></ul>
<form class="language" action="/language" method="post"><label for="lang">Language</label>
<select id="lang" name="lang" onchange="this.form.submit()">{options(_SITE_LANGUAGES)}</select>
<noscript><button>Change</button></noscript></form>
<nav><ul>
{items(link(path, text) for path, text in sections)}
</ul></nav>
</header>"""


def _sidebar(visit: ShopVisit) -> str:
    sellers = (visit.catalogue.entry(number) for number in visit.catalogue.bestsellers)
    return f"""<aside class="side">
<h2>Browse</h2>
{_tree(visit.catalogue)}
<h2>Bestsellers</h2>
<ol class="bestsellers">
{items(link(visit.in_query(visit.book(book)), book.title) for book in sellers)}
</ol>
<p class="offer">{link(tracked("/lists/readers-favourites.html", "sidebar"), "Readers’ favourites: three for two")}</p>
</aside>"""


def _tree(catalogue: Catalogue) -> str:
    parents = dict.fromkeys((leaf.parent_slug, leaf.parent_title) for leaf in catalogue.categories)
    rows = []
    for slug, title in parents:
        leaves = [leaf for leaf in catalogue.categories if leaf.parent_slug == slug]
        below = items(link(category(leaf), leaf.title) for leaf in leaves)
        rows.append(f"{link(f'/books/{slug}/', title)}\n<ul>\n{below}\n</ul>")
    return f'<ul class="tree">\n{items(rows)}\n</ul>'


_FOOTER_LINKS = (
    link("/help/delivery.html", "Delivery"),
    link("/help/returns.html", "Returns"),
    link("/contact", "Contact"),
    link("/sitemap.html", "Site map"),
    link("/files/catalogue.pdf", "Catalogue (PDF)"),
    link("/staff/picks.html", "Staff room"),
    link("/shop/gift-cards.html", "Gift cards"),
    link("mailto:books@lantern-heron.example", "Write to us"),
    link("tel:+441632960000", "Call us"),
    link("https://social.example/@lantern-heron", "Follow us"),
    '<a href="javascript:window.print()">Print this page</a>',
)
_GUILD = link("https://www.booksellers.example/", "Member of the Booksellers’ Guild")


def _footer() -> str:
    return f"""<footer>
<form class="newsletter" action="/newsletter" method="post">
<label for="newsletter-address">Our newsletter</label>
<input id="newsletter-address" type="email" name="address" placeholder="you@example.org" required>
<button type="submit">Sign up</button>
</form>
<ul>
{items(_FOOTER_LINKS)}
</ul>
<p>© 1987–2026 Lantern &amp; Heron Books. {_GUILD}.</p>
<p id="cookies">This site uses two small cookies.</p>
</footer>"""
