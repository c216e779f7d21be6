"""Which pages go on with an answer, of those that ask the same in another way: page two does, another order of the same
targets or a part of them does not.

Known by what they list, kind by kind. Where pages are turned, what else is offered beside has to list what no turned
page lists: a part of many results ("4 stars and more", "books only") has other targets than the first page of all.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from recorder.probing.form_paths import PaginationKind

SAME_AGAIN = 0.2
"""A page that goes on may list so many of the targets of the first once more."""


@dataclass(frozen=True)
class FurtherPage:
    """A page that an answer leads to and that may go on with it."""

    kind: PaginationKind
    targets: frozenset[str]
    """Those it lists."""
    turns: bool
    """Whether the link to it says that it turns the page."""


@dataclass(frozen=True)
class PaginatedAnswer:
    """An answer: the targets it lists, and the pages beside it."""

    targets: frozenset[str]
    pages: tuple[FurtherPage, ...]


def pagination_kinds(answers: Sequence[PaginatedAnswer]) -> set[PaginationKind]:
    """The kinds of pages that go on with these answers. A kind is known by most of its pages."""
    turned = _by_most((page.kind, page.turns and _is_new(answer, page)) for answer in answers for page in answer.pages)
    beside = _by_most((page.kind, _is_new(answer, page)) for answer in answers for page in answer.pages) - turned
    return turned | (beside - set(_said_again(answers, turned)) if turned else beside)


def _by_most(votes: Iterable[tuple[PaginationKind, bool]]) -> set[PaginationKind]:
    opinions = defaultdict[PaginationKind, list[bool]](list)
    for kind, vote in votes:
        opinions[kind].append(vote)
    return {kind for kind, said in opinions.items() if 2 * sum(said) >= len(said)}


def _is_new(answer: PaginatedAnswer, page: FurtherPage) -> bool:
    """Whether the page lists other targets. The last page of many may list few, and old ones among them."""
    fewest = len(answer.targets) if page.turns else min(len(answer.targets), len(page.targets))
    return len(page.targets & answer.targets) <= SAME_AGAIN * fewest


def _said_again(answers: Iterable[PaginatedAnswer], turned: set[PaginationKind]) -> Iterator[PaginationKind]:
    """The kinds that list what answers and their turned pages list."""
    for answer in answers:
        known = answer.targets.union(*(page.targets for page in answer.pages if page.kind in turned))
        yield from (page.kind for page in answer.pages if page.kind not in turned and page.targets & known)
