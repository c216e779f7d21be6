"""Trouble with the database, turned into the errors that the edge renders: the store knows nothing of exit codes."""

from collections.abc import Iterator
from contextlib import contextmanager

from recorder.runtime.errors import DatabaseClosedError, RecorderError, UsageError
from recorder.store.errors import StoreClosedError, StoreError, WrongUseError


@contextmanager
def store_errors() -> Iterator[None]:
    """Raises a StoreError of the block as one of the error tree that the command line renders."""
    try:
        yield
    except StoreError as error:
        raise _kind(error)(error.message, error.hint) from error


def _kind(error: StoreError) -> type[RecorderError]:
    if isinstance(error, StoreClosedError):
        return DatabaseClosedError
    return UsageError if isinstance(error, WrongUseError) else RecorderError
