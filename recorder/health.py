"""The health of a pattern's steps, of what a mapping saw and of what earlier crawls saw: what a crawl is compared with.

Whether a step is broken is decided elsewhere (`drift`).
"""

from collections.abc import Collection, Iterable, Mapping

from patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Position
from patterns.navigation.site_map import SiteMap
from patterns.navigation.walk import Walker
from store.database import Store
from store.health import StepHealth
from store.pages import TARGET, StoredPage
from store.patterns import SavedPattern
from store.runs import Run

Healths = Mapping[Position, StepHealth]
"""By the position a step leads to."""


def by_position(steps: Iterable[StepHealth]) -> Healths:
    return {Position(each.path_index, each.step_index + 1): each for each in steps}


def recorded_health(pattern: NavigationPattern, site: SiteMap, pages: Iterable[StoredPage]) -> tuple[StepHealth, ...]:
    """What a mapping saw of the steps along links, up to the first form of a path."""
    stored = {page.url: page for page in pages if page.body_id is not None}
    walker = Walker(site)
    found = []
    for number, path in enumerate(pattern.paths):
        before: Collection[str] = {site.entry}
        for step in range(len(path.steps)):
            if not isinstance(path.steps[step], LinkStep):
                break
            reached = walker.reached(path.steps[: step + 1])
            seen = [stored[url] for url in sorted(reached) if url in stored]
            hubs = sum(url in stored for url in before)
            found.append(_counted(number, step, hubs, len(reached), seen, is_last=step + 1 == len(path.steps)))
            before = reached
    return tuple(found)


def _counted(path: int, step: int, hubs: int, links: int, seen: Collection[StoredPage], *, is_last: bool) -> StepHealth:
    targets = [page.similarity for page in seen if page.role == TARGET]
    measured = [similarity for similarity in targets if similarity is not None]
    return StepHealth(
        path_index=path,
        step_index=step,
        hubs=hubs,
        links=links,
        pages=len(seen),
        rendered=sum(page.rendered for page in seen),
        targets=len(targets),
        off_pattern=len(seen) - len(targets) if is_last else 0,
        similarity=round(sum(measured) / len(measured), 4) if measured else None,
    )


def peers_before(store: Store, run: Run, saved: SavedPattern) -> tuple[Run, ...]:
    """The complete crawls that asked the same of the same pattern as last recorded, oldest first."""
    runs = store.runs.all(run.recording_id)
    recorded = max((one.id for one in runs if one.kind == "mapping" and one.status == "done"), default=0)
    return tuple(
        one
        for one in runs
        if recorded < one.id < run.id
        and one.complete
        and (one.kind, one.parameters) == (run.kind, run.parameters)
        and one.started_at >= saved.created_at
    )


def histories(store: Store, run: Run, saved: SavedPattern) -> list[tuple[int, Healths]]:
    """What every complete crawl that asked the same saw of its steps, up to this one, by the number of the run."""
    runs = (*peers_before(store, run, saved), run)
    return [(one.id, by_position(store.health.of_run(one.id))) for one in runs]


def reference(store: Store, run: Run, saved: SavedPattern, pattern: NavigationPattern) -> tuple[Run | None, Healths]:
    """What a crawl is compared with: the last complete one of its peers; before there is any, the mapping that the
    pattern was learnt by, or else what the pattern says of itself.
    """
    if peers := peers_before(store, run, saved):
        return peers[-1], by_position(store.health.of_run(peers[-1].id))
    mappings = [one for one in store.runs.all(run.recording_id) if one.kind == "mapping" and one.status == "done"]
    if mappings and saved.origin == "learnt" and (steps := store.health.of_run(mappings[-1].id)):
        return mappings[-1], by_position(steps)
    return None, promised(pattern)


def promised(pattern: NavigationPattern) -> Healths:
    """What the pattern says was found while recording. What forms lead to depends on what was asked."""
    return {
        Position(number, len(path.steps)): StepHealth(
            path_index=number, step_index=len(path.steps) - 1, links=path.targets
        )
        for number, path in enumerate(pattern.paths)
        if not any(isinstance(step, FormStep) for step in path.steps)
    }
