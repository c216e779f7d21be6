"""Does a browser change anything? One page over HTTP against the same page rendered.

What counts is what only the browser brings: words that the page says, and links that are of use to whoever asks. How
the page is built is no reason, for all pages of a kind are built alike; nor are the words of links, a menu or a tree of
the whole site, unless without them the page says nothing of its own. Two things are not held against a page: words and
forms that browsers add to nearly every page of the site, if it says anything without them, and what differs between two
plain visits. Fetches nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Set
from dataclasses import dataclass, replace
from functools import cached_property

from recorder.fetching.answers import Page
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import Link
from recorder.patterns.similarity.rtdm import Comparison
from recorder.patterns.urls.sorts import sort_of
from recorder.patterns.urls.url import Url, without_route
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.render_evidence import RenderEvidence

NEW_WORDS = 0.1
"""Largest share of a page's words that scripts may add without the page needing them: a date, a counter, a greeting."""

FEW_WORDS = 5
"""The same as a number of words, for short pages. A page with no more of its own over HTTP is a shell."""

RESTLESS = 1.5
"""Most that a browser may add, as a multiple of what a second plain visit adds: ads, what others bought."""

_MOST_KEPT = 200
"""Most added links and forms that evidence keeps."""

_MOST_WORDS = 1000
"""Most added words: a menu in a frame has hundreds, and one that is not kept would be news on every page."""

FEWEST, FEWEST_FORMS = 3, 2
"""Fewest pages that a word, or a form, which browsers add is on to count as the site's, not the page's: a form says the
same on all of them, a word may be one of a value that scripts fill in.
"""

NEARLY_ALL = 0.8
"""Least share of the compared pages that it is on."""


class Additions:
    """The words and forms that browsers were seen to add to pages of one site."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._forms: Counter[str] = Counter()
        self._pages: set[str] = set()

    def learn(self, evidence: RenderEvidence) -> None:
        """Of every page once."""
        if evidence.url not in self._pages:
            self._pages.add(evidence.url)
            self._words.update(evidence.added_words)
            self._forms.update(evidence.added_forms)

    @property
    def are_unknown(self) -> bool:
        """Whether too few pages were compared to tell what is added to all of them."""
        return len(self._pages) < FEWEST

    def common(self) -> frozenset[str]:
        """To nearly every page: the same menu, the same banner, the same search. Forms by their signatures."""
        return self._often(self._words, FEWEST) | self._often(self._forms, FEWEST_FORMS)

    def _often(self, found: Counter[str], fewest: int) -> frozenset[str]:
        least = max(fewest, NEARLY_ALL * len(self._pages))
        return frozenset(each for each, times in found.items() if times >= least)


@dataclass(frozen=True)
class Version:
    """A page as it came one way or the other, and the words it says outside of its links."""

    page: ReadPage
    said: Counter[str]

    @classmethod
    def of(cls, page: ReadPage, answer: Page) -> "Version":
        return cls(page, Document.parse(answer.body, content_type=answer.content_type, url=answer.url).own_words)

    @cached_property
    def urls(self) -> frozenset[str]:
        return frozenset(link.url for link in self.page.links)

    @cached_property
    def forms(self) -> frozenset[str]:
        return frozenset(form.signature for form in self.page.forms)

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(self.page.text.lower().split())


Useful = Callable[[Collection[Link]], Set[str]]
"""What of the links that a browser brings is of use."""


def weigh(
    evidence: RenderEvidence,
    plain: Version,
    shown: Version,
    again: Version | None,
    common: Set[str],
    comparison: Comparison,
    useful: Useful | None,
    *,
    twin: RenderEvidence | None = None,
) -> RenderEvidence:
    """The evidence filled in. `again` is a second plain visit, for a page that a browser seems to change; `common`:
    words and forms that browsers add to nearly every page; `twin`: another page that says the very same over HTTP. It
    is this one at a second address, or both are shells.
    """
    again = again or plain
    words, links = shown.words - plain.words, shown.urls - plain.urls - _written_otherwise(plain.urls, shown.urls)
    restless_words, restless_links = again.words - plain.words, again.urls - plain.urls
    own = shown.said - plain.said
    is_shell = twin is not None and not _is_again(twin, evidence.url, own.keys() - common)
    is_empty = is_shell or plain.words.total() <= FEW_WORDS
    is_shell = is_shell or plain.said.total() <= FEW_WORDS
    said, whole = (words, shown.words) if is_shell else (own, shown.said)
    known = restless_words.keys() | (frozenset() if is_empty else common)
    news = sum(times for word, times in said.items() if word not in known)
    few_words = max(FEW_WORDS, NEW_WORDS * whole.total(), RESTLESS * restless_words.total())
    leads_elsewhere = without_route(shown.page.url) != without_route(plain.page.url)
    forms = shown.forms - plain.forms
    shows_forms = len(shown.page.forms) > len(plain.page.forms) and not forms <= common
    new = [link for link in shown.page.links if link.url in links - restless_links]
    return replace(
        evidence,
        similarity=round(comparison.similarity(plain.page.tree, shown.page.tree), 4),
        links=_share(len(links), len(shown.urls)),
        words=_share(words.total(), shown.words.total()),
        changed=leads_elsewhere or shows_forms or news > few_words,
        brings=len(useful(new)) > RESTLESS * len(restless_links) if useful else None,
        added_words=tuple(sorted(said)[:_MOST_WORDS]),
        added_links=tuple(_some_of_each_sort(links)),
        added_forms=tuple(sorted(forms)[:_MOST_KEPT]),
        written=plain.page.fingerprint,
    )


def _is_again(twin: RenderEvidence, url: str, brought: Set[str]) -> bool:
    """Whether the page at `url` is the twin: its address says no more than parameters, and a browser the same."""
    return _without_query(twin.url) == _without_query(url) and brought <= set(twin.added_words)


def _without_query(url: str) -> tuple[str, str]:
    """A route after `#` is another page."""
    address, _, route = url.partition("#")
    return address.partition("?")[0], route


def _some_of_each_sort(links: Set[str]) -> list[str]:
    """Of a menu with hundreds, too: a pattern may follow those that come last."""
    seen = Counter[object]()
    rank = {}
    for link in sorted(links):
        seen[sort_of(link)] += 1
        rank[link] = seen[sort_of(link)]
    return sorted(sorted(rank, key=lambda link: (rank[link], link))[:_MOST_KEPT])


def shows_in_a_frame(page: ReadPage, url: str) -> bool:
    """Whether this page is there to show the one at another address."""
    return page.url != url and any(link.url == url and link.place.endswith("frame") for link in page.links)


def added_links(plain: ReadPage, shown: ReadPage) -> tuple[Link, ...]:
    """Those of the rendered page that are not on the plain one under the same words, or by another address."""
    known = {(link.url, link.text) for link in plain.links}
    again = _written_otherwise({link.url for link in plain.links}, {link.url for link in shown.links})
    return tuple(link for link in shown.links if (link.url, link.text) not in known and link.url not in again)


def _written_otherwise(plain: Set[str], shown: Set[str]) -> set[str]:
    """The addresses on a rendered page that stand in the place of others: scripts have added parameters to them."""
    replaced = defaultdict[str, list[Set[tuple[str, str]]]](list)
    for url in plain - shown:
        replaced[url.partition("?")[0]].append(frozenset(Url(url).parameters))
    added = ((url, replaced[bare]) for url in shown - plain if (bare := url.partition("?")[0]) in replaced)
    return {url for url, fewer in added if any(each <= set(Url(url).parameters) for each in fewer)}


def _share(missing: int, whole: int) -> float:
    """Of the whole, what is not missing."""
    return round(1 - missing / whole, 4) if whole else 1.0
