"""Forms met on the site: fields, verdict, what came of probing. Judging and probing them is not done here."""

import sqlite3
from dataclasses import dataclass

from recorder.store.access import Noun
from recorder.store.probes import of_latest_run
from recorder.store.rows import Rows, storable
from recorder.store.tables import replace_rows
from recorder.store.writer import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRow:
    name: str
    kind: str
    label: str = ""
    options: tuple[str, ...] = ()
    required: bool = False
    free: bool = False
    value: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRow:
    """`signature` tells the same form on another page: a site's search box is one form, however many pages carry it."""

    signature: str
    url: str
    method: str
    action: str
    enctype: str = ""
    verdict: str
    reason: str = ""
    generic_url: str | None = None
    generic_body: str | None = None
    page_id: int | None = None


@dataclass(frozen=True, slots=True)
class StoredForm:
    """`probes` and `hits`: of the latest run that tried it."""

    id: int
    form: FormRow
    fields: tuple[FieldRow, ...]
    probes: int
    hits: int


_FORM = Rows(FormRow)
_FIELD = Rows(FieldRow)


class Forms(Noun):
    def save(self, recording_id: int, form: FormRow, fields: tuple[FieldRow, ...]) -> Written[int]:
        """Store a form, or bring the one of the same signature up to date; its id."""
        found_at = self._access.now()

        def work(connection: sqlite3.Connection) -> int:
            values = tuple(map(storable, (recording_id, found_at, *_FORM.write(form))))
            (form_id,) = connection.execute(
                f"INSERT INTO forms (recording_id, found_at, {_FORM.columns}) VALUES ({', '.join('?' * len(values))})"
                " ON CONFLICT (recording_id, signature) DO UPDATE SET verdict = excluded.verdict,"
                " reason = excluded.reason, generic_url = excluded.generic_url, generic_body = excluded.generic_body"
                " RETURNING id",
                values,
            ).fetchone()
            rows = [{"number": number, **_FIELD.cells(field)} for number, field in enumerate(fields)]
            replace_rows(connection, "fields", {"form_id": form_id}, rows)
            return int(form_id)

        return self._access.write(work)

    def all(self, recording_id: int) -> tuple[StoredForm, ...]:
        """In the order they were found."""
        with self._access.reading() as connection:
            rows = connection.execute(
                f"SELECT id, (SELECT count(*) FROM probes WHERE {of_latest_run('forms.id')}),"
                f" (SELECT count(*) FROM probes WHERE hit AND {of_latest_run('forms.id')}),"
                f" {_FORM.columns} FROM forms WHERE recording_id = ? ORDER BY id",
                (recording_id,),
            ).fetchall()
            return tuple(
                StoredForm(form_id, _FORM.read(form), _fields(connection, form_id), probes, hits)
                for form_id, probes, hits, *form in rows
            )


def _fields(connection: sqlite3.Connection, form_id: int) -> tuple[FieldRow, ...]:
    return _FIELD.all(
        connection.execute(f"SELECT {_FIELD.columns} FROM fields WHERE form_id = ? ORDER BY number", (form_id,))
    )
