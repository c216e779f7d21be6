"""`python -m bench.catalogue ITEMS`: a generated library catalogue, served from memory on a loopback port, which it
prints: subjects, lists of thirty items each, item pages. As large as pages are on real shops: some 10 KB and 70 links.

Its server does as little as a server can, so that what is measured is whoever asks.
"""

import asyncio
import random
import sys
from collections.abc import Iterator

SUBJECTS = 20
ITEMS_A_LIST = 30
_WORDS = (
    *("amber", "brook", "candle", "dawn", "echo", "fern", "garden", "harbour"),
    *("island", "jasmine", "kettle", "lantern", "meadow", "north", "orchard", "pebble"),
)
_MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\nnot found"


def pages(items: int) -> dict[str, bytes]:
    """Every page by its path."""
    subjects = [range(number, items, SUBJECTS) for number in range(SUBJECTS)]
    found = {"/": _page("The library", _links((f"/subject/{n}/1", _title(n)) for n in range(SUBJECTS)))}
    for number, shelf in enumerate(subjects):
        for page, start in enumerate(range(0, len(shelf), ITEMS_A_LIST), 1):
            rows = _links((item_path(item), _title(item)) for item in shelf[start : start + ITEMS_A_LIST])
            more = (
                f"<a class=next href=/subject/{number}/{page + 1}>next</a>" if start + ITEMS_A_LIST < len(shelf) else ""
            )
            found[f"/subject/{number}/{page}"] = _page(f"Subject {number}, page {page}", f"{rows}<p>{more}</p>")
    for item in range(items):
        found[item_path(item)] = _page(_title(item), _item(item, items))
    return {path: text.encode() for path, text in found.items()}


def item_path(item: int) -> str:
    return f"/item/{_title(item).lower().replace(' ', '-')}-{item}.html"


def _title(number: int) -> str:
    return " ".join(random.Random(number).choices(_WORDS, k=3)).title()


def _item(item: int, items: int) -> str:
    chance = random.Random(item)
    facts = "".join(f"<tr><th>{word.title()}</th><td>{_prose(chance, 4)}</td></tr>" for word in _WORDS[:12])
    prose = "".join(f"<p>{_prose(chance, 90)}</p>" for _ in range(chance.randint(3, 7)))
    also = _links((item_path(other), _title(other)) for other in chance.sample(range(items), 8))
    return f"<table class=facts>{facts}</table><section>{prose}</section><aside><h2>Also</h2>{also}</aside>"


def _prose(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))


def _links(links: Iterator[tuple[str, str]]) -> str:
    return f"<ul>{''.join(f'<li class=entry><a href={path}>{title}</a></li>' for path, title in links)}</ul>"


def _page(title: str, content: str) -> str:
    menu = _links((f"/subject/{number}/1", f"Subject {number}") for number in range(SUBJECTS))
    foot = _links((f"/about/{word}.html", word.title()) for word in _WORDS)
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head><body><header>"
        f"<h1><a href=/>Library</a></h1><nav>{menu}</nav></header><main><h2>{title}</h2>{content}</main>"
        f"<footer>{foot}</footer><script>document.body.dataset.ready = 'yes'</script></body></html>"
    )


class _Answering(asyncio.Protocol):
    """One connection: keeps it open, and looks at nothing but the path."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self._answers = answers
        self._asked = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        *requests, self._asked = (self._asked + data).split(b"\r\n\r\n")
        for request in requests:
            self._transport.write(self._answers.get(request.split(b" ", 2)[1], _MISSING))


def _answer(body: bytes) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def _serve(items: int) -> None:
    answers = {path.encode(): _answer(body) for path, body in pages(items).items()}
    server = await asyncio.get_running_loop().create_server(lambda: _Answering(answers), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
