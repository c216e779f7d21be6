"""Recording a site again after it has changed, by what is stored of it: finds where the old sample's content is now,
and records with that, under the same recording. Its runs and patterns stay as history.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from recorder.fetching.answers import Outcome
from recorder.fetching.options import as_recorded
from recorder.fetching.own_session import require_session
from recorder.fetching.scope import Scope
from recorder.knowledge.link_marks import load_link_marks
from recorder.knowledge.pattern_versions import learnt_pattern
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern
from recorder.patterns.pages.words import words_of
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions, kept_options
from recorder.recording.original_pages import Original, Originals, load_originals, spread
from recorder.recording.session import RecordResult, record_held
from recorder.runtime.errors import RecorderError, StoppedError
from recorder.runtime.events import Activity, Listener, Note
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Continuation, Stop
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording
from recorder.visiting.form_sender import FormSender
from recorder.visiting.page_reader import Reader, ReadPage
from recorder.visiting.site_errors import UnusablePageError
from recorder.visiting.visitor import Visitor, open_visitor

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


async def record_again(options: RecordOptions, listen: Listener, stop: Stop) -> RecordResult:
    """Record the site of the recording that `options` names once more; where its samples are now is found out."""
    with open_store(options.database) as store:
        recording = store.recordings.find(options.name)
        require_session(recording, options.fetching.session)
        with store.recordings.hold(recording):
            fetching = as_recorded(options.fetching, recording)
            asked = replace(options, entry=recording.entry_url, samples=recording.samples, fetching=fetching)
            if asked.continuation is not Continuation.RESUME:
                found = await _find(store, recording, asked, listen, stop)
                asked = replace(asked, samples=tuple(dict.fromkeys(each.url for each in found)))
                recording = _as_found(store, recording, asked)
            return await record_held(store, recording, asked, listen, stop)


def _as_found(store: Store, recording: Recording, asked: RecordOptions) -> Recording:
    """Samples that stand where they stood leave an unfinished run to be gone on with."""
    store.recordings.set_options(recording.id, kept_options(asked)).result()
    if set(asked.samples) == set(recording.samples):
        return recording
    return store.recordings.replace_samples(recording.id, asked.samples).result()


async def _find(
    store: Store, recording: Recording, options: RecordOptions, listen: Listener, stop: Stop
) -> tuple[Found, ...]:
    pattern = NavigationPattern() if options.forms is FormChoice.NONE else learnt_pattern(store, recording.id).pattern
    originals, marks = load_originals(store, recording), load_link_marks(store, recording.id)
    reader = Reader(Scope.of(options.entry, options.scope, options.samples), with_forms=True)
    async with open_visitor(options.fetching, reader, listen) as visitor:
        seeker = Seeker(visitor, originals, options.entry, pattern, stop, listen, marks.ignores)
        found = await seeker.seek()
    if not found and seeker.no_entry:
        raise UnusablePageError("entry page", options.entry, seeker.no_entry.kind, seeker.no_entry.reason)
    if stop.requested:
        raise StoppedError(
            "Stopped while the sample was looked for; the recording is as it was.", "Run the same command again."
        )
    if not found:
        raise RecorderError(
            f"No page of {recording.entry_url} has the content of {', '.join(recording.samples)} any more, nor of the "
            "other pages that are stored.",
            "Record the site anew with a sample of today, under a new name: "
            f"recorder record {recording.entry_url} --like SAMPLE --db {options.database} --name NAME.",
        )
    for each in found:
        listen(Note(_in_words(each)))
    return found


def _in_words(found: Found) -> str:
    where = "still there" if found.url == found.original.url else f"now {found.url}"
    return f"{found.original.url} is {where}: {found.overlap:.0%} of what set it apart."


@dataclass
class Seeker:
    """Where a changed site has the content of its old pages now: one search, where they stood, then along the links,
    then behind the forms. It stores nothing and judges by words alone: how such pages are built is for the new
    recording to learn.
    """

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
            self.listen(Activity(f"looking for the sample: {many(seen, 'page')} visited"))
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
