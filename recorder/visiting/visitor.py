"""One visit to one URL: fetched the way its kind of pages needs, read, and made ready for the store. Does not judge
what the page means for the run.

Where there is a choice, every page comes over HTTP first: that costs next to nothing beside rendering, and shows what
kind of page it is. `visit` does everything for one URL. A caller that visits many at a time, and wants the same
decisions whatever arrives first, uses `look`, `is_in_doubt`, `decide` and `learn` in an order of its own.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import FilledForm
from recorder.fetching.options import FetchOptions, PageSource
from recorder.fetching.session_source import SessionSource
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.patterns.pages.links import Link
from recorder.patterns.pages.sitemaps import SITEMAP, WHERE_NAMED
from recorder.patterns.similarity.rtdm import Comparison
from recorder.patterns.urls.url import without_route
from recorder.runtime.background import Background
from recorder.runtime.events import Listener, Note
from recorder.store.page import StoredPage
from recorder.store.pages import Pages
from recorder.visiting.page_reader import MOST_LINKS, Reader, ReadPage
from recorder.visiting.reader_process import NEVER, ReaderProcess, UnreadablePageError
from recorder.visiting.render_choice import FetchMode, RenderChoice, RenderChoices
from recorder.visiting.render_comparison import Useful, added_links, shows_in_a_frame, weigh
from recorder.visiting.render_evidence import PageKind, RenderEvidence, cell_of
from recorder.visiting.visit import Visit, evidence_of, stored_links

_MOST_BESIDE = 5
"""Most pages asked for to learn what browsers add to all pages. Some are no pages, or have no scripts."""

_SIDES = {
    FetchMode.BROWSER: "are rendered from now on: scripts change them",
    FetchMode.HTTP: "go over HTTP from now on",
}


@dataclass
class Visitor:
    """Fetches and reads. Reading and comparing are done in the background: no network, no screen waits for them."""

    fetcher: PageSource
    reader: Reader
    background: Background
    note: Callable[[str], None]
    reader_process: ReaderProcess | None = None
    """Reads large pages, and all that are fetched in runs that fetch enough of them."""
    render_choices: RenderChoices = field(default_factory=RenderChoices)
    useful: Useful | None = None
    """Which links are worth a browser; by default, none is."""
    leaves_out: Callable[[str], bool] = lambda _: False
    """Links that a person does not want followed."""
    more_links: dict[str, tuple[Link, ...]] = field(default_factory=dict)
    """By the page that is taken to have them: no page links to the sitemaps of a site."""
    _comparison: Comparison = field(default_factory=Comparison)
    _deciding: defaultdict[PageKind, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    @property
    def can_fill_forms(self) -> bool:
        """Whether a browser may fill in forms."""
        return self.fetcher.has_browser

    async def visit(self, url: str, useful: Useful | None = None) -> Visit:
        """The page the way its kind needs, to follow these of its links."""
        visit = await self.look(url, useful)
        if self.is_in_doubt(visit):
            visit = await self._in_turn(visit)
        self.learn(visit.evidence)
        return visit

    async def look(self, url: str, useful: Useful | None = None) -> Visit:
        """The page the way that is decided for its kind by now; over HTTP where nothing is."""
        if self.fetcher.has_choice and self.render_choices.expects_browser(url):
            return await self._rendered(url)
        visit = replace(await self.ask(Request(url)), useful=useful or self.useful)
        return await self._compared(visit) if self._is_rendered(visit) else visit

    def is_in_doubt(self, visit: Visit) -> bool:
        """Whether this page must be compared, for its own sake or for that of its kind."""
        return (
            self.fetcher.has_choice
            and visit.kind is not None
            and self._choice(visit).must_compare(visit.url, visit.kind)
        )

    async def decide(self, visit: Visit) -> Visit:
        """The page compared with what a browser shows, if there is still any need to."""
        return await self._compared(visit) if self.is_in_doubt(visit) or self._is_rendered(visit) else visit

    def _choice(self, visit: Visit) -> RenderChoice:
        return self.render_choices.of(for_links=visit.useful is not None)

    def _is_rendered(self, visit: Visit) -> bool:
        """Whether pages of its kind are shown by a browser."""
        if not self.fetcher.has_choice or visit.kind is None:
            return False
        return self._choice(visit).mode_of(visit.url, visit.kind) is FetchMode.BROWSER

    def learn(self, evidence: RenderEvidence | None) -> None:
        """Take in a comparison, to decide for later pages."""
        changed = self.render_choices.learn(evidence) if evidence else None
        if evidence and changed:
            self.note(f"Pages like {evidence.url} {_SIDES[changed]}.")

    async def sitemaps(self, entry: str) -> tuple[Link, ...]:
        """Links to them, in no page's place."""
        return tuple(Link(url, WHERE_NAMED, kind=SITEMAP) for url in await self.fetcher.sitemaps(entry))

    async def brings_page(self, url: str) -> bool:
        """Asked once, whatever comes of it."""
        return (await self.ask(Request(url))).page is not None

    def with_more(self, url: str, page: ReadPage) -> ReadPage:
        """A page with the links that it is taken to have besides its own, at whatever address it is asked for later."""
        more = self.more_links.get(url) or self.more_links.get(page.url, ())
        if not more:
            return page
        self.more_links.setdefault(page.url, more)
        return replace(page, links=(*page.links, *more))

    async def ask(self, request: Request) -> Visit:
        """The answer to any request, over HTTP or as the options say."""
        return await self._read(request.url, await self.fetcher.fetch(request))

    async def submit(self, filled: FilledForm) -> tuple[Visit, tuple[Request, ...]]:
        """The answer to a form that the browser fills in and sends, and the requests that the page made."""
        submitted = await self.fetcher.submit(filled)
        return await self._read(filled.page.url, submitted.answer), submitted.sent

    async def _in_turn(self, visit: Visit) -> Visit:
        """Pages of an undecided kind are compared one after the other, until it is decided."""
        assert visit.kind is not None  # or there was no doubt
        async with self._deciding[visit.kind]:
            if self.is_in_doubt(visit):
                visit = await self._compared(visit)
                self.learn(visit.evidence)
                return visit
        return await self.decide(visit)

    async def _rendered(self, url: str) -> Visit:
        """As a browser shows it; over HTTP if it has another page show it in a frame: there it is not alone."""
        shown = await self._read(url, await self.fetcher.render(Request(url)))
        return await self.ask(Request(url)) if shown.page and shows_in_a_frame(shown.page, url) else shown

    async def _compared(self, visit: Visit) -> Visit:
        """The fuller version of a page, with the evidence: what it says there, or what it says here with the links from
        there. So are all pages of a kind judged by the same version of them, whichever of them were compared. A page
        that the browser fails on is no evidence; its plain version is taken, unless its kind is known to need the
        browser.
        """
        plain = visit.page
        assert plain is not None  # only what came over HTTP is compared
        shown = await self._rendered(visit.url)
        if shown.page is None:
            return shown if self._is_rendered(visit) else visit
        evidence = await self._weighed(visit, shown)
        if evidence.changed or evidence.brings:
            again = await self.ask(Request(visit.url))
            evidence = await self._weighed(visit, shown, again)
            if evidence.changed and self.render_choices.additions.are_unknown:
                self.render_choices.additions.learn(evidence)
                await self._compare_beside(visit)
                evidence = await self._weighed(visit, shown, again)
        if evidence.brings and not evidence.changed:
            more = added_links(plain, shown.page)
            return replace(visit, page=replace(plain, links=(*plain.links, *more)), evidence=evidence)
        return replace(shown if evidence.changed else visit, evidence=evidence)

    async def _compare_beside(self, visit: Visit) -> None:
        """Learn what browsers add to pages of the site from some that lie nearest by links. Else the first pages would
        be rendered for what is added to all of them, unlike those that come later.
        """
        additions, cell = self.render_choices.additions, cell_of(visit.url)
        asked, near = {visit.url}, [visit]
        for found in near:
            linked = {link.url for link in found.page.links} if found.page else set()
            for url in sorted(linked - asked, key=lambda url: (cell_of(url) != cell, url)):
                if not additions.are_unknown or len(near) > _MOST_BESIDE:
                    return
                asked.add(url)
                if self.leaves_out(url):
                    continue
                beside = await self.ask(Request(url))
                near.append(beside)
                if beside.kind and beside.kind.traits and (shown := await self._rendered(url)).page:
                    additions.learn(await self._weighed(beside, shown))

    async def _weighed(self, visit: Visit, shown: Visit, again: Visit | None = None) -> RenderEvidence:
        assert visit.kind and visit.page  # only what came over HTTP is compared
        blank, useful = RenderEvidence(visit.url, visit.kind), visit.useful
        # Asked here, not in the background: meanwhile other pages teach the choices more.
        common = self.render_choices.additions.common()
        twin = self.render_choices.twin(visit.url, visit.page.fingerprint)

        def weighed() -> RenderEvidence:
            plain, rendered, second = visit.version, shown.version, again.version if again else None
            assert plain and rendered  # both came
            return weigh(blank, plain, rendered, second, common, self._comparison, useful, twin=twin)

        return await self.background.run(weighed)

    async def _read(self, url: str, answer: Page | Outcome) -> Visit:
        if isinstance(answer, Outcome):
            return Visit(url, answer, None)
        if not answer.rendered and "#" in answer.url:
            # A route after `#` is a page of its own only where a browser shows one.
            answer = replace(answer, url=without_route(answer.url))
        try:
            page = await self._read_anywhere(answer)
            if len(page.links) == MOST_LINKS:
                self.note(f"{url} has more than {MOST_LINKS:,} links: the first {MOST_LINKS:,} are taken.")
            return Visit(url, answer, self.with_more(url, page))
        except UnreadablePageError as error:
            kind, reason = OutcomeKind.UNREADABLE, str(error)
            left = Outcome(answer.request, kind, reason, answer.status, url=answer.url, redirects=answer.redirects)
            return Visit(url, left, None)

    async def _read_anywhere(self, answer: Page) -> ReadPage:
        page = None
        if self.reader_process is not None:
            page = await self.reader_process.read(answer.url, answer.body, answer.content_type)
        return page or await self.read(answer.url, answer.body, answer.content_type)

    async def read(self, url: str, body: bytes, content_type: str) -> ReadPage:
        return await self.background.run(self.reader.read, url, body, content_type)

    async def read_again(self, pages: Pages, stored: StoredPage, body: bytes) -> ReadPage:
        """A stored page as it was, the links included that only a browser brought."""
        page = await self.read(stored.final_url, body, stored.content_type)
        evidence = evidence_of(stored)
        if evidence and evidence.brings and not stored.rendered:
            return replace(page, links=stored_links(pages, stored.id) or page.links)
        return self.with_more(stored.url, page)

    async def close(self) -> None:
        """Close connections, browser and reader process; the background belongs to the caller."""
        if self.reader_process is not None:
            await self.reader_process.close()
        await self.fetcher.close()


@asynccontextmanager
async def open_visitor(options: FetchOptions, reader: Reader, listen: Listener) -> AsyncIterator[Visitor]:
    """A visitor of the reader's site, with a background of its own. It announces what a person should know of the
    fetching.
    """

    def note(text: str) -> None:
        listen(Note(text))

    background, noticing = Background(), replace(options, notice=note)
    if options.session:
        source: PageSource = SessionSource(noticing, reader.scope, options.session)
    else:
        source = (options.open_source or SiteFetcher)(noticing, reader.scope)
    visitor = Visitor(source, reader, background, note, ReaderProcess(reader, after=NEVER))
    try:
        yield visitor
    finally:
        background.close()
        await visitor.close()
