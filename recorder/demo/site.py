"""The bookshop as a running site on a free loopback port: `async with DemoSite() as site`; and what is true of it. No
pages.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from threading import Thread
from typing import Generic, Self, TypeVar
from urllib.parse import unquote, urlsplit

from aiohttp import web

from recorder.demo import (
    book_page,
    category_pages,
    reading_pages,
    search_pages,
    shelf_pages,
    traps,
)
from recorder.demo.books import Book, Door
from recorder.demo.invention import invent
from recorder.demo.replies import ShopReply
from recorder.demo.searches import ShopQuery, answer
from recorder.demo.sessions import Sessions
from recorder.demo.tally import Tally
from recorder.demo.visit import Answer, Arrangement, Asked, Route, Shop, ShopVisit

DEFAULT_SEED = 2006
DEFAULT_SIZE = 420
_COOKIE = "session"

# The pages of books come last: their folder may have any name.
_ROUTES: tuple[Route, ...] = (
    *traps.ROUTES,
    *category_pages.ROUTES,
    *reading_pages.ROUTES,
    *search_pages.ROUTES,
    *shelf_pages.ROUTES,
    *book_page.ROUTES,
)


@dataclass(frozen=True)
class Truth:
    """What is true of the site at one moment, for tests: all books, their addresses, the ways to them, the answers."""

    shop: Shop
    base_url: str

    @property
    def books(self) -> tuple[Book, ...]:
        return tuple(self.shop.catalogue.books.values())

    def url(self, book: Book) -> str:
        """The one canonical address of `book`."""
        return f"{self.base_url}{self.shop.book_path(book)}"

    @property
    def all_urls(self) -> frozenset[str]:
        """The address of every book on sale."""
        return frozenset(map(self.url, self.books))

    @property
    def linked_urls(self) -> frozenset[str]:
        """The books that plain links lead to, without a detour over other books or places closed to robots."""
        return self.only_through(Door.LINKS)

    def only_through(self, door: Door) -> frozenset[str]:
        """The books to which this is the only way. Those of different doors have none in common."""
        return frozenset(self.url(book) for book in self.books if book.door is door)

    def answer(self, query: ShopQuery) -> frozenset[str]:
        """The addresses of all books that a query to one of the searches finds, on all its result pages together."""
        return frozenset(map(self.url, answer(self.shop.catalogue, query)))

    def book_at(self, url: str) -> Book | None:
        """The book with this canonical address."""
        wanted = unquote(urlsplit(url).path)
        return next((book for book in self.books if unquote(self.shop.book_path(book)) == wanted), None)


class DemoSite:
    """A bookshop of `books` books invented from `seed`. `truth` knows all of them, `tally` all that was asked."""

    def __init__(self, seed: int = DEFAULT_SEED, books: int = DEFAULT_SIZE, *, port: int = 0) -> None:
        self.tally = Tally()
        self._shop = Shop(invent(seed, books), Arrangement())
        self._sessions = Sessions(seed)
        self._port = port
        self._runner: web.AppRunner | None = None
        self.base_url = ""

    async def start(self) -> None:
        """Open the shop."""
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        door = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await door.start()
        self._port = self._runner.addresses[0][1]
        self.base_url = f"http://127.0.0.1:{self._port}"

    async def stop(self) -> None:
        """Close it; open again with `start`, on the same port."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def entry_url(self) -> str:
        """The front page."""
        return f"{self.base_url}/"

    @property
    def sample_url(self) -> str:
        """A typical book that links lead to."""
        return self.truth.url(self._shop.catalogue.entry(self._shop.catalogue.sample))

    @property
    def truth(self) -> Truth:
        """What is true of the books at this moment."""
        return Truth(self._shop, self.base_url)

    def _application(self) -> web.Application:
        application = web.Application()
        for route in _ROUTES:
            application.router.add_route("*", route.path, self._handler(route.answer, posts=route.posts))
        application.router.add_route("*", "/{rest:.*}", self._handler(traps.not_found, posts=True))
        return application

    def _handler(self, answer: Answer, *, posts: bool) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            allowed = request.method in {"GET", "HEAD"} or (posts and request.method == "POST")
            response = await self.respond(request, answer) if allowed else web.Response(status=405)
            self.tally.count(request.method, request.path.partition(";")[0], request.path_qs, response.status)
            return response

        return handle

    async def respond(self, request: web.Request, answer: Answer) -> web.Response:
        """What one request gets."""
        cookie = request.cookies.get(_COOKIE)
        session = self._sessions.of(cookie)
        reply = answer(ShopVisit(self._shop, self.base_url, self._sessions.ticket(), await _asked(request), session))
        response = _not_modified(request, reply) or web.Response(
            body=reply.body, status=reply.status, headers=reply.all_headers()
        )
        if session.used and session.name != cookie:
            self._sessions.keep(session)
            response.set_cookie(_COOKIE, session.name, httponly=True, samesite="Lax")
        return response


async def _asked(request: web.Request) -> Asked:
    form = await request.post() if request.method == "POST" else {}
    texts = {name: value for name, value in form.items() if isinstance(value, str)}
    return Asked(request.method, request.path, dict(request.match_info), dict(request.query), texts)


def _not_modified(request: web.Request, reply: ShopReply) -> web.Response | None:
    """An empty 304 when the client has this very page; the tag decides before the date (RFC 9110)."""
    tags, since = request.if_none_match, request.if_modified_since
    if reply.status != 200:
        return None
    if tags is not None:
        same = reply.etag is not None and any(reply.etag.endswith(f'"{tag.value}"') for tag in tags)
    else:
        same = reply.modified is not None and since is not None and reply.modified <= since
    return web.Response(status=304, headers=reply.all_headers()) if same else None


S = TypeVar("S", bound=DemoSite)


class DemoServer(Generic[S]):
    """Serves a shop until the `with` block ends; gives that shop, which can be asked from any thread."""

    def __init__(self, site: S) -> None:
        self.site = site
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="demo site", daemon=True)

    def __enter__(self) -> S:
        self._thread.start()
        try:
            self._finish(self.site.start())
        except BaseException:
            self._end_thread()
            raise
        return self.site

    def __exit__(self, *_: object) -> None:
        try:
            self._finish(self.site.stop())
        finally:
            self._end_thread()

    def _finish(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
