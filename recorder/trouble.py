"""Trouble with the database, turned into the errors that the edge renders: the store knows nothing of exit codes."""

from collections.abc import Iterator
from contextlib import contextmanager

from recorder.errors import RecorderError, UsageError
from store.errors import StoreError, WrongUseError


@contextmanager
def store_errors() -> Iterator[None]:
    """Raises a StoreError of the block as one of the error tree that the command line renders."""
    try:
        yield
    except StoreError as error:
        kind = UsageError if isinstance(error, WrongUseError) else RecorderError
        raise kind(error.message, error.hint) from error
