"""The links a mapping has seen: as groups to look at, and to try an edited step of the pattern on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from recorder.mapping.link_groups import Fate, Grouping
from recorder.patterns.navigation.bounded_matching import why_unfit
from recorder.patterns.navigation.notation import NotationError
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, SlowRegexError
from recorder.patterns.pages.links import Link
from recorder.runtime.events import LinkGroupSeen
from recorder.store.database import Store
from recorder.store.page import ERROR, HUB, TARGET

_FATES = {TARGET: Fate.TARGET, HUB: Fate.HUB, ERROR: Fate.DEAD}
_NESTED = re.compile(r"[+*}]\)[+*{]")


@dataclass(frozen=True)
class StepTrial:
    """What a step would follow of the links known, against what it follows now. `error` says why it cannot be tried."""

    matches: int = 0
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class KnownLinks:
    """Every distinct link of a mapping with its place, and what became of the pages that were fetched."""

    links: tuple[Link, ...]
    fates: dict[str, Fate]

    @classmethod
    def of_run(cls, store: Store, run_id: int) -> "KnownLinks":
        """Reads every page of the run: not for a thread that draws."""
        found: dict[Link, None] = {}
        fates: dict[str, Fate] = {}
        # A mapping judges its pages in the end: before, none of them is known to lead nowhere.
        unknown = Fate.OTHER if store.pages.ids(run_id, TARGET) else Fate.UNSEEN
        for page in store.pages.of_run(run_id):
            fates[page.url] = fates[page.final_url] = _FATES.get(page.role, unknown)
            found |= dict.fromkeys(Link(link.url, link.place) for link in store.pages.links(page.id))
        return cls(tuple(found), fates)

    @cached_property
    def groups(self) -> tuple[LinkGroupSeen, ...]:
        urls = dict.fromkeys(link.url for link in self.links)
        return tuple(Grouping().groups(urls, lambda url: self.fates.get(url, Fate.UNSEEN)))

    def trial(self, now: LinkStep, regex: str, place: str | None) -> StepTrial:
        """The step as it is, against the same step with another regex or place."""
        try:
            before, after = self._followed(now), self._followed(checked_step(regex, place))
        except (NotationError, SlowRegexError) as error:
            return StepTrial(error=str(error))
        return StepTrial(len(after), tuple(sorted(after - before)), tuple(sorted(before - after)))

    def dead_steps(self, pattern: NavigationPattern, former: NavigationPattern) -> Iterator[str]:
        """A line for each link step that is not in the `former` pattern and that no known link matches."""
        known = {step for path in former.paths for step in path.steps}
        for number, path in enumerate(pattern.paths, 1):
            for place, step in enumerate(path.steps, 1):
                if isinstance(step, LinkStep) and step not in known and not self._followed(step):
                    yield f"Path {number}, step {place} matches no known link: as far as is known, it leads nowhere."

    def _followed(self, step: LinkStep) -> set[str]:
        return {link.url for link in self.links if step.follows(link)}


def checked_step(regex: str, place: str | None) -> LinkStep:
    """A step that somebody typed, or a `NotationError` that says what is wrong with it."""
    if not regex.strip():
        raise NotationError("a regex is needed")
    if _NESTED.search(regex):
        # Python cannot be interrupted while it matches, and such an expression may take years.
        raise NotationError("a repetition inside a repetition, as in (a+)*, could take for ever to match")
    if why := why_unfit(regex):
        raise NotationError(f"the regex {why}")
    return LinkStep(regex, place or None)
