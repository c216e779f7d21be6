"""The edge: turns what a command returned or raised into an exit code and words on stderr. The only place that does.

Commands and the engine raise; they print no errors and never exit. A fault of `recorder` itself is not caught here:
it ends in `crash_report`, as Python's own hook for uncaught exceptions.
"""

import os
import sys
import traceback
from collections.abc import Sequence

import click

from recorder.cli.application import application
from recorder.cli.crash_report import debugging, report_crash
from recorder.cli.exit_codes import ExitCode
from recorder.cli.terminal import Log, LogFormat, accept_any_text, log_in_use, use_log, write_log, write_note
from recorder.runtime.errors import RecorderError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `recorder` with these arguments (those of the process when None) and say how it went."""
    sys.excepthook = report_crash
    accept_any_text()
    use_log(Log())
    code = _run(arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_stdout()
        return ExitCode.FAILED
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = application.main(arguments, prog_name="recorder", standalone_mode=False)
    except click.exceptions.Abort:
        write_note("Stopped.")
        return ExitCode.STOPPED
    except click.ClickException as error:
        error.show()
        return ExitCode(error.exit_code)
    except RecorderError as error:
        _explain(error.message, error.hint)
        return ExitCode(error.exit_code)
    except OSError as error:
        _explain(_words(error))
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


def _let_go_of_stdout() -> None:
    """The reader of a pipe has left, as `head` does; Python would complain when it flushes again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
