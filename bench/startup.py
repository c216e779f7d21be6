"""What it costs to start `recorder`: the CPU time of `recorder --help` beyond that of a Python that does nothing."""

import resource
import subprocess
import sys

from bench.figures import Figure

REPEATS = 10
BAR_SECONDS = 0.3


def run() -> list[Figure]:
    nothing = cpu_seconds(sys.executable, "-c", "pass")
    shown = cpu_seconds(sys.executable, "-m", "recorder", "--help")
    more = shown - nothing
    return [
        Figure("recorder --help, CPU beyond python -c pass", more, "s", f"< {BAR_SECONDS} s", more < BAR_SECONDS),
        Figure("recorder --help, CPU as a multiple of python -c pass", shown / nothing, "times", "", True),
    ]


def cpu_seconds(*command: str) -> float:
    """The least of several runs: other programs on the machine only ever add to it."""
    return min(_cpu_seconds_once(command) for _ in range(REPEATS))


def _cpu_seconds_once(command: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
