"""Pictures of documents that are stored: how the browser shows them by themselves, without styles, pictures and scripts
of their site. No address is asked for anything, and nothing in a document runs.
"""

import socket
from collections.abc import Mapping

from aiohttp.abc import AbstractResolver, ResolveResult

from recorder.fetching.browser_finding import find_browser
from recorder.fetching.chromium import Chromium, bounded

_ALONE = (
    '<meta http-equiv="Content-Security-Policy"'
    " content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
)
_WIDTH, _HEIGHT = 960, 640
_QUALITY = 55
_SECONDS = 20.0


class _Nowhere(AbstractResolver):
    """Nothing in a document is connected to, not even to be early, as browsers do offline too."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        del port, family
        raise OSError(None, f"{host} is not asked for")

    async def close(self) -> None:
        pass


async def pictures_of(documents: Mapping[str, str]) -> dict[str, bytes]:
    """The upper part of each document, by the same keys, as a JPEG; none of what cannot be shown. Without a browser a
    `BrowserError` says so.
    """
    chromium, found = Chromium(find_browser().path, guard=_Nowhere()), dict[str, bytes]()
    try:
        for key, html in documents.items():
            picture = await bounded(_picture(chromium, html), _SECONDS)
            found |= {key: picture} if picture else {}
    finally:
        await chromium.close()
    return found


async def _picture(chromium: Chromium, html: str) -> bytes:
    context = await chromium.context()
    try:
        await context.set_offline(True)
        page = await context.new_page()
        try:
            await page.set_viewport_size({"width": _WIDTH, "height": _HEIGHT})
            await page.set_content(_ALONE + html, wait_until="domcontentloaded")
            return await page.screenshot(type="jpeg", quality=_QUALITY, animations="disabled")
        finally:
            await bounded(page.close())
    finally:
        await chromium.leave(context)
