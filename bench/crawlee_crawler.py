"""`python -m bench.crawlee_crawler BASE DATABASE CONCURRENCY`: the crawl of `bench.catalogue` in a browser, as a
crawlee user would write it for the job: links by glob, every item page kept in SQLite.
"""

import asyncio
import logging
import os
import sqlite3
import sys
import tempfile
from contextlib import closing

from crawlee import ConcurrencySettings, Glob
from crawlee.configuration import Configuration
from crawlee.crawlers import PlaywrightCrawler, PlaywrightCrawlingContext

from recorder.fetching.browser_finding import find_browser

INSERT = "INSERT OR REPLACE INTO pages VALUES (?, ?, ?)"


async def crawl(base: str, database: sqlite3.Connection, concurrency: int) -> None:
    crawler = PlaywrightCrawler(
        configure_logging=False,
        headless=True,
        browser_launch_options={"executable_path": find_browser().path, "chromium_sandbox": os.geteuid() != 0},
        concurrency_settings=ConcurrencySettings(
            min_concurrency=concurrency, desired_concurrency=concurrency, max_concurrency=concurrency
        ),
    )

    @crawler.router.default_handler
    async def shelf(context: PlaywrightCrawlingContext) -> None:
        await context.enqueue_links(include=[Glob(f"{base}subject/*/*")])
        await context.enqueue_links(include=[Glob(f"{base}item/*.html")], label="item")

    @crawler.router.handler("item")
    async def item(context: PlaywrightCrawlingContext) -> None:
        database.execute(INSERT, (context.request.url, await context.page.title(), await context.page.content()))

    await crawler.run([base])


def main(base: str, file: str, concurrency: int) -> None:
    logging.disable()
    with closing(sqlite3.connect(file, isolation_level=None)) as database, tempfile.TemporaryDirectory() as storage:
        Configuration.get_global_configuration().storage_dir = storage
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE pages (url TEXT PRIMARY KEY, title TEXT, body TEXT)")
        asyncio.run(crawl(base, database, concurrency))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
