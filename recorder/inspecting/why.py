"""Why a URL is, or is not, among the targets: what is stored about it, held against the navigation pattern.

Reads the store alone and fetches nothing; how the answer is shown is not known here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from heapq import nlargest

from recorder.inspecting.page_versions import PageVersion, versions_of
from recorder.knowledge.coverage import load_choice
from recorder.knowledge.link_marks import load_link_marks
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.pages.links import Link
from recorder.patterns.prototypes.prototype import Prototype
from recorder.patterns.urls.address import beside
from recorder.patterns.urls.tokens import common_affixes
from recorder.patterns.urls.url import given_address
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.page import ERROR, HUB, IGNORED, KNOWN, LEFT_OUT, OFF_PATTERN, OTHER, SKIPPED, TARGET, StoredPage
from recorder.store.recordings import Recording
from recorder.store.runs import Run
from recorder.store.why import InLink, Why


class UrlVerdict(Enum):
    """What a URL is to a recording, as far as its newest run can tell: the role of its page, if it has one."""

    TARGET = TARGET
    HUB = HUB
    OFF_PATTERN = OFF_PATTERN
    OTHER = OTHER
    ERROR = ERROR
    SKIPPED = SKIPPED
    GONE = "gone"
    NOT_FETCHED = "not fetched"
    UNKNOWN = "unknown"


_LEFT_OUT = (KNOWN, IGNORED, LEFT_OUT)
"""Outcomes of a page that a run met and did not look at."""

_SIMILAR_URLS = 3
"""Most seen URLs that are offered for one that was never seen."""


@dataclass(frozen=True)
class StepMatch:
    """One link step of the pattern, held against the URL; `path` and `step` count from 1.

    `matches`: its expression matches the URL. `follows`: some known link to the URL also stands at its place.
    """

    path: int
    step: int
    regex: str
    place: str | None
    matches: bool
    follows: bool


@dataclass(frozen=True)
class Explanation:
    """The answer: `because` is one sentence, the rest is the evidence. The most telling page comes first, `route` leads
    to it from where its run began, `links` are the first of `link_count`.
    """

    url: str
    verdict: UrlVerdict
    because: str
    recording: Recording
    pages: tuple[StoredPage, ...] = ()
    versions: tuple[PageVersion, ...] = ()
    runs: dict[int, Run] = field(default_factory=dict)
    route: tuple[StoredPage, ...] = ()
    links: tuple[InLink, ...] = ()
    link_count: int = 0
    steps: tuple[StepMatch, ...] = ()
    nearest: tuple[str, ...] = ()
    """The most similar URLs that were seen, if it was not."""
    link_class: Prototype | None = None
    """Its class of links, if a person has marked any class."""
    wanted: bool | None = None
    """The mark of that class: wanted, or ignored."""


def explain(store: Store, recording: Recording, pattern: NavigationPattern, typed: str) -> Explanation:
    """Everything a person may want to know about one URL; a `UsageError` if it is none."""
    url = given_address(beside(typed, recording.entry_url), recording.entry_url)
    if url is None:
        raise UsageError(
            f"{typed} is not an address.", "Give one such as example.org/page or https://example.org/page."
        )
    why = store.why(recording.id, url)
    pages = tuple(sorted(why.pages, key=lambda page: _relevance(page, url), reverse=True))
    runs = {run.id: run for run in store.runs.all(recording.id)}
    steps = tuple(_step_matches(pattern, url, why.links))
    marks = load_link_marks(store, recording.id)
    verdict, because = _judged(why, pages, runs, recording.threshold, steps)
    if verdict is UrlVerdict.NOT_FETCHED and marks.ignores(url):
        because = "Links of its class are ignored."
    elif verdict in (UrlVerdict.NOT_FETCHED, UrlVerdict.OTHER) and (name := load_choice(recording).why_not(url)):
        because = f"It is left out: {name}."
    return Explanation(
        url,
        verdict,
        because,
        recording,
        pages,
        versions_of(pages),
        runs,
        tuple(_route_to(store, pages[0])) if pages else (),
        why.links,
        why.link_count,
        steps,
        _similar_urls(store, runs.values(), url) if verdict is UrlVerdict.UNKNOWN else (),
        marks.class_of(url),
        marks.mark_of(url),
    )


def _relevance(page: StoredPage, url: str) -> tuple[bool, int, bool, bool, int]:
    """The newest run comes first, unless it left the page out as known or ignored. Several addresses may lead to one
    page, of which one is the target.
    """
    return page.outcome not in _LEFT_OUT, page.run_id, page.role == TARGET, page.url == url, page.id


def _route_to(store: Store, page: StoredPage) -> list[StoredPage]:
    """The pages from where the run began to this one; each was first met on the one before it."""
    route = [page]
    while (parent := route[-1].parent_page_id) is not None and parent not in {known.id for known in route}:
        found = store.pages.get(parent)
        if found is None:
            break
        route.append(found)
    return route[::-1]


def _step_matches(pattern: NavigationPattern, url: str, links: tuple[InLink, ...]) -> Iterator[StepMatch]:
    for path_number, path in enumerate(pattern.paths, 1):
        for number, step in enumerate(path.steps, 1):
            if isinstance(step, LinkStep):
                follows = any(step.follows(Link(url, link.place, link.text)) for link in links)
                yield StepMatch(path_number, number, step.regex, step.place, step.matches(url), follows)


def _judged(
    why: Why, pages: tuple[StoredPage, ...], runs: dict[int, Run], threshold: float | None, steps: tuple[StepMatch, ...]
) -> tuple[UrlVerdict, str]:
    if not pages:
        if not why.links and not why.queued:
            return UrlVerdict.UNKNOWN, "No page that was seen links to it, and it was never fetched."
        return UrlVerdict.NOT_FETCHED, _why_not_fetched(why, runs, steps)
    page = pages[0]
    if page.role == TARGET and (judge := _found_it_gone(runs, pages)):
        return UrlVerdict.GONE, f"Run {page.run_id} collected it, and run {judge.id} no longer met it."
    return UrlVerdict(page.role), _why_of_page(page, threshold, steps)


def _found_it_gone(runs: dict[int, Run], pages: tuple[StoredPage, ...]) -> Run | None:
    """The first complete run after the newest page's own, of the same kind, that would have met it and did not."""
    own, met = runs[pages[0].run_id], {page.run_id for page in pages if page.outcome in _LEFT_OUT}
    peers = (run for run in runs.values() if (run.kind, run.parameters) == (own.kind, own.parameters))
    return next((run for run in peers if run.id > own.id and run.complete and run.id not in met), None)


def _why_of_page(page: StoredPage, threshold: float | None, steps: tuple[StepMatch, ...]) -> str:
    if page.role == TARGET:
        return f"{_held_to_the_cut(page, threshold)}, {_leading(steps)}."
    if page.role == HUB:
        return "The navigation pattern goes through it."
    if page.role == OFF_PATTERN:
        unlike = f"it is unlike the sample: {_held_to_the_cut(page, threshold)}"
        return f"The navigation pattern leads to it, but {page.reason or unlike}."
    if page.role == ERROR:
        return f"It could not be had: {page.reason or page.outcome}."
    if page.role == SKIPPED:
        return f"It was not fetched: {page.reason or page.outcome}."
    if page.reason:
        return f"{page.reason}."
    return f"It is neither a target nor on the way to one: {_held_to_the_cut(page, threshold)}."


def _held_to_the_cut(page: StoredPage, threshold: float | None) -> str:
    """How it is built, and that this did not decide, if it did not."""
    if page.similarity is None or threshold is None:
        return "similarity not measured"
    told = f"similarity {page.similarity:.2f}, cut {threshold:.2f}"
    if (page.similarity >= threshold) == (page.role == TARGET):
        return told
    others = "the targets" if page.role == TARGET else "other pages"
    return f"{told}, but what it says, and how it is named and linked, is rather that of {others}"


def _leading(steps: tuple[StepMatch, ...]) -> str:
    last = {step.path: step for step in steps}
    paths = [str(number) for number, step in last.items() if step.follows]
    if not paths:
        return "though no path of the navigation pattern in force ends at it"
    if len(paths) == 1:
        return f"and path {paths[0]} of the navigation pattern leads to it"
    return f"and paths {', '.join(paths[:-1])} and {paths[-1]} of the navigation pattern lead to it"


def _why_not_fetched(why: Why, runs: dict[int, Run], steps: tuple[StepMatch, ...]) -> str:
    waiting = [row for row in why.queued if row.state in ("waiting", "claimed")]
    if waiting:
        run = runs[waiting[0].run_id]
        return f"It waits its turn in run {run.id}, a {run.kind} that is {run.status}."
    if not steps:
        return "It was only seen in links, and there is no navigation pattern yet to follow them."
    matching = [step for step in steps if step.matches]
    if following := [step for step in matching if step.follows]:
        return f"{_naming(following)} leads to it, but no crawl has come to it so far."
    if matching:
        return f"{_naming(matching)} matches its address, but applies only to links at another place."
    return "No step of the navigation pattern matches its address."


def _naming(steps: list[StepMatch]) -> str:
    first = steps[0]
    return f"Step {first.step} of path {first.path} of the navigation pattern"


def _similar_urls(store: Store, runs: Iterable[Run], url: str) -> tuple[str, ...]:
    """Of all pages and links that the newest run of each kind saw, those with the longest beginning and end in common
    with `url`: a person may have mistyped it, or met another form of it.
    """
    newest = {run.kind: run for run in sorted(runs, key=lambda run: run.id)}
    known = {known for run in newest.values() for known in _seen_by(store, run)}
    return tuple(nlargest(_SIMILAR_URLS, sorted(known), key=lambda other: _in_common(url, other)))


def _seen_by(store: Store, run: Run) -> Iterator[str]:
    for page in store.pages.of_run(run.id):
        yield page.url
        for link in store.pages.links(page.id):
            yield link.url


def _in_common(url: str, other: str) -> tuple[int, int]:
    """How many characters beginning and end share, and how little the URLs differ in length."""
    beginning, end = common_affixes((url, other))
    return len(beginning) + len(end), -abs(len(url) - len(other))
