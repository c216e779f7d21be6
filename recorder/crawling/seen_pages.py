"""The pages a crawl has stored: enough to come by them again, from another position, without fetching them again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from recorder.store.database import Store
from recorder.store.page import HUB, SKIPPED, TARGET


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page this run has stored, under `key` and under that of the task that led to it."""

    page_id: int
    key: str
    has_page: bool
    judged: bool
    """Whether it was compared with the class: a page met on the way may turn out to be a target too."""
    turns: bool = True
    """Whether its forms may turn pages; of one that was stored by an earlier attempt nobody knows."""


@dataclass(slots=True)
class Arrival:
    """A task that has come to its turn, with the page it leads to, once that is known."""

    page: KnownPage | None


@dataclass
class KnownPages:
    """All of one run, and which targets are among them."""

    targets: set[str] = field(default_factory=set)
    """The addresses of the target pages, each once."""
    fetched: int = 0
    """How many of them an earlier attempt at the run has fetched; others were left out."""
    _pages: dict[str, KnownPage] = field(default_factory=dict)
    _arriving: dict[str, asyncio.Lock] = field(default_factory=dict)

    @classmethod
    def of_run(cls, store: Store, run_id: int) -> "KnownPages":
        """What an earlier attempt at a run has stored."""
        known = cls()
        for page in store.pages.of_run(run_id):
            known._pages[page.key] = KnownPage(page.id, page.key, page.body_id is not None, page.role != HUB)
            known.fetched += page.role != SKIPPED
            if page.role == TARGET:
                known.targets.add(page.final_url)
        return known

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(page.page_id for page in self._pages.values())

    def get(self, key: str) -> KnownPage | None:
        """The page of this address, or that came of this form."""
        return self._pages.get(key)

    @asynccontextmanager
    async def arriving(self, key: str) -> AsyncIterator[Arrival]:
        """Tasks of the same page take turns, so that it is fetched once: whoever is first tells the others."""
        async with self._arriving.setdefault(key, asyncio.Lock()):
            arrival = Arrival(self._pages.get(key))
            yield arrival
            if arrival.page is not None:
                self._pages[key] = self._pages[arrival.page.key] = arrival.page
            # Whoever still waits has this lock; whoever comes later finds the page known.
            self._arriving.pop(key, None)
