"""Conditional requests: pages stored by earlier runs, of which the site may say "not modified" instead of sending them.

Some servers say so of pages that have changed (a clock set back, one ETag for everything). The first such answers and
a few of the later ones are therefore checked: the page is fetched after all, and a site found wrong once gets no more
conditional requests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recorder.fetching.answers import Headers, Request, header

if TYPE_CHECKING:
    from recorder.store.database import Store

_CHECKED_FIRST, _CHECKED_LATER = 3, 20
"""Answers "not modified" that must prove right before others are believed; and of those, one in how many is checked."""
_LONGEST_VALIDATOR = 500
"""Most characters of an ETag or date that is sent back."""


@dataclass(frozen=True)
class CachedPage:
    """A page as the site sent it, whole and unrendered; `load` gives its body."""

    etag: str | None
    last_modified: str | None
    content_type: str
    load: Callable[[], bytes | None]

    @property
    def conditions(self) -> Headers:
        """The headers that ask for the page only if it is no longer this one; none if the site named nothing."""
        named = (("If-None-Match", self.etag), ("If-Modified-Since", self.last_modified))
        return tuple((name, value) for name, value in named if value and _can_be_sent(value))

    def is_meant_by(self, said: Headers) -> bool:
        """Whether "not modified" is said of this page: a strong ETag that is another is that of another page (RFC 9111,
        4.3.4).
        """
        etag = header(said, "ETag")
        return etag is None or etag.startswith("W/") or etag == self.etag

    def freshened(self, said: Headers) -> Headers:
        """What the site said of the page when it sent it, renewed by what it said when it had not changed. The type of
        an answer without a body is often a guess of the server.
        """
        etag = header(said, "ETag") or self.etag
        last_modified = header(said, "Last-Modified") or self.last_modified
        named = (("Content-Type", self.content_type), ("ETag", etag), ("Last-Modified", last_modified))
        return tuple((name, value) for name, value in named if value)


Recall = Callable[[str], CachedPage | None]


def nothing_cached(url: str) -> CachedPage | None:
    """Nothing was ever stored."""
    del url
    return None


def cached_pages(store: Store, recording_id: int) -> Recall:
    """By URL, the newest page that the runs of a recording have stored as the site sent it under this very address. A
    rendered page does not count: the page may be the same and what its scripts show not.
    """
    if not store.pages.any_validators(recording_id):
        return nothing_cached

    def recall(url: str) -> CachedPage | None:
        page = store.pages.last_with_body(recording_id, url)
        if page is None or page.rendered or page.final_url != url:
            return None
        return CachedPage(page.etag, page.last_modified, page.content_type, lambda: store.pages.body(page.id))

    return recall


class HttpCache:
    """The stored pages of one site, used as long as its answers about them prove right."""

    def __init__(self, recall: Recall) -> None:
        self._recall = recall
        self._honest = True
        self._told = 0
        self._proven = 0

    def of(self, request: Request) -> CachedPage | None:
        """The stored page that this request may be made conditional on."""
        if not self._honest or request.method != "GET" or request.headers:
            return None
        copy = self._recall(request.url)
        return copy if copy is not None and copy.conditions else None

    def is_to_be_checked(self) -> bool:
        """Whether this time "not modified" is not taken on trust."""
        self._told += 1
        return self._proven < _CHECKED_FIRST or self._told % _CHECKED_LATER == 0

    def found_honest(self) -> None:
        """A page called not modified was not."""
        self._proven += 1

    def found_lying(self) -> bool:
        """A page called not modified was. Whether that is news."""
        was_honest, self._honest = self._honest, False
        return was_honest


def _can_be_sent(value: str) -> bool:
    return value.isascii() and value.isprintable() and len(value) <= _LONGEST_VALIDATOR
