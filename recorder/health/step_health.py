"""The health of a pattern's steps, of what a mapping saw and of what earlier crawls saw: what a crawl is compared with.

Whether a step is broken is decided elsewhere (`drift`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Position
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walker
from recorder.store.database import Store
from recorder.store.health import StepHealth
from recorder.store.page import TARGET, StoredPage
from recorder.store.patterns import SavedPattern
from recorder.store.runs import Run

_REMEMBERED = 30
"""Most runs of a history."""

Healths = Mapping[Position, StepHealth]
"""By the position a step leads to."""


def by_position(steps: Iterable[StepHealth]) -> Healths:
    return {Position(each.path_index, each.step_index + 1): each for each in steps}


def crawled_health(pattern: NavigationPattern, measured: Iterable[StepHealth]) -> tuple[StepHealth, ...]:
    """What a crawl saw of each step: paths that share a position have the pages there in common, which are counted at
    the first of them.
    """
    counted = by_position(measured)
    found = []
    for number, path in enumerate(pattern.paths):
        for step in range(len(path.steps)):
            here, before = (pattern.shared(Position(number, each)) for each in (step + 1, step))
            if here in counted:
                hubs = counted[before].pages if before in counted else counted[here].hubs
                found.append(replace(counted[here], path_index=number, step_index=step, hubs=hubs))
    return tuple(found)


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


def peers_before(runs: Sequence[Run], run: Run, saved: SavedPattern) -> tuple[Run, ...]:
    """Of all runs of a recording, the complete crawls that asked the same of the same pattern as last recorded, oldest
    first. A mapping may have been taken up again since, and have learnt what else is no target.
    """
    mapping = last_mapping(runs)
    return tuple(
        one
        for one in runs
        if (mapping is None or (mapping.id < one.id and (mapping.ended_at or "") <= one.started_at))
        and one.id < run.id
        and one.complete
        and (one.kind, one.parameters) == (run.kind, run.parameters)
        and one.started_at >= saved.created_at
    )


def reference(
    store: Store, peers: Sequence[Run], runs: Sequence[Run], saved: SavedPattern
) -> tuple[Run | None, Healths]:
    """What a crawl is compared with: the last of its peers; before there is any, the mapping that the pattern was
    learnt by, or else what the pattern says of itself. What a person has edited promises nothing: its numbers are those
    of the pattern before, and fewer links are what it is edited for.
    """
    mapping = last_mapping(runs)
    if peers:
        return peers[-1], by_position(store.health.of_run(peers[-1].id))
    if saved.origin != "learnt":
        return None, {}
    if mapping and (steps := store.health.of_run(mapping.id)):
        return mapping, by_position(steps)
    return None, promised(from_text(saved.text))


def histories(store: Store, runs: Sequence[Run]) -> list[tuple[int, Healths]]:
    """What each of the last runs saw of its steps, by its number."""
    return [(run.id, by_position(store.health.of_run(run.id))) for run in runs[-_REMEMBERED:]]


def last_mapping(runs: Iterable[Run]) -> Run | None:
    done = [run for run in runs if run.kind == "mapping" and run.status == "done"]
    return done[-1] if done else None


def promised(pattern: NavigationPattern) -> Healths:
    """What the pattern says was found while recording. What forms lead to depends on what was asked."""
    return {
        Position(number, len(path.steps)): StepHealth(
            path_index=number, step_index=len(path.steps) - 1, links=path.targets
        )
        for number, path in enumerate(pattern.paths)
        if not any(isinstance(step, FormStep) for step in path.steps)
    }
