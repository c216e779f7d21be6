"""A first look at an address that somebody typed: can it be had, is it a page, is it of this site, what is on it, and
how alike are two of them? One request each, over HTTP, as courteous as any other.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock

from recorder.fetching.answers import Outcome, Page, Request
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope, ScopeKind
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.fetching.whole_address import BRIEF, whole_address
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.outline import OutlineLine, outline
from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.similarity.rtdm import Comparison
from recorder.patterns.urls.address import beside
from recorder.patterns.urls.url import given_address
from recorder.runtime.errors import RecorderError

_ALIKE = 0.6
"""Least similarity of two samples that needs no remark: of real pages made by 17 generators, 3% of the pairs from one
template are less alike, and half of those from different ones. The threshold itself is learnt from many pages."""

_GLANCING = FetchOptions(render=Render.NEVER, attempts=1, timeouts=BRIEF)


@dataclass(frozen=True, eq=False)
class Glance:
    """What was seen. `trouble` says why it cannot be used; `doubt` what to think about before it is."""

    url: str
    trouble: str = ""
    doubt: str = ""
    title: str = ""
    arrived: str = ""
    """Where it was found after all redirects."""
    alike: float | None = None
    """The least similarity to the samples given before it."""
    outline: tuple[OutlineLine, ...] = ()
    tree: Tree | None = None


class Glancer:
    """Looks at addresses of one site, in threads: calls wait for the network. The pages seen can be compared."""

    def __init__(self) -> None:
        self._forest = Forest()
        self._comparison = Comparison()
        self._reading = Lock()

    def entry(self, typed: str) -> Glance:
        """Where somebody would start."""
        return asyncio.run(self._look(typed, None))

    def sample(self, typed: str, entry: Glance | None, others: Sequence[Glance], scope: ScopeKind) -> Glance:
        """A page like those that are wanted; `others` are samples given before it."""
        found = asyncio.run(self._look(typed, _scope(entry, scope)))
        if found.trouble:
            return found
        if entry is not None and found.url == entry.url:
            return Glance(found.url, trouble="this is the entry page itself; give one of the pages you want")
        if entry is not None and found.arrived == entry.arrived:
            return Glance(found.url, trouble="this leads back to the entry page; give one of the pages you want")
        with self._reading:
            return self._compared(found, others)

    def _compared(self, found: Glance, others: Sequence[Glance]) -> Glance:
        """Only with other samples: how like the entry page a sample is says nothing."""
        tree, trees = found.tree, {other.url: other.tree for other in others if other.tree is not None}
        if tree is None or not trees:
            return found
        alike, url = min((self._comparison.similarity(tree, other), url) for url, other in trees.items())
        doubt = f"it is hardly built like {url}: are both pages you want?" if alike < _ALIKE else ""
        return replace(found, alike=alike, doubt=doubt)

    async def _look(self, typed: str, scope: Scope | None) -> Glance:
        try:
            whole = await whole_address(typed, _GLANCING) if scope is None else beside(typed, str(scope.entry))
        except RecorderError as error:
            return Glance(typed, trouble=error.message.removesuffix("."))
        url = given_address(whole, str(scope.entry) if scope else "")
        if url is None:
            return Glance(typed, trouble="this is no address")
        if scope is not None and not scope.contains(url):
            return Glance(url, trouble=f"this is not on the site of the entry page, {scope}")
        fetcher = SiteFetcher(_GLANCING, scope)
        try:
            answer = await fetcher.fetch(Request(url))
        finally:
            await fetcher.close()
        if isinstance(answer, Outcome):
            return Glance(url, trouble=answer.reason or answer.kind.value)
        return self._seen(url, answer)

    def _seen(self, url: str, page: Page) -> Glance:
        document = Document.parse(page.body, content_type=page.content_type, url=page.url)
        with self._reading:
            tree = self._forest.fold(self._forest.tree(document))
        return Glance(url, title=document.title, arrived=page.url, outline=outline(document), tree=tree)


def _scope(entry: Glance | None, kind: ScopeKind) -> Scope | None:
    if entry is None or entry.trouble:
        return None
    try:
        return Scope.of(entry.url, kind)
    except RecorderError:
        return None
