"""Which of many candidate paths make the pattern: all targets they reach together, for few pages fetched."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from recorder.patterns.navigation.pattern import LinkStep, Path
from recorder.patterns.navigation.walk import Walk, Walker


@dataclass(frozen=True)
class _Candidate:
    path: Path
    walk: Walk

    def gain(self, reached: set[str], fetched: set[str]) -> int:
        """New targets less new pages fetched for them; 0 at least one short of nothing new."""
        return len(self.walk.targets - reached) - len((self.walk.pages | self.walk.strays) - fetched)


def chosen_paths(walker: Walker, paths: Iterable[Path]) -> Iterator[Path]:
    """Paths that together reach what all reach, the one with most targets first; each adds targets to those before."""
    narrow = _chosen(walker, paths)
    for one in _chosen(walker, _widened(walker, narrow)) if len(narrow) > 1 else narrow:
        yield replace(one.path, targets=len(one.walk.targets), links=one.walk.links)


def _chosen(walker: Walker, paths: Iterable[Path]) -> list[_Candidate]:
    candidates = [_Candidate(path, walker.walk(path)) for path in dict.fromkeys(paths)]
    return sorted(_needed(_cover(candidates)), key=lambda one: (-len(one.walk.targets), len(one.walk.pages)))


def _widened(walker: Walker, chosen: list[_Candidate]) -> Iterator[Path]:
    """The paths, the last step of each as wide as one of a greater path where that follows nothing else: the newest few
    on an entry page say less of what targets may be called than a list of all, and tomorrow's are called otherwise.
    """
    lasts = [one.path.steps[-1] for one in chosen]
    for number, one in enumerate(chosen):
        own = lasts[number]
        assert isinstance(own, LinkStep)  # a map is of links
        wide = (replace(own, regex=step.regex, place=None) for step in lasts[:number] if isinstance(step, LinkStep))
        paths = (replace(one.path, steps=(*one.path.steps[:-1], step)) for step in wide)
        yield next((path for path in paths if _follows_as_well(walker.walk(path), one.walk)), one.path)


def _follows_as_well(wider: Walk, walk: Walk) -> bool:
    return wider.targets >= walk.targets and wider.pages <= walk.pages and wider.strays <= walk.strays


def _cover(candidates: list[_Candidate]) -> list[_Candidate]:
    """Greedily the path that gains most, until none adds a target."""
    reached: set[str] = set()
    fetched: set[str] = set()
    chosen = []
    while candidates := [one for one in candidates if one.walk.targets - reached]:
        best = max(candidates, key=lambda one: one.gain(reached, fetched))
        reached |= best.walk.targets
        fetched |= best.walk.pages | best.walk.strays
        chosen.append(best)
    return chosen


def _needed(chosen: list[_Candidate]) -> list[_Candidate]:
    """Without those whose targets the others reach too: what was best at first may be superseded later."""
    times = Counter(url for one in chosen for url in one.walk.targets)
    kept = []
    for one in sorted(chosen, key=lambda one: len(one.walk.targets) - len(one.walk.pages)):
        if all(times[url] > 1 for url in one.walk.targets):
            times.subtract(one.walk.targets)
        else:
            kept.append(one)
    return kept
