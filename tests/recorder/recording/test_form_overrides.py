"""A form allowed, filled in or refused after a mapping is done: only that form is asked, all else is known already."""

from dataclasses import replace
from pathlib import Path

from recorder.demo import DemoServer
from recorder.fetching.options import FetchOptions, Render
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern
from recorder.probing.choices import FormOverrides
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Continuation, Stop
from recorder.store import open_store
from recorder.store.forms import StoredForm
from tests.shop.owned import OwnedShop


def stored_forms(database: Path) -> tuple[StoredForm, ...]:
    with open_store(database, read_only=True) as store:
        return store.forms.all(1)


def asks(pattern: NavigationPattern, action: str) -> bool:
    steps = (step for path in pattern.paths for step in path.steps)
    return any(isinstance(step, FormStep) and step.url.startswith(action) for step in steps)


async def test_one_form_is_tried_with_the_pages_of_a_finished_mapping(tmp_path: Path) -> None:
    over_http = FetchOptions(render=Render.NEVER)
    database = tmp_path / "shop.db"
    with DemoServer(OwnedShop(books=30)) as site:
        asked = RecordOptions(site.entry_url, (site.sample_url,), database, max_probes=0, fetching=over_http)
        first = await record(asked, nobody, Stop())
        spent = [form for form in stored_forms(database) if "were spent" in form.form.reason]
        one = next(form for form in spent if not asks(first.pattern, form.form.action))
        text = next(field.name for field in one.fields if field.kind in ("text", "search"))
        before, mapped = site.tally.addresses.copy(), site.tally.total

        wishes = FormOverrides(filled={one.form.signature: {text: "the"}})
        again = replace(asked, continuation=Continuation.REOPEN, form_overrides=wishes)
        second = await record(again, nobody, Stop())
        assert first.run is not None and second.run is not None
        assert (second.run.id, second.run.status) == (first.run.id, "done")
        assert second.run.pages > first.run.pages and site.tally.total - mapped < mapped
        twice = [address for address, count in site.tally.addresses.items() if 0 < before[address] < count]
        assert len(twice) < len(before) / 10, "the form's page, and where answers redirect to; all else was stored"
        tried = next(form for form in stored_forms(database) if form.id == one.id)
        assert tried.probes > 0 and tried.form.verdict == "leads to targets"
        assert asks(second.pattern, tried.form.action)

        total = site.tally.total
        refused = FormOverrides(refused=frozenset({one.form.signature}))
        third = await record(replace(again, form_overrides=refused), nobody, Stop())
        assert third.pattern == first.pattern
        assert site.tally.total - total <= 2
    with open_store(database, read_only=True) as store:
        assert [version.version for version in store.patterns.versions(1)] == [1, 2, 3]
