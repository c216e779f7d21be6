"""What a crawl follows from a page: the links and forms of the next steps, and the pages with which a list goes on.

Lists without end are left, and it is said why. What was followed already is the frontier's matter.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from recorder.crawling.form_requests import Questions
from recorder.crawling.trap_guard import MOST_BARREN, MOST_REPEATING, Lists, repeats_itself
from recorder.forms.form import Form
from recorder.patterns.navigation.pattern import Position
from recorder.patterns.pages.links import Link
from recorder.runtime.events import Listener, Note
from recorder.store.frontier import FrontierRow, Request
from recorder.store.pages import Pages
from recorder.visiting.visitor import stored_links

_ENDLESS = f"{MOST_BARREN} pages of lists in a row led to no new target"
_REPEATING = f"{MOST_REPEATING} pages of the answer in a row showed nothing but what the page before showed"


@dataclass
class Following:
    """The way on from each page of one crawl."""

    questions: Questions
    pages: Pages
    listen: Listener
    _lists: Lists = field(default_factory=Lists)

    def leads_on(self, position: Position) -> bool:
        """Whether pages at this position are followed further."""
        return self.questions.pattern.repeats_at(position) or self.questions.step_before(position) is not None

    def saw_target(self) -> None:
        """A target that was not known."""
        self._lists.saw_target()

    def saw_list(self, row: FrontierRow, url: str) -> None:
        """A page on the way; it counts if it came of turning pages, and not of a question asked for the first time."""
        if not self._goes_on(row) or "fresh" in (row.query or {}):
            return
        self._lists.saw_list()
        if self._lists.just_ended:
            self.listen(Note(f"From {url} on, no further lists are followed: {_ENDLESS}."))

    def end(self, row: FrontierRow, links: Iterable[Link]) -> str:
        """Why the list that the page belongs to is not followed further, or nothing."""
        position = _position(row)
        if not self._goes_on(row):
            return ""
        if self._lists.are_endless:
            return _ENDLESS
        if self._is_list_of_answer(position) and repeats_itself(self._shown(position, links), self._shown_before(row)):
            return _REPEATING
        return ""

    def requests(
        self, row: FrontierRow, links: tuple[Link, ...], forms: tuple[Form, ...], end: str
    ) -> tuple[Request, ...]:
        """What is to be fetched next; `end` as it was said of the page."""
        position, number = _position(row), self.questions.number_of(row.query)
        steps = self.questions.pattern.next_links(position, self.questions.idle.with_plain(links))
        wanted = {
            (link.url, reached): self.questions.link(link, reached, number, row.depth + 1) for link, reached in steps
        }
        follow = (*wanted.values(), *self.questions.onward(position, row.url, links, forms, number, row.depth))
        if end:
            return tuple(each for each in follow if Position(each.path_index, each.position) != position)
        return follow

    def _goes_on(self, row: FrontierRow) -> bool:
        """Whether the page belongs to a list of many pages."""
        return "turn" in (row.query or {}) or self.leads_on(_position(row))

    def _is_list_of_answer(self, position: Position) -> bool:
        """Whether pages here are lists of an answer, and all they lead to are links."""
        pattern = self.questions.pattern
        is_list = not pattern.is_target(position) and not pattern.form_steps(position)
        return is_list and self.questions.step_before(position) is not None

    def _shown(self, position: Position, links: Iterable[Link]) -> frozenset[str]:
        """Where a page leads but to more of its own kind."""
        steps = self.questions.pattern.next_links(position, self.questions.idle.with_plain(tuple(links)))
        return frozenset(link.url for link, reached in steps if reached != position)

    def _shown_before(self, row: FrontierRow) -> Iterator[Set[str]]:
        """What the pages of the same answer showed, from the one before back to the first."""
        position, parent = _position(row), row.parent_page_id
        while parent is not None:
            page = self.pages.get(parent)
            if page is None or (page.path_index, page.position) != position:
                return
            yield self._shown(position, stored_links(self.pages, parent))
            parent = page.parent_page_id


def _position(row: FrontierRow) -> Position:
    return Position(row.path_index, row.position)
