"""Runs the engine for a command: an event loop, a progress line, clean stops on signals, one kind of error."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from recorder.cli.exit_codes import ExitCode
from recorder.cli.log_lines import write_event
from recorder.cli.progress import Progress
from recorder.cli.terminal import LogFormat, log_in_use, write_note
from recorder.runtime.errors import StoppedError
from recorder.runtime.events import Event, Listener, Note
from recorder.runtime.gc_tuning import look_seldom
from recorder.runtime.stopping import Stop, stopping_on_signals
from recorder.runtime.store_errors import store_errors

_Result = TypeVar("_Result")


def run_engine(work: Callable[[Listener, Stop], Awaitable[_Result]]) -> _Result:
    """The result of `work`, or an error the edge can render."""
    look_seldom()
    progress = Progress()
    try:
        with store_errors():
            return asyncio.run(_run(work, _listener(progress)))
    except asyncio.CancelledError:
        raise StoppedError("Stopped at once; what was stored is safe.", "Run the same command to go on.") from None
    finally:
        progress.close()


async def _run(work: Callable[[Listener, Stop], Awaitable[_Result]], listen: Listener) -> _Result:
    stop = Stop()
    with stopping_on_signals(stop):
        return await work(listen, stop)


def _listener(progress: Progress) -> Listener:
    log = log_in_use()
    listen: Listener = write_event if log.form is LogFormat.JSON else progress

    def listen_to_notes(event: Event) -> None:
        if isinstance(event, Note):
            listen(event)

    return listen_to_notes if log.quiet else listen


def ended_early(reason: str) -> ExitCode:
    """What a command that was stopped by a limit or a signal says, and returns."""
    write_note(f"{reason[:1].upper()}{reason[1:]}. Run the same command to go on.")
    return ExitCode.STOPPED
