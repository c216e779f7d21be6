"""What a wish means for a recording that stands under its name already: it is gone on with, told more, or in the way.
Records nothing.
"""

from dataclasses import replace

from recorder.knowledge.groups import load_choice
from recorder.recording.options import RecordOptions, kept_options
from recorder.runtime.errors import UsageError
from recorder.runtime.stopping import Continuation
from recorder.store.database import Store
from recorder.store.recordings import Recording


def as_told(recording: Recording, options: RecordOptions) -> RecordOptions:
    """A person who gives more samples, or other pages or groups that are not meant, has looked at what was found: that
    is judged anew by the pages that are stored, and only what is new is asked of the site. Groups stay left out until
    others are named.
    """
    asks_otherwise = bool(options.without or options.only) or set(options.unlike) != set(recording.asked("unlike"))
    is_learnt = recording.threshold_evidence is not None and options.continuation is Continuation.GO_ON
    if is_learnt and (asks_otherwise or _has_more_samples(recording, options)):
        options = replace(options, continuation=Continuation.REOPEN)
    if options.without or options.only:
        return options
    kept = load_choice(recording)
    return replace(options, without=kept.without, only=kept.only)


def _has_more_samples(recording: Recording, options: RecordOptions) -> bool:
    return recording.entry_url == options.entry and set(recording.samples) < set(options.samples)


def as_asked(store: Store, recording: Recording, options: RecordOptions) -> Recording:
    """The recording with what was asked now; one of another site or sample makes way only if nothing is lost by it."""
    if _has_more_samples(recording, options):
        recording = store.recordings.replace_samples(recording.id, options.samples).result()
    if recording.entry_url == options.entry and set(recording.samples) == set(options.samples):
        before = {} if options.continuation is Continuation.FRESH else recording.options
        store.recordings.set_options(recording.id, {**before, **kept_options(options)}).result()
        return store.recordings.get(recording.id)
    hint = "Choose another name with --name, or another database with --db."
    if not store.patterns.versions(recording.id):
        unfinished = store.runs.unfinished(recording.id, "mapping")
        if unfinished is None or options.continuation is Continuation.FRESH:
            return store.recordings.restate(
                recording.id, options.entry, options.samples, kept_options(options)
            ).result()
        hint = "Add --fresh to begin anew in its place, or choose another name with --name."
    raise UsageError(
        f"{options.database} already holds a recording named {recording.name!r}, of {recording.entry_url} "
        f"like {', '.join(recording.samples)}.",
        hint,
    )
