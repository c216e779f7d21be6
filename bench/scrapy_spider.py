"""`python -m bench.scrapy_spider BASE DATABASE`: the crawl of `bench.catalogue` as a Scrapy user would write it for the
job: rules, 16 requests at a time, no delay, and a pipeline that keeps every page in SQLite.
"""

import sqlite3
import sys
from typing import Any

from scrapy.crawler import CrawlerProcess
from scrapy.http import Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

SETTINGS = {
    "CONCURRENT_REQUESTS": 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    "DOWNLOAD_DELAY": 0,
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "ROBOTSTXT_OBEY": True,
    "ITEM_PIPELINES": {"__main__.Keeping": 1},
}


class Keeping:
    """One transaction a page, so that each is safe once it is there."""

    def open_spider(self) -> None:
        self._connection = sqlite3.connect(sys.argv[2], isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("CREATE TABLE pages (url TEXT PRIMARY KEY, title TEXT, body BLOB)")

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        self._connection.execute("INSERT INTO pages VALUES (:url, :title, :body)", item)
        return item

    def close_spider(self) -> None:
        self._connection.close()


class Library(CrawlSpider):
    name = "library"
    start_urls = (sys.argv[1],)
    rules = (
        Rule(LinkExtractor(allow=r"/subject/[0-9]+/[0-9]+$")),
        Rule(LinkExtractor(allow=r"/item/[^/]+\.html$"), callback="item", follow=False),
    )

    def item(self, response: Response) -> dict[str, Any]:
        return {"url": response.url, "title": response.css("title::text").get(), "body": response.body}


if __name__ == "__main__":
    process = CrawlerProcess(SETTINGS)
    process.crawl(Library)
    process.start()
