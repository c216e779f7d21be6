"""From the answers of a form to paths of the navigation pattern: the form step, the pagination of its answers, and the
link steps to targets.

An answer lists targets, and may be paginated. A further page is built like the first; its address repeats the query, so
what its kind has in common is only the rest: which page it is. Pages that repeat the query otherwise, another order of
the same targets or a part of them, are told from pagination by what they list, kind by kind.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from recorder.forms.form import TYPED_KINDS
from recorder.patterns.navigation.narrowing import common_place, link_steps
from recorder.patterns.navigation.pattern import FormStep, LinkStep, Path, stands_at
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.tokens import escape
from recorder.patterns.urls.url import Url

_ANY_BEFORE, _ANY_BETWEEN, _ANY_AFTER = r"(?:[^#]*&)?", r"(?:&[^#]*)?&", r"(?:&[^#]*)?"
_QUESTION, _ANY_QUERY = r"\?", r"(?:\?[^#]*)?"
_NUMBER, _NAME = "[0-9]+", "[^/?#&=]+"

SAME_AGAIN = 0.2
"""Largest share of the first page's targets that a further page may list again."""


@dataclass(frozen=True)
class Answered:
    """An answer, or a further page of one: its links, the query, and which links lead to further pages."""

    links: tuple[Link, ...]
    asked: frozenset[str]
    """The values of the query, and the search ids of its answer."""
    further: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    """Links that have nothing to do with the query."""
    url: str = ""


def asks_the_same(url: str, answer: str, asked: frozenset[str]) -> bool:
    """Whether an address may be a further page of an answer: it has the same path or repeats the query, and says
    something else besides.
    """
    ours, theirs = Url(url), Url(answer)
    if ours.levels == theirs.levels:
        return _rest(url, asked) != _rest(answer, asked)
    said = {*ours.levels, *(value for _, value in ours.parameters)}
    return bool(said & asked)


PaginationKind = tuple[int, tuple[str, ...]]
"""What further pages have in common: the depth, and the parameters that do not repeat the query."""


def pagination_kind(url: str, asked: frozenset[str]) -> PaginationKind:
    return len(Url(url).levels), tuple(_rest(url, asked))


def _rest(url: str, asked: frozenset[str]) -> dict[str, str]:
    return {name: value for name, value in sorted(Url(url).parameters) if value and value not in asked}


@dataclass(frozen=True)
class FurtherPage:
    """A page that may continue an answer."""

    kind: PaginationKind
    targets: frozenset[str]
    """Those it lists."""
    turns: bool
    """Whether the link to it says "next", or a number."""


@dataclass(frozen=True)
class PaginatedAnswer:
    """An answer: the targets it lists, and the pages that may continue it."""

    targets: frozenset[str]
    pages: tuple[FurtherPage, ...]
    whole: bool = False
    """Whether these are all the pages that its links turn to."""


def pagination_kinds(answers: Sequence[PaginatedAnswer]) -> set[PaginationKind]:
    """The kinds of pages that continue these answers, judged by most of their pages. Where the links of some kind turn
    the page, another kind must list what no turned page of a whole answer lists: a part of many results ("4 stars and
    more", "books only"), or another order of them, has other targets than the first page of all.
    """
    turned = _by_most((page.kind, page.turns and _is_new(answer, page)) for answer in answers for page in answer.pages)
    known = [answer for answer in answers if answer.whole or not turned]
    beside = _by_most((page.kind, _is_new(answer, page)) for answer in known for page in answer.pages) - turned
    return turned | (beside - set(_said_again(answers, turned)) if turned else beside)


def _by_most(votes: Iterable[tuple[PaginationKind, bool]]) -> set[PaginationKind]:
    opinions = defaultdict[PaginationKind, list[bool]](list)
    for kind, vote in votes:
        opinions[kind].append(vote)
    return {kind for kind, said in opinions.items() if 2 * sum(said) >= len(said)}


def _is_new(answer: PaginatedAnswer, page: FurtherPage) -> bool:
    """Whether the page lists other targets. The last page of many may list few, and old ones among them."""
    fewest = len(answer.targets) if page.turns else min(len(answer.targets), len(page.targets))
    return len(page.targets & answer.targets) <= SAME_AGAIN * fewest


def _said_again(answers: Iterable[PaginatedAnswer], turned: set[PaginationKind]) -> Iterator[PaginationKind]:
    """The kinds that list what answers and their turned pages list."""
    for answer in answers:
        known = answer.targets.union(*(page.targets for page in answer.pages if page.kind in turned))
        yield from (page.kind for page in answer.pages if page.kind not in turned and page.targets & known)


def paths_behind(
    step: FormStep,
    answers: Sequence[Answered],
    targets: Iterable[str],
    usual: Collection[str] = (),
    elsewhere: Collection[str] = (),
) -> list[Path]:
    """The paths from the form over its answers and their further pages to `targets`. `usual` are targets that every
    page links to; they count where answers list them. `elsewhere` are targets that the site is known to have: answers
    that show one of many say little of what the address of another will be.
    """
    wanted, others = _offered(answers, frozenset(targets), usual)
    listed = frozenset[str]().union(*wanted.values())
    alike = {url: listed for url in elsewhere if url not in wanted}
    onward = list(_further_steps(answers))
    found = []
    for last in link_steps({**wanted, **alike}, others):
        if reached := sum(map(last.matches, wanted)):
            found.append(Path((step, last), reached, reached))
            found += [Path((step, way, last), reached, reached) for way in onward]
    return found


def _offered(
    answers: Iterable[Answered], targets: frozenset[str], usual: Collection[str]
) -> tuple[dict[str, frozenset[str]], ...]:
    """The links to targets, and all others but those to further pages, each with its places. What is usual is a target
    where answers list it, and another link elsewhere.
    """
    places: dict[str, set[str]] = {}
    onward: set[str] = set()
    for answer in answers:
        onward |= answer.further
        for link in answer.links:
            places.setdefault(link.url, set()).add(link.place)
    urls = sorted(places.keys() - onward)
    wanted = {url: frozenset(places[url]) for url in urls if url in targets}
    listed = frozenset[str]().union(*wanted.values())
    wanted |= {url: found for url in usual if url not in wanted and (found := listed.intersection(places.get(url, ())))}
    others = {url: places[url] - (listed if url in usual else frozenset()) for url in urls if url not in targets}
    return wanted, {url: frozenset(found) for url, found in others.items() if found}


def _further_steps(answers: Sequence[Answered]) -> Iterator[LinkStep]:
    """A step for each kind of further page: the same path and, the query left out, the same parameters. Kinds with the
    fewest parameters come first: one that such a step covers only writes the query otherwise.
    """
    kinds: dict[PaginationKind, list[tuple[str, frozenset[str]]]] = {}
    turned: dict[PaginationKind, set[int]] = defaultdict(set)
    for answer in answers:
        for url in sorted(answer.further):
            kind = pagination_kind(url, answer.asked)
            kinds.setdefault(kind, []).append((url, answer.asked))
            turned[kind] |= _turned_levels(url, answer.url)
    covered: list[LinkStep] = []
    for kind, found in sorted(kinds.items(), key=lambda item: (not item[0][1], len(item[0][1]))):
        if any(all(step.matches(url) for url, _ in found) for step in covered):
            continue
        rests = [_rest(url, asked) for url, asked in found]
        said = {value for _, asked in found for value in asked}
        urls = [url for url, _ in found]
        step = LinkStep(_expression(urls, rests, kind[1], said, turned[kind]), None, True, tuple(urls[:3]))
        steps = list(_told_apart(step, kind, answers))
        covered += steps
        yield from steps


def _told_apart(step: LinkStep, kind: PaginationKind, answers: Iterable[Answered]) -> Iterator[LinkStep]:
    """The step, bound to its place where other links of the answers match it, and without what those say beside the
    page: they are views of the same answer. None where even then it would follow links that have nothing to do with
    the query.
    """
    places: dict[str, set[str]] = {}
    others: list[tuple[Link, bool]] = []
    for answer in answers:
        for link in filter(lambda link: step.matches(link.url), answer.links):
            if link.url in answer.further:
                places.setdefault(link.url, set()).add(link.place)
            elif link.url in answer.aside or pagination_kind(link.url, answer.asked) != kind:
                others.append((link, link.url in answer.aside))
    place = common_place(map(frozenset, places.values())) if others else None
    left = [(link, aside) for link, aside in others if stands_at(link.place, place)]
    if any(aside for _, aside in left):
        return
    told = replace(step, place=place) if len(left) < len(others) else step
    known = {name for url in places for name, _ in Url(url).parameters}
    views = {name for link, _ in left for name, _ in Url(link.url).parameters} - known
    yield replace(told, regex=_without_views(told.regex, views)) if views else told


def _without_views(regex: str, names: Iterable[str]) -> str:
    return f"^(?![^#]*[?&](?:{'|'.join(map(escape, sorted(names)))})=){regex.removeprefix('^')}"


def _turned_levels(url: str, answer: str) -> set[int]:
    """The levels of the path that say which page it is: elsewhere it is that of the answer, or no number."""
    theirs, ours = Url(url).levels, Url(answer).levels
    as_long = len(theirs) == len(ours)
    pairs = zip_longest(theirs, ours[: len(theirs)])
    return {at for at, (level, own) in enumerate(pairs) if level != own and (as_long or level.isdecimal())}


def _expression(
    urls: Sequence[str], rests: Sequence[Mapping[str, str]], names: Sequence[str], asked: set[str], turned: set[int]
) -> str:
    levels = zip(*(Url(url).levels for url in urls), strict=True)
    path = "/".join(_value(values) if at in turned else _level(values, asked) for at, values in enumerate(levels))
    query = _ANY_BETWEEN.join(f"{escape(name)}={_value([rest[name] for rest in rests])}" for name in names)
    return f"^{path}{_QUESTION}{_ANY_BEFORE}{query}{_ANY_AFTER}$" if query else f"^{path}{_ANY_QUERY}$"


def _level(values: Sequence[str], asked: set[str]) -> str:
    if len(set(values)) == 1 and values[0] not in asked:
        return escape(values[0])
    return _value(values) if not any(value in asked for value in values) else _NAME


def _value(values: Sequence[str]) -> str:
    """Which page it is: a number, or a token of which nothing is known but one example."""
    return _NUMBER if all(map(re.compile("[0-9]+").fullmatch, values)) else _NAME


def without_lesser(paths: Sequence[Path]) -> list[Path]:
    """Without paths through forms whose fields another form has, too, and more: the small search box on every page
    beside the full search. One that is filled in already, as on an answer, asks less.
    """
    return [path for path in paths if not any(_is_lesser(path, other) for other in paths)]


def _is_lesser(path: Path, other: Path) -> bool:
    ours, theirs = path.steps[0], other.steps[0]
    if not isinstance(ours, FormStep) or not isinstance(theirs, FormStep):
        return False
    asked = {each.name for each in ours.parameters}
    free = (each for each in theirs.parameters if not each.required)
    empty = (each for each in free if not (each.kind in TYPED_KINDS and any(each.default)))
    more = asked & {each.name for each in theirs.parameters} | {each.name for each in empty}
    return _sent_to(ours) == _sent_to(theirs) and asked < more and len(more) == len(theirs.parameters)


def _sent_to(step: FormStep) -> tuple[str, str]:
    return step.method, step.url.partition("?")[0]
