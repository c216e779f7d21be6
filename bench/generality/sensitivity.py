"""`python -m bench sensitivity`: what each number and each rule of the program is worth. One number at a time is set to
another value, or one rule switched off, in processes of their own, the same trials are run, and it is told what moved.
Judges nothing: what moves nothing on these sites may be for others.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from statistics import fmean

from bench.generality.catalogue import all_sites
from bench.generality.constants import Constant, constants
from bench.generality.differences import pairs
from bench.generality.held import stored
from bench.generality.override import VARIABLE
from bench.generality.relay import Relay
from bench.generality.rows import Row, from_json
from bench.generality.rules import OFF, Listener, Rule
from bench.generality.runner import MIRRORS, prepared
from bench.generality.samples import samples
from bench.generality.stored import RESULTS
from bench.generality.trial import run
from bench.sites import CACHE

FACTORS = (0.5, 0.8, 1.25, 2.0)
AT_ONCE = 2
"""Variants at a time: while one starts, the other is at work."""
_LONGEST = 100
"""Most seconds that a trial may work. Without some rules the program never ends."""
_FELT = 0.0005
"""Least difference of an F1 that counts."""
_KEPT = CACHE / RESULTS / "sensitivity.jsonl"


@dataclass(frozen=True)
class Moved:
    """What a variant has moved, in numbers of trials. `place` is of a number or a rule. `failed`: the program did not
    run with it.
    """

    place: str
    value: str
    other: str
    trials: int = 0
    f1_moved: int = 0
    pages_moved: int = 0
    patterns_moved: int = 0
    macro_f1: float = 0.0
    """The difference."""
    failed: bool = False

    @property
    def anything(self) -> bool:
        return self.failed or bool(self.f1_moved or self.pages_moved or self.patterns_moved)

    def __str__(self) -> str:
        told = f"{self.place} {self.value} -> {self.other}: "
        if self.failed:
            return told + "the program does not run"
        if not self.anything:
            return told + "nothing moves"
        counts = f"F1 of {self.f1_moved}, pages of {self.pages_moved}, pattern of {self.patterns_moved}"
        return f"{told}{counts} of {self.trials}; macro F1 {self.macro_f1:+.4f}"


@dataclass(frozen=True)
class Trials:
    """The same trials with any value of any constant, or without a rule."""

    sites: Sequence[str]
    samples: int

    def rows(self, override: str = "") -> list[Row] | None:
        """None if the program does not run so."""
        words = ["generality", "--sites", *self.sites, "--samples", str(self.samples), "--json", "--store", "variant"]
        words += ["--cpu", str(_LONGEST)]
        setting: Mapping[str, str] = {**os.environ, VARIABLE: override} if override else os.environ
        done = subprocess.run([sys.executable, "-m", "bench", *words], env=setting, capture_output=True, text=True)
        return list(map(from_json, json.loads(done.stdout)["rows"])) if done.returncode == 0 else None

    def moved(self, what: Constant | Rule, other: str, base: Sequence[Row]) -> Moved:
        told = Moved(str(what), f"{what.value:g}" if isinstance(what, Constant) else "on", other)
        return difference(told, base, self.rows(f"{what}={other}"))

    def rules(self) -> list[Rule]:
        """Those heard in the first trial of each site: over the network, because what a mirror has read is read by no
        rule.
        """
        listener = Listener()
        for site in (site for site in all_sites() if site.name in self.sites):
            with ExitStack() as opening:
                ready = prepared(site, opening.enter_context(Relay(site)), CACHE / MIRRORS)
                with listener.listening():
                    run(replace(ready.task(samples(site, ready.truth)[0]), mirror=None))
        return listener.rules()


def difference(told: Moved, base: Sequence[Row], after: Sequence[Row] | None) -> Moved:
    """What has moved between two runs of the same trials."""
    if after is None:
        return replace(told, failed=True)
    both = pairs(base, after)
    return replace(
        told,
        trials=len(both),
        f1_moved=sum(abs(new.f1 - old.f1) >= _FELT for old, new in both),
        pages_moved=sum(new.pages_to_learn != old.pages_to_learn for old, new in both),
        patterns_moved=sum(new.pattern != old.pattern for old, new in both),
        macro_f1=fmean(new.f1 - old.f1 for old, new in both),
    )


def values(constant: Constant, factors: Iterable[float]) -> list[float]:
    """The other values to try, the farthest first."""
    ordered = sorted(factors, key=lambda factor: (-max(factor, 1 / factor), factor))
    tried = dict.fromkeys(constant.times(factor) for factor in ordered)
    return [value for value in tried if value != constant.value]


def measured(trials: Trials, some: Iterable[Constant | Rule], factors: Sequence[float]) -> Iterator[Moved]:
    """Of values between two that moved nothing it is not asked."""
    base = trials.rows()
    if base is None or {row.site for row in base} != set(trials.sites):
        raise SystemExit("The trials do not run as they are: try `bench generality --sites` with these sites.")

    def all_of(what: Constant | Rule) -> list[Moved]:
        told: list[Moved] = []
        for other in map(repr, values(what, factors)) if isinstance(what, Constant) else [OFF]:
            if len(told) >= 2 and not any(each.anything for each in told):
                break
            told.append(trials.moved(what, other, base))
        return told

    with ThreadPoolExecutor(AT_ONCE) as lanes:
        for told in lanes.map(all_of, some):
            yield from told


def main(words: Sequence[str]) -> int:
    asked = _parser().parse_args(words)
    trials = Trials(asked.sites or list(stored()), asked.samples)
    known: Sequence[Constant | Rule] = trials.rules() if asked.rules else constants()
    some = [each for each in known if str(each).removeprefix("recorder.").startswith(asked.only)]
    if asked.list:
        print("\n".join(f"{each} = {each.value:g}" if isinstance(each, Constant) else f"{each}" for each in some))
        return 0
    factors = [float(factor) for factor in asked.factors.split(",")]
    _KEPT.parent.mkdir(parents=True, exist_ok=True)
    with _KEPT.open("a") as kept:
        for moved in measured(trials, some, factors):
            print(moved, flush=True)
            kept.write(json.dumps(asdict(moved)) + "\n")
            kept.flush()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench sensitivity", description=__doc__)
    parser.add_argument("--rules", action="store_true", help="the rules, each off, in place of the numbers")
    parser.add_argument("--list", action="store_true", help="what would be tried; of rules only those that are heard")
    parser.add_argument("--only", default="", metavar="PREFIX", help="for example patterns.classes.exemplars:MANY")
    parser.add_argument("--factors", default=",".join(f"{factor:g}" for factor in FACTORS), metavar="F,F…")
    parser.add_argument("--sites", nargs="+", metavar="NAME", default=(), help="default: those that are held")
    parser.add_argument("--samples", type=int, default=1, metavar="N")
    return parser
