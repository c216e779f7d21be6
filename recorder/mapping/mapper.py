"""Mapping a site: rounds of choosing, fetching and judging, until the pattern is known.

Every page is stored the moment it arrives. A mapping that was stopped or killed is done again from the start with the
stored pages in place of the network: its decisions depend only on what the pages say, so it comes by the same way to
the same end.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from patterns.navigation import NavigationPattern
from patterns.pattern_learning import learn_pattern
from patterns.site_map import SiteMap
from patterns.walk import walk
from recorder.errors import RecorderError
from recorder.events import Activity, Listener, PageFetched
from recorder.mapping.judge import Judge
from recorder.mapping.strategy import Strategy
from recorder.reading import ReadPage
from recorder.stopping import Stop
from recorder.visiting import Visitor, link_rows, new_page
from store.database import Store
from store.frontier import FrontierRow, Request
from store.pages import HUB, OTHER, TARGET, Judgement, NewPage, StoredPage

LEAST_ROUND = 8


@dataclass(frozen=True)
class MappingLimits:
    """When to stop although there is more to see."""

    pages: int | None = None
    depth: int | None = None


@dataclass
class Mapper:
    """One mapping run over one site."""

    store: Store
    run_id: int
    visitor: Visitor
    judge: Judge
    site: SiteMap
    strategy: Strategy
    limits: MappingLimits
    stop: Stop
    listen: Listener
    page_ids: dict[str, int] = field(default_factory=dict)
    stored: dict[str, StoredPage] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    """Why a URL brought no page."""
    seen: int = 0
    """URLs taken in so far; those a former attempt at this run had stored included."""
    arrived: int = 0
    pattern: NavigationPattern = field(default_factory=NavigationPattern)
    _hubs: set[str] = field(default_factory=set)

    def recall(self) -> int:
        """Remember what an interrupted run has stored already; how many pages that is."""
        self.stored = {page.url: page for page in self.store.pages.of_run(self.run_id)}
        return len(self.stored)

    async def require(self, url: str, what: str) -> None:
        """Fetch a page without which there is nothing to map; say so if it cannot be had."""
        await self._round([url])
        if url in self.site.dead:
            raise RecorderError(
                f"The {what} {url} cannot be used: {self.reasons.get(url, 'it brought no page')}.",
                "Open it in a browser to see what is there, and check the address.",
            )

    async def explore(self) -> NavigationPattern:
        """Fetch whatever the strategy wants to see, and learn the pattern from all of it."""
        self._think()
        while not self.stop.requested and (wanted := self._wanted()):
            self.listen(Activity(f"mapping: {self.seen} pages seen, {len(self.site.targets)} targets known"))
            await self._round(wanted)
            self._think()
        self.pattern = await asyncio.to_thread(learn_pattern, self.site)
        return self.pattern

    def summary(self) -> str:
        """What was found, in one clause, for when it was not enough."""
        alike = sum(self.judge.verdicts(self.site).values())
        pages = len(self.site.links)
        return f"{pages} pages were seen, {alike} of them like the sample, {len(self.site.dead)} could not be had."

    def pages_of(self, urls: Iterable[str]) -> list[int]:
        """The ids of stored pages."""
        return [self.page_ids[url] for url in urls if url in self.page_ids]

    def _wanted(self) -> list[str]:
        return self._within_limits(self.strategy.next_urls(self._round_size()))

    def _think(self) -> None:
        self.strategy.learn(self.judge.verdicts(self.site))

    def _round_size(self) -> int:
        return max(LEAST_ROUND, int(self.seen * self.strategy.round_share))

    def _within_limits(self, urls: list[str]) -> list[str]:
        if self.limits.depth is not None:
            urls = [url for url in urls if self.site.depths.get(url, 0) <= self.limits.depth]
        if self.limits.pages is None:
            return urls
        left = self.limits.pages - self.seen
        if urls and left <= 0:
            self.stop.request(f"stopped at the limit of {self.limits.pages} pages")
        return urls[: max(0, left)]

    async def _round(self, urls: Sequence[str]) -> None:
        """Fetch what is not stored yet, all at once; then take in every page in the order chosen, not of arrival."""
        rows = await self._claim([url for url in urls if url not in self.stored])
        arrived = await self._fetch_all(rows)
        for url in urls:
            if url in self.stored:
                self._observe(url, await self._recalled(self.stored[url]))
            elif url in arrived:
                self._observe(url, arrived[url])

    async def _claim(self, urls: list[str]) -> tuple[FrontierRow, ...]:
        if not urls:
            return ()
        requests = [Request(url=url, depth=self.site.depths.get(url, 0)) for url in urls]
        await self.store.frontier.add(self.run_id, requests)
        return await self.store.frontier.claim(self.run_id, len(urls))

    async def _fetch_all(self, rows: Sequence[FrontierRow]) -> dict[str, ReadPage | None]:
        """What arrived for each row; on a stop, rows whose page has not arrived are given back."""
        tasks = {asyncio.create_task(self._fetch(row)): row for row in rows}
        pending = await self.stop.or_all_done(tasks)
        await self.store.frontier.give_back([tasks[task].id for task in pending])
        return {row.url: task.result() for task, row in tasks.items() if task not in pending}

    async def _fetch(self, row: FrontierRow) -> ReadPage | None:
        visit = await self.visitor.visit(row.url)
        parent, place = self._parent(row.url)
        new = replace(
            new_page(self.run_id, visit, OTHER),
            links=link_rows(visit.page),
            frontier_id=row.id,
            depth=row.depth,
            parent_page_id=parent,
            parent_place=place,
        )
        self.page_ids[row.url] = await self.store.pages.record(new)
        if new.reason:
            self.reasons[row.url] = new.reason
        self._announce(new)
        return visit.page

    def _parent(self, url: str) -> tuple[int | None, str]:
        """The page this URL was first seen on, and where on it."""
        for page, place in self.site.inbound.get(url, {}).items():
            if page in self.page_ids:
                return self.page_ids[page], place
        return None, ""

    async def _recalled(self, stored: StoredPage) -> ReadPage | None:
        """A page that arrived before the run was interrupted."""
        self.page_ids[stored.url] = stored.id
        body = self.store.pages.body(stored.id)
        if body is None:
            self.reasons[stored.url] = stored.reason
            return None
        return await self.visitor.read(stored.final_url, body, stored.content_type)

    def _observe(self, url: str, page: ReadPage | None) -> None:
        self.seen += 1
        if page is None:
            self.site.dead.add(url)
            return
        if page.url not in self.site.links:
            self.judge.add(url, page)
            self.page_ids.setdefault(page.url, self.page_ids[url])
        self.site.add(page.url, page.links, requested=url)

    def _announce(self, new: NewPage) -> None:
        self.arrived += 1
        self.listen(
            PageFetched(
                url=new.url,
                role=new.role,
                reason=new.reason,
                similarity=None,
                rendered=new.rendered,
                pages=self.arrived,
                targets=len(self.site.targets),
                waiting=None,
            )
        )

    async def settle(self) -> None:
        """Write down what every page turned out to be."""
        self._hubs = {page for path in self.pattern.paths for page in walk(self.site, path).pages}
        verdicts = self.judge.verdicts(self.site)
        judged = {self.page_ids[url]: url for url in verdicts if url in self.page_ids}
        await self.store.pages.judge(
            [await self._judgement(page_id, url, verdicts[url]) for page_id, url in judged.items()]
        )

    async def _judgement(self, page_id: int, url: str, is_target: bool) -> Judgement:
        similarity = self.judge.similarity(url)
        if not is_target:
            return Judgement(page_id, HUB if url in self._hubs else OTHER, similarity)
        stored = self.store.pages.get(page_id)
        page = await self._recalled(stored) if stored else None
        return Judgement(page_id, TARGET, similarity, page.text if page else "")
