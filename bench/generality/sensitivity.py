"""`python -m bench sensitivity`: what each number of the program is worth. One number at a time is set to another value
in processes of their own, the same trials are run, and it is told what moved. Judges nothing: what moves nothing on
these sites may be for others.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from bench.generality.constants import Constant, constants
from bench.generality.differences import pairs
from bench.generality.held import stored
from bench.generality.override import VARIABLE
from bench.generality.rows import Row, from_json
from bench.generality.stored import RESULTS
from bench.sites import CACHE

FACTORS = (0.5, 0.8, 1.25, 2.0)
_FELT = 0.0005
"""Least difference of an F1 that counts."""
_KEPT = CACHE / RESULTS / "sensitivity.jsonl"


@dataclass(frozen=True)
class Moved:
    """What another value of a constant has moved, in numbers of trials. `failed`: the program did not run with it."""

    constant: str
    value: float
    other: float
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
        told = f"{self.constant} {self.value:g} -> {self.other:g}: "
        if self.failed:
            return told + "the program does not run"
        if not self.anything:
            return told + "nothing moves"
        counts = f"F1 of {self.f1_moved}, pages of {self.pages_moved}, pattern of {self.patterns_moved}"
        return f"{told}{counts} of {self.trials}; macro F1 {self.macro_f1:+.4f}"


@dataclass(frozen=True)
class Trials:
    """The same trials with any value of any constant."""

    sites: Sequence[str]
    samples: int

    def rows(self, override: str = "") -> list[Row] | None:
        """None if the program does not run so."""
        words = ["generality", "--sites", *self.sites, "--samples", str(self.samples), "--json", "--store", "variant"]
        setting: Mapping[str, str] = {**os.environ, VARIABLE: override} if override else os.environ
        done = subprocess.run([sys.executable, "-m", "bench", *words], env=setting, capture_output=True, text=True)
        return list(map(from_json, json.loads(done.stdout)["rows"])) if done.returncode == 0 else None

    def moved(self, constant: Constant, other: float, base: Sequence[Row]) -> Moved:
        after = self.rows(f"{constant}={other!r}")
        return difference(constant, other, base, after)


def difference(constant: Constant, other: float, base: Sequence[Row], after: Sequence[Row] | None) -> Moved:
    """What has moved between two runs of the same trials."""
    if after is None:
        return Moved(str(constant), constant.value, other, failed=True)
    both = pairs(base, after)
    return Moved(
        constant=str(constant),
        value=constant.value,
        other=other,
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


def measured(trials: Trials, some: Iterable[Constant], factors: Sequence[float]) -> Iterator[Moved]:
    """Of values between two that moved nothing it is not asked."""
    base = trials.rows()
    if base is None:
        raise SystemExit("The trials do not run as they are.")
    for constant in some:
        told: list[Moved] = []
        for other in values(constant, factors):
            if len(told) >= 2 and not any(each.anything for each in told):
                break
            told.append(trials.moved(constant, other, base))
            yield told[-1]


def main(words: Sequence[str]) -> int:
    asked = _parser().parse_args(words)
    some = [each for each in constants() if str(each).removeprefix("recorder.").startswith(asked.only)]
    if asked.list:
        print("\n".join(f"{each} = {each.value:g}" for each in some))
        return 0
    factors = [float(factor) for factor in asked.factors.split(",")]
    _KEPT.parent.mkdir(parents=True, exist_ok=True)
    with _KEPT.open("a") as kept:
        for moved in measured(Trials(asked.sites or list(stored()), asked.samples), some, factors):
            print(moved, flush=True)
            kept.write(json.dumps(asdict(moved)) + "\n")
            kept.flush()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m bench sensitivity", description=__doc__)
    parser.add_argument("--list", action="store_true", help="the numbers; runs nothing")
    parser.add_argument("--only", default="", metavar="PREFIX", help="for example patterns.classes.exemplars:MANY")
    parser.add_argument("--factors", default=",".join(f"{factor:g}" for factor in FACTORS), metavar="F,F…")
    parser.add_argument("--sites", nargs="+", metavar="NAME", default=(), help="default: those that are held")
    parser.add_argument("--samples", type=int, default=1, metavar="N")
    return parser
