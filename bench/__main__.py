"""`python -m bench [NAME …]`: run the benchmarks, print their figures against their bars, and fail if a bar was missed.

A benchmark is a module of this package with a function `run() -> list[Figure]`. One that needs a real site which this
machine cannot get does not run, and is named at the end: it has neither reached nor missed its bars.

`python -m bench generality …`, `sensitivity …` and `belief …` have options and reports of their own, and take long:
they run when they are asked for only.
"""

import pkgutil
import signal
import sys
from collections.abc import Callable, Collection, Iterable
from importlib import import_module

import bench
from bench.figures import Figure
from bench.sites import SiteUnavailableError

Benchmark = Callable[[], list[Figure]]


_COMMANDS = {
    "belief": "bench.belief.command",
    "fuzzing": "bench.fuzzing.command",
    "generality": "bench.generality.command",
    "sensitivity": "bench.generality.sensitivity",
}
"""Those that are handed the words after their name."""


def benchmarks(wanted: Collection[str] = ()) -> dict[str, Benchmark]:
    """Every benchmark of this package, by the name of its module, or those that are wanted: others may need programs
    that are not here.
    """
    names = {module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("_")}
    only = names.intersection(wanted) if names.issuperset(wanted) and wanted else names
    modules = {name: import_module(f"bench.{name}") for name in sorted(only)}
    return {name: module.run for name, module in modules.items() if hasattr(module, "run")}


def row(figure: Figure) -> str:
    verdict = "reached" if figure.passed else "MISSED"
    measured = f"{figure.value:,.4g} {figure.unit}".strip()
    return f"  {figure.name:<64}  {measured:>16}  {figure.bar:<14}  {verdict if figure.bar else ''}".rstrip()


def missed(figures: Iterable[Figure]) -> list[Figure]:
    """Those that have a bar and did not reach it; a figure without a bar is told for what it is."""
    return [figure for figure in figures if figure.bar and not figure.passed]


def main(wanted: list[str]) -> int:
    if wanted and (module := _COMMANDS.get(wanted[0])):
        return int(import_module(module).main(wanted[1:]))
    known = benchmarks(wanted)
    if unknown := [name for name in wanted if name not in known]:
        print(f"No benchmark {', '.join(unknown)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    figures: list[Figure] = []
    not_run: dict[str, str] = {}
    for name in wanted or known:
        print(f"{name}", flush=True)
        try:
            measured = known[name]()
        except SiteUnavailableError as error:
            not_run[name] = str(error)
            print("  NOT RUN")
            continue
        figures += measured
        print("\n".join(row(figure) for figure in measured), flush=True)
    print(summary(figures, not_run))
    return 1 if missed(figures) else 0


def summary(figures: list[Figure], not_run: dict[str, str]) -> str:
    below = missed(figures)
    bars = sum(1 for figure in figures if figure.bar)
    lines = [f"\n{bars - len(below)} of {bars} bars reached."]
    lines += [f"MISSED   {figure.name}: {figure.value:,.4g} {figure.unit}, bar {figure.bar}" for figure in below]
    lines += [f"NOT RUN  {name}: {why}" for name, why in not_run.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    # Ended by either, it ends the sites and programs that it serves.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Trials that had ended are kept.") from None
