"""What a recording says of itself: is something unclear, and how many targets does it think there are? The one place
that knows how a recording says so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from recorder.recording.session import RecordResult
from recorder.store.forms import StoredForm
from recorder.store.recordings import Recording

_UNCLEAR_NOTES = ("The cut is not clear",)
"""How notes begin that warn of a recording."""
_SPENT = "were spent"
"""What the reason of a form says that was not tried for want of probes."""


@dataclass(frozen=True)
class Coverage:
    """`unclear` are the warnings, in the program's words. Without an estimate its three numbers are None."""

    unclear: tuple[str, ...] = ()
    estimate: float | None = None
    low: float | None = None
    high: float | None = None


def coverage(
    recording: Recording, notes: Sequence[str], forms: Iterable[StoredForm], result: RecordResult | None
) -> Coverage:
    """By notes, limits and forms left out; and by what the recording keeps as its coverage, once it keeps that."""
    warned = [note for note in notes if note.startswith(_UNCLEAR_NOTES)]
    warned += [f"{form.form.action}: {form.form.reason}" for form in forms if _SPENT in form.form.reason]
    if result is not None and result.stopped:
        warned.append(result.stopped)
    kept = cast("dict[str, Any]", recording.options.get("coverage") or {})
    numbers = (kept.get(name) for name in ("estimate", "low", "high"))
    return Coverage((*warned, *kept.get("unclear", ())), *numbers)
