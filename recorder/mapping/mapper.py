"""Mapping a site: rounds of choosing, fetching and judging, until the pattern is known.

Every page is stored the moment it arrives. A mapping that was stopped or killed is resumed by doing it again with the
stored pages in place of the network: its decisions depend only on what the pages say, and come out the same.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Any, TypeVar

from recorder.mapping.judge import Judge, LearntClass
from recorder.mapping.link_groups import SiteProgress
from recorder.mapping.site_view import SiteView
from recorder.mapping.strategy import Strategy
from recorder.mapping.survey import Survey, survey
from recorder.patterns.classes.groups import EVERYTHING, GroupChoice
from recorder.patterns.navigation.numbering import Between
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import unseen_hubs, walks
from recorder.patterns.pages.sitemaps import WHERE_NAMED
from recorder.runtime.background import Background
from recorder.runtime.events import Activity, Listener, PageFetched
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.frontier import FrontierRow, QueuedRequest
from recorder.store.page import HUB, OTHER, TARGET, Judgement, NewPage, StoredPage
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.site_errors import RetryAfter, UnusablePageError
from recorder.visiting.visit import Visit, evidence_of, new_page, stored_links
from recorder.visiting.visitor import Visitor

_Result = TypeVar("_Result")

LEAST_ROUND = 8
"""Least pages of a round, as long as there are so many to fetch."""

_SETTLED_AT_ONCE = 100
"""Most judgements that are written at once."""


@dataclass(frozen=True)
class MappingLimits:
    """When to stop although there is more to see. `pages` bounds what one attempt fetches: the next one goes on."""

    pages: int | None = None
    depth: int | None = None


@dataclass
class Mapper:
    """One mapping run over one site."""

    store: Store
    run_id: int
    visitor: Visitor
    background: Background
    judge: Judge
    site: SiteMap
    strategy: Strategy
    limits: MappingLimits
    retry_after: RetryAfter
    stop: Stop
    listen: Listener
    stored: dict[str, StoredPage] = field(default_factory=dict)
    troubles: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The outcome and the reason where a URL brought no page."""
    seen: int = 0
    """URLs taken in so far; those a former attempt at this run had stored included."""
    arrived: int = 0
    """URLs fetched by this attempt."""
    tries: set[str] = field(default_factory=set)
    """URLs that no page names: it is no error if nothing is there."""
    pattern: NavigationPattern = field(default_factory=NavigationPattern)
    unmet: str = ""
    """Why a group that a person named is not left out or taken in alone."""
    view: SiteView = field(init=False)
    progress: SiteProgress = field(init=False)

    def __post_init__(self) -> None:
        self.view = SiteView(self.site, self.judge, self.store.pages, self.apart)
        self.progress = SiteProgress(self.site)
        self.visitor.useful, self.visitor.leaves_out = self.view.new_to_the_map, self.view.is_ignored

    def recall(self) -> int:
        """Load what an interrupted run has stored; how many pages that is."""
        self.stored = {page.url: page for page in self.store.pages.of_run(self.run_id) if page.key == page.url}
        return len(self.stored)

    async def require(self, url: str, what: str) -> None:
        """Fetch a page without which there is nothing to map; `UnusablePageError` if it cannot be had."""
        if not await self.has(url):
            raise UnusablePageError(what, url, *self.troubles[url])

    async def has(self, url: str) -> bool:
        """Fetch a page; whether it could be had."""
        await self._round([url])
        return url not in self.site.dead

    async def look_for_sitemaps(self) -> None:
        """Before the entry page is fetched: it is taken to link to those that are there."""
        entry = self.site.entry
        if entry in self.stored:
            links = stored_links(self.store.pages, self.stored[entry].id)
            self.visitor.more_links[entry] = tuple(link for link in links if link.place == WHERE_NAMED)
            return
        links = await self.stop.unless_pressing(self.visitor.sitemaps(entry))
        there = [await self.stop.unless_pressing(self.visitor.brings_page(link.url)) for link in links]
        self.visitor.more_links[entry] = tuple(compress(links, there))

    async def take_in_sitemaps(self) -> None:
        """Those that were found, all at once."""
        await self._round([link.url for link in self.visitor.more_links.get(self.site.entry, ())])

    async def explore(self, asked: GroupChoice = EVERYTHING, *, best_only: bool = False) -> NavigationPattern:
        """Fetch whatever the strategy wants to see, and learn the pattern from all of it but what is not `asked` for.
        What is fetched does not depend on that: another choice needs no other pages.
        """
        await self._look_around()
        if not self.stop.requested:
            self.judge.ask_both()
            self.strategy.reconsider()
            await self._look_around()
        self.unmet = await self.apart(self.judge.choose, asked, self.site)
        learnt = await self.apart(self._learnt)
        self.pattern = learnt.best_only() if best_only else learnt
        return self.pattern

    async def _look_around(self) -> None:
        """Until nothing more is worth seeing, by what is judged now."""
        while (wanted := self._within_limits(await self.apart(self._think))) and not self.stop.requested:
            await self.show()
            self.say(f"mapping: fetching the next {many(len(wanted), 'page')}")
            await self._round(wanted)

    def _learnt(self) -> NavigationPattern:
        """From the map, through no page that robots may not visit."""
        learnt = learn_pattern(self.site)
        self.site.barred.update(filter(self.visitor.fetcher.bars, unseen_hubs(self.site, learnt)))
        self.site.dead |= self.site.barred
        return learn_pattern(self.site) if self.site.barred else learnt

    async def reached(self) -> set[str]:
        """The known targets that the pattern leads to."""
        found = await self.apart(walks, self.site, self.pattern)
        return {self.site.final(url) for walk in found for url in walk.targets}

    async def survey(self, pattern: NavigationPattern, between: Between) -> Survey:
        """What was found by a whole pattern, forms included, and whether it is to be trusted."""
        asked = {self.site.final(url) for url in self.view.listed}
        return await self.apart(survey, self.judge, self.site, pattern, self.strategy.used_hubs, between, asked)

    async def lesson(self) -> LearntClass:
        """The sample's class as learnt."""
        return await self.apart(self.judge.lesson)

    def summary(self) -> str:
        """What was found, in one clause, for when it was not enough."""
        alike = sum(self.judge.verdicts(self.site).values())
        pages = len(self.site.links)
        return f"{many(pages, 'page')} visited, {alike} like the sample, {len(self.site.dead)} could not be had."

    def say(self, what: str) -> None:
        """Announce what is being done."""
        self.listen(Activity(what))

    async def apart(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        """Run a long computation off the event loop; raises `Hurry` when a stop is pressing."""
        return await self.stop.unless_pressing(self.background.run(work, *arguments))

    def _think(self) -> list[str]:
        """Judge what has been seen; the URLs to see next."""
        self.strategy.learn(self.judge.verdicts(self.site))
        return self.strategy.next_urls(self._round_size())

    def _round_size(self) -> int:
        return max(LEAST_ROUND, int(self.seen * self.strategy.round_share))

    def _within_limits(self, urls: list[str]) -> list[str]:
        if self.limits.pages is None:
            return urls
        new = [url for url in urls if url not in self.stored]
        left = self.limits.pages - self.arrived
        if new and left <= 0:
            self.stop.request(f"stopped at the limit of {many(self.limits.pages, 'page')}")
            return []
        beyond = set(new[left:])
        return [url for url in urls if url not in beyond]

    async def _round(self, urls: Sequence[str]) -> None:
        """Fetch what is not stored yet, all at once; then take in every page in the order chosen, not of arrival."""
        rows = await self._claim([url for url in urls if url not in self.stored])
        arrived = await self._fetch_all(urls, rows)
        for url in urls:
            if url in self.stored:
                arrived[url] = await self._recalled(self.stored[url])
            if url in arrived:
                self.seen += 1
                self.view.add_page(url, self.view.page_ids[url], arrived[url])

    async def _claim(self, urls: list[str]) -> tuple[FrontierRow, ...]:
        if not urls:
            return ()
        requests = [QueuedRequest(url=url, depth=self.site.depths.get(url, 0)) for url in urls]
        return await self.store.frontier.take(self.run_id, requests)

    async def _fetch_all(self, urls: Sequence[str], rows: Sequence[FrontierRow]) -> dict[str, ReadPage | None]:
        """What arrived for each URL; on a stop, rows whose page is not stored are given back."""
        looked: dict[str, Visit] = {}
        kept: dict[str, ReadPage | None] = {}
        await self._all([self._look(row, looked, kept) for row in rows])
        if not self.stop.requested:
            await self._all([self._decide(urls, {row.url: row for row in rows}, looked, kept)])
        await self.store.frontier.give_back([row.id for row in rows if row.url not in kept])
        return kept

    async def _all(self, work: Sequence[Coroutine[Any, Any, None]]) -> None:
        """Do all of it at once, or as much as there is time for before a stop."""
        tasks = [asyncio.create_task(each) for each in work]
        pending = await self.stop.or_all_done(tasks)
        for task in tasks:
            if task not in pending:
                task.result()

    async def _look(self, row: FrontierRow, looked: dict[str, Visit], kept: dict[str, ReadPage | None]) -> None:
        visit = looked[row.url] = replace(await self.visitor.look(row.url), answers=row.url in self.tries)
        if not self.visitor.is_in_doubt(visit):
            await self._keep(row, visit, kept)

    async def _decide(
        self,
        urls: Sequence[str],
        rows: Mapping[str, FrontierRow],
        looked: Mapping[str, Visit],
        kept: dict[str, ReadPage | None],
    ) -> None:
        """Compare the pages in doubt in the order chosen, not of arrival: the same pages must decide for their kind
        when the mapping is resumed.
        """
        for url in urls:
            if url in self.stored:
                self.visitor.learn(evidence_of(self.stored[url]))
            elif url in looked:
                visit = looked[url] if url in kept else await self.visitor.decide(looked[url])
                if url not in kept:
                    await self._keep(rows[url], visit, kept)
                self.visitor.learn(visit.evidence)

    async def _keep(self, row: FrontierRow, visit: Visit, kept: dict[str, ReadPage | None]) -> None:
        """Store what came for a row."""
        if await self.retry_after.postpones(visit, row):
            return
        parent, place = self._parent(row.url)
        new = replace(
            new_page(self.run_id, visit, OTHER),
            frontier_id=row.id,
            depth=row.depth,
            parent_page_id=parent,
            parent_place=place,
        )
        self.view.page_ids[row.url] = await self.store.pages.record(new)
        if visit.page is None:
            self.troubles[row.url] = new.outcome, new.reason
        self.announce(new)
        kept[row.url] = visit.page

    def _parent(self, url: str) -> tuple[int | None, str]:
        """The page this URL was first seen on, and where on it."""
        known, linking = self.view.page_ids, self.site.inbound.get(url, {}).items()
        return next(((known[page], place) for page, place in linking if page in known), (None, ""))

    async def _recalled(self, stored: StoredPage) -> ReadPage | None:
        """A page that arrived before the run was interrupted."""
        self.view.page_ids[stored.url] = stored.id
        body = self.store.pages.body(stored.id)
        if body is None:
            self.troubles[stored.url] = stored.outcome, stored.reason
            return None
        return await self.visitor.read_again(self.store.pages, stored, body)

    def announce(self, new: NewPage) -> None:
        """Announce a page that was stored, by mapping or probing."""
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

    async def show(self) -> None:
        """Announce the progress of the map."""
        for event in await self.apart(self.progress.news, self.judge, self.strategy.used_hubs):
            self.listen(event)

    async def settle(self) -> None:
        """Write down what every page turned out to be."""
        await self.show()
        judgements = await self.apart(self._judgements)
        for start in range(0, len(judgements), _SETTLED_AT_ONCE):
            some = judgements[start : start + _SETTLED_AT_ONCE]
            await self.store.pages.judge([await self.stop.unless_pressing(self._with_text(one)) for one in some])

    def _judgements(self) -> list[Judgement]:
        """Of every page, and of addresses that were taken for pages before they were known to lead to others."""
        hubs = {page for walk in walks(self.site, self.pattern) for page in walk.pages}
        ids, found = self.view.page_ids, {}
        for url, is_target in self.judge.verdicts(self.site).items():
            if url in ids:
                role = TARGET if is_target else HUB if url in hubs else OTHER
                found[ids[url]] = Judgement(ids[url], role, self.judge.similarity(url))
        stored = (page for url, page in self.stored.items() if url in ids and page.id not in found)
        return [*found.values(), *(Judgement(page.id, OTHER) for page in stored if page.role in (TARGET, HUB))]

    async def _with_text(self, judgement: Judgement) -> Judgement:
        """With the text of a target, for full-text search: it was not stored before the page was known as one."""
        stored = self.store.pages.get(judgement.page_id) if judgement.role == TARGET else None
        page = await self._recalled(stored) if stored else None
        return replace(judgement, text=page.text) if page else judgement
