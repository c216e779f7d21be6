"""What became of the targets with a crawl, for somebody who was not there: for programs, and in words."""

from collections.abc import Mapping
from dataclasses import asdict

from recorder.runtime.plain_text import many, one_line
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.runs import Run

_NAMED = 20
"""Most pages of a kind that are named in words."""


def told_changes(store: Store, recording: Recording, run: Run) -> Mapping[str, object] | None:
    """None where nothing has changed, or nothing is there to compare with: what a first crawl finds is no news."""
    before = [each for each in store.runs.all(recording.id) if each.id < run.id and each.parameters == run.parameters]
    if not any(each.kind == "crawl" and each.status == "done" for each in before) or run.status != "done":
        return None
    pages = {
        status: [{"url": page.url, "title": page.title} for page in store.targets.list(recording.id, run.id, status)]
        for status in ("new", "changed", "gone")
    }
    if not any(pages.values()):
        return None
    return {
        "recording": recording.name,
        "entry": recording.entry_url,
        "run": run.id,
        **pages,
        "columns": [asdict(column) for column in store.record_changes.of_run(run.id)],
        "text": _words(recording, pages),
    }


def _words(recording: Recording, pages: Mapping[str, list[dict[str, str]]]) -> str:
    counts = ", ".join(f"{len(found):,} {status}" for status, found in pages.items() if found)
    lines = [f"{recording.name}: {counts} ({recording.entry_url})"]
    for status, found in pages.items():
        lines += [f"{status}: {one_line(page['title']) or page['url']}\n  {page['url']}" for page in found[:_NAMED]]
        if len(found) > _NAMED:
            lines.append(f"{status}: and {many(len(found) - _NAMED, 'more page')}")
    return "\n".join(lines)
