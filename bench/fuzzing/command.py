"""`python -m bench fuzzing [SECONDS [SEED]] [DOOR …]`: bytes of strangers at every door where they come in, for so many
seconds each; another seed tries others. Nothing may take long, and nothing may end in an exception that is no reason.

Half of the time Hypothesis makes what is thrown, half of it atheris (`guided`), where that is installed and bytes are
what the door takes. What a door finds becomes a test beside the code that was at fault.
"""

import resource
import sys
import traceback
import warnings
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, process_time

from hypothesis import HealthCheck, Phase, given, seed, settings

from bench.fuzzing import guided
from bench.fuzzing.doors import DOORS, REFUSED

_SECONDS = 60
_SLOW = 10.0
"""Seconds of computing that one input may take, on a busy machine too."""
_MEMORY = 4 * 1024**3
"""Bytes that this process may take: a door that asks for more ends in an exception."""
_SHOWN = 600


def main(words: list[str]) -> int:
    numbers = [int(word) for word in words if word.isdigit()]
    seconds, first = (*numbers, *(_SECONDS, 0)[len(numbers) :])[:2]
    doors = [word for word in words if not word.isdigit()] or list(DOORS)
    if unknown := set(doors) - DOORS.keys():
        print(f"No door {', '.join(sorted(unknown))}. There are: {', '.join(DOORS)}.", file=sys.stderr)
        return 2
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    warnings.simplefilter("ignore")  # of inputs that are long to print
    found = 0
    for door in doors:
        is_guided = DOORS[door].inputs is not None and find_spec("atheris") is not None
        tried, trouble = _fuzzed(door, seconds / 2 if is_guided else seconds, first)
        led, more = guided.fuzzed(door, seconds // 2, first) if is_guided else (0, "")
        found += bool(trouble or more)
        told = "\n".join(filter(None, (trouble, more))) or "nothing found"
        print(f"{door:<12} {tried:>10,} inputs, {led:>10,} led by coverage   {told}", flush=True)
    return 1 if found else 0


def _fuzzed(name: str, seconds: float, chance: int) -> tuple[int, str]:
    """How many inputs were tried, and what the smallest that was not taken well came to. `chance` is the first seed."""
    door = DOORS[name]
    ends, tried = monotonic() + seconds, 0

    def take(content: bytes) -> None:
        nonlocal tried
        tried += 1
        began = process_time()
        with suppress(*REFUSED):
            door.takes(content)
        assert process_time() - began < _SLOW, f"took {process_time() - began:.0f} s"

    while monotonic() < ends:
        chance += 1
        checked = settings(
            max_examples=100,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )(seed(chance)(given(door.strategy())(take)))
        try:
            checked()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
            return tried, _told(error)
    return tried, ""


def _told(error: Exception) -> str:
    """What it is, through which of our lines it came, and of what input."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f"{Path(each.filename).name}:{each.lineno}" for each in frames if "site-packages" not in each.filename]
    notes = "\n".join(getattr(error, "__notes__", ()))
    return f"{type(error).__name__}: {str(error)[:_SHOWN]}\n{' > '.join(ours[-6:])}\n{notes[:_SHOWN]}"
