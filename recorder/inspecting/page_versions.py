"""The versions of one page that the runs have kept: each content once, numbered in the order it was first seen."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from recorder.store.page import StoredPage


@dataclass(frozen=True)
class PageVersion:
    """One content, and the `runs` that found it. `changed` says what sets it apart from the one seen before it: its
    "text" alone, or its "structure" too; nothing is said of the first.
    """

    number: int
    runs: tuple[int, ...]
    changed: str
    page: StoredPage
    """As it was first seen."""


def versions_of(pages: Iterable[StoredPage]) -> tuple[PageVersion, ...]:
    """Of the pages that were kept with their bodies, one a run: the first that is given."""
    of_run: dict[int, StoredPage] = {}
    for page in pages:
        if page.body_id is not None:
            of_run.setdefault(page.run_id, page)
    found: list[PageVersion] = []
    before: StoredPage | None = None
    for page in sorted(of_run.values(), key=lambda each: each.run_id):
        known = next((place for place, version in enumerate(found) if _is_same(version.page, page)), None)
        if known is None:
            found.append(PageVersion(len(found) + 1, (page.run_id,), _change(before, page) if before else "", page))
        else:
            found[known] = replace(found[known], runs=(*found[known].runs, page.run_id))
        before = page
    return tuple(found)


def _is_same(one: StoredPage, other: StoredPage) -> bool:
    """By fingerprint where both have one: a session id in a link is no change."""
    if one.fingerprint is not None and other.fingerprint is not None:
        return one.fingerprint == other.fingerprint
    return one.body_id == other.body_id


def _change(before: StoredPage, page: StoredPage) -> str:
    known = before.structure is not None and page.structure is not None
    return "structure" if known and before.structure != page.structure else "text"
