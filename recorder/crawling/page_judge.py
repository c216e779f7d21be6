"""What a page that a crawl met is: a hub on the way, a target, or a page that is not what the pattern promised.

Every page the pattern calls a target is compared with the sample's class; one that does not fit is kept aside as
off-pattern. What follows from it is the crawler's matter.
"""

from collections.abc import Set
from dataclasses import dataclass, field, replace

from recorder.crawling.form_requests import Questions
from recorder.crawling.seen_pages import identity
from recorder.patterns.classes.page_class import PageClass
from recorder.patterns.navigation.pattern import Position
from recorder.patterns.pages.generations import Generations
from recorder.runtime.background import Background
from recorder.store.frontier import FrontierRow
from recorder.store.new_pages import NewPage
from recorder.store.page_roles import HUB, OFF_PATTERN, OTHER, TARGET
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.visitor import Visit, new_page

_MOST_STRUCTURES = 10_000


@dataclass(frozen=True)
class Roles:
    """The judge of one crawl."""

    run_id: int
    page_class: PageClass
    questions: Questions
    background: Background
    entry: str
    _similarities: Generations[tuple[str, bool], float] = field(default_factory=lambda: Generations(_MOST_STRUCTURES))
    """By structure, of which a site has fewer than pages."""

    async def judged(self, visit: Visit, row: FrontierRow, collected: Set[str]) -> NewPage:
        """The page with its role; `collected` are the addresses of the targets so far. A search with one hit may lead
        to the target at once.
        """
        position = Position(row.path_index, row.position)
        new = new_page(self.run_id, visit, HUB)
        if row.key != row.url:
            new = replace(new, key=identity(row), method=row.method, request_body=row.body)
        promised = self.promises_target(row)
        sent_on = self.questions.step_before(position) is not None and visit.page and visit.page.url != row.url
        if visit.page is None or not (promised or sent_on):
            return new
        similarity = await self.similarity(visit.page, promised=promised)
        if self.is_alike(similarity):
            return _of_the_class(new, visit.page, similarity, collected)
        if not promised:
            return new
        reason = f"its similarity, {similarity:.2f}, is below {self.page_class.threshold:.2f}"
        return replace(new, role=OFF_PATTERN, similarity=similarity, reason=reason)

    def promises_target(self, row: FrontierRow) -> bool:
        """Whether the pattern says that a target is there. The page a person starts from never is one, whatever
        matches its address.
        """
        return row.url != self.entry and self.questions.pattern.is_target(Position(row.path_index, row.position))

    async def similarity(self, page: ReadPage, *, promised: bool) -> float:
        """To the sample's class; of a page the pattern `promised` clear evidence is asked that it is none of it."""
        known = self._similarities.get((page.structure, promised))
        if known is None:
            known = await self.background.run(lambda: self.page_class.score(page.tree, promised=promised))
            self._similarities.put((page.structure, promised), known)
        return known

    def is_alike(self, similarity: float) -> bool:
        """Whether pages so similar to the sample are targets."""
        return similarity >= self.page_class.threshold


def _of_the_class(new: NewPage, page: ReadPage, similarity: float, collected: Set[str]) -> NewPage:
    if page.url in collected:
        return replace(new, role=OTHER, similarity=similarity, reason="another URL led to the same page")
    # Under the address where it stands, whichever of the URLs that lead there came first: the next crawl must know it
    # again.
    return replace(new, url=page.url, key="", method="GET", request_body="", role=TARGET, similarity=similarity)
