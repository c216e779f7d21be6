"""`python -m bench generality`: what its options mean, and what is printed. Measures nothing itself.

Of the unseen half nothing is printed or kept but totals, and rows that tell neither a site nor a page.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock

from bench.generality import differences
from bench.generality.catalogue import Half, all_sites, half
from bench.generality.checking import all_faults
from bench.generality.findings import Found
from bench.generality.held import STORED, as_stored
from bench.generality.judging import judged, score_of_judged
from bench.generality.listing import as_text, listed
from bench.generality.program_trials import as_text as programs_text
from bench.generality.program_trials import programs
from bench.generality.report_page import page
from bench.generality.rows import Row, as_json
from bench.generality.runner import MIRRORS, Runner, mirror_of
from bench.generality.samples import SAMPLES
from bench.generality.site import Site
from bench.generality.stored import LAST, RESULTS, Results
from bench.generality.table import details, table, totals_text
from bench.generality.totals import totals
from bench.generality.workers import Bounds
from bench.sites import CACHE

_JUDGED = "judged"
"""The name of the last figures of `--judged`: they are no recordings."""


def main(words: Sequence[str], catalogue: Sequence[Site] | None = None, cache: Path = CACHE) -> int:
    """With another catalogue and another folder, if they are given."""
    parser = _parser()
    asked = parser.parse_args(words, argparse.Namespace(cache=cache))
    if asked.unseen and (asked.sites or asked.html or asked.hold):
        parser.error("of the unseen half there are totals only: no --sites, no --html, no --hold")
    if asked.judged and (asked.hold or asked.answers):
        parser.error("--judged records nothing: no --hold, no --answers")
    if asked.judged and asked.store == LAST:
        asked.store = _JUDGED
    sites = _chosen(asked, all_sites() if catalogue is None else catalogue)
    if asked.list:
        print(as_text((listed(site, mirror_of(site, cache / MIRRORS)) for site in sites), in_json=asked.json))
        return 0
    if asked.check:
        return _check(sites)
    if unknown := set(asked.sites) - {site.name for site in sites}:
        parser.error(f"the tuning half has no {', '.join(sorted(unknown))}")
    if asked.fill:
        return _fill(asked, sites)
    return _run_programs(asked, sites) if asked.answers else _run(asked, sites)


def _fill(asked: argparse.Namespace, sites: Sequence[Site]) -> int:
    runner = Runner(asked.cache / MIRRORS, Bounds(cpu=asked.cpu))
    filled: list[Found] = []
    with _silence() if asked.unseen else nullcontext():
        for name, found in runner.fill(sites):
            filled.append(found)
            if not asked.unseen:
                told = found.failure or f"{len(found.seen)} addresses, {found.cpu:.0f} s at work"
                print(f"{name}: {told}", file=sys.stderr, flush=True)
    addresses, worked = sum(len(found.seen) for found in filled), sum(found.cpu for found in filled)
    failed = sum(bool(found.failure) for found in filled)
    told = f"{len(filled)} mirrors filled, {failed} in part: {addresses} addresses, {worked:.0f} s at work."
    print("\n".join([told, *_not_run(asked, runner)]))
    return 1 if failed else 0


def _check(sites: Sequence[Site]) -> int:
    """Of both halves: it tells of the catalogue, not of the program."""
    wrong = {site.name: found for site in sites if (found := list(all_faults(site)))}
    print("\n".join(f"{name}: {fault}" for name, found in wrong.items() for fault in found))
    print(f"{len(sites) - len(wrong)} of {len(sites)} entries are as they must be.")
    return 1 if wrong else 0


def _run_programs(asked: argparse.Namespace, sites: Sequence[Site]) -> int:
    missing: dict[str, str] = {}
    found = programs((site for site in sites if site.is_program), asked.cache / MIRRORS, missing)
    print(programs_text(found, names=not asked.unseen))
    if missing:
        told = "" if asked.unseen else f": {'; '.join(f'{name}: {why}' for name, why in sorted(missing.items()))}"
        print(f"NOT RUN: {len(missing)} sites{told}")
    return 0 if found else 1


def _chosen(asked: argparse.Namespace, sites: Sequence[Site]) -> Sequence[Site]:
    if asked.static or asked.programs:
        sites = [site for site in sites if site.is_program is asked.programs]
    if asked.list:
        return sites
    if asked.check:
        return [site for site in sites if not asked.sites or site.name in asked.sites]
    wanted = Half.UNSEEN if asked.unseen else Half.TUNING
    sites = [site for site in sites if half(site.name) is wanted]
    return [site for site in sites if not asked.sites or site.name in asked.sites]


def _run(asked: argparse.Namespace, sites: Sequence[Site]) -> int:
    """Every trial is stored when it is over: a run that is interrupted loses none."""
    results = Results(Half.UNSEEN if asked.unseen else Half.TUNING, asked.cache / RESULTS)
    before = results.rows(asked.against or asked.store)
    bounds = Bounds(cpu=asked.cpu)
    runner = Runner(asked.cache / MIRRORS, bounds, listen=_Listener(results, asked.store, asked.unseen))
    if asked.judged:
        runner.work, runner.scored = judged, score_of_judged
        mirrored = [site for site in sites if not site.is_program or mirror_of(site, runner.mirrors).exists()]
        runner.unavailable |= {
            site.name: "it has no mirror yet: record it first" for site in sites if site not in mirrored
        }
        sites = mirrored
    with _silence() if asked.unseen else nullcontext():
        rows = runner.run(sites, asked.samples)
    changed = differences.pairs(before, results.as_kept(rows))
    print(_as_json(asked, rows, runner) if asked.json else _as_text(asked, rows, runner, changed))
    if asked.html and rows:
        asked.html.write_text(page(rows))
    if asked.hold and rows:
        STORED.write_text(as_stored(rows))
    return 0 if rows else 1


def _as_json(asked: argparse.Namespace, rows: Sequence[Row], runner: Runner) -> str:
    told: dict[str, object] = {"totals": asdict(totals(rows)) if rows else None, "not_run": len(runner.unavailable)}
    if not asked.unseen:
        told |= {"rows": list(map(as_json, rows)), "not_run": runner.unavailable}
    return json.dumps(told, indent=1)


def _as_text(
    asked: argparse.Namespace, rows: Sequence[Row], runner: Runner, changed: Sequence[differences.Pair]
) -> str:
    missing = _not_run(asked, runner)
    if not rows:
        return "\n".join(["Nothing was run.", *missing])
    lines = [totals_text(totals(rows)), differences.of_totals(changed), *missing]
    if not asked.unseen:
        lines = [table(rows), "", *lines, *differences.by_site(changed)]
    return "\n".join(lines)


def _not_run(asked: argparse.Namespace, runner: Runner) -> list[str]:
    missing = [f"NOT RUN  {name}: {why}" for name, why in sorted(runner.unavailable.items())]
    if asked.unseen:
        return [f"NOT RUN: {len(missing)} sites"] if missing else []
    return missing


@contextmanager
def _silence() -> Iterator[None]:
    """Sites of the unseen half, and the programs that serve them, complain of their pages to nobody."""
    spoken, quiet = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 2)
    try:
        yield
    finally:
        os.dup2(spoken, 2)
        os.close(spoken)
        os.close(quiet)


@dataclass(frozen=True)
class _Listener:
    """Stores every row, and tells it unless it is of the unseen half."""

    results: Results
    name: str
    quiet: bool
    lock: Lock = field(default_factory=Lock)

    def __call__(self, row: Row) -> None:
        with self.lock:
            self.results.keep(self.results.as_kept([row]), self.name)
            if not self.quiet:
                print(details(row), file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench generality", description=__doc__)
    parser.add_argument("--list", action="store_true", help="the catalogue; runs nothing")
    parser.add_argument("--check", action="store_true", help="whether every entry is what it must be; records nothing")
    parser.add_argument("--fill", action="store_true", help="only walk the sites of files whose mirrors are missing")
    parser.add_argument("--sites", nargs="+", metavar="NAME", default=(), help="only these, of the tuning half")
    parser.add_argument("--samples", type=int, default=SAMPLES, metavar="N", help=f"of each site (default {SAMPLES})")
    parser.add_argument("--cpu", type=float, default=Bounds.cpu, metavar="S", help="seconds a trial may work")
    parser.add_argument("--unseen", action="store_true", help="the other half: totals only")
    parser.add_argument("--answers", action="store_true", help="programs only: what their forms answer, their columns")
    parser.add_argument(
        "--judged", action="store_true", help="only judge the pages that mirrors have: no recording, no crawl"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--html", type=Path, metavar="FILE", help="plots and table as a page")
    parser.add_argument("--store", metavar="NAME", default=LAST, help="keep the figures under this name")
    parser.add_argument("--against", metavar="NAME", help="compare with figures kept under this one")
    parser.add_argument("--hold", action="store_true", help="write the figures that the slow tests hold: see held.py")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--static", action="store_true", help="only sites made of files")
    kinds.add_argument("--programs", action="store_true", help="only sites that a program makes")
    return parser
