"""What a computation costs, told in steps of a plain loop that is timed beside it: a slow or busy machine is as much
slower at both, so that a bound in steps says something of the computation alone.
"""

from time import process_time

_STEPS = 300_000


class Effort:
    """Of this process, from the moment it is made."""

    def __init__(self) -> None:
        self._began = process_time()

    @property
    def millions(self) -> float:
        """Of steps, for which the processor time spent since then was enough: about twenty a second."""
        return millions_of_steps(process_time() - self._began)


def millions_of_steps(seconds: float) -> float:
    """For which these seconds of processor time were enough."""
    return seconds / min(_seconds_of_steps() for _ in range(3)) * _STEPS / 1_000_000


def _seconds_of_steps() -> float:
    began = process_time()
    sum(number * number for number in range(_STEPS))
    return process_time() - began
