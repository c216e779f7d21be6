"""What happens when `recorder` itself is at fault: one line for the user, the traceback in a file to report.

Nothing that a user or a site can cause should end here; that is what `RecorderError` is for.
"""

import os
import platform
import shlex
import sys
import tempfile
import traceback
from types import TracebackType

from recorder.cli.terminal import write_note


def debugging() -> bool:
    """Whether the user asked to see tracebacks."""
    return os.environ.get("RECORDER_DEBUG", "") not in ("", "0")


def report_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """A `sys.excepthook`: Python calls it for an exception that nobody caught, and exits with code 1."""
    if debugging():
        traceback.print_exception(kind, error, trace)
        return
    if issubclass(kind, KeyboardInterrupt):
        write_note("Stopped.")
        return
    summary = "".join(traceback.format_exception_only(kind, error)).strip().replace("\n", " ")
    try:
        place = _save("".join(traceback.format_exception(kind, error, trace)))
    except OSError as reason:
        advice = f"please report it, with what RECORDER_DEBUG=1 shows (no report could be written: {reason.strerror})"
    else:
        advice = f"please report it, with the file {place}"
    write_note(f"recorder: this is a fault of recorder, not yours: {summary}; {advice}.")


def _save(story: str) -> str:
    machine = f"Python {platform.python_version()} on {platform.platform()}"
    report = f"{machine}\n{shlex.join(sys.argv)}\n\n{story}"
    handle, path = tempfile.mkstemp(prefix="recorder-crash-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(report)
    return path
