"""The marks of a person steer: what is ignored is neither mapped nor probed nor crawled, and everything says so."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from recorder.crawling.session import CrawlOptions, crawl
from recorder.inspecting.why import UrlVerdict, explain
from recorder.inspecting.why_report import why_lines, why_plain
from recorder.knowledge.link_marks import LinkMarks, load_link_marks
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Continuation, Stop
from recorder.store import open_store
from recorder.store.prototypes import PrototypeRow
from tests.recorder.health.test_checkup import ASKED, OVER_HTTP, Shelves, shelves
from tests.recorder.probing.desks import Asked, Desk, Told, found, listed, page, search
from tests.recorder.probing.desks import Library as Papers
from tests.recorder.recording.test_again import Library, library, recorded

__all__ = ["library", "recorded", "shelves"]


def mark(database: Path, patterns: Sequence[str], wanted: bool | None = False) -> None:
    """Classes of these patterns, the first one marked."""
    rows = [
        PrototypeRow(number=number, name=f"class {number}", pattern=pattern, hubs=1, links=1, template=False)
        for number, pattern in enumerate(patterns, 1)
    ]
    with open_store(database) as store:
        store.prototypes.save(1, rows).result()
        store.prototypes.mark(1, patterns[0], wanted).result()


async def test_targets_of_an_ignored_class_are_left_out_and_are_not_gone(shelves: Shelves) -> None:
    mark(shelves.database, [f"{shelves.station.base}/book/*"])
    before = shelves.asked("/book/3")
    left = await shelves.crawl()
    assert left.run is not None and left.drift is None
    assert (left.ignored, left.run.targets, left.run.gone, left.run.complete) == (20, 0, 0, True)
    assert shelves.asked("/book/3") == before
    told = [said for said in shelves.said if "you ignore" in said]
    assert len(told) == 1 and told[0].startswith("20 addresses were left out: you ignore links of the class class 1.")
    mark(shelves.database, [f"{shelves.station.base}/book/*"], None)
    again = await shelves.crawl()
    assert again.run is not None
    assert (again.ignored, again.run.targets, again.run.new, again.run.unchanged) == (0, 20, 0, 20)
    assert not any("you ignore" in said for said in shelves.said)


async def test_a_more_specific_class_goes_first(shelves: Shelves) -> None:
    base = shelves.station.base
    mark(shelves.database, [f"{base}/book/3", f"{base}/book/*"])
    left = await shelves.crawl()
    assert left.run is not None and (left.ignored, left.run.targets) == (1, 19)
    assert "1 address was left out" in " ".join(shelves.said)


async def test_lists_of_an_ignored_class_are_left_out_and_what_they_led_to_is_not_called_gone(
    shelves: Shelves,
) -> None:
    """Half of the books are only on the second list: no drift, and nobody knows whether they are gone."""
    mark(shelves.database, [f"{shelves.station.base}/more?page=*"])
    asked = shelves.asked("/more")
    left = await shelves.crawl()
    assert left.run is not None and left.drift is None
    assert (left.ignored, left.run.targets, left.run.gone, left.run.complete) == (1, 10, 0, False)
    assert shelves.asked("/more") == asked
    assert any("of a class of links that you ignore, so nothing is called gone" in said for said in shelves.said)


async def test_the_entry_page_and_what_forms_are_asked_are_no_links(shelves: Shelves) -> None:
    base = shelves.station.base
    mark(shelves.database, [f"{base}/find?q=*", f"{base}/"])
    with open_store(shelves.database) as store:
        store.prototypes.mark(1, f"{base}/", False).result()
    by_links, by_form = await shelves.crawl(), await shelves.crawl(*ASKED)
    assert by_links.run is not None and (by_links.ignored, by_links.run.targets) == (0, 20)
    assert by_form.run is not None and (by_form.ignored, by_form.run.targets) == (0, 2)


async def test_what_waited_when_it_was_marked_is_left_out_too(shelves: Shelves) -> None:
    stopped = await crawl(CrawlOptions(shelves.database, limit=3, fetching=OVER_HTTP), nobody, Stop())
    assert stopped.run is not None and stopped.stopped
    mark(shelves.database, [f"{shelves.station.base}/book/*"])
    done = await shelves.crawl()
    assert done.run is not None and done.run.id == stopped.run.id
    assert (done.run.status, done.run.targets, done.ignored) == ("done", stopped.run.targets, 20 - stopped.run.targets)


async def test_why_says_that_a_class_is_ignored_and_how_to_undo_it(shelves: Shelves) -> None:
    base, pattern = shelves.station.base, f"{shelves.station.base}/book/*"
    mark(shelves.database, [pattern])
    shelves.fill(range(21))
    await shelves.crawl()
    with open_store(shelves.database) as store:
        recording = store.recordings.get(1)
        collected, new = (explain(store, recording, shelves.pattern, f"{base}/book/{n}") for n in (3, 20))
        strange = explain(store, recording, shelves.pattern, f"{base}/elsewhere")
    assert (collected.verdict, new.verdict) == (UrlVerdict.TARGET, UrlVerdict.SKIPPED)
    for told in (collected, new):
        assert f"--unmark '{pattern}'" in "\n".join(why_lines(told))
        assert (why_plain(told)["class"], why_plain(told)["wanted"]) == (pattern, False)
    assert "links of its class were ignored" in new.because
    assert (why_plain(strange)["class"], why_plain(strange)["wanted"]) == (None, None)
    assert "ignore" not in "\n".join(why_lines(strange))
    mark(shelves.database, [pattern], True)
    with open_store(shelves.database) as store:
        assert "You want links of its class" in "\n".join(
            why_lines(explain(store, recording, shelves.pattern, new.url))
        )


async def test_a_site_that_is_recorded_anew_is_mapped_without_ignored_links(library: Library) -> None:
    base = library.station.base
    mark(library.database, [f"{base}/about", f"{base}/shelf/2"])
    asked = library.station.asked("/about")
    options = RecordOptions(f"{base}/", (f"{base}/book/1",), library.database, "shop", fetching=OVER_HTTP)
    for exhaustive in (False, True):
        fresh = replace(options, forms=FormChoice.NONE, exhaustive=exhaustive, continuation=Continuation.FRESH)
        library.said.clear()
        result = await record(fresh, library.listen, Stop())
        assert result.targets == 12
        assert [said for said in library.said if "you ignore" in said] == [
            "1 address was left out: you ignore links of the class class 1."
            " `recorder links --unmark CLASS` has them followed again."
        ]
    assert library.station.asked("/about") == asked


async def test_the_old_sample_is_not_looked_for_behind_ignored_links(library: Library) -> None:
    mark(library.database, [f"{library.station.base}/about"])
    asked = library.station.asked("/about")
    library.furnish("title")
    await library.again()
    assert library.station.asked("/about") == asked
    assert library.samples() == ["/title/1"]


def a_few(asked: Asked) -> Told:
    """Answers of two papers each; others are a link away."""
    start, hits = int((asked.query.get("page") or ["0"])[0]), found(asked.said())
    more = f'<p><a href="{asked.path}?q_paged={asked.said()}&page={start + 1}">More</a></p>'
    return Told(page("Results", listed(hits[2 * start : 2 * start + 2]) + more * (len(hits) > 2 * start + 2)))


async def test_what_answers_of_forms_lead_to_is_not_followed_if_it_is_ignored(tmp_path: Path) -> None:
    with Papers({"paged": Desk(search("paged"), a_few)}) as papers:
        options = RecordOptions(f"{papers.base}/", (papers.sample,), tmp_path / "papers.db", fetching=OVER_HTTP)
        await record(options, nobody, Stop())
        assert _further(options.database, 1)
        mark(options.database, [f"{papers.base}/answer/paged?page=*&*"])
        await record(replace(options, continuation=Continuation.FRESH), nobody, Stop())
    assert not _further(options.database, 2)
    with open_store(options.database) as store:
        assert {form.form.verdict for form in store.forms.all(1)} == {"leads to targets"}


def _further(database: Path, run: int) -> list[str]:
    with open_store(database) as store:
        return [page.url for page in store.pages.of_run(run) if "page=" in page.url]


def test_without_marks_no_link_is_looked_at() -> None:
    assert LinkMarks().mark_of("http://h.example/") is None
    assert LinkMarks().told_of(["http://h.example/"]) == ""


def test_what_nobody_marked_is_as_it_was(small: Path) -> None:
    with open_store(small) as store:
        assert load_link_marks(store, 1) == LinkMarks()
