"""One request, one answer: the HTTP client with every bound applied and every failure named.

Follows nothing, retries nothing, asks nobody's permission: see `http_fetcher`, `site_fetcher`, `politeness`. aiohttp
decompresses in bounded steps, so a bomb is stopped by the cap on what comes out.
"""

from __future__ import annotations

import asyncio
import os
import ssl
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.request import getproxies, proxy_bypass

import aiohttp
from yarl import URL

from recorder.fetching.address_guard import AddressGuard, SystemNames
from recorder.fetching.answers import FetchError, Headers, OutcomeKind, Request
from recorder.fetching.cookies import Cookies
from recorder.fetching.options import FetchOptions
from recorder.fetching.scope import Scope
from recorder.patterns.urls.address import Address, BadAddressError, is_loopback

_ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"


class HttpReply:
    """An answer whose body has not been read."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response
        self.status = response.status
        self.reason = response.reason or ""
        self.complete = True
        self.headers: Headers = tuple((_text(key), _text(value)) for key, value in response.headers.items())

    async def read_some(self, at_most: int) -> bytes:
        """The next piece of the body, empty at its end; a server that breaks off early ends it too and is
        remembered.
        """
        try:
            return await self._response.content.read(at_most)
        except aiohttp.ClientPayloadError:
            self.complete = False
            return b""

    def hang_up(self) -> None:
        """Drop the connection: what the server still sends is not wanted."""
        self._response.close()

    def hang_up_unless_finished(self) -> None:
        if not self._response.content.at_eof():
            self.hang_up()


class HttpClient:
    """Connects only to where the guard of its site lets it. A proxy, if one is asked for, looks up names itself."""

    def __init__(self, options: FetchOptions, scope: Scope | None = None) -> None:
        self._options = options
        self._scope = scope
        self.guard = AddressGuard(SystemNames(), scope)
        self.cookies = self._first_cookies()
        self._apart: defaultdict[str, Cookies] = defaultdict(self._first_cookies)
        """Those of other visitors."""
        self._session: aiohttp.ClientSession | None = None
        self._proxies = getproxies() if options.proxy else {}

    @asynccontextmanager
    async def ask(self, request: Request, address: Address) -> AsyncIterator[HttpReply]:
        """The answer to one request; every way it can fail is a `FetchError`, while reading the body too."""
        cookies = self.jar_for(request)
        with _failures_named(address):
            proxy = self._proxy_for(address)
            if proxy is None:
                await self._admitted(address)
            async with self._opened().request(
                request.method,
                _as_contacted(address),
                data=request.body,
                headers=_headers(request, cookies.header(address)),
                allow_redirects=False,
                proxy=proxy,
            ) as response:
                cookies.hear(address, map(_text, response.headers.getall("Set-Cookie", ())))
                yield HttpReply(response)

    def jar_for(self, request: Request) -> Cookies:
        """The cookies of the run; of another visitor where a request names a session of its own, or asks for a page in
        a language that is not meant: many sites go on in the one they were last asked for. What a form posts belongs to
        the page it stands on, and a person's own session is never divided.
        """
        visitor = request.session
        if not visitor and request.method == "GET" and self._scope and self._options.session is None:
            visitor = self._scope.other_language(request.url)
        return self._apart[visitor] if visitor else self.cookies

    async def _admitted(self, address: Address) -> None:
        try:
            await self.guard.check(address.host)
        except OSError as error:
            raise FetchError(OutcomeKind.UNREACHABLE, f"{address.origin} cannot be reached: {error}") from error

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            # aiohttp closes TLS connections one turn of the loop later.
            await asyncio.sleep(0)
            self._session = None

    def _first_cookies(self) -> Cookies:
        """Those of a person's own session, if there is one: no visitor comes without them."""
        jar, session = Cookies(), self._options.session
        jar.bring(session.cookies if session else ())
        return jar

    def _opened(self) -> aiohttp.ClientSession:
        """Opened on first use, because a session belongs to the loop it was made in."""
        if self._session is None:
            times = self._options.timeouts
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    limit=0,
                    resolver=SystemNames() if self._proxies else self.guard,
                    ttl_dns_cache=300,
                ),
                timeout=aiohttp.ClientTimeout(total=times.total, connect=times.connect, sock_read=times.read),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self._options.user_agent, "Accept": _ACCEPT, "Accept-Encoding": "gzip, deflate"},
                middlewares=(_ask_only_once,),
            )
        return self._session

    def _proxy_for(self, address: Address) -> str | None:
        proxy = self._proxies.get(address.scheme)
        if proxy is None or is_loopback(address.host) or proxy_bypass(address.host):
            return None
        return proxy


def _headers(request: Request, cookies: str) -> list[tuple[str, str]]:
    headers = list(request.headers)
    if cookies:
        headers.append(("Cookie", cookies))
    if request.content_type:
        headers.append(("Content-Type", request.content_type))
    return headers


async def _ask_only_once(request: aiohttp.ClientRequest, ask: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
    """aiohttp asks again by itself, at once and unseen by the throttle, when a connection breaks."""
    try:
        return await ask(request)
    except aiohttp.ServerDisconnectedError as error:
        raise aiohttp.ClientPayloadError("the connection was closed without an answer") from error
    except aiohttp.ClientConnectorError:
        raise
    except aiohttp.ClientOSError as error:
        raise aiohttp.ClientPayloadError(_os_reason(error)) from error


def _as_contacted(address: Address) -> URL:
    """The very host that was checked is the one that is contacted, whatever the URL library makes of the text."""
    url = URL(str(address), encoded=True)
    if (url.scheme, url.raw_host, url.port) != (address.scheme, address.host.strip("[]"), address.port):
        raise BadAddressError("the server's name cannot be read in only one way")
    return url


def _text(value: str) -> str:
    """Header bytes that are not UTF-8 arrive as lone surrogates, which cannot be stored: read them as Latin-1."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape").decode("latin-1")
    return value


@contextmanager
def _failures_named(address: Address) -> Iterator[None]:
    where = address.origin
    try:
        yield
    except (aiohttp.ClientConnectorCertificateError, aiohttp.ClientConnectorSSLError, ssl.SSLError) as error:
        raise FetchError(OutcomeKind.TLS, f"the secure connection to {where} failed: {_tls_reason(error)}") from error
    except TimeoutError as error:
        raise FetchError(OutcomeKind.TIMEOUT, f"{where} did not answer in time") from error
    except aiohttp.ClientConnectorDNSError as error:
        raise FetchError(
            OutcomeKind.UNREACHABLE, f"the server {address.host} was not found ({error.os_error.strerror})"
        ) from error
    except aiohttp.ClientConnectorError as error:
        raise FetchError(OutcomeKind.UNREACHABLE, f"{where} cannot be reached: {_os_reason(error.os_error)}") from error
    except (aiohttp.InvalidURL, BadAddressError, UnicodeError) as error:
        raise FetchError(OutcomeKind.BAD_URL, f"this address cannot be requested: {error}") from error
    except (aiohttp.ClientError, OSError) as error:
        raise FetchError(OutcomeKind.BROKEN_OFF, f"{where} broke off: {_broken_reason(error)}") from error


def _os_reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else str(error)


def _broken_reason(error: Exception) -> str:
    """A parser's complaint goes on with the bytes it complains about, which are nobody's reading."""
    text = error.message if isinstance(error, aiohttp.ClientResponseError) else str(error)
    return text.partition("\n")[0].rstrip(":")[:200] or type(error).__name__


def _tls_reason(error: Exception) -> str:
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return str(getattr(error.certificate_error, "verify_message", error.certificate_error))
    return str(getattr(error, "reason", error))[:200]
