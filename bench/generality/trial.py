"""One trial: a recording with nothing but an entry page and a sample, and a crawl by its pattern, both over a mirror.
It says what was collected; whether that is right is judged by `scoring`, which knows the truth.
"""

import asyncio
import os
import resource
import tempfile
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic

from bench.generality.answers import answers
from bench.generality.extracted import extracted
from bench.generality.findings import Found, found
from bench.generality.kept_answers import KeptAnswers
from bench.generality.kept_reading import kept_reading
from bench.generality.mirror import MirrorSource
from bench.generality.site import Query
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.recording.options import RecordOptions
from recorder.recording.session import RecordResult, record
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop

PATIENT = Timeouts(connect=60, read=120, total=180, render=60)
"""A site is set up when the first page of it is asked for, and answers are kept for ever: better late than never."""

_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where a trial has its database: on a disk a fifth of its time goes into waiting for what nobody needs to last."""


@dataclass(frozen=True)
class Task:
    """What is tried. `mirror` None: the site itself is asked, and must be served."""

    entry: str
    sample: str
    mirror: Path | None
    render: Render = Render.AUTO
    queries: tuple[Query, ...] = ()
    """What the forms that were found are asked afterwards."""
    read: frozenset[str] = frozenset()
    """The pages whose records are looked at."""


def run(task: Task) -> Found:
    """The trial. What the program refuses is found out; what it did not expect is raised."""
    began = monotonic()
    with tempfile.TemporaryDirectory(dir=_MEMORY) as folder:
        outcome = asyncio.run(_try(task, Path(folder) / "trial.db"))
    return replace(outcome, cpu=_cpu_seconds(), seconds=monotonic() - began)


async def _try(task: Task, database: Path) -> Found:
    fetching = FetchOptions(timeouts=PATIENT, render=task.render)
    if task.mirror is None:
        return await _record_and_crawl(task, database, fetching)
    with closing(KeptAnswers(task.mirror)) as answers, closing(kept_reading(task.mirror)) as reading:
        reading.install()
        return await _record_and_crawl(task, database, replace(fetching, open_source=partial(MirrorSource, answers)))


async def _record_and_crawl(task: Task, database: Path, fetching: FetchOptions) -> Found:
    result: RecordResult | None = None
    failure = ""
    try:
        options = RecordOptions(task.entry, (task.sample,), database, fetching=fetching)
        result = await record(options, nobody, Stop())
        await crawl(CrawlOptions(database, fetching=fetching), nobody, Stop())
    except RecorderError as error:
        failure = error.message
    known = found(database, result, failure)
    if result is None or not (task.queries or task.read):
        return known
    records = await extracted(database, task.read)
    return replace(known, records=records, answers=await answers(database, task.queries, fetching))


def _cpu_seconds() -> float:
    """Of this process and those it has started."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)
