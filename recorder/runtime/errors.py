"""The errors a person sees: what failed, on what, and what to do about it.

Raised by the engine, rendered only by the command line and the terminal UI. Trouble of a site (404, time-out, broken
HTML) is not here: it is a recorded outcome (`recorder.fetching.Outcome`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar


class RecorderError(Exception):
    """The work failed."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(RecorderError):
    """What was asked for cannot be meant."""

    exit_code = 2


class StoppedError(RecorderError):
    """Stopped at a limit or by the user, with everything saved."""

    exit_code = 3


class DatabaseClosedError(RecorderError):
    """The database was closed while somebody still read from it."""


class BrowserError(RecorderError):
    """No browser could be found, installed or started."""


_CHANGED = "It was changed by hand, or by a fault of the disk: go back to a copy, or record again."
_SLOW = "Write it without a repetition inside a repetition, as in (a+)*; see `recorder pattern`."


@contextmanager
def told_errors() -> Iterator[None]:
    """Raises an error of the store or of a pattern as one of this tree: those below know nothing of exit codes."""
    from recorder.store.errors import StoreClosedError, StoreError, WrongUseError  # the command line starts without it

    try:
        yield
    except StoreClosedError as error:
        raise DatabaseClosedError(error.message, error.hint) from error
    except WrongUseError as error:
        raise UsageError(error.message, error.hint) from error
    except StoreError as error:
        raise RecorderError(error.message, error.hint) from error
    except ValueError as error:
        from recorder.patterns.navigation.notation import NotationError
        from recorder.patterns.navigation.pattern import SlowRegexError

        if isinstance(error, SlowRegexError):
            raise UsageError(f"The pattern cannot be followed: {error}.", _SLOW) from error
        if isinstance(error, NotationError):  # of a file that a person edited it is told where that is read
            raise RecorderError(f"The pattern in the database cannot be read: {error}.", _CHANGED) from error
        raise
