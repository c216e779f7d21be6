"""The few functions a program calls: `from recorder import record, crawl, rows`. They wait until the work is done; in
`recorder.aio` are those to be awaited, with the same names and options.

In a notebook, where an event loop runs already, the work is done in a thread.
"""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from recorder.api import aio
from recorder.api.aio import Database, Row, rows_of
from recorder.api.notebook import table_html
from recorder.runtime.errors import RecorderError

__all__ = ["RecorderError", "Recording", "crawl", "diff", "export", "extract", "read", "record", "rows", "show", "why"]

_Options = ParamSpec("_Options")
_Result = TypeVar("_Result")
_SHOWN = 20
"""Rows of a table in a notebook."""


def _waiting(work: Callable[_Options, Coroutine[Any, Any, _Result]]) -> Callable[_Options, _Result]:
    """The function that waits for what `work` comes to."""

    @wraps(work)
    def waiting(*args: _Options.args, **options: _Options.kwargs) -> _Result:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(work(*args, **options))
        with ThreadPoolExecutor(1, "recorder") as threads:
            return threads.submit(copy_context().run, asyncio.run, work(*args, **options)).result()

    return waiting


record = _waiting(aio.record)
crawl = _waiting(aio.crawl)
extract = _waiting(aio.extract)
read = _waiting(aio.read)
export = _waiting(aio.export)
show = _waiting(aio.show)
diff = _waiting(aio.diff)
why = _waiting(aio.why)


class RowsFound:
    """What was collected, row by row; can be gone through again and again. A notebook shows the first rows."""

    def __init__(self, open_rows: Callable[[], Iterator[Row]]) -> None:
        self._open = open_rows
        self._begun: Iterator[Row] | None = None

    def __iter__(self) -> Iterator[Row]:
        return self._open()

    def __next__(self) -> Row:
        self._begun = self._begun or self._open()
        return next(self._begun)

    def _repr_html_(self) -> str:
        first = list(islice(self, _SHOWN + 1))
        more = f"the first {_SHOWN} rows" if len(first) > _SHOWN else ""
        return table_html(list(first[0]) if first else [], first[:_SHOWN], more)


def rows(
    database: Database, what: str | None = None, *, name: str | None = None, table: str | None = None
) -> RowsFound:
    """What was collected, row by row: "records", "targets" or "pages"; records if there are any, unless said. Records
    that are older than the pages come with a warning."""
    return RowsFound(lambda: rows_of(database, what, name=name, table=table))


def _of_it(
    work: Callable[Concatenate[Database, _Options], _Result],
) -> Callable[Concatenate["SiteRecording", _Options], _Result]:
    """A method that does `work` on the database and the recording that it is a method of."""

    @wraps(work)
    def method(recording: "SiteRecording", /, *args: _Options.args, **options: _Options.kwargs) -> _Result:
        options.setdefault("name", recording.name)
        return work(recording.database, *args, **options)

    own = [each for name, each in inspect.signature(work).parameters.items() if name not in ("database", "name")]
    its = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__signature__ = inspect.Signature([its, *own])  # type: ignore[attr-defined]
    return method


class SiteRecording:
    """A recording in a database, `recorder.Recording`; the only one, unless `name` says which. It is there already:
    `recorder.record` makes one."""

    crawl = _of_it(crawl)
    diff = _of_it(diff)
    extract = _of_it(extract)
    read = _of_it(read)
    export = _of_it(export)
    rows = _of_it(rows)
    show = _of_it(show)
    why = _of_it(why)

    def __init__(self, database: Database, name: str | None = None) -> None:
        self.database = Path(database)
        self.name = show(database, name=name).name
        """Known from the beginning: a database without such a recording is an error at once."""

    def __repr__(self) -> str:
        return f"Recording({str(self.database)!r}, {self.name!r})"

    def _repr_html_(self) -> str:
        return self.rows()._repr_html_()


Recording = SiteRecording
