"""`python -m tests.recorder.weather.soaking DATABASE`: a real crawl of a recording, in a process of its own so
that its memory can be watched, by a clock whose waits take no time. Prints its counts as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from recorder.cli.commands.crawl import as_plain
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from tests.recorder.fetching.clock import JumpingClock

IMPATIENT = Timeouts(connect=2.0, read=0.5, total=1.5)
MOST = 300_000


def main(database: Path) -> None:
    fetching = FetchOptions(render=Render.NEVER, timeouts=IMPATIENT, patience=5.0, max_body=MOST, clock=JumpingClock())
    result = asyncio.run(crawl(CrawlOptions(database, fetching=fetching), nobody, Stop()))
    sys.stdout.write(json.dumps(as_plain(result)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
