"""What every command that only reads shares: the database opened without a right to write, and the recording meant."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recorder.runtime.errors import UsageError
from recorder.runtime.store_errors import store_errors
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording


@contextmanager
def reading(database: Path) -> Iterator[Store]:
    """The store, for reading alone: beside a running crawl, and in a place where nothing may be written."""
    with store_errors(), open_store(database, read_only=True) as store:
        yield store


def recording_meant(store: Store, name: str | None, *runs: int) -> Recording:
    """The recording of this name, or of these runs, or the only one there is."""
    if not runs:
        return store.recordings.find(name)
    owners = {store.runs.get(run).recording_id for run in runs}
    if name is not None:
        owners.add(store.recordings.find(name).id)
    if len(owners) > 1:
        named = " and ".join(f"run {run}" for run in runs)
        raise UsageError(
            f"{named}{' and' if name else ''}{f' the recording {name!r}' if name else ''} do not belong together.",
            "See `recorder runs`, which says what each run is of.",
        )
    return store.recordings.get(owners.pop())
