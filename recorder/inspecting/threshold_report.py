"""How alike pages must be to count as targets, and where that came from, in words."""

from collections.abc import Iterator

from recorder.runtime.plain_text import one_line
from recorder.store.recordings import Recording


def threshold_lines(recording: Recording) -> Iterator[str]:
    """What the cut is, whether it is clear, and the evidence for it."""
    if recording.threshold is None:
        yield "not learnt yet"
        return
    yield f"{recording.threshold:.2f}: pages at least so similar to the sample are targets"
    if recording.options.get("threshold") is not None:
        yield "chosen with --threshold"
    evidence = recording.threshold_evidence or {}
    margin, reasons = evidence.get("margin"), evidence.get("because")
    if isinstance(margin, (int, float)):
        yield _clearness(margin, clear=bool(evidence.get("clear")))
    yield from (one_line(str(reason)) for reason in (reasons if isinstance(reasons, list) else []))


def _clearness(margin: float, *, clear: bool) -> str:
    words = f"the page nearest to the cut is {margin:.2f} away from it"
    if clear:
        return f"{words}: the cut is clear"
    return f"{words}: the cut is not clear; look at some targets, and perhaps give --threshold"
