"""From the answers of a form to paths of the navigation pattern: the form step, and the link steps that lead on.

An answer lists targets, and may lead to more of the same answer: page 2, "next". Such a page is built like the answer.
Its address repeats the query, so what is constant about it is only the rest: which page it is.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from recorder.patterns.navigation.narrowing import common_place, link_steps
from recorder.patterns.navigation.pattern import FormStep, LinkStep, Path, stands_at
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.regex_tree import escape
from recorder.patterns.urls.url import Url

_ANY_BEFORE, _ANY_BETWEEN, _ANY_AFTER = r"(?:[^#]*&)?", r"(?:&[^#]*)?&", r"(?:&[^#]*)?"
_QUESTION, _ANY_QUERY = r"\?", r"(?:\?[^#]*)?"
_NUMBER, _NAME = "[0-9]+", "[^/?#&=]+"


@dataclass(frozen=True)
class Answered:
    """An answer, or a further page of one: its links, what was asked for, and which of its links lead on to more."""

    links: tuple[Link, ...]
    asked: frozenset[str]
    """The values that the query sent, as far as they say something."""
    further: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    """Links that have nothing to do with what was asked."""


def asks_the_same(url: str, answer: str, asked: frozenset[str]) -> bool:
    """Whether an address may be a further page of an answer: at the same path, or repeating what was asked, with
    something else that says which page.
    """
    ours, theirs = Url(url), Url(answer)
    if ours.levels == theirs.levels:
        return _rest(url, asked) != _rest(answer, asked)
    said = {*ours.levels, *(value for _, value in ours.parameters)}
    return bool(said & asked)


PaginationKind = tuple[int, tuple[str, ...]]


def pagination_kind(url: str, asked: frozenset[str]) -> PaginationKind:
    """What further pages have in common: the depth, and the parameters that do not repeat the query."""
    return len(Url(url).levels), tuple(_rest(url, asked))


def _rest(url: str, asked: frozenset[str]) -> dict[str, str]:
    return {name: value for name, value in sorted(Url(url).parameters) if value and value not in asked}


def paths_behind(
    step: FormStep, answers: Sequence[Answered], targets: Iterable[str], usual: Collection[str] = ()
) -> list[Path]:
    """The paths from the form over its answers, and the further pages of these, to `targets`. Those in `usual` are
    targets that every page links to: listed among the answers they are answers, too.
    """
    wanted, others = _offered(answers, frozenset(targets), usual)
    onward = list(_further_steps(answers))
    found = []
    for last in link_steps(wanted, others):
        reached = [url for url in wanted if last.matches(url)]
        found.append(Path((step, last), len(reached), len(reached)))
        found += [Path((step, way, last), len(reached), len(reached)) for way in onward]
    return found


def _offered(
    answers: Iterable[Answered], targets: frozenset[str], usual: Collection[str]
) -> tuple[dict[str, frozenset[str]], ...]:
    """The links to targets, and all others but those that lead on, each with the places it stands at."""
    places: dict[str, set[str]] = {}
    onward: set[str] = set()
    for answer in answers:
        onward |= answer.further
        for link in answer.links:
            places.setdefault(link.url, set()).add(link.place)
    urls = sorted(places.keys() - onward)
    wanted = {url: frozenset(places[url]) for url in urls if url in targets}
    listed = frozenset[str]().union(*wanted.values())
    others = {
        url: frozenset(places[url]) - (listed if url in usual else frozenset()) for url in urls if url not in targets
    }
    return wanted, {url: found for url, found in others.items() if found}


def _further_steps(answers: Sequence[Answered]) -> Iterator[LinkStep]:
    """A step for each kind of further page: the same path and, the query left out, the same parameters. Those that
    say least first: a kind that one of them covers only says a value of the query otherwise, or by chance none.
    """
    kinds: dict[PaginationKind, list[tuple[str, frozenset[str]]]] = {}
    for answer in answers:
        for url in sorted(answer.further):
            kinds.setdefault(pagination_kind(url, answer.asked), []).append((url, answer.asked))
    covered: list[LinkStep] = []
    for kind, found in sorted(kinds.items(), key=lambda item: (not item[0][1], len(item[0][1]))):
        if any(all(step.matches(url) for url, _ in found) for step in covered):
            continue
        rests = [_rest(url, asked) for url, asked in found]
        said = {value for _, asked in found for value in asked}
        urls = [url for url, _ in found]
        step = LinkStep(_expression(urls, rests, kind[1], said), None, True, tuple(urls[:3]))
        steps = list(_told_apart(step, kind, answers))
        covered += steps
        yield from steps


def _told_apart(step: LinkStep, kind: PaginationKind, answers: Iterable[Answered]) -> Iterator[LinkStep]:
    """The step, in its place where other links of the answers look like its own; none where even there it would follow
    links that lead away from what was asked.
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
    if not any(aside for _, aside in left):
        yield replace(step, place=place) if len(left) < len(others) else step


def _expression(urls: Sequence[str], rests: Sequence[Mapping[str, str]], names: Sequence[str], asked: set[str]) -> str:
    levels = zip(*(Url(url).levels for url in urls), strict=True)
    path = "/".join(_level(values, asked) for values in levels)
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
    """Without those through forms that another path asks as well, and more: the small search box on every page beside
    the full search.
    """
    return [path for path in paths if not any(_is_lesser(path, other) for other in paths)]


def _is_lesser(path: Path, other: Path) -> bool:
    ours, theirs = path.steps[0], other.steps[0]
    if not isinstance(ours, FormStep) or not isinstance(theirs, FormStep):
        return False
    asked = {each.name for each in ours.parameters}
    more = {each.name for each in theirs.parameters if not each.required or each.name in asked}
    return _sent_to(ours) == _sent_to(theirs) and asked < more and len(more) == len(theirs.parameters)


def _sent_to(step: FormStep) -> tuple[str, str]:
    return step.method, step.url.partition("?")[0]
