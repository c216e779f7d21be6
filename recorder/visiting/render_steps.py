"""What is known of the pages each step of a pattern leads to: whether they need a browser, and on what evidence."""

from collections.abc import Iterable
from dataclasses import dataclass

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, Position
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walker
from recorder.store.rows import Json
from recorder.visiting.render_evidence import RenderEvidence

FEW = 0.1
"""So many pages do not speak for their step: a browser may have failed, or a check have gone astray."""


@dataclass(frozen=True)
class MappedPage:
    """A page of a mapping: whether it was kept as a browser showed it, and what comparing it came to."""

    url: str
    rendered: bool
    evidence: RenderEvidence | None


def step_renderings(pattern: NavigationPattern, site: SiteMap, pages: Iterable[MappedPage]) -> dict[Position, Json]:
    """For every step along links, by the position it leads to, as far as any of its pages was seen."""
    seen = {page.url: page for page in pages}
    walker = Walker(site)
    found: dict[Position, Json] = {}
    for number, path in enumerate(pattern.paths):
        for step in range(1, len(path.steps) + 1):
            if not all(isinstance(each, LinkStep) for each in path.steps[:step]):
                break
            own = [seen[url] for url in sorted(walker.reached(path.steps[:step])) if url in seen]
            if own:
                found[Position(number, step)] = _summed_up(own)
    return found


def _summed_up(pages: list[MappedPage]) -> Json:
    compared = [page.evidence for page in pages if page.evidence]
    rendered = sum(page.rendered for page in pages)
    return {
        "way": _way(rendered / len(pages)),
        "pages": len(pages),
        "rendered": rendered,
        "compared": len(compared),
        "agreed": sum(not each.changed for each in compared),
        "similarity": _mean([each.similarity for each in compared]),
        "links": _mean([each.links for each in compared]),
    }


def _way(rendered: float) -> str:
    return "http" if rendered <= FEW else "browser" if rendered >= 1 - FEW else "both"


def _mean(shares: list[float]) -> float | None:
    return round(sum(shares) / len(shares), 3) if shares else None
