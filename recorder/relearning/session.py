"""Recording a site again after it has changed, by what is stored of it: finds where the old sample's content is now,
and records with that, under the same recording. Its runs and patterns stay as history.
"""

from dataclasses import replace

from recorder.fetching.scope import Scope
from recorder.knowledge.link_marks import load_link_marks
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions, kept_options
from recorder.recording.session import RecordResult, record_held
from recorder.relearning.original_pages import load_originals
from recorder.relearning.search import Found, Seeker
from recorder.runtime.errors import RecorderError, StoppedError
from recorder.runtime.events import Listener, Note
from recorder.runtime.stopping import Continuation, Stop
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording
from recorder.visiting.page_reader import Reader
from recorder.visiting.site_errors import UnusablePageError
from recorder.visiting.visitor import open_visitor


async def record_again(options: RecordOptions, listen: Listener, stop: Stop) -> RecordResult:
    """Record the site of the recording that `options` names once more; where its samples are now is found out."""
    with open_store(options.database) as store:
        recording = store.recordings.find(options.name)
        with store.recordings.hold(recording):
            asked = replace(options, entry=recording.entry_url, samples=recording.samples)
            if asked.continuation is not Continuation.RESUME:
                found = await _find(store, recording, asked, listen, stop)
                asked = replace(asked, samples=tuple(dict.fromkeys(each.url for each in found)))
                recording = _as_found(store, recording, asked)
            return await record_held(store, recording, asked, listen, stop)


def _as_found(store: Store, recording: Recording, asked: RecordOptions) -> Recording:
    """Samples that stand where they stood leave an unfinished run to be gone on with."""
    store.recordings.set_options(recording.id, kept_options(asked)).result()
    if set(asked.samples) == set(recording.samples):
        return recording
    return store.recordings.replace_samples(recording.id, asked.samples).result()


async def _find(
    store: Store, recording: Recording, options: RecordOptions, listen: Listener, stop: Stop
) -> tuple[Found, ...]:
    pattern = NavigationPattern() if options.forms is FormChoice.NONE else _pattern(store, recording)
    originals, marks = load_originals(store, recording), load_link_marks(store, recording.id)
    reader = Reader(Scope.of(options.entry, options.scope), with_forms=True)
    async with open_visitor(options.fetching, reader, listen) as visitor:
        seeker = Seeker(visitor, originals, options.entry, pattern, stop, listen, marks.ignores)
        found = await seeker.seek()
    if not found and seeker.no_entry:
        raise UnusablePageError("entry page", options.entry, seeker.no_entry.kind, seeker.no_entry.reason)
    if stop.requested:
        raise StoppedError(
            "Stopped while the sample was looked for; the recording is as it was.", "Run the same command again."
        )
    if not found:
        raise RecorderError(
            f"No page of {recording.entry_url} has the content of {', '.join(recording.samples)} any more, nor of the "
            "other pages that are stored.",
            "Record the site anew with a sample of today, under a new name: "
            f"recorder record {recording.entry_url} --like SAMPLE --db {options.database} --name NAME.",
        )
    for each in found:
        listen(Note(_in_words(each)))
    return found


def _pattern(store: Store, recording: Recording) -> NavigationPattern:
    """The one in force; a recording that was interrupted may have none."""
    versions = store.patterns.versions(recording.id)
    return from_text(versions[-1].text) if versions else NavigationPattern()


def _in_words(found: Found) -> str:
    where = "still there" if found.url == found.original.url else f"now {found.url}"
    return f"{found.original.url} is {where}: {found.overlap:.0%} of what set it apart."
