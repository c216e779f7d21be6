"""The versions of one page that the runs have kept, each content once, numbered in the order it was first seen; and
what came and went between two of them. For a person to look at: whether a page counts as changed is the store's rule.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest, Tree
from recorder.runtime.plain_text import one_line, shortened
from recorder.store.database import Store
from recorder.store.page import StoredPage

_MOST_LINES = 5_000
_SHOWN = 3
_LONGEST = 90


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


@dataclass(frozen=True)
class PageDifference:
    """Lines of text and tag paths that only the newer (`added`) or only the older copy has (`removed`)."""

    texts_added: tuple[str, ...] = ()
    texts_removed: tuple[str, ...] = ()
    parts_added: tuple[str, ...] = ()
    parts_removed: tuple[str, ...] = ()


def page_difference(store: Store, older: int, newer: int) -> PageDifference | None:
    """Between two stored pages; None if the body of one was not kept."""
    before, after = _document(store, older), _document(store, newer)
    if before is None or after is None:
        return None
    removed, added = _changed_lines(before.text.split("\n"), after.text.split("\n"))
    forest = Forest()
    old, new = (_parts(forest.fold(forest.tree(document))) for document in (before, after))
    return PageDifference(added, removed, _outermost(new - old), _outermost(old - new))


def difference_lines(found: PageDifference) -> Iterator[str]:
    """What went with a minus, what came with a plus: of each sort the first few, in short."""
    yield from _listed("-", found.texts_removed)
    yield from _listed("+", found.texts_added)
    yield from _listed("- part", found.parts_removed)
    yield from _listed("+ part", found.parts_added)


def _listed(mark: str, things: Sequence[str]) -> Iterator[str]:
    for thing in things[:_SHOWN]:
        yield f"{mark} {shortened(one_line(thing), _LONGEST)}"
    if len(things) > _SHOWN:
        yield f"{mark} and {len(things) - _SHOWN} more"


def _document(store: Store, page_id: int) -> Document | None:
    page, body = store.pages.with_body(page_id)
    if page is None or body is None:
        return None
    return Document.parse(body, content_type=page.content_type, url=page.final_url)


def _changed_lines(before: list[str], after: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """In order where that can be found out in time, else by how often each line stands there."""
    if len(before) + len(after) > _MOST_LINES:
        old, new = Counter(before), Counter(after)
        return tuple((old - new).elements()), tuple((new - old).elements())
    removed: list[str] = []
    added: list[str] = []
    for tag, i, j, k, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            removed += before[i:j]
            added += after[k:end]
    return tuple(removed), tuple(added)


def _parts(tree: Tree) -> set[str]:
    """The tag paths of a folded tree, each of which stands there once."""
    found: set[str] = set()
    stack = [(tree, tree.label)]
    while stack:
        node, path = stack.pop()
        found.add(path)
        stack += [(child, f"{path}/{child.label}") for child in node.children]
    return found


def _outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """Of a part and what stands in it, the part."""
    known = set(paths)
    return tuple(sorted(path for path in known if path.rpartition("/")[0] not in known))
