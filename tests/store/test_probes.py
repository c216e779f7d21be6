"""Probes of a form: kept in order, replaced when the form is probed again in the same run, counted by run."""

from recorder.store import Recording, Store
from recorder.store.forms import FormRow
from recorder.store.probes import ProbeRow

FORM = FormRow(signature="find", url="http://h/", method="GET", action="http://h/find", verdict="leads to targets")


def probe(word: str, *, hit: bool = False) -> ProbeRow:
    return ProbeRow(
        field_values={"q": [word]},
        method="POST",
        url="http://h/find",
        request_body=f"q={word}",
        replayed=True,
        size=1_000,
        analysed=True,
        outcome="ok",
        hit=hit,
        seconds=0.5,
    )


def test_probes_come_back_as_they_were_sent(store: Store, recording: Recording) -> None:
    run = store.runs.begin(recording.id, "mapping").result()
    form = store.forms.save(recording.id, FORM, ()).result()
    sent = (
        probe("tea", hit=True),
        probe("чай"),
        ProbeRow(field_values={}, method="GET", url="http://h/", outcome="timeout"),
    )
    store.probes.save(run.id, form, sent).result()
    assert store.probes.of_form(form) == sent


def test_a_second_attempt_takes_the_place_of_the_first(store: Store, recording: Recording) -> None:
    other, run = (store.runs.begin(recording.id, "mapping").result() for _ in range(2))
    form = store.forms.save(recording.id, FORM, ()).result()
    store.probes.save(other.id, form, [probe("earlier")]).result()
    store.probes.save(run.id, form, [probe("tea"), probe("milk")]).result()
    store.probes.save(run.id, form, [probe("tea", hit=True)]).result()
    assert store.probes.of_form(form) == (probe("tea", hit=True),)
    assert (store.runs.get(run.id).probes, store.runs.get(other.id).probes) == (1, 1)


def test_those_of_the_latest_run_are_meant(store: Store, recording: Recording) -> None:
    form = store.forms.save(recording.id, FORM, ()).result()
    for words in (["tea", "milk"], ["rum"]):
        run = store.runs.begin(recording.id, "mapping").result()
        store.probes.save(run.id, form, [probe(word, hit=True) for word in words]).result()
    assert store.probes.of_form(form) == (probe("rum", hit=True),)
    (stored,) = store.forms.all(recording.id)
    assert (stored.probes, stored.hits) == (1, 1)


def test_a_form_without_probes_has_none(store: Store, recording: Recording) -> None:
    assert store.probes.of_form(store.forms.save(recording.id, FORM, ()).result()) == ()
