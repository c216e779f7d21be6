"""`python -m bench belief`: how well beliefs judge what the mirrors of the sites have.

On the tuning half every site is judged by tables learnt from sites of other makers; with `--unseen` the other half by
tables learnt from all of the tuning half, and only totals are printed. It records nothing and crawls nothing. With
`--learn` the tables of the program itself are written anew, from all of the tuning half.
"""

import argparse
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from bench.belief.fitting import School, origin
from bench.belief.lessons import Lesson, lessons_of
from bench.generality.catalogue import Half, all_sites, half
from bench.generality.relay import Relay
from bench.generality.runner import AT_ONCE, MIRRORS, prepared
from bench.generality.site import Site
from bench.sites import CACHE, SiteUnavailableError
from recorder.patterns.classes import belief_tables

FOLDS = 3
_ALL = "all"
_FILLED_BY = "Sites of files: python -m bench generality --static --fill. Programs: their trials fill them."


@dataclass(frozen=True)
class Judged:
    """A lesson's worth."""

    site: str
    size: int | None
    f1: float


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench belief", description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="judge the unseen half: totals only")
    parser.add_argument("--sites", action="store_true", help="of the tuning half, the mean of every site as well")
    parser.add_argument("--learn", action="store_true", help="write the tables that the program goes by")
    asked = parser.parse_args(words)
    if asked.unseen and asked.sites:
        parser.error("of the unseen half there are totals only: no --sites")
    known, missing = _school(Half.TUNING)
    everything = range(len(known.sites))
    if asked.learn:
        file = Path(belief_tables.__file__).with_name(belief_tables.FILE)
        file.write_text(belief_tables.written(known.fitted(everything)), "utf-8")
    if asked.unseen:
        tables = known.fitted(everything)
        school, missing = _school(Half.UNSEEN)
        judged = _judged(school, range(len(school.sites)), tables)
    else:
        judged = [each for fold in range(FOLDS) for each in _fold(known, fold)]
    print("\n".join(_told(judged)))
    if asked.sites:
        print("\n".join(_by_site(judged)))
    if missing:
        print(f"NOT RUN: {missing} sites of whose samples no mirror is here. {_FILLED_BY}")
    return 0


def _school(of: Half) -> tuple[School, int]:
    """The lessons of all sites of a half, and how many sites have none here."""
    sites = [site.name for site in all_sites() if half(site.name) is of]
    with ProcessPoolExecutor(AT_ONCE) as workers:
        found = list(workers.map(_of_site, sites))
    return School([lesson for some in found for lesson in some]), sum(not some for some in found)


def _of_site(name: str) -> list[Lesson]:
    site: Site = next(site for site in all_sites() if site.name == name)
    with ExitStack() as opening:
        try:
            ready = prepared(site, opening.enter_context(Relay(site)), Path(CACHE) / MIRRORS)
        except SiteUnavailableError:
            return []
        return [] if ready.needs_walk else list(lessons_of(ready))


def _fold(school: School, fold: int) -> list[Judged]:
    """Every so many makers judged by all the others."""
    folds = {name: place % FOLDS for place, name in enumerate(sorted(set(map(origin, school.sites))))}
    of_fold = [folds[origin(site)] for site in school.sites]
    tables = school.fitted([number for number, its in enumerate(of_fold) if its != fold])
    return _judged(school, [number for number, its in enumerate(of_fold) if its == fold], tables)


def _judged(school: School, chosen: Sequence[int], tables: belief_tables.Tables) -> list[Judged]:
    found = zip(chosen, school.f1s(tables, chosen), strict=True)
    return [Judged(school.sites[number], school.sizes[number], f1) for number, f1 in found]


def _told(judged: Sequence[Judged]) -> Iterable[str]:
    for size in sorted({each.size for each in judged}, key=lambda size: -(size or 10**9)):
        found = sorted(each.f1 for each in judged if each.size == size)
        worst = found[: max(1, len(found) // 10)]
        failed = sum(f1 < 0.5 for f1 in found)
        yield (
            f"{size or _ALL} pages: {len(found)} lessons, F1 {fmean(found):.3f}, worst tenth {fmean(worst):.3f}, "
            f"{failed} below .5"
        )


def _by_site(judged: Sequence[Judged]) -> Iterable[str]:
    sites = sorted({each.site for each in judged})
    means = {site: fmean(each.f1 for each in judged if each.site == site and each.size is None) for site in sites}
    return [f"  {means[site]:.3f}  {site}" for site in sorted(sites, key=means.__getitem__)]
