"""What a crawl follows from a page: the links and forms of the next steps, and the pages with which a list goes on.

A list may have no end: a calendar that always has a next month, a filter that can be combined with itself. That cannot
be proved, so the bounds are generous. All lists are left after very many pages of them in a row that led to no new
target; the pages of one answer, after several in a row that showed nothing but what the page before each showed.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import chain, islice
from urllib.parse import unquote_plus

from recorder.crawling.navigator import Navigator, Waypoint
from recorder.crawling.tasks import FormTask, Task, TurnTask, form_request, link_request, turn_request
from recorder.forms.csrf_tokens import fresh_values
from recorder.forms.form import Form
from recorder.forms.pagination import turned
from recorder.forms.submission import Values
from recorder.forms.turning import turns_of
from recorder.health.form_changes import FormWatch
from recorder.patterns.navigation.pagination import turns_a_page
from recorder.patterns.navigation.pattern import FormStep, Position
from recorder.patterns.pages.links import Link
from recorder.patterns.repeats.plain_addresses import AS_WRITTEN, PlainAddresses
from recorder.patterns.urls.url import Url
from recorder.runtime.events import Listener, Note
from recorder.store.frontier import QueuedRequest
from recorder.store.page import HUB, TARGET
from recorder.store.pages import Pages
from recorder.visiting.render_comparison import Useful
from recorder.visiting.visit import stored_links

MOST_BARREN = 500
"""Most pages of lists in a row, over all lists, that lead to no new target. As many of one path, and more than there
were before them, and what waits of its lists is not fetched any more: filters that can be combined fill the queue.
"""
MOST_REPEATING = 10
"""Most pages of one answer in a row that show no more than the page before them."""
_ENDLESS = f"{MOST_BARREN} pages of lists in a row led to no new target"
_REPEATING = f"{MOST_REPEATING} pages of the answer in a row showed nothing but what the page before showed"


@dataclass(frozen=True, slots=True)
class Onward:
    """What is to be fetched next; and why the list that the page belongs to is not followed further, if it is not."""

    requests: tuple[QueuedRequest, ...] = ()
    end: str = ""


@dataclass
class LinkFollower:
    """The way on from each page of one crawl."""

    navigator: Navigator
    pages: Pages
    listen: Listener
    watch: FormWatch
    queued: Callable[[Iterable[str]], Set[str]]
    """Those of these keys of requests that are known to the crawl."""
    idle: PlainAddresses = AS_WRITTEN
    """Left out of the addresses of targets: each answer would write them otherwise."""
    _barren: int = 0
    _lists: Counter[int] = field(default_factory=Counter)
    """By path, the pages of its lists, and those of them in a row that led to no new target."""
    _barren_of: Counter[int] = field(default_factory=Counter)
    _left: set[int] = field(default_factory=set)
    """The paths of which a person was told that what waits of their lists is not fetched."""

    def begin(self, entry: str) -> Iterator[QueuedRequest]:
        """Where a crawl starts: the entry page, and every form that is asked without going anywhere first."""
        for question, start in self.navigator.starts():
            if start.asks is None:
                yield link_request(entry, start.position, question, 0)
            elif not self.watch.has_changed(start.asks):
                yield form_request(self._after(start), question, 1)

    def follow(
        self, task: Task, url: str, links: tuple[Link, ...], forms: tuple[Form, ...] = (), role: str = ""
    ) -> Onward:
        """From the page of a task at `url`. `role` is what it was just found to be; empty where it was known before."""
        if task.beside:
            return Onward()
        self._count(task, role, url)
        end = self._end(task, links, url)
        follow = (*self._by_links(task, links, url), *self._by_forms(task, links, forms, url))
        if end:
            here = task.at.position
            follow = tuple(each for each in follow if Position(each.path_index, each.position) != here)
        return Onward(follow, end)

    def _count(self, task: Task, role: str, url: str) -> None:
        """A page of a list counts if it came of turning pages, and not of a question asked for the first time."""
        path = task.at.position.path
        if role == TARGET:
            self._barren = self._barren_of[path] = 0
        elif role == HUB and _is_in_list(task) and not isinstance(task, FormTask):
            self._barren += 1
            self._barren_of[path] += 1
            self._lists[path] += 1
            if self._barren == MOST_BARREN:
                self.listen(Note(f"From {url} on, no further lists are followed: {_ENDLESS}."))

    def is_left(self, task: Task) -> bool:
        """Whether a page belongs to a list of which too many led nowhere to fetch those that wait."""
        path = task.at.position.path
        barren = self._barren_of[path]
        is_left = _is_in_list(task) and barren >= max(MOST_BARREN, self._lists[path] - barren)
        if is_left and path not in self._left:
            self._left.add(path)
            why = f"{barren} in a row led to no new target"
            self.listen(Note(f"What waits of the lists of path {path + 1} is not fetched: {why}."))
        return is_left

    def _end(self, task: Task, links: tuple[Link, ...], url: str) -> str:
        if not _is_in_list(task):
            return ""
        if self._barren >= MOST_BARREN:
            return _ENDLESS
        leads_to_links = not task.at.is_target and task.at.asks is None
        if task.at.answered and leads_to_links and repeats_itself(self._shown(task.at, links, url), self._before(task)):
            return _REPEATING
        return ""

    def useful(self, task: Task) -> Useful | None:
        """Which links of the task's page are worth a browser: those to follow that nothing else led to. None where none
        is followed, whatever the page links to.
        """
        if task.beside or not (task.at.goes_on or (task.at.asks is None and not task.at.is_target)):
            return None

        def followed(brought: Collection[Link]) -> Set[str]:
            wanted = set(self._keys(task, brought))
            return wanted - self.queued(wanted)

        return followed

    def _keys(self, task: Task, links: Collection[Link]) -> Iterator[str]:
        """Of the requests that these links may come to, wherever in the pattern the page stands: it is fetched once."""
        url, question = task.row.url, task.question
        further = further_pages(url, links, frozenset()) if task.at.answered else ()
        turns = (link_request(link.url, task.at.position, question, 0) for link in further)
        steps = chain.from_iterable(self._steps(at, tuple(links), url) for at in self.navigator.where(task.at, url))
        follow = (link_request(address, reached, question, 0) for _, address, reached in steps)
        return (request.key for request in chain(follow, turns))

    def listed(self, at: Waypoint, links: tuple[Link, ...], url: str) -> frozenset[str]:
        """The addresses of the targets that the page at `url` leads to."""
        waypoints = self.navigator.waypoints
        return frozenset(each for _, each, reached in self._steps(at, links, url) if waypoints[reached].is_target)

    def _shown(self, at: Waypoint, links: tuple[Link, ...], url: str) -> frozenset[str]:
        """Where a page leads but to more of its own kind."""
        return frozenset(each for _, each, reached in self._steps(at, links, url) if reached != at.position)

    def _before(self, task: Task) -> Iterator[Set[str]]:
        """What the pages of the same answer showed, from the one before back to the first."""
        parent = task.row.parent_page_id
        while parent is not None:
            page = self.pages.get(parent)
            if page is None or (page.path_index, page.position) != task.at.position:
                return
            yield self._shown(task.at, stored_links(self.pages, parent), page.final_url)
            parent = page.parent_page_id

    def _steps(self, at: Waypoint, links: tuple[Link, ...], url: str) -> Iterator[tuple[Link, str, Position]]:
        """The links to follow, as written or without idle parameters: the pattern may know either. With the address to
        fetch, and the position there.
        """
        either = (*links, *self.idle.plain_links(links).values())
        for link, reached in self.navigator.pattern.next_links(at.position, either, url):
            is_target = self.navigator.waypoints[reached].is_target
            yield link, self.idle.plain(link.url) if is_target else link.url, reached

    def _after(self, at: Waypoint) -> Waypoint:
        """One step on."""
        return self.navigator.waypoints[Position(at.position.path, at.position.step + 1)]

    def _by_links(self, task: Task, links: tuple[Link, ...], url: str) -> Iterable[QueuedRequest]:
        """The links that come next."""
        depth, question = task.row.depth + 1, task.question
        return {
            (link.url, reached): link_request(address, reached, question, depth, link.place)
            for link, address, reached in self._steps(task.at, links, url)
        }.values()

    def _by_forms(self, task: Task, links: Iterable[Link], forms: Iterable[Form], url: str) -> Iterator[QueuedRequest]:
        """The form that comes next; what turns the pages of a list that is sent as a form; and, on an answer, what else
        turns its pages.
        """
        at, question, depth = task.at, task.question, task.row.depth + 1
        if at.asks and (form := self.watch.look(at.asks, forms)):
            yield form_request(self._after(at), question, depth, fresh_values(at.asks, form), form.url)
        for form in () if at.is_target else forms:
            for sent, which in turned(form, task.row.depth):
                yield turn_request(sent, which, at.position, question, depth)
        if at.answered:
            said = said_in(at.answered, question.values(at.position.path, at.forms))
            for turn in turns_of(forms, said, sent_to(at.answered)):
                yield turn_request(turn.form, turn.page, at.position, question, depth)
            at_either = (further_pages(each, links, said) for each in dict.fromkeys((task.row.url, url)))
            for link in dict.fromkeys(chain.from_iterable(at_either)):
                there = self.idle.plain(link.url) if at.is_target else link.url
                yield link_request(there, at.position, question, depth, link.place)


def _is_in_list(task: Task) -> bool:
    """Whether the page belongs to a list of many pages."""
    return isinstance(task, TurnTask) or task.at.goes_on


def repeats_itself(shown: Set[str], before: Iterator[Set[str]]) -> bool:
    """Whether a page of an answer that shows these links is the last of many that show no more than the one before
    each; `before` gives what those showed, the latest first, and is asked for as few as decide it.
    """
    count = 0
    for earlier in islice(before, MOST_REPEATING):
        if not shown <= earlier:
            return False
        shown, count = earlier, count + 1
    return count == MOST_REPEATING


def further_pages(url: str, links: Iterable[Link], said: Set[str]) -> Iterator[Link]:
    """The links of an answer that lead to further pages of it, whether or not any was seen while recording: at the
    answer's own path or below, repeating what was said, and announced as another page.
    """
    for link in links:
        there = Url(link.url)
        is_further = _goes_on(Url(url), there) and turns_a_page(url, link)
        if is_further and said <= {unquote_plus(value) for _, value in there.parameters}:
            yield link


def _goes_on(page: Url, other: Url) -> bool:
    """Whether the path of the other one is that of the page, longer or with another number."""
    own = page.levels if page.levels[-1] else page.levels[:-1]
    pairs = zip(own, other.levels, strict=False)
    return len(own) <= len(other.levels) and all(a == b or (a.isdecimal() and b.isdecimal()) for a, b in pairs)


def said_in(step: FormStep, values: Mapping[str, Values]) -> frozenset[str]:
    """What a person said, and not the form for them: sites need not repeat that."""
    return frozenset(
        value for each in step.parameters for value in values[each.name] if value not in ("", *each.default)
    )


def sent_to(step: FormStep) -> tuple[str, str]:
    """How and where a question is sent."""
    return step.method, step.url.partition("?")[0]
