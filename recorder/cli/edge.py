"""Turns what a command returned or raised into an exit code and words on stderr. The only place that does.

Commands and the engine raise; they print no errors and never exit. A fault of `recorder` itself is not caught: it ends
in `report_crash`, with one line for the user and the traceback in a file to report. Nothing that a user or a site can
cause should end there; that is what `RecorderError` is for.
"""

import os
import platform
import shlex
import sys
import tempfile
import traceback
from collections.abc import Sequence
from types import TracebackType

import click

from recorder.cli.application import application
from recorder.cli.terminal import (
    ExitCode,
    Log,
    LogFormat,
    accept_any_text,
    log_in_use,
    silence,
    use_log,
    where_somebody_reads,
    write_log,
    write_note,
)
from recorder.runtime.errors import RecorderError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `recorder` with these arguments (those of the process when None) and say how it went."""
    sys.excepthook = report_crash
    accept_any_text()
    use_log(Log())
    code = _run(arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has left, as `head` does
        silence(sys.stdout)
        return ExitCode.FAILED
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = application.main(arguments, prog_name="recorder", standalone_mode=False)
    except click.exceptions.Abort:
        write_note("Stopped.")
        return ExitCode.STOPPED
    except click.ClickException as error:
        with where_somebody_reads():
            error.show()
        return ExitCode(error.exit_code)
    except RecorderError as error:
        _explain(error.message, error.hint)
        return ExitCode(error.exit_code)
    except OSError as error:
        _explain(_words(error))
        return ExitCode.FAILED
    except MemoryError:
        _explain("There is not enough memory for this.", "What was stored is saved. Give it more, or less to do.")
        return ExitCode.FAILED
    return ExitCode.DONE if code is None else ExitCode(code)


def _explain(message: str, hint: str = "") -> None:
    if debugging():
        traceback.print_exc()
    if log_in_use().form is LogFormat.JSON:
        write_log("error", {"message": message, "hint": hint})
        return
    write_note(f"recorder: {message}")
    if hint:
        write_note(hint)


def _words(error: OSError) -> str:
    """What the system refused, and on what: a full disk, a forbidden folder, a port in use."""
    reason = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {reason}" if error.filename else reason


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
