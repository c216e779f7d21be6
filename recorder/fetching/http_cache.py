"""What an earlier run has stored of a page, so that the site may say "not modified" instead of sending it again.

Some servers say so of pages that have changed (a clock set back, one ETag for everything). The first such answers and
a few of the later ones are therefore not taken on trust: the page is fetched after all, and a site found lying once is
not asked this way again. Where copies come from is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recorder.fetching.answers import Headers, Request

if TYPE_CHECKING:
    from recorder.store.database import Store

_CHECKED_FIRST, _CHECKED_LATER = 3, 20
_LONGEST_VALIDATOR = 500


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

    @property
    def headers(self) -> Headers:
        """What the site said of the page when it sent it."""
        named = (("Content-Type", self.content_type), ("ETag", self.etag), ("Last-Modified", self.last_modified))
        return tuple((name, value) for name, value in named if value)


Recall = Callable[[str], CachedPage | None]


def nothing_cached(url: str) -> CachedPage | None:
    """Nothing was ever stored."""
    del url
    return None


def cached_pages(store: Store, recording_id: int) -> Recall:
    """By URL, the newest copy that is what the site sent under this very address. What a browser made of a page is not:
    the page may be the same and what its scripts show not.
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
    """The copies of one site, as long as it is honest about them."""

    def __init__(self, recall: Recall) -> None:
        self._recall = recall
        self._honest = True
        self._told = 0
        self._proven = 0

    def of(self, request: Request) -> CachedPage | None:
        """The copy that the answer to this request may be compared with."""
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
