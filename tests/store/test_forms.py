"""Forms with their fields, found again under the same signature."""

from dataclasses import replace

from recorder.store import FieldRow, FormRow, Recording, Store
from tests.store.conftest import settle

FORM = FormRow(signature="s", url="/find", method="GET", action="/find", verdict="search", reason="has a text field")
FIELDS = (
    FieldRow(name="q", kind="text", label="Title", free=True, required=True, example="lamp"),
    FieldRow(name="sort", kind="select", options=("ü", "b"), value="b"),
)


def test_come_back_in_order(store: Store, recording: Recording) -> None:
    store.forms.save(recording.id, FORM, FIELDS)
    store.forms.save(recording.id, replace(FORM, signature="t", verdict="left alone"), ()).result()
    first, second = store.forms.all(recording.id)
    assert (first.form, first.fields, first.probes, first.hits) == (FORM, FIELDS, 0, 0)
    assert (second.form.verdict, second.fields) == ("left alone", ())


def test_the_same_form_is_brought_up_to_date(store: Store, recording: Recording) -> None:
    first = store.forms.save(recording.id, FORM, FIELDS).result()
    probed = replace(FORM, generic_url="/find?q=*", verdict="joined")
    assert store.forms.save(recording.id, probed, FIELDS[:1]).result() == first
    [found] = store.forms.all(recording.id)
    assert (found.form, found.fields) == (probed, FIELDS[:1])


def test_probes_and_hits_are_counted(store: Store, recording: Recording) -> None:
    run = store.runs.begin(recording.id, "mapping").result()
    form_id = store.forms.save(recording.id, FORM, FIELDS).result()
    sql = (
        "INSERT INTO probes (form_id, run_id, field_values, method, url, hit, sent_at)"
        " VALUES (?, ?, '{\"q\": \"lamp\"}', 'GET', '/find?q=lamp', ?, '2024-05-01T12:00:00.000Z')"
    )
    for hit in (0, 1, 1):
        store.forms._access.write(lambda connection, hit=hit: connection.execute(sql, (form_id, run.id, hit)) and None)
    settle(store)
    [found] = store.forms.all(recording.id)
    assert (found.probes, found.hits) == (3, 2)
    assert store.runs.get(run.id).probes == 3
