"""Filling the mirror of a site ahead, by a plain walk along all links. Asks as a recording does, and decides nothing.
What only a browser or a form brings is left to the trials: which pages those are, they decide.
"""

import asyncio
from collections import deque
from contextlib import closing
from time import monotonic, process_time

from bench.generality.findings import Found
from bench.generality.kept_answers import KeptAnswers
from bench.generality.mirror import MirrorSource
from bench.generality.trial import PATIENT, Task
from recorder.fetching.answers import Page, Request
from recorder.fetching.options import FetchOptions
from recorder.fetching.scope import Scope
from recorder.patterns.pages.documents import Document
from recorder.patterns.urls.url import without_route
from recorder.visiting.page_reader import Reader

_WALKED = "walked"
"""The fact of a mirror that says so."""
_AT_ONCE = 16
"""Requests at a time: as many as the program makes of its own machine."""


def is_walked(answers: KeptAnswers) -> bool:
    """Whether nothing is left to be filled by a walk."""
    return answers.fact(_WALKED) is not None


def walk(task: Task) -> Found:
    """The addresses that links lead to from the entry page, all of them asked for."""
    began, worked = monotonic(), process_time()
    assert task.mirror is not None  # it is what is filled
    with closing(KeptAnswers(task.mirror)) as answers:
        seen = asyncio.run(_walk(task.entry, answers))
        answers.state(_WALKED, str(len(seen)))
    return Found(seen=tuple(seen), cpu=process_time() - worked, seconds=monotonic() - began)


async def _walk(entry: str, answers: KeptAnswers) -> list[str]:
    scope = Scope.of(entry)
    source = MirrorSource(answers, FetchOptions(timeouts=PATIENT), scope)
    reader = Reader(scope)
    seen, todo = {entry: None}, deque([entry])
    try:
        while todo:
            some = [todo.popleft() for _ in range(min(_AT_ONCE, len(todo)))]
            for answer in await asyncio.gather(*(source.fetch(Request(url)) for url in some)):
                new = [url for url in _links(reader, answer) if url not in seen] if isinstance(answer, Page) else ()
                seen |= dict.fromkeys(new)
                todo.extend(dict.fromkeys(new))
    finally:
        await source.close()
    return list(seen)


def _links(reader: Reader, page: Page) -> list[str]:
    document = Document.parse(page.body, content_type=page.content_type, url=without_route(page.url))
    return [without_route(link.url) for link in reader.links(document)]
