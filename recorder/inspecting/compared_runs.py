"""Which two crawls are compared where nobody says which."""

from collections.abc import Sequence

from recorder.runtime.errors import UsageError
from recorder.store.runs import Run


def last_two(runs: Sequence[Run]) -> tuple[Run, Run]:
    """The newest crawl that can be compared with one before it; the older first."""
    crawls = [run for run in runs if run.kind == "crawl" and run.status != "running"]
    for position, newer in reversed(list(enumerate(crawls))):
        for older in reversed(crawls[:position]):
            if older.parameters == newer.parameters:
                return older, newer
    raise UsageError(
        "There are no two crawls to compare: a second one with the same parameters is needed.",
        "Run `recorder crawl` again when the site may have changed.",
    )
