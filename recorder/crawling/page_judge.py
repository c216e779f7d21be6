"""What a page that a crawl met is: a hub on the way, a target, or a page that is not what the pattern promised.

Every page the pattern calls a target is judged as the pages of the mapping were, by what it shares with them; where no
beliefs are known, by how it is built. One that is no target is kept aside as off-pattern. What follows from it is the
crawler's matter.
"""

from collections.abc import Set
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from recorder.crawling.tasks import Task
from recorder.knowledge.beliefs import load_newcomers
from recorder.knowledge.coverage import load_choice
from recorder.knowledge.page_class import load_class
from recorder.knowledge.pages_again import PagesAgain, seen_page
from recorder.patterns.classes.groups import EVERYTHING, GroupChoice
from recorder.patterns.classes.newcomers import Newcomers
from recorder.patterns.classes.page_class import PageClass
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.patterns.pages.trees import Tree
from recorder.runtime.background import Background
from recorder.store.database import Store
from recorder.store.page import HUB, OFF_PATTERN, OTHER, TARGET
from recorder.store.recordings import Recording
from recorder.visiting.page_reader import Reader, ReadPage

_MOST_STRUCTURES = 20_000
"""Most structures whose similarity is remembered; a site has fewer structures than pages."""

_LONG = 100_000
"""Characters and links from which on a page is judged in another thread, or others would wait for it: those of one
manual took up to 11 ms, shorter ones 0.2 to 2 ms, where to change threads takes 0.1.
"""


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """What a page is; `similarity` to the sample's class, if it was compared with it."""

    role: str
    similarity: float | None = None
    reason: str = ""


class _Built(NamedTuple):
    """Of all pages of one structure: their tree, which takes a while to grow, and its similarity to the class."""

    tree: Tree
    similarity: float


@dataclass(frozen=True)
class PageJudge:
    """The judge of one crawl."""

    page_class: PageClass
    background: Background
    newcomers: Newcomers | None = None
    """None: by structure alone."""
    choice: GroupChoice = EVERYTHING
    """Which groups of targets are not wanted."""
    _built: dict[tuple[str, bool], _Built] = field(default_factory=dict)
    """By structure, and by whether a target was promised."""

    async def judge(self, task: Task, page: ReadPage, collected: Set[str]) -> PageVerdict:
        """`collected` are the addresses of the targets so far. A search with one hit may lead to the target at once."""
        sent_on = task.at.answered is not None and page.url != task.row.url
        if not (task.promised or sent_on or task.beside):
            return PageVerdict(HUB)
        built = await self._how_built(page, promised=task.promised)
        similarity, unlike = built.similarity, await self._unlike(page, built, beside=task.beside)
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

    async def _unlike(self, page: ReadPage, built: _Built, *, beside: bool) -> str:
        """What says that it is no target; nothing if it is one. `beside`: the pattern does not lead there."""
        threshold = self.page_class.threshold
        is_target = fits = built.similarity >= threshold
        if self.newcomers is not None:
            takes = partial(self.newcomers.takes, seen_page(page, built.tree), fits=fits, beside=beside)
            is_target = await self.background.run(takes) if len(page.text) + len(page.links) > _LONG else takes()
        if is_target:
            return ""
        by_structure = f"similarity {built.similarity:.2f}, cut {threshold:.2f}"
        return "what it says, and how it is built and named, is rather that of other pages" if fits else by_structure

    async def _how_built(self, page: ReadPage, *, promised: bool) -> _Built:
        """Where the pattern `promised` a target, clear evidence is asked for that the page is none."""
        key = page.structure, promised
        if key not in self._built:
            built = await self.background.run(self._compared, page, promised)
            if len(self._built) >= _MOST_STRUCTURES:
                self._built.clear()
            self._built[key] = built
        return self._built[key]

    def _compared(self, page: ReadPage, promised: bool) -> _Built:
        return _Built(page.tree, self.page_class.score(page.tree, promised=promised))


def load_judge(
    store: Store, recording: Recording, pattern: NavigationPattern, reader: Reader, background: Background
) -> PageJudge:
    """By what a recording has learnt."""
    pages = PagesAgain(store, reader)
    learnt = load_class(recording, pages)
    newcomers = load_newcomers(recording, pages, learnt, pattern.leads_to)
    return PageJudge(learnt, background, newcomers, load_choice(recording))
