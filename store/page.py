"""One page: its columns, spelled once, and the views of it before and after it is stored. No SQL."""

from dataclasses import dataclass
from typing import NamedTuple

from recorder.store.frontier import Finished, QueuedRequest
from recorder.store.rows import Json

# What a page is to a run: the words in the column `role`.
TARGET = "target"
HUB = "hub"
OFF_PATTERN = "off-pattern"
OTHER = "other"
ERROR = "error"
SKIPPED = "skipped"  # not fetched, for a reason worth keeping: robots.txt, scope, a limit

# Outcomes of skipped pages.
KNOWN = "known"  # seen by an earlier run
IGNORED = "ignored"  # the user ignores links of its class
LEFT_OUT = "left out"  # the user left out its group


class LinkRow(NamedTuple):
    """A link as found on a page, in page order. A tuple, since a site has millions and they are made fast."""

    url: str
    place: str = ""
    text: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageColumns:
    """What a new page and a stored one have in common; every field is a column of `pages`."""

    run_id: int
    key: str = ""
    """`request_key(...)` unless the engine knows better."""
    url: str
    method: str = "GET"
    request_body: str = ""
    role: str
    title: str = ""
    similarity: float | None = None
    path_index: int = 0
    position: int = 0
    depth: int = 0
    parent_page_id: int | None = None
    parent_place: str = ""
    query: tuple[Json, ...] | None = None
    """What was asked of forms to find it, each query once."""
    final_url: str = ""
    """Where redirects led, if anywhere else."""
    http_status: int | None = None
    outcome: str = "ok"
    reason: str = ""
    content_type: str = ""
    encoding: str = ""
    rendered: bool = False
    fingerprint: str | None = None
    structure: str | None = None
    """Equal for pages of the same structure; what that is, is not known here."""
    etag: str | None = None
    last_modified: str | None = None
    seconds: float = 0.0
    compared: Json | None = None
    """What came of fetching it both over HTTP and in a browser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPage(PageColumns):
    """Everything one fetch leaves behind, to be stored at once.

    `body` None with `same_body_as` = a page id: the site said "not modified". `text` is what full-text search finds a
    target by. `frontier_id` is the frontier row this page finishes; `follow` what it adds to the frontier.
    """

    body: bytes | None = None
    same_body_as: int | None = None
    text: str = ""
    links: tuple[LinkRow, ...] = ()
    frontier_id: int | None = None
    frontier_state: Finished = "done"
    follow: tuple[QueuedRequest, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPage(PageColumns):
    """A page as it stands in the database; body and links are asked for by its id."""

    id: int
    size: int
    body_id: int | None
    fetched_at: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """A revised opinion on a page; `text`, if the page became a target, makes it searchable."""

    page_id: int
    role: str
    similarity: float | None = None
    text: str = ""
