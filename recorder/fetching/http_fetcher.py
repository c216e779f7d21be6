"""Pages over plain HTTP: redirects followed hop by hop, each asked for politely, bodies capped, only HTML downloaded.

Never loads the browser. Does not retry: see `retrying`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from patterns.urls.url import normalise
from recorder.fetching.answers import FetchError, Headers, Outcome, Page, Request, header
from recorder.fetching.bodies import read_html
from recorder.fetching.courtesy import Courtesy
from recorder.fetching.http_client import HttpClient
from recorder.fetching.options import FetchOptions
from recorder.fetching.redirects import REDIRECTS, RedirectTrail, address_of
from recorder.fetching.statuses import raise_for_status


@dataclass(frozen=True)
class _Arrival:
    status: int
    headers: Headers
    body: bytes
    complete: bool


class HttpFetcher:
    def __init__(self, options: FetchOptions, client: HttpClient, courtesy: Courtesy) -> None:
        self._options = options
        self._client = client
        self._courtesy = courtesy

    async def fetch(self, request: Request) -> Page | Outcome:
        started = time.monotonic()
        trail = RedirectTrail(request, self._options.max_redirects)
        try:
            arrival = None
            while arrival is None:
                arrival = await self._step(trail)
        except FetchError as error:
            return error.outcome(request, trail.hops)
        return _page(trail, arrival, time.monotonic() - started)

    async def close(self) -> None:
        await self._client.close()

    async def _step(self, trail: RedirectTrail) -> _Arrival | None:
        """One request of the trail: the page, or None when it leads on."""
        request = trail.current
        address = address_of(request.url)
        await self._courtesy.admit(address)
        async with self._courtesy.turn(address) as turn, self._client.ask(request, address) as reply:
            turn.heard(reply.status, reply.headers)
            location = header(reply.headers, "Location")
            if reply.status in REDIRECTS and location:
                trail.follow(reply.status, location)
                return None
            raise_for_status(reply.status, reply.headers, reply.reason)
            body = await read_html(reply, self._options.max_body)
            return _Arrival(reply.status, reply.headers, body, reply.complete)


def _page(trail: RedirectTrail, arrival: _Arrival, seconds: float) -> Page:
    return Page(
        request=trail.request,
        url=normalise(trail.current.url) or trail.current.url,
        status=arrival.status,
        content_type=header(arrival.headers, "Content-Type") or "",
        headers=arrival.headers,
        body=arrival.body,
        redirects=trail.hops,
        rendered=False,
        seconds=seconds,
        complete=arrival.complete,
    )
