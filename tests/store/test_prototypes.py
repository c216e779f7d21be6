"""Link prototypes as rows, and the hub pages they are learnt from."""

from dataclasses import replace

from recorder.store import FormRow, NewPage, Recording, Store
from recorder.store.page import LinkRow
from recorder.store.probes import ProbeRow
from recorder.store.prototypes import HubLinks, PrototypeRow

BOOKS = PrototypeRow(
    number=2, name="book", pattern="http://a.example/book/*", hubs=9, links=8, template=False, examples=("http://ü/",)
)
HOME = PrototypeRow(number=1, name="front page", pattern="http://a.example/", hubs=10, links=1, template=True)


def page(run_id: int, path: str, *links: str, role: str = "hub", outcome: str = "ok") -> NewPage:
    rows = tuple(LinkRow(link) for link in links)
    return NewPage(run_id=run_id, url=f"http://a.example{path}", role=role, outcome=outcome, links=rows)


def test_prototypes_come_back_in_order_and_take_the_place_of_those_of_before(
    store: Store, recording: Recording
) -> None:
    store.prototypes.save(recording.id, [BOOKS, HOME]).result()
    assert store.prototypes.all(recording.id) == (HOME, BOOKS)
    store.prototypes.save(recording.id, [HOME]).result()
    assert store.prototypes.all(recording.id) == (HOME,)


def test_marks_stay_with_their_patterns_and_those_of_classes_that_are_gone_are_told(
    store: Store, recording: Recording
) -> None:
    store.prototypes.save(recording.id, [BOOKS, HOME]).result()
    assert store.prototypes.mark(recording.id, BOOKS.pattern, True).result()
    assert store.prototypes.mark(recording.id, HOME.pattern, False).result()
    assert not store.prototypes.mark(recording.id, "http://a.example/none", True).result()
    assert store.prototypes.save(recording.id, [replace(BOOKS, number=1, name="other")]).result() == (HOME.pattern,)
    assert store.prototypes.marks(recording.id) == {BOOKS.pattern: True}
    store.prototypes.mark(recording.id, BOOKS.pattern, None).result()
    assert store.prototypes.marks(recording.id) == {}


def test_another_recording_has_its_own(store: Store, recording: Recording) -> None:
    other = store.recordings.create("other", "http://b.example/", ["http://b.example/1"], {}).result()
    store.prototypes.save(recording.id, [HOME]).result()
    store.prototypes.save(other.id, [BOOKS]).result()
    assert store.prototypes.all(recording.id) == (HOME,)
    run = store.runs.begin(other.id, "crawl").result()
    store.pages.record(page(run.id, "/b", "x")).result()
    assert store.prototypes.hubs(recording.id) == ()


def test_a_hub_of_several_runs_is_one_in_its_newest_copy_that_has_links(store: Store, recording: Recording) -> None:
    for links in (("one",), ("two", "three"), ()):
        run = store.runs.begin(recording.id, "crawl").result()
        store.pages.record(page(run.id, "/hub", *links)).result()
    assert store.prototypes.hubs(recording.id) == (HubLinks("http://a.example/hub", ("two", "three")),)


def test_targets_and_failures_are_no_hubs_but_what_a_probe_was_answered_with_is(
    store: Store, recording: Recording
) -> None:
    run = store.runs.begin(recording.id, "mapping").result()
    answer = store.pages.record(page(run.id, "/answer", "found", role="other")).result()
    store.pages.record(page(run.id, "/book", "author", role="target"))
    store.pages.record(page(run.id, "/elsewhere", "x", role="other"))
    store.pages.record(page(run.id, "/broken", "y", outcome="failed"))
    form = FormRow(signature="f", url="u", method="GET", action="a", verdict="search")
    form_id = store.forms.save(recording.id, form, ()).result()
    probe = ProbeRow(field_values={"q": "x"}, method="GET", url="http://a.example/answer", page_id=answer)
    store.probes.save(run.id, form_id, [probe]).result()
    assert store.prototypes.hubs(recording.id) == (HubLinks("http://a.example/answer", ("found",)),)
    everything = {"http://a.example/answer": ("found",), "http://a.example/elsewhere": ("x",)}
    assert {hub.url: hub.links for hub in store.prototypes.hubs(recording.id, others=True)} == everything
