"""The pages that probing asks for: each fetched once, stored the moment it arrives, and taken from the store after an
interruption. Does not judge them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from recorder.fetching.answers import Request
from recorder.forms.form import URLENCODED
from recorder.forms.submission import Submission
from recorder.store.database import Store
from recorder.store.page import OTHER, NewPage, StoredPage
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.site_errors import RetryAfter
from recorder.visiting.visit import Visit, new_page
from recorder.visiting.visitor import Visitor

_Announce = Callable[[NewPage], None]


@dataclass(frozen=True)
class KeptPage:
    """A page as it was stored, and the request that brought it. `page` is None where none came: then `outcome` is the
    kind of failure, and `reason` says it in words.
    """

    page_id: int
    asked: Submission
    page: ReadPage | None = None
    size: int = 0
    outcome: str = ""
    reason: str = ""
    seconds: float = 0.0
    rendered: bool = False


class ProbeFetcher:
    """Fetches by `key`: equal for equal requests (see `store.frontier.request_key`)."""

    def __init__(
        self, store: Store, run_id: int, visitor: Visitor, retry_after: RetryAfter, announce: _Announce = lambda _: None
    ) -> None:
        self._store = store
        self._announce = announce
        self.run_id = run_id
        self._retry_after = retry_after
        self.visitor = visitor

    @cached_property
    def _stored(self) -> dict[str, StoredPage]:
        return {page.key: page for page in self._store.pages.of_run(self.run_id)}

    async def page(self, url: str) -> KeptPage:
        """The page at a plain address."""
        return await self.recalled(url) or await self.keep(await self.visitor.visit(url), url)

    async def send(self, asked: Submission, key: str, session: str = "") -> KeptPage:
        """The answer to a form sent over HTTP, in a session of its own if one is named."""
        request = Request(asked.url, asked.method, asked.body, asked.content_type, session=session)
        return await self.recalled(key) or await self.keep(await self.visitor.ask(request), key, asked)

    async def recalled(self, key: str) -> KeptPage | None:
        """What was stored for this request, by this attempt at the run or an earlier one."""
        stored = self._stored.get(key)
        if stored is None:
            return None
        body = self._store.pages.body(stored.id)
        page = None if body is None else await self.visitor.read_again(self._store.pages, stored, body)
        return _kept(stored, page)

    async def keep(self, visit: Visit, key: str, asked: Submission | None = None) -> KeptPage:
        """Store what came back for a request, by default for a plain address; unless it is postponed."""
        visit, sent = replace(visit, answers=asked is not None), asked or Submission("GET", visit.url)
        new = new_page(self.run_id, visit, OTHER)
        if self._retry_after.postpones_probe(visit):
            return KeptPage(0, sent, outcome=new.outcome, reason=new.reason)
        body = (sent.body or b"").decode("utf-8", "replace")
        new = replace(new, url=sent.url, key=key, method=sent.method, request_body=body)
        page_id = await self._store.pages.record(new)
        self._announce(new)
        stored = self._store.pages.get(page_id)
        assert stored is not None  # recorded a moment ago
        self._stored[key] = stored
        return _kept(stored, visit.page)


def _kept(stored: StoredPage, page: ReadPage | None) -> KeptPage:
    """The same after an interruption: the encoding type of the request, which is not stored, is URL encoding."""
    body = stored.request_body.encode()
    asked = Submission(stored.method, stored.url, *((body, URLENCODED) if body else ()))
    size = stored.size if page else 0
    return KeptPage(stored.id, asked, page, size, stored.outcome, stored.reason, stored.seconds, stored.rendered)
