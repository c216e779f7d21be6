"""The pages of a site as a person sees them who is logged in: what `SiteFetcher` brings with the cookies of their
session, and three things more. Nothing is asked for that would end the session or change something; the end of the
session is noticed; and no secret of it is in what comes out.

A page that asks for a password, or no longer offers to log out, may only want more rights. So the end is believed when
a page that was shown before says the same: the witness.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.options import FetchOptions
from recorder.fetching.own_session import OwnSession
from recorder.fetching.scope import Scope
from recorder.fetching.session_secrets import SessionSecrets
from recorder.fetching.session_signs import SessionSigns, SessionStanding, changes_something, is_exit, signs_of
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.runtime.errors import UsageError

_FRESH = (("Cache-Control", "no-cache"),)
"""A stored page says nothing of now."""
_WITNESSES = 3
_MOST_EXITS = 10_000
_WEAK_SIGNS = 20
"""Pages that offer no log-out, for one at which the witness is asked, where other pages do offer one."""

_Ask = Callable[[Request], Awaitable[Page | Outcome]]


class SessionSource:
    """A source of pages with a session that must not be lost. All of `signs_of` is done in a thread."""

    def __init__(self, options: FetchOptions, scope: Scope, session: OwnSession) -> None:
        own = session.of(scope)
        if not own:
            raise UsageError(
                f"{session.file} holds no session of {scope.entry.host}, but of {', '.join(session.hosts)}.",
                f"Make one: recorder session open {scope.entry.origin} --to FILE",
            )
        self._site = SiteFetcher(replace(options, session=own, refused=self.refused), scope)
        self._entry, self._host = str(scope.entry), scope.entry.host
        self._notice = options.notice
        self._secrets = SessionSecrets(own.storage)
        self._exits: set[str] = set()
        self._beginning, self._asking = asyncio.Lock(), asyncio.Lock()
        self._begun = self._ended = False
        self._offers = ""
        """The last page that offered to log out."""
        self._shown: deque[str] = deque(maxlen=_WITNESSES)
        self._weak = 0

    @property
    def has_browser(self) -> bool:
        return self._site.has_browser

    @property
    def has_choice(self) -> bool:
        return self._site.has_choice

    def refused(self, url: str) -> str:
        """Why an address is not asked for; nothing if it may be."""
        if url in self._exits or is_exit(url):
            return "it would end your session"
        return "it may change something in your name" if changes_something(url) else ""

    async def fetch(self, request: Request) -> Page | Outcome:
        return await self._watched(request, self._site.fetch)

    async def render(self, request: Request) -> Page | Outcome:
        return await self._watched(request, self._site.render)

    async def submit(self, filled: FilledForm) -> Submitted:
        sent: tuple[Request, ...] = ()

        async def submitted(_: Request) -> Page | Outcome:
            nonlocal sent
            done = await self._site.submit(filled)
            sent = done.sent
            return done.answer

        answer = await self._watched(filled.page, submitted)
        return Submitted(answer, self._secrets.out_of_all(sent))

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        return await self._site.sitemaps(url)

    def bars(self, url: str) -> bool:
        return self._site.bars(url)

    async def close(self) -> None:
        await self._site.close()

    async def _watched(self, request: Request, ask: _Ask) -> Page | Outcome:
        await self._begin()
        if self._ended:
            return self._end_of(request)
        answer = await ask(request)
        signs = await self._signs(answer)
        if self._is_suspicious(signs) and await self._is_over():
            return self._end_of(request)
        if signs.standing is SessionStanding.LOGGED_OUT and isinstance(answer, Page):
            reason = "the site asks for a log-in here, though your session goes on"
            answer = Outcome(answer.request, OutcomeKind.FORBIDDEN, reason, url=answer.url, redirects=answer.redirects)
        elif isinstance(answer, Page) and request.method == "GET" and ask == self._site.fetch:
            self._remember(request.url, signs)  # what only a browser shows is not seen by asking again over HTTP
        return self._without_secrets(answer)

    async def _begin(self) -> None:
        """Is anybody logged in at all?"""
        async with self._beginning:
            if self._begun:
                return
            self._begun = True
            answer = await self._site.fetch(Request(self._entry, headers=_FRESH))
            signs = await self._signs(answer)
            self._ended = signs.standing is SessionStanding.LOGGED_OUT
            if signs.standing is SessionStanding.LOGGED_IN:
                self._offers = self._entry
            elif isinstance(answer, Page) and not self._ended:
                self._notice(
                    f"Nothing on {self._entry} says that you are logged in: your session is sent all the same."
                )

    async def _signs(self, answer: Page | Outcome) -> SessionSigns:
        signs = await asyncio.to_thread(signs_of, answer)
        if len(self._exits) < _MOST_EXITS:
            # The page that is the entry may be one that a form to log out is sent to.
            self._exits |= signs.exits - {self._entry}
        return signs

    def _is_suspicious(self, signs: SessionSigns) -> bool:
        if signs.standing is SessionStanding.LOGGED_OUT:
            return True
        if signs.standing is SessionStanding.LOGGED_IN or not self._offers:
            return False
        self._weak += 1
        return self._weak % _WEAK_SIGNS == 1

    async def _is_over(self) -> bool:
        """Asked of a page that showed more before; one question at a time."""
        async with self._asking:
            for url in (self._offers,) if self._offers else tuple(self._shown):
                if not self._ended:
                    answer = await self._site.fetch(Request(url, headers=_FRESH))
                    shown = (await self._signs(answer)).standing
                    no_more = bool(self._offers) and isinstance(answer, Page) and shown is not SessionStanding.LOGGED_IN
                    self._ended = no_more or shown is SessionStanding.LOGGED_OUT
            return self._ended

    def _remember(self, url: str, signs: SessionSigns) -> None:
        if signs.standing is SessionStanding.LOGGED_IN:
            self._offers = self._offers or url
        elif url not in self._shown:
            self._shown.append(url)

    def _end_of(self, request: Request) -> Outcome:
        reason = f"your session with {self._host} has ended"
        return Outcome(request, OutcomeKind.SESSION_ENDED, reason, url=request.url)

    def _without_secrets(self, answer: Page | Outcome) -> Page | Outcome:
        self._secrets.hear(self._site.cookies)
        return self._secrets.out_of(answer)
