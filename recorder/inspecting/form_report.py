"""The forms that were found, as a person is told of them. Judging and trying them is not done here."""

from collections.abc import Iterable, Iterator

from recorder.store.forms import StoredForm


def told_once(forms: Iterable[StoredForm]) -> Iterator[tuple[StoredForm, int]]:
    """The forms, and how many more there are of which nothing else would be said: one that was not tried may stand on
    every page, sent to that page.
    """
    alike: dict[object, list[StoredForm]] = {}
    for stored in forms:
        form, asked = stored.form, tuple((field.name, field.label, field.kind) for field in stored.fields)
        said = (form.method, form.verdict, form.reason, asked)
        alike.setdefault(stored.id if stored.probes else said, []).append(stored)
    return ((first, len(others)) for first, *others in alike.values())
