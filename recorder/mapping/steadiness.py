"""When a sampled mapping has seen enough of a large site: the pattern no longer changes, however much more is seen.

Sites of facets, calendars and sort orders have no end, and all that is left to see is more of the same.
"""

from dataclasses import dataclass, field, replace

from recorder.patterns.navigation.pattern import LinkStep, Step
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.site_map import SiteMap

LEAST_PAGES = 200
"""A smaller site is not worth the question."""

GROWTH = 1.25
"""So much more is seen before the pattern is learnt again."""

AGREEING = 3
"""So many patterns in a row must be one and the same."""

MOST_PAGES = 1_500
"""What has not become steady by then never will: a site with a new kind of list on every page."""


@dataclass
class Steadiness:
    """Asked again and again about one map."""

    _ask_at: float = LEAST_PAGES
    _patterns: list[frozenset[tuple[object, ...]]] = field(default_factory=list)

    def is_reached(self, site: SiteMap) -> bool:
        """Whether more pages would teach nothing."""
        seen = len(site.links) + len(site.dead)
        if seen >= self._ask_at:
            self._ask_at = seen * GROWTH
            self._patterns = [*self._patterns, _ways(site)][-AGREEING:]
        agreed = len(self._patterns) == AGREEING and len(set(self._patterns)) == 1
        return agreed or seen >= MOST_PAGES


def _ways(site: SiteMap) -> frozenset[tuple[object, ...]]:
    """The paths without their evidence and examples."""
    return frozenset(tuple(map(_way, path.steps)) for path in learn_pattern(site).paths)


def _way(step: Step) -> object:
    return replace(step, examples=()) if isinstance(step, LinkStep) else step
