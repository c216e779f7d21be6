"""Probes: trial submissions of a form while recording, and what came back. Judging them is the engine's business."""

from collections.abc import Iterable
from dataclasses import dataclass

from recorder.store.access import Noun
from recorder.store.rows import Json, Rows
from recorder.store.tables import replace_rows
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


class Probes(Noun):
    def save(self, run_id: int, form_id: int, probes: Iterable[ProbeRow]) -> Written[None]:
        """All probes of a form in this run, in place of those of an earlier attempt at it."""
        sent_at = self._access.now()
        rows = [{"sent_at": sent_at, **_PROBE.cells(probe)} for probe in probes]
        owner = {"run_id": run_id, "form_id": form_id}
        return self._access.write(lambda connection: replace_rows(connection, "probes", owner, rows))

    def of_form(self, form_id: int) -> tuple[ProbeRow, ...]:
        """Those of the latest run that tried it, in the order they were sent."""
        query = f"SELECT {_PROBE.columns} FROM probes WHERE {of_latest_run('?1')} ORDER BY id"
        return _PROBE.all(self._access.rows(query, form_id))
