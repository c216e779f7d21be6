"""What commands that report share: the database opened for reading alone, the recording meant, and aligned tables."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from recorder.runtime.errors import UsageError, told_errors
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording


@contextmanager
def reading(database: Path) -> Iterator[Store]:
    """The store, beside a running crawl too, and in a folder where nothing may be written."""
    with told_errors(), open_store(database, read_only=True) as store:
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


def table_lines(heads: Sequence[str], rows: Sequence[Sequence[str | int]]) -> Iterator[str]:
    """The heads, then the rows; columns of numbers are aligned right, others left."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *texts, strict=True)]
    numeric = [all(isinstance(cell, int) for cell in column) for column in zip(*rows, strict=True)]
    for line in [list(heads), *texts]:
        cells = zip(line, widths, numeric or [False] * len(heads), strict=True)
        yield "  ".join(text.rjust(width) if right else text.ljust(width) for text, width, right in cells).rstrip()
