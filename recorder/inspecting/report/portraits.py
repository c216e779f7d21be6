"""Which stored pages a report shows as pictures: the sample, and of each path the first list that leads on."""

import asyncio
from base64 import b64encode
from collections.abc import Iterable

from lxml import etree

from recorder.inspecting.report.markup import Html, link, tag
from recorder.patterns.pages.documents import Document
from recorder.runtime.errors import told_errors
from recorder.store.database import Store
from recorder.store.page import HUB, StoredPage
from recorder.store.recordings import Recording

_MOST = 6
Portraits = dict[str, bytes]
"""JPEGs by the addresses of pages."""


def take_portraits(store: Store, recording: Recording) -> Portraits:
    """Starts a browser, which asks nobody for anything."""
    pages = {page.url: page for page in (*_stored(store, recording, recording.samples), *_hubs(store, recording))}
    return _taken(store, list(pages.values())[:_MOST])


def portraits_of(store: Store, recording: Recording, urls: Iterable[str]) -> Portraits:
    """Of these pages, as far as they are stored."""
    return _taken(store, _stored(store, recording, urls))


def _taken(store: Store, pages: Iterable[StoredPage]) -> Portraits:
    from recorder.fetching.picturing import pictures_of  # loads Playwright

    documents = {page.url: html for page in pages if (html := _html(store, page))}
    with told_errors():
        return asyncio.run(pictures_of(documents))


def hub_of_path(store: Store, recording: Recording, path: int) -> StoredPage | None:
    """The first list on a path that the latest run which took it came by."""
    for run in reversed(store.runs.all(recording.id)):
        for page in store.pages.of_run(run.id, HUB):
            if page.path_index == path and page.position:
                return page
    return None


def figure(portraits: Portraits, url: str, words: str) -> Html | None:
    """The picture of a page with what it is; nothing without one."""
    if url not in portraits:
        return None
    data = f"data:image/jpeg;base64,{b64encode(portraits[url]).decode()}"
    return tag("figure", tag("img", src=data, alt=words), tag("figcaption", f"{words}, ", link(url)))


def _stored(store: Store, recording: Recording, urls: Iterable[str]) -> Iterable[StoredPage]:
    found = (store.pages.last_with_body(recording.id, url) for url in urls)
    return [page for page in found if page is not None]


def _hubs(store: Store, recording: Recording) -> Iterable[StoredPage]:
    found = (hub_of_path(store, recording, path) for path in range(_MOST))
    return [page for page in found if page is not None]


def _html(store: Store, page: StoredPage) -> str:
    body = store.pages.body(page.id)
    if not body:
        return ""
    root = Document.parse(body, content_type=page.content_type, url=page.url).root
    return etree.tostring(root, encoding="unicode", method="html")
