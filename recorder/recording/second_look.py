"""A second look at some pages at the end of a recording, to know what of them is volatile. Keeps nothing."""

from collections.abc import Sequence
from datetime import date

from recorder.fetching.answers import Page
from recorder.mapping.mapper import Mapper
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.volatility import NOTHING_VOLATILE, Volatility, daily_volatility, volatility_between
from recorder.store.pages import Pages

LOOKS = 3
"""Most targets that are looked at once more in the end."""


async def look_again(pages: Pages, page_ids: Sequence[int], mapper: Mapper) -> Volatility:
    """What of these pages differs from a moment ago, or will by tomorrow: that is no change of the page. Nothing else
    is kept of these visits.
    """
    found = NOTHING_VOLATILE
    seen: list[Document] = []
    for stored in pages.some(page_ids[:LOOKS]):
        answer = (await mapper.visitor.visit(stored.url)).answer
        body = pages.body(stored.id)
        # Led elsewhere, or fetched another way than before, more may differ.
        if (
            body is not None
            and isinstance(answer, Page)
            and (answer.url, answer.rendered) == (stored.final_url, stored.rendered)
        ):
            before = Document.parse(body, content_type=stored.content_type, url=stored.final_url)
            seen.append(Document.parse(answer.body, content_type=answer.content_type, url=answer.url))
            found |= await mapper.apart(volatility_between, before, seen[-1])
    return found | await mapper.apart(daily_volatility, seen, date.today())
