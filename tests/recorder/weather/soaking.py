"""`python -m tests.recorder.weather.soaking DATABASE DELAY`: a real crawl of a recording, in a process of its own so
that its memory can be watched, with patience enough for a test. Prints its counts as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from recorder.cli.commands.crawl import as_plain
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching import FetchOptions, Render, Timeouts
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop

IMPATIENT = Timeouts(connect=2.0, read=0.5, total=1.5)
MOST = 300_000


def main(database: Path, delay: float) -> None:
    fetching = FetchOptions(
        render=Render.NEVER, delay=delay, timeouts=IMPATIENT, backoff=0.01, patience=5.0, max_body=MOST
    )
    result = asyncio.run(crawl(CrawlOptions(database, fetching=fetching), nobody, Stop()))
    sys.stdout.write(json.dumps(as_plain(result)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
