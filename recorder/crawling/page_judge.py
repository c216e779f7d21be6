"""What a page that a crawl met is: a hub on the way, a target, or a page that is not what the pattern promised.

Every page the pattern calls a target is judged as the pages of the mapping were, by what it shares with them; where no
beliefs are known, by how it is built. One that is no target is kept aside as off-pattern. What follows from it is the
crawler's matter.
"""

from collections.abc import Set
from dataclasses import dataclass, field

from recorder.crawling.tasks import Task
from recorder.knowledge.beliefs import PagesAgain, load_newcomers, seen_page
from recorder.knowledge.coverage import load_choice
from recorder.knowledge.page_class import load_class
from recorder.patterns.classes.groups import EVERYTHING, GroupChoice
from recorder.patterns.classes.newcomers import Newcomers
from recorder.patterns.classes.page_class import PageClass
from recorder.runtime.background import Background
from recorder.store.database import Store
from recorder.store.page import HUB, OFF_PATTERN, OTHER, TARGET
from recorder.store.recordings import Recording
from recorder.visiting.page_reader import Reader, ReadPage

_MOST_STRUCTURES = 20_000
"""Most structures whose similarity is remembered; a site has fewer structures than pages."""


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """What a page is; `similarity` to the sample's class, if it was compared with it."""

    role: str
    similarity: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class PageJudge:
    """The judge of one crawl."""

    page_class: PageClass
    background: Background
    newcomers: Newcomers | None = None
    """None: by structure alone."""
    choice: GroupChoice = EVERYTHING
    """Which groups of targets are not wanted."""
    _similarities: dict[tuple[str, bool], float] = field(default_factory=dict)
    """By structure, and by whether a target was promised."""

    async def judge(self, task: Task, page: ReadPage, collected: Set[str]) -> PageVerdict:
        """`collected` are the addresses of the targets so far. A search with one hit may lead to the target at once."""
        sent_on = task.at.answered is not None and page.url != task.row.url
        if not (task.promised or sent_on or task.beside):
            return PageVerdict(HUB)
        similarity = await self._similarity(page, promised=task.promised)
        unlike = await self._unlike(page, similarity)
        if not unlike and page.url in collected:
            return PageVerdict(OTHER, similarity, "another URL led to the same page")
        if not unlike and (name := self.choice.why_not(page.url)):
            return PageVerdict(OTHER, similarity, f"it is left out: {name}")
        if not unlike:
            return PageVerdict(TARGET, similarity)
        if task.beside:
            return PageVerdict(OTHER, similarity)
        if not task.promised:
            return PageVerdict(HUB)
        return PageVerdict(OFF_PATTERN, similarity, f"it is unlike the sample: {unlike}")

    async def _unlike(self, page: ReadPage, similarity: float) -> str:
        """What says that it is no target; nothing if it is one."""
        threshold = self.page_class.threshold
        fits = similarity >= threshold
        if self.newcomers is None:
            return "" if fits else f"similarity {similarity:.2f}, cut {threshold:.2f}"
        newcomers = self.newcomers
        takes = await self.background.run(lambda: newcomers.takes(seen_page(page), fits=fits))
        return "" if takes else "what it says, and how it is built and named, is rather that of other pages"

    async def _similarity(self, page: ReadPage, *, promised: bool) -> float:
        """Where the pattern `promised` a target, clear evidence is asked for that the page is none."""
        key = page.structure, promised
        if key not in self._similarities:
            similarity = await self.background.run(lambda: self.page_class.score(page.tree, promised=promised))
            if len(self._similarities) >= _MOST_STRUCTURES:
                self._similarities.clear()
            self._similarities[key] = similarity
        return self._similarities[key]


def load_judge(store: Store, recording: Recording, reader: Reader, background: Background) -> PageJudge:
    """By what a recording has learnt."""
    pages = PagesAgain(store, reader)
    learnt, newcomers = load_class(recording, pages), load_newcomers(recording, pages)
    return PageJudge(learnt, background, newcomers, load_choice(recording))
