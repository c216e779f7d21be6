"""What a recording says of itself: is something unclear, and how many targets does it think there are? The one place
that knows how a recording says so.
"""

from dataclasses import dataclass
from typing import Any, cast

from recorder.store.recordings import Recording


@dataclass(frozen=True)
class Coverage:
    """`unclear` are the warnings, in the program's words. Without an estimate its three numbers are None."""

    unclear: tuple[str, ...] = ()
    estimate: float | None = None
    low: float | None = None
    high: float | None = None


def coverage(recording: Recording) -> Coverage:
    """What the recording keeps as its coverage; nothing while it is unfinished."""
    kept = cast("dict[str, Any]", recording.options.get("coverage") or {})
    numbers = (kept.get(name) for name in ("estimate", "low", "high"))
    return Coverage(tuple(kept.get("unclear", ())), *numbers)
