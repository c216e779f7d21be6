"""What is said when a run is over, and at the prompt when the application is left. No widgets."""

import shlex

from recorder.face import CrawlResult, Extraction
from recorder.tui.session import Session
from recorder.tui.words import many


def ended(session: Session) -> str:
    """What a run came to, and what to do next."""
    watch, job = session.watch, session.job
    result = job.result if job else None
    if isinstance(result, Extraction):
        return f"{many(result.pages, 'page')} extracted into {many(len(result.tables), 'table')}."
    words = f"The {watch.kind} is {watch.status}: {many(watch.pages, 'page')}, {many(watch.targets, 'target')}."
    if result is not None and result.stopped:
        return f"{words} It can be gone on with: press r in {'Map' if watch.kind == 'mapping' else 'Crawl'}."
    if isinstance(result, CrawlResult) and result.drift is not None:
        return f"{words} The site has drifted: {result.drift.message}."
    if isinstance(result, CrawlResult) and result.trouble:
        return f"{words} {result.trouble}"
    return f"{words} Press 4 to see the pattern, 5 to collect pages." if watch.kind == "mapping" else words


def farewell(session: Session) -> str:
    """For the prompt: what was saved and how to go on."""
    library, watch = session.library, session.watch
    if library is None:
        return ""
    again = shlex.join(["recorder", "tui", "--db", str(library.path)])
    if session.job is None:
        return f"To come back: {again}"
    result = session.job.result
    if result is None or (not isinstance(result, Extraction) and result.stopped):
        return f"The {watch.kind} was stopped; everything is saved. To go on: {again}"
    return f"The {watch.kind} is done. To come back: {again}"
