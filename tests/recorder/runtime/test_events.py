"""What the engine announces while it maps a shop: enough to show the site, its forms and how alike its pages are."""

from pathlib import Path

from recorder.demo import DemoServer
from recorder.fetching.options import FetchOptions, Render
from recorder.probing.choices import FormChoice, FormOverrides, permission
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import Event, FormJudged, PagesJudged, PatternLearnt, ProbesAnswered, RunEnded, SiteSeen
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.forms.invented_forms import box, form
from tests.shop.owned import OwnedShop


async def test_a_mapping_tells_of_pages_links_forms_and_the_pattern(tmp_path: Path) -> None:
    heard: list[Event] = []
    over_http = FetchOptions(render=Render.NEVER)
    database = tmp_path / "shop.db"
    with DemoServer(OwnedShop(books=60)) as site:
        asked = RecordOptions(site.entry_url, (site.sample_url,), database, max_probes=10, fetching=over_http)
        done = await record(asked, heard.append, Stop())
    assert done.run is not None
    judged = {page.url: page for event in heard if isinstance(event, PagesJudged) for page in event.pages}
    with open_store(database, read_only=True) as store:
        kept = {(page.final_url, page.role): page for page in store.pages.of_run(done.run.id)}
        forms = {stored.id: stored.form for stored in store.forms.all(1)}
    seen_targets = {url for url, role in kept if role == "target"}
    assert seen_targets == {url for url, page in judged.items() if page.is_target}
    assert all(kept[url, "target"].similarity == judged[url].similarity for url in seen_targets)
    groups = [event for event in heard if isinstance(event, SiteSeen)][-1].groups
    assert sum(group.targets for group in groups) >= len(seen_targets) - 1
    told = {event.form: event for event in heard if isinstance(event, FormJudged)}
    assert {form: event.verdict for form, event in told.items()} == {form: row.verdict for form, row in forms.items()}
    assert sum(event.sent for event in heard if isinstance(event, ProbesAnswered)) > 0
    learnt = [event for event in heard if isinstance(event, PatternLearnt)]
    assert [event.paths for event in learnt] == [len(done.pattern.paths)]
    assert isinstance(heard[-1], RunEnded)


def test_a_person_may_refuse_any_form_and_allow_those_of_which_nothing_is_known() -> None:
    search, strange = form(box("q")), form(box("strange"), method="POST")
    wishes = FormOverrides(refused=frozenset({search.signature}), allowed=frozenset({strange.signature}))
    assert permission(search, FormChoice.SEARCH, FormOverrides()).safe
    refused = permission(search, FormChoice.SEARCH, wishes)
    assert (refused.safe, refused.reason) == (False, "refused by you")
    assert not permission(strange, FormChoice.SEARCH, FormOverrides()).safe
    assert permission(strange, FormChoice.SEARCH, wishes).safe


def test_nobody_can_allow_a_form_that_changes_something() -> None:
    log_in = form(box("user"), box("password", kind="password"), method="POST")
    allowed = FormOverrides(allowed=frozenset({log_in.signature}))
    assert not permission(log_in, FormChoice.ALL, allowed).safe
