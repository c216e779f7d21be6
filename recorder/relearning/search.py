"""Where a changed site has the content of its old pages now: looks where they stood, then along the links, then behind
the forms. Stores nothing and judges by words alone; how such pages are built is for a new recording to learn.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from recorder.crawling.form_sender import FormSender
from recorder.fetching import Outcome
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern
from recorder.patterns.pages.words import words_of
from recorder.relearning.original_pages import Original, Originals, spread
from recorder.runtime.events import Activity, Listener
from recorder.runtime.stopping import Stop
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.visitor import Visitor

NEAR = 0.5
"""Least share of the words of an old page, weighed by rarity, for a page to have its content."""
MOST_PAGES = 300
"""Most pages that one walk along links looks at."""
_SURE = 0.8
"""Least share that ends the search."""
_OTHERS_TRIED = 5
"""Most old pages, besides the samples, that are looked for where they stood."""
_AT_ONCE = 8
"""Most pages that are fetched at a time."""


@dataclass(frozen=True)
class Found:
    """Where the content of an old page is now, and what share of its words is there."""

    original: Original
    url: str
    overlap: float
    words: int

    @property
    def rank(self) -> tuple[float, int]:
        """A list of everything has all words, too: of pages about as near, the one that says least besides."""
        return round(self.overlap, 1), -self.words


@dataclass
class Seeker:
    """One search over one site."""

    visitor: Visitor
    originals: Originals
    entry: str
    pattern: NavigationPattern
    stop: Stop
    listen: Listener
    ignores: Callable[[str], bool] = lambda _: False
    """Links that are not to be followed."""
    no_entry: Outcome | None = None
    """Why the entry page could not be had, if it could not."""
    _waiting: list[tuple[bool, int, int, str]] = field(default_factory=list)
    _known: set[str] = field(default_factory=set)

    async def seek(self) -> tuple[Found, ...]:
        """The samples, or if there is none any more, another of the old pages; nothing if nothing is near enough."""
        stayed = [found for each in self.originals.samples if (found := await self._where_it_stood(each))]
        for each in spread(self.originals.others, _OTHERS_TRIED):
            if not stayed and (found := await self._where_it_stood(each)):
                stayed.append(found)
        return tuple(stayed) or await self._along_the_links() or await self._behind_the_forms()

    async def _where_it_stood(self, original: Original) -> Found | None:
        if self.stop.requested:
            return None
        self._known.add(original.url)
        page = (await self.visitor.visit(original.url)).page
        return self._compared(original, page) if page else None

    async def _along_the_links(self) -> tuple[Found, ...]:
        self._known.add(self.entry)
        heappush(self._waiting, (False, 0, 0, self.entry))
        return self._chosen(await self._walk({}))

    async def _behind_the_forms(self) -> tuple[Found, ...]:
        """From what the forms answer to questions that were answered before."""
        if self.stop.requested or self.no_entry:
            return ()
        best: dict[Original, Found] = {}
        self._waiting.clear()
        async for page in _example_answers(self.pattern, self.visitor):
            self._look_at(page, best)
            self._wait_for_links(page, 1)
        return self._chosen(await self._walk(best))

    async def _walk(self, best: dict[Original, Found]) -> dict[Original, Found]:
        """The nearest page to each original, `best` so far, on the way along all links that wait: breadth first, but
        links that are named as an old page before all others.
        """
        seen = 0
        while self._waiting and seen < MOST_PAGES and not self.stop.requested:
            batch = [heappop(self._waiting) for _ in range(min(_AT_ONCE, MOST_PAGES - seen, len(self._waiting)))]
            seen += len(batch)
            self.listen(Activity(f"looking for the sample: {seen} pages seen"))
            visits = await asyncio.gather(*(self.visitor.visit(url) for *_, url in batch))
            for (_, depth, _, _), visit in zip(batch, visits, strict=True):
                if visit.page:
                    self._look_at(visit.page, best)
                    self._wait_for_links(visit.page, depth + 1)
                elif visit.url == self.entry and isinstance(visit.answer, Outcome):
                    self.no_entry = visit.answer
            if any(each in best and best[each].overlap >= _SURE for each in self.originals.samples):
                break
        return best

    def _look_at(self, page: ReadPage, best: dict[Original, Found]) -> None:
        for original in self.originals.all:
            found = self._compared(original, page)
            if found and (original not in best or found.rank > best[original].rank):
                best[original] = found

    def _chosen(self, best: dict[Original, Found]) -> tuple[Found, ...]:
        samples = tuple(best[each] for each in self.originals.samples if each in best)
        return samples or tuple(sorted(best.values(), key=lambda found: found.rank)[-1:])

    def _compared(self, original: Original, page: ReadPage) -> Found | None:
        words = words_of(page.title) | words_of(page.text)
        overlap = self.originals.rarity.overlap(original.words, words)
        url = original.url if page.url == original.final_url else page.url
        return Found(original, url, overlap, len(words)) if overlap >= NEAR else None

    def _wait_for_links(self, page: ReadPage, depth: int) -> None:
        for link in page.links:
            if link.url not in self._known and not self.ignores(link.url):
                self._known.add(link.url)
                plain = not self._names_an_original(words_of(link.text))
                heappush(self._waiting, (plain, depth, len(self._known), link.url))

    def _names_an_original(self, text: frozenset[str]) -> bool:
        """Whether it says little but what the title of an old page says, and most of that."""
        overlap = self.originals.rarity.overlap
        return any(
            overlap(each.title, text) >= NEAR and overlap(text, each.title) >= _SURE for each in self.originals.all
        )


async def _example_answers(pattern: NavigationPattern, visitor: Visitor) -> AsyncIterator[ReadPage]:
    """What the forms that a path begins with, and that stand alone, answer to what worked while recording."""
    sender = FormSender(visitor)
    paths = (path.steps for path in pattern.paths)
    for step in dict.fromkeys(first for first, *others in paths if not any(isinstance(o, FormStep) for o in others)):
        if isinstance(step, FormStep):
            examples = {each.name: (each.example,) if each.example else each.default for each in step.parameters}
            visit = await sender.send(step, examples)
            if visit.page:
                yield visit.page
