"""Probes: trial submissions of a form while recording, and what came back. What they mean is told by the engine."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from recorder.store.access import Access
from recorder.store.bulk import insert_rows
from recorder.store.rows import Json, Rows
from recorder.store.writer import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeRow:
    """`field_values` is what the form was filled in with, by name. `replayed`: over HTTP, not by the browser. `hit`: it
    led to target pages; `analysed`: somebody looked.
    """

    field_values: Json
    method: str
    url: str
    request_body: str = ""
    page_id: int | None = None
    replayed: bool = False
    size: int = 0
    analysed: bool = False
    outcome: str = ""
    hit: bool = False
    seconds: float = 0.0


_PROBE = Rows(ProbeRow)


def of_latest_run(form_id: str) -> str:
    """The condition for a form's probes of the latest run that tried it; `form_id` as SQL."""
    return f"form_id = {form_id} AND run_id = (SELECT max(run_id) FROM probes WHERE form_id = {form_id})"


class Probes:
    def __init__(self, access: Access) -> None:
        self._access = access

    def save(self, run_id: int, form_id: int, probes: Iterable[ProbeRow]) -> Written[None]:
        """All probes of a form in this run, in place of those of an earlier attempt at it."""
        sent_at = self._access.now()
        rows = [(run_id, form_id, sent_at, *_PROBE.write(probe)) for probe in probes]

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM probes WHERE run_id = ? AND form_id = ?", (run_id, form_id))
            insert_rows(connection, f"probes (run_id, form_id, sent_at, {_PROBE.columns})", rows)

        return self._access.write(work)

    def of_form(self, form_id: int) -> tuple[ProbeRow, ...]:
        """Those of the latest run that tried it, in the order they were sent."""
        query = f"SELECT {_PROBE.columns} FROM probes WHERE {of_latest_run(':form')} ORDER BY id"
        with self._access.reading() as connection:
            return _PROBE.all(connection.execute(query, {"form": form_id}))
