"""Links that have made way for others: on the pages where a step used to find its links, the same words lead elsewhere.

What was seen of a page in an earlier run is held against the page of today. Decides nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, Position
from recorder.patterns.pages.links import Link
from recorder.store.database import Store
from recorder.store.runs import Run
from recorder.visiting.visit import stored_links

_MOST_HUBS = 40
"""Most pages whose links are compared."""


@dataclass(frozen=True)
class ReplacedLinks:
    """How many `links`, `of` those a step followed before, lead elsewhere now; one of them to `new`, not to `old`."""

    links: int
    of: int
    old: str
    new: str


def replaced_links(store: Store, pattern: NavigationPattern, earlier: Run, run: Run) -> dict[Position, ReplacedLinks]:
    """For every step some of whose links have made way, by the pages they stand on in both runs."""
    before: defaultdict[Position, int] = defaultdict(int)
    pairs: defaultdict[Position, list[tuple[str, str]]] = defaultdict(list)
    for path, step, key, page_id in store.health.hubs(run.id, _MOST_HUBS):
        old = store.pages.find(earlier.id, key)
        here = Position(path, step)
        if old is None:
            continue
        links = (stored_links(store.pages, each) for each in (old.id, page_id))
        for link, at, new in _compared(pattern, here, *links):
            before[at] += 1
            if new:
                pairs[at].append((link, new))
    return {at: ReplacedLinks(len(found), before[at], *found[0]) for at, found in pairs.items()}


def _compared(
    pattern: NavigationPattern, here: Position, old: Sequence[Link], new: Sequence[Link]
) -> Iterator[tuple[str, Position, str]]:
    """Every link that was followed from a page, with the position it led to, and what has taken its place if it is
    plain: the only new link of the same words, which no step follows.
    """
    known, kept = {link.url for link in old}, {link.url for link in new}
    for (url, at), words in _followed(pattern, here, old).items():
        instead = {link.url for link in new if link.text.strip() in words and link.url not in known}
        plain = url not in kept and len(instead) == 1 and not _is_matched(pattern, *instead)
        yield url, at, next(iter(instead)) if plain else ""


def _followed(
    pattern: NavigationPattern, here: Position, links: Sequence[Link]
) -> dict[tuple[str, Position], set[str]]:
    """What the steps follow from a page, each address once, with the words it is linked by."""
    found: defaultdict[tuple[str, Position], set[str]] = defaultdict(set)
    for link, at in pattern.next_links(here, links):
        found[link.url, at].update({link.text.strip()} - {""})
    return found


def _is_matched(pattern: NavigationPattern, url: str) -> bool:
    steps = (step for path in pattern.paths for step in path.steps)
    return any(isinstance(step, LinkStep) and step.matches(url) for step in steps)
