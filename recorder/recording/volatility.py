"""A second look at a few target pages, at the end of a recording: what differs although hardly any time has passed is
no change of the page. Nothing is kept of these visits but what they teach.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date

from recorder.fetching import Page
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.volatility import NOTHING_VOLATILE, Volatility, daily_volatility, volatility_between
from recorder.store.pages import Pages, StoredPage
from recorder.visiting.visitor import Visitor

LOOKS = 3


async def look_again(
    pages: Pages,
    page_ids: Sequence[int],
    visitor: Visitor,
    apart: Callable[..., Awaitable[Volatility]],
) -> Volatility:
    """What of these pages differs from when they were stored, or will by tomorrow; `apart` runs long computations."""
    found = NOTHING_VOLATILE
    looked_at: list[Document] = []
    for page_id in page_ids[:LOOKS]:
        stored, body = pages.get(page_id), pages.body(page_id)
        if stored is None or body is None:
            continue
        after = await _document_of_today(visitor, stored)
        if after is not None:
            before = Document.parse(body, content_type=stored.content_type, url=stored.final_url)
            found |= await apart(volatility_between, before, after)
            looked_at.append(after)
    return found | await apart(daily_volatility, looked_at, date.today())


async def _document_of_today(visitor: Visitor, stored: StoredPage) -> Document | None:
    """None if it cannot be had, leads elsewhere now, or was fetched another way: then more may differ."""
    visit = await visitor.visit(stored.url)
    answer = visit.answer
    if not isinstance(answer, Page) or (answer.url, answer.rendered) != (stored.final_url, stored.rendered):
        return None
    return Document.parse(answer.body, content_type=answer.content_type, url=answer.url)
