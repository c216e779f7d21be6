"""A small client of the demo site for its tests: fetching, links and forms as a reader of the page would see them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin

import lxml.html
from aiohttp import ClientSession

_VISIT = re.compile(r"(;jsessionid=\w+)|[?&](sid|utm_\w+)=[^&]*")


@dataclass(frozen=True)
class Answer:
    url: str
    status: int
    content_type: str
    charset: str | None
    body: bytes

    @property
    def tree(self) -> lxml.html.HtmlElement:
        return lxml.html.fromstring(self.body, parser=lxml.html.HTMLParser(encoding=self.charset))

    @property
    def is_book(self) -> bool:
        return bool(self.tree.xpath("//article[@class='book']"))

    def links(self, place: str = "//a") -> list[str]:
        base = urljoin(self.url, (self.tree.xpath("//base/@href") or [""])[0])
        return [urljoin(base, href) for href in self.tree.xpath(f"{place}/@href")]

    def links_to_books(self, place: str = "//main//a") -> list[str]:
        return [without_visit(url) for url in self.links(place) if re.search(r"/book/[^/]+-\d+\.html", url)]

    def text(self, path: str) -> str:
        return " ".join(" ".join(self.tree.xpath(f"{path}//text()")).split())


async def get(
    client: ClientSession, url: str, headers: Mapping[str, str] | None = None, *, follow: bool = True
) -> Answer:
    async with client.get(url, allow_redirects=follow, headers=headers) as answer:
        return Answer(str(answer.url), answer.status, answer.content_type, answer.charset, await answer.read())


async def post(client: ClientSession, url: str, fields: dict[str, str]) -> Answer:
    async with client.post(url, data=fields) as answer:
        return Answer(str(answer.url), answer.status, answer.content_type, answer.charset, await answer.read())


def without_visit(url: str) -> str:
    """`url` without fragment, session number and tracking."""
    return _VISIT.sub("", urldefrag(url)[0])


async def walk(client: ClientSession, entry: str, *, avoid: Iterable[str], through_books: bool) -> dict[str, Answer]:
    """Every page plain links lead to, by the address they were found at."""
    home, seen, queue = urljoin(entry, "/"), dict[str, Answer](), [entry]
    while queue:
        url = without_visit(queue.pop())
        if url in seen or not url.startswith(home) or any(re.search(each, url) for each in avoid):
            continue
        seen[url] = answer = await get(client, url)
        if answer.content_type == "text/html" and answer.status == 200 and (through_books or not answer.is_book):
            queue.extend(answer.links())
    return seen


async def all_results(client: ClientSession, url: str) -> list[str]:
    """The books on a page of results and on all those its numbers lead to."""
    first = await get(client, url)
    if first.is_book:
        return [first.url]
    pages = [first, *[await get(client, link) for link in first.links("//p[@class='pages']/a")]]
    return [book for page in pages for book in page.links_to_books("//ol[@class='results']//h3/a")]
