"""`python -m bench.fleet_sites SITES HOSTS LOG`: tiny shops on loopback addresses 127.0.1.1, 127.0.1.2 and so on,
several on one of them at ports of their own. Prints `address port` of each; writes into LOG who was
asked when, a line a page.
"""

import asyncio
import csv
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

ITEMS = 8
_SECONDS = 0.01
"""What a page takes to make, so that visits at the same time can be seen."""


@dataclass(frozen=True)
class SmallSite:
    address: str
    port: int

    @property
    def name(self) -> str:
        return f"{self.address}-{self.port}"

    @property
    def entry(self) -> str:
        return f"http://{self.address}:{self.port}/"


@dataclass(frozen=True)
class PageAsked:
    """One page that a site was asked for: from when to when, by the client at this port."""

    site: str
    began: float
    ended: float
    path: str

    @property
    def host(self) -> str:
        return self.site.partition("-")[0]


@contextmanager
def small_sites(count: int, hosts: int, log: Path) -> Iterator[tuple[SmallSite, ...]]:
    """As many sites on as many addresses, served by a process of their own."""
    command = [sys.executable, "-m", "bench.fleet_sites", str(count), str(hosts), str(log)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])
    assert process.stdout is not None
    try:
        yield tuple(SmallSite(*_words(process.stdout.readline())) for _ in range(count))
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def _words(line: str) -> tuple[str, int]:
    address, port = line.split()
    return address, int(port)


def write_list(sites: Sequence[SmallSite], file: Path, delay: float = 0.02) -> None:
    """A sites.csv of them, as the fleet reads it. `delay`: seconds between two requests to a site."""
    with file.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["note", "like", "entry", "name", "options"])
        for site in sites:
            options = f"--render never --delay {delay} --forms none"
            writer.writerow(["of the bench", f"{site.entry}item/1", site.entry, site.name, options])


def asked(log: Path) -> list[PageAsked]:
    rows = (line.split("\t") for line in log.read_text().splitlines())
    return [PageAsked(site, float(began), float(ended), path) for site, began, ended, path in rows]


def pages_by_site(log: Path) -> Mapping[str, int]:
    """How many pages each site was asked for, without robots.txt."""
    counts: defaultdict[str, int] = defaultdict(int)
    for each in asked(log):
        counts[each.site] += each.path != "/robots.txt"
    return counts


def two_at_once(log: Path) -> int:
    """Pages asked of one site while another of the same host was at work: since it was first, until it was last asked.

    A site is visited as a whole, so its whole time counts, not only that of its requests.
    """
    visits: dict[str, tuple[float, float]] = {}
    for each in asked(log):
        began, ended = visits.get(each.site, (each.began, each.ended))
        visits[each.site] = (min(began, each.began), max(ended, each.ended))
    by_host: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for site, visit in visits.items():
        by_host[site.partition("-")[0]].append(visit)
    return sum(
        second[0] < first[1]
        for visits_of_host in by_host.values()
        for first, second in zip(sorted(visits_of_host), sorted(visits_of_host)[1:], strict=False)
    )


def page(site: str, path: str) -> str | None:
    """None where there is no such page. Every site has goods of its own."""
    if path == "/":
        links = "".join(
            f'<li><a href="/item/{number}">{_title(site, number)}</a></li>' for number in range(1, ITEMS + 1)
        )
        return f"<html><head><title>Shop {site}</title></head><body><h1>Shop {site}</h1><ul>{links}</ul></body></html>"
    number = path.removeprefix("/item/")
    if path.startswith("/item/") and number.isdigit() and 1 <= int(number) <= ITEMS:
        title, price = _title(site, int(number)), f"{int(number) * 7 + len(site)}.50 €"
        return (
            f"<html><head><title>{title}</title></head><body><nav><a href='/'>Home</a></nav><main><h1>{title}</h1>"
            f"<p class='price'>{price}</p><p class='text'>A thing called {title}, number {number}.</p>"
            "</main></body></html>"
        )
    return None


def _title(site: str, number: int) -> str:
    return f"Thing {number} of {site.replace('-', ' port ')}"


async def _answer(site: str, log: TextIO, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while line := await reader.readline():
            path = line.split()[1].decode()
            began = time.time()
            while (await reader.readline()).strip():
                pass
            await asyncio.sleep(_SECONDS)
            body = page(site, path)
            status, text = ("200 OK", body) if body else ("404 Not Found", "<html><body>Nothing here.</body></html>")
            data = text.encode()
            writer.write(f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n".encode())
            writer.write(f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
            await writer.drain()
            log.write(f"{site}\t{began}\t{time.time()}\t{path}\n")
            log.flush()
    except (ConnectionError, IndexError):
        pass
    finally:
        writer.close()


async def _serve(count: int, hosts: int, log: TextIO) -> None:
    servers = []
    for number in range(count):
        address = f"127.0.{1 + number % hosts // 200}.{1 + number % hosts % 200}"
        names: list[str] = []

        def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, names: list[str] = names) -> object:
            return _answer(names[0], log, reader, writer)

        server = await asyncio.start_server(client, address, 0)
        port = server.sockets[0].getsockname()[1]
        names.append(SmallSite(address, port).name)
        servers.append(server)
        print(address, port, flush=True)
    await asyncio.gather(*(server.serve_forever() for server in servers))


if __name__ == "__main__":
    with Path(sys.argv[3]).open("w") as file:
        asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2]), file))
