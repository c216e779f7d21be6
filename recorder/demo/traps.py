"""What makes sites hard to crawl: dead ends, detours, an endless calendar, files, a room closed to robots, and forms
that change something. Whoever sends one of those is thanked; `tally.py` counts.
"""

from base64 import b64decode
from calendar import Calendar, month_name
from html import escape
from random import Random

from recorder.demo.books import Author
from recorder.demo.frame import frame
from recorder.demo.markup import fixed, items, link, optional
from recorder.demo.replies import ShopReply, file, redirect
from recorder.demo.visit import Answer, Route, ShopVisit, author
from recorder.demo.vocabulary import paragraphs

FORBIDDEN = "/staff/"
CALENDAR = "/events/"
_YEAR = 2026
_MONTHS = tuple(month_name)

_PNG = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
_JPEG_SIGNATURE = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xd9"
_EMPTY_ZIP = b"PK\x05\x06" + bytes(18)
_FILES = {
    "catalogue.pdf": (b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n", "application/pdf"),
    "leaflet": (b"%PDF-1.4\n%%EOF\n", "application/pdf"),
    "press-kit.zip": (_EMPTY_ZIP, "application/zip"),
    "shelf-marks.txt": ("Crime: C. Poetry: P. Café: downstairs.\n".encode(), "text/plain; charset=utf-8"),
    "prices.csv": (b"binding,from\nPaperback,3.99\nHardback,9.99\n", "text/csv"),
}


def not_found(visit: ShopVisit) -> ShopReply:
    """An honest 404."""
    return frame(visit, "Not found", "<h1>Not found</h1>\n<p>There is no such page in this shop.</p>", status=404)


def soft_not_found(visit: ShopVisit) -> ShopReply:
    """The same regret with status 200, as many shops send it."""
    main = f"""<h1>We are sorry</h1>
<p>The page you asked for could not be found. It may have moved, or the offer has ended.</p>
<p>{link("/", "Go to the front page")} or {link("/books/", "look at our books")}.</p>"""
    return frame(visit, "We are sorry", main)


def _broken(visit: ShopVisit) -> ShopReply:
    return frame(
        visit, "Error", "<h1>Internal server error</h1><p>Table 'shop.stock' is marked as crashed.</p>", status=500
    )


def _old_book(visit: ShopVisit) -> ShopReply:
    """Addresses of the shop's first web site; the number alone says which book is meant."""
    number = visit.asked.query.get("id", "")
    book = visit.catalogue.books.get(int(number)) if number.isdecimal() and len(number) < 9 else None
    return redirect(visit.book(book), 301) if book else not_found(visit)


def month_page(visit: ShopVisit) -> ShopReply:
    """One month of the calendar. There is always a next one; only those of one year have events."""
    year, month = int(visit.asked.parts["year"]), int(visit.asked.parts["month"])
    if not 1 <= month <= 12:
        return not_found(visit)
    title = f"{_MONTHS[month]} {year}"
    meetings = _meetings(visit, month) if year == _YEAR else []
    told = (
        f"{link(author(writer), writer.name)} reads and signs, day {day}, seven o’clock." for day, writer in meetings
    )
    main = f"""<h1>Events in {title}</h1>
<p>{link(_month_address(year, month - 1), "‹ previous month")}
{link(_month_address(year, month + 1), "next month ›")}</p>
<table class="month">
{_days(year, month)}
</table>
{optional(meetings, f'<ul class="meetings">{items(told)}</ul>') or "<p>No events are planned yet.</p>"}"""
    return frame(visit, title, main, crumbs=((CALENDAR, "Events"), ("", title)))


def _days(year: int, month: int) -> str:
    weeks = Calendar().monthdayscalendar(1 + (year - 1) % 9998, month)
    return "\n".join(f"<tr>{''.join(f'<td>{day or str()}</td>' for day in week)}</tr>" for week in weeks)


def _month_address(year: int, month: int) -> str:
    """Month 0 and month 13 belong to the years beside."""
    return f"{CALENDAR}{year + (month - 1) // 12}/{(month - 1) % 12 + 1}/"


def _meetings(visit: ShopVisit, month: int) -> list[tuple[int, Author]]:
    stream = Random(f"{visit.catalogue.seed}/events/{month}")
    writers = list(visit.catalogue.by_author)
    return [(stream.randint(1, 28), stream.choice(writers)) for _ in range(3)]


def robots(visit: ShopVisit) -> ShopReply:
    """The rules for robots."""
    books = optional(visit.arrangement.robots_forbid_books, f"Disallow: /{visit.arrangement.book_folder}/\n")
    all_robots = f"User-agent: *\nDisallow: {FORBIDDEN}\nAllow: {FORBIDDEN}open-day.html\n{books}"
    rules = f"{all_robots}\nUser-agent: BadBot\nDisallow: /\n"
    return file(rules.encode(), "text/plain; charset=utf-8")


def _staff(visit: ShopVisit) -> ShopReply:
    """Closed to robots, all but the open day; people find a few more links to books there."""
    name = visit.asked.parts["name"]
    picks = items(link(visit.book(book), book.title) for book in visit.catalogue.linked[:5])
    text = "".join(f"<p>{escape(text)}</p>" for text in paragraphs(Random(name), 1, 2))
    more = link(f"{FORBIDDEN}rota.html", "Rota") + ", " + link(f"{FORBIDDEN}open-day.html", "Open day")
    return frame(visit, "Staff room", f"<h1>Staff room</h1>\n{text}\n<ul>{picks}</ul>\n<p>{more}</p>")


def _file(visit: ShopVisit) -> ShopReply:
    found = _FILES.get(visit.asked.parts["name"])
    return file(*found) if found else not_found(visit)


def _thanks(visit: ShopVisit) -> ShopReply:
    """Something has changed."""
    return frame(visit, "Thank you", "<h1>Thank you</h1>\n<p>We have taken note of it.</p>")


def _form_page(visit: ShopVisit) -> ShopReply:
    title, name = _FORM_PAGES[visit.asked.path]
    return frame(visit, title, fixed(name), crumbs=(("", title),))


def _always(reply: ShopReply) -> Answer:
    return lambda _visit: reply


_FORM_PAGES = {
    "/account/": ("Your account", "account"),
    "/contact": ("Contact", "contact"),
    "/basket": ("Your basket", "basket"),
}
_DEEDS = (
    *("/account/{deed:login|register|delete}", "/newsletter", "/contact/send", "/sell/offer", "/basket/add"),
    *("/basket/order", "/wishlist/add", "/poll/vote", r"/reviews/{number:\d+}"),
)
_PRESS_KIT = file(_EMPTY_ZIP, "application/octet-stream", attachment="press-kit.zip")

ROUTES = (
    Route("/robots.txt", robots),
    Route("/index.html", _always(redirect("/"))),
    Route("/book.php", _old_book),
    Route(r"/go/{number:\d{1,8}}", lambda visit: redirect(f"/book.php?id={visit.asked.parts['number']}")),
    Route("/out/guild", _always(redirect("https://www.booksellers.example/members/lantern-heron"))),
    Route("/club/join", _always(redirect("/club/renew"))),
    Route("/club/renew", _always(redirect("/club/join"))),
    Route("/reports/sales.html", _broken),
    Route("/shop/{name:.*}", soft_not_found),
    Route(CALENDAR, _always(redirect(f"{CALENDAR}{_YEAR}/1/"))),
    Route(CALENDAR + r"{year:\d{1,9}}/{month:\d{1,2}}/", month_page),
    Route(FORBIDDEN + "{name}", _staff),
    Route("/files/{name}", _file),
    Route("/download", _always(_PRESS_KIT)),
    Route("/covers/{name}.jpg", _always(file(_JPEG_SIGNATURE, "image/jpeg"))),
    Route("/static/{name}.png", _always(file(_PNG, "image/png"))),
    *(Route(path, _form_page) for path in _FORM_PAGES),
    Route("/language", _always(redirect("/", 303)), posts=True),
    Route("/newsletter/leave", _thanks),
    *(Route(path, _thanks, posts=True) for path in _DEEDS),
)
