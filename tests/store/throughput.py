"""How fast pages are made durable, and whether memory stays flat: `python -m tests.store.throughput [PAGES] [WORKERS]`.

An asyncio engine in little: workers claim a row, record a page of some KB with 30 links, and wait for it to be on disk.
"""

import asyncio
import random
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from recorder.store import LinkRow, NewPage, QueuedRequest, Store, open_store
from tests.store.conftest import problems

LINKS = 30
CLAIMED_AT_ONCE = 8


def resident_mb() -> float:
    """What this process holds now (its peak, where the system does not say)."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def small_page(number: int, pages: int, run_id: int, frontier_id: int) -> NewPage:
    """A page of about 3 KB: a template with some words of its own, links to other pages and a few new ones."""
    chance = random.Random(number)
    words = " ".join(chance.choice(("river", "stone", "lamp", "north", "paper", "cloud")) for _ in range(60))
    urls = [
        f"http://site.example/section-{n % 40}/page-{n}.html"
        for n in (chance.randrange(pages) for _ in range(LINKS - 3))
    ]
    ahead = [
        f"http://site.example/section-{n % 40}/page-{n}.html" for n in range(3 * number + 1, min(3 * number + 4, pages))
    ]
    links = tuple(LinkRow(url, "html/body/div/ul/li/a", f"Page {url[-12:]}", "a") for url in urls + ahead)
    return NewPage(
        run_id=run_id,
        url=f"http://site.example/section-{number % 40}/page-{number}.html",
        role="target" if number % 2 else "hub",
        title=f"Page {number}",
        http_status=200,
        content_type="text/html",
        body=(f"<html><h1>{number}</h1><p>{words}</p>" + "<li class=entry><a href=/>link</a></li>" * 60).encode(),
        text=words,
        links=links,
        frontier_id=frontier_id,
        follow=tuple(QueuedRequest(url=url, depth=1) for url in ahead),
    )


async def fill(store: Store, run_id: int, pages: int, workers: int, report_every: int = 0) -> list[float]:
    """Record that many pages; the resident memory at every `report_every` of them."""
    memory: list[float] = []
    recorded = 0
    await store.frontier.add(run_id, [QueuedRequest(url="http://site.example/section-0/page-0.html")])

    async def work() -> None:
        nonlocal recorded
        while recorded < pages:
            rows = await store.frontier.claim(run_id, CLAIMED_AT_ONCE)
            for row in rows:
                number = int(row.url.rpartition("-")[2].removesuffix(".html"))
                await store.pages.record(small_page(number, pages, run_id, row.id))
                recorded += 1
                if report_every and recorded % report_every == 0:
                    memory.append(resident_mb())

    await asyncio.gather(*(work() for _ in range(workers)))
    return memory


def say(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")


def main() -> None:
    pages, workers = (int(word) for word in [*sys.argv[1:], "50000", "16"][:2])
    with TemporaryDirectory() as folder, open_store(Path(folder) / "site.db", create=True) as store:
        recording = store.recordings.create("site", "http://site.example/", [], {}).result()
        run = store.runs.begin(recording.id, "crawl").result()
        began, busy = time.perf_counter(), time.process_time()
        memory = asyncio.run(fill(store, run.id, pages, workers, max(1, pages // 10)))
        seconds, busy = time.perf_counter() - began, time.process_time() - busy
        say(f"{pages} pages, {workers} workers: {pages / seconds:.0f} pages/s, {1e3 * busy / pages:.2f} ms CPU a page")
        size = store.path.stat().st_size
        say("resident MB:", *(f"{number:.0f}" for number in memory), f"database MB: {size / 1e6:.0f}")
        began = time.perf_counter()
        ended = store.runs.end(run.id, "done").result()
        say(f"counted {ended.pages} pages, {ended.targets} targets in {time.perf_counter() - began:.2f} s")
        for name, count in (
            ("read", lambda: sum(1 for _ in store.pages.of_run(run.id))),
            ("listed present", lambda: sum(1 for _ in store.targets.list(recording.id))),
            ("found", lambda: len(store.targets.search(recording.id, "river lamp", 50))),
            ("links to it", lambda: store.why(recording.id, "http://site.example/section-7/page-7.html").link_count),
            ("problems", lambda: len(problems(store))),
        ):
            began = time.perf_counter()
            say(f"{name} {count()} in {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
