"""A line of bars for numbers over time, as text."""

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"


def spark(numbers: Sequence[float], width: int) -> str:
    """The last `width` numbers; the highest fills the line."""
    last = list(numbers)[-width:]
    most = max(last, default=0.0)
    return "".join(_BARS[min(7, int(number / most * 7.99))] if most > 0 else _BARS[0] for number in last)
