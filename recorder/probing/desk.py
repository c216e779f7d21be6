"""The pages that probing asks for: each fetched once, stored the moment it arrives, and after an interruption taken
from the store. What they mean is decided elsewhere.
"""

from dataclasses import dataclass, replace

from recorder.fetching import Outcome
from recorder.reading import ReadPage
from recorder.visiting import Visit, Visitor, link_rows, new_page
from store.database import Store
from store.pages import OTHER, StoredPage


@dataclass(frozen=True)
class Kept:
    """A page as it was stored; `page` is None where none came: then `outcome` names the kind of trouble, and `reason`
    says it in words.
    """

    page_id: int
    url: str
    page: ReadPage | None
    size: int
    outcome: str
    seconds: float
    rendered: bool
    reason: str = ""


class Desk:
    """Asks by `key`: what counts as the same request (see `store.frontier.request_key`)."""

    def __init__(self, store: Store, run_id: int, visitor: Visitor) -> None:
        self._store = store
        self._run_id = run_id
        self.visitor = visitor
        self._stored: dict[str, StoredPage] = {page.key: page for page in store.pages.of_run(run_id)}

    async def page(self, url: str) -> Kept:
        """The page at a plain address."""
        return await self.recalled(url) or await self.keep(await self.visitor.visit(url), url)

    async def recalled(self, key: str) -> Kept | None:
        """What was stored for this request, by this attempt at the run or an earlier one."""
        stored = self._stored.get(key)
        if stored is None:
            return None
        body = self._store.pages.body(stored.id)
        page = None if body is None else await self.visitor.read(stored.final_url, body, stored.content_type)
        return Kept(
            stored.id,
            stored.final_url,
            page,
            stored.size if page else 0,
            stored.outcome,
            stored.seconds,
            stored.rendered,
            stored.reason,
        )

    async def keep(self, visit: Visit, key: str, *, method: str = "GET", body: str = "") -> Kept:
        """Store what came back."""
        new = replace(
            new_page(self._run_id, visit, OTHER),
            key=key,
            method=method,
            request_body=body,
            links=link_rows(visit.page),
        )
        page_id = await self._store.pages.record(new)
        stored = self._store.pages.get(page_id)
        assert stored is not None  # recorded a moment ago
        self._stored[key] = stored
        rendered = not isinstance(visit.answer, Outcome) and visit.answer.rendered
        url = visit.page.url if visit.page else new.final_url
        return Kept(page_id, url, visit.page, visit.size, new.outcome, new.seconds, rendered, new.reason)
