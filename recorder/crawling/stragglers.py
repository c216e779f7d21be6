"""Targets that no step of the pattern leads to. Pages that were met link to addresses of the very kind that targets
have, and a pattern learnt from a part of a site may not reach them: these *stragglers* are fetched when nothing else
waits.

Their addresses only make them candidates. Of every kind they are fetched for as long as at least every second one turns
out to be a target, judged as a page that nothing was promised of. What they are is the judge's matter, and nothing is
followed from them but to further stragglers. Where numbers tell what is there, and a recording has found targets that
no page links to, by numbers that it tried or in answers of forms, the missing numbers are candidates, too.

A calendar goes on for ever, and its days may look like targets. Stragglers end when they are as many as what the steps
led to, and all of them together as many as the recording believed possible.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from itertools import filterfalse, islice
from math import inf

from recorder.crawling.seen_pages import KnownPages
from recorder.crawling.tasks import BESIDE, straggler_request
from recorder.knowledge.coverage import do_numbers_tell, load_coverage
from recorder.patterns.classes.url_cells import Cell, cell_of, cell_of_one, place_of
from recorder.patterns.navigation.numbering import numbering_of
from recorder.patterns.pages.links import Link
from recorder.patterns.repeats.plain_addresses import PlainAddresses
from recorder.patterns.urls.url import Url
from recorder.runtime.background import Background
from recorder.runtime.plain_text import many
from recorder.store.database import Store
from recorder.store.frontier import QueuedRequest
from recorder.store.page import HUB, OTHER, TARGET, StoredPage
from recorder.store.recordings import Recording
from recorder.visiting.page_reader import Reader
from recorder.visiting.visit import stored_links

AT_ONCE = 16
"""Stragglers that are queued at a time: what came of them decides about the next."""

FEW = 3
"""Fewest targets that make a kind of address believable; and most tries of a kind that may fail before any succeeds."""

MOST_MET = 500_000
"""Most addresses that are remembered: a trap may show any number."""


@dataclass
class KindTally:
    """Of one kind of address: the pages that were targets, and those that were not."""

    targets: int = 0
    others: int = 0
    _names: set[str] = field(default_factory=set)
    """What targets are called, until that differs."""

    def count(self, url: str, *, is_target: bool) -> None:
        if not is_target:
            self.others += 1
            return
        self.targets += 1
        if len(self._names) < 2:
            self._names.add(Url(url).name)

    def may_have(self, url: str) -> bool:
        """Not if all targets have one name, `/member/7/contact`, and this another: it shows another part of one."""
        return self.is_believable and (len(self._names) > 1 or Url(url).name in self._names)

    @property
    def is_believable(self) -> bool:
        return self.targets >= FEW and self.targets >= self.others

    @property
    def goes_on(self) -> bool:
        """Whether the next try may be worth it, by those that were made."""
        return self.others < FEW or self.targets >= self.others


@dataclass
class Stragglers:
    """Of one crawl. `wants` says whether an address may be fetched at all, `idle` what of one makes no other page."""

    store: Store
    run_id: int
    known: KnownPages
    wants: Callable[[str], bool]
    idle: PlainAddresses
    reader: Reader
    background: Background
    found: int = 0
    """How many turned out to be targets, those of earlier attempts at this run included."""
    _refused: set[str] = field(default_factory=set)
    """What a mapping has seen and not taken for a target, by all that it knew."""
    _kinds: defaultdict[Cell, KindTally] = field(default_factory=lambda: defaultdict(KindTally))
    _tries: defaultdict[Cell, KindTally] = field(default_factory=lambda: defaultdict(KindTally))
    _uncounted: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Targets by folder that `_kinds` lacks: counted when a page beside them may be fetched, which is seldom."""
    _believed: float = inf
    """The most targets that the recording believed the site to have."""
    _numbered: set[str] = field(default_factory=set)
    """The targets of a mapping, if no page links to some of them, and numbers tell what is there."""
    _met: set[str] = field(default_factory=set)
    _taken: set[str] = field(default_factory=set)
    _to_recall: frozenset[int] = frozenset()
    """Pages that an earlier attempt has stored. To read them takes its time, and waits until it is needed."""

    def __post_init__(self) -> None:
        self._to_recall = self.known.ids

    def learn(self, recording: Recording) -> None:
        """What pages of the latest mapping were, and how many targets it made believe in."""
        if coverage := load_coverage(recording):
            self._believed = coverage.high
        mappings = [run.id for run in self.store.runs.all(recording.id) if run.kind == "mapping"]
        targets, unlinked = set[str](), False
        for page in self.store.pages.of_run(mappings[-1]) if mappings else ():
            if page.role in (TARGET, HUB, OTHER):
                self._kinds[cell_of_one(page.url)].count(page.url, is_target=page.role == TARGET)
            if page.role == TARGET:
                targets.add(page.final_url)
                unlinked |= page.parent_page_id is None and page.url not in recording.samples
            else:
                self._refused.add(page.url)
        self._numbered = targets if unlinked and do_numbers_tell(recording) else set()

    def _recall(self) -> None:
        """What an earlier attempt has met."""
        pages = self.store.pages.of_run(self.run_id) if self._to_recall else ()
        for page in (page for page in pages if page.id in self._to_recall):
            linked = (link.url for link in self._links(page))
            self.hear(page.url, page.role, linked, beside=page.path_index == BESIDE.path)

    def _links(self, page: StoredPage) -> tuple[Link, ...]:
        """Those of targets are not stored."""
        body = self.store.pages.body(page.id) if page.role == TARGET else None
        if body is None:
            return stored_links(self.store.pages, page.id)
        return self.reader.read(page.final_url, body, page.content_type).links

    def hear(self, url: str, role: str, linked: Iterable[str], *, beside: bool) -> None:
        """A page of this crawl, and the addresses it links to that no step follows."""
        self.found += beside and role == TARGET
        if beside:
            self._taken.add(url)
            self._tries[cell_of_one(url)].count(url, is_target=role == TARGET)
        elif role == TARGET:
            self._uncounted[url[: url.rstrip("/").rfind("/")]].append(url)
        if len(self._met) < MOST_MET:
            self._met.update(linked)

    async def queue(self) -> bool:
        """Nothing else waits: queue the next few, the most probable first; whether there are any."""
        await self.background.run(self._recall)
        self._to_recall = frozenset()
        if self._are_too_many:
            return False
        wanted = list(self._next())[:AT_ONCE]
        if not wanted and self._numbered:
            numbering = numbering_of(self._numbered | self.known.targets)
            self._met.update(islice(filterfalse(self._is_known, numbering or ()), MOST_MET))
            self._numbered = set()
            wanted = list(self._next())[:AT_ONCE]
        self._taken.update(request.url for request in wanted)
        await self.store.frontier.add(self.run_id, wanted)
        return bool(wanted)

    @property
    def _are_too_many(self) -> bool:
        """Whether they no longer are what a pattern may have missed."""
        by_steps = len(self.known.targets) - self.found
        return self.found >= max(by_steps, self._believed - by_steps)

    def _next(self) -> Iterator[QueuedRequest]:
        unknown = [url for url in {self.idle.plain(url) for url in self._met} if not self._is_known(url)]
        self._count({place_of(url) for url in unknown})
        able = (url for url in unknown if self._may_be(url) and self.wants(url))
        for url in sorted(able, key=lambda url: (-self._kinds[cell_of(url)].targets, url)):
            yield straggler_request(url)

    def _count(self, places: Set[tuple[str, ...]]) -> None:
        """The targets at these places."""
        for folder in [folder for folder, urls in self._uncounted.items() if cell_of_one(urls[0])[0] in places]:
            for url in self._uncounted.pop(folder):
                self._kinds[cell_of_one(url)].count(url, is_target=True)

    def _is_known(self, url: str) -> bool:
        is_target = not self.known.targets.isdisjoint((url, self.idle.own(url)))
        return is_target or url in self._taken or url in self._refused or bool(self.known.get(url))

    def _may_be(self, url: str) -> bool:
        cell = cell_of(url)
        return cell in self._kinds and self._kinds[cell].may_have(url) and self._tries[cell].goes_on

    def told(self, targets: int) -> str:
        """What a crawl of so many targets says of those it collected."""
        more = (
            " No more of them were asked for: they are more than the recording believed there are. If they are what"
            " you want, record again with one of them as a second sample (--like); if not, with --unlike."
            if self._are_too_many
            else " `recorder record --again` may learn a pattern that reaches them."
        )
        return (
            f"Beside the pattern: {self.found:,} of {many(targets, 'target')}. No step leads to them, only links of"
            f" pages that were met, or their numbers.{more}"
        )
