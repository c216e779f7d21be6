"""The pages a crawl has stored: enough to come by them again, from another position, without fetching them again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from recorder.store.database import Store
from recorder.store.frontier import FrontierRow
from recorder.store.page_roles import HUB, TARGET


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page this run has stored."""

    page_id: int
    has_page: bool
    judged: bool
    """Whether it was compared with the class: a page met on the way may turn out to be a target too."""
    turns: bool = True
    """Whether its forms may turn pages; of one that was stored by an earlier attempt nobody knows."""


@dataclass
class KnownPages:
    """All of one run, and which targets are among them."""

    targets: set[str] = field(default_factory=set)
    """The addresses of the target pages, each once."""
    _pages: dict[str, KnownPage] = field(default_factory=dict)
    _arriving: dict[str, asyncio.Lock] = field(default_factory=dict)

    def recall(self, store: Store, run_id: int) -> int:
        """Remember what an interrupted run has stored; how many pages that is."""
        for page in store.pages.of_run(run_id):
            self._pages[page.key] = KnownPage(page.id, page.body_id is not None, page.role != HUB)
            if page.role == TARGET:
                self.targets.add(page.final_url)
        return len(self._pages)

    def get(self, key: str) -> KnownPage | None:
        """The page of this address, or that came of this form."""
        return self._pages.get(key)

    def remember(self, page: KnownPage, *keys: str) -> None:
        """It is known from now on by all of these."""
        for key in keys:
            self._pages[key] = page

    @asynccontextmanager
    async def in_turn(self, key: str) -> AsyncIterator[KnownPage | None]:
        """The page if it is known. Two positions of the same page take turns, so that it is fetched once."""
        async with self._arriving.setdefault(key, asyncio.Lock()):
            yield self._pages.get(key)
            # Whoever still waits has this lock; whoever comes later finds the page known.
            self._arriving.pop(key, None)


def identity(row: FrontierRow) -> str:
    """What makes two rows the same page: the address, unless a form was sent there."""
    return row.key if row.query and row.query.keys() & {"fresh", "turn"} else row.url
