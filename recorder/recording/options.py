"""What a person asks of a recording, whether it can be meant, and what it means where a recording of that name is there
already: that one is gone on with, told more, or in the way. Records nothing; asks the network only which scheme an
address has that was given without one.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

from recorder.fetching.options import FetchOptions, as_recorded, rendering_kept
from recorder.fetching.own_session import session_kept
from recorder.fetching.scope import Scope, ScopeKind
from recorder.fetching.whole_address import whole_address
from recorder.knowledge.coverage import load_choice
from recorder.mapping.mapper import MappingLimits
from recorder.patterns.urls.address import beside
from recorder.patterns.urls.url import given_address, has_named_route
from recorder.probing.choices import MOST_PROBES, FormChoice, FormOverrides
from recorder.probing.hand_steps import HandSteps
from recorder.runtime.errors import UsageError
from recorder.runtime.stopping import Continuation
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.rows import Json


@dataclass(frozen=True)
class RecordOptions:
    """What a person asked `recorder record` to do."""

    entry: str
    samples: tuple[str, ...]
    database: Path
    name: str | None = None
    unlike: tuple[str, ...] = ()
    """Pages that are not meant, whatever they look like."""
    without: tuple[str, ...] = ()
    """Groups of targets to leave out, by name; what was left out before is then taken in again."""
    only: tuple[str, ...] = ()
    """Groups of targets to take in alone; `all` takes in every group again."""
    exhaustive: bool = False
    best_path: bool = False
    by_prototypes: bool = True
    """Whether link prototypes steer a sampled mapping; without is for measuring what they are worth."""
    threshold: float | None = None
    limits: MappingLimits = field(default_factory=MappingLimits)
    forms: FormChoice = FormChoice.SEARCH
    max_probes: int = MOST_PROBES
    form_overrides: FormOverrides = field(default_factory=FormOverrides)
    steps: HandSteps | None = None
    """A way to the sample that a person recorded: its pages are seen, and forms are asked what was asked there."""
    scope: ScopeKind = ScopeKind.HOST
    fetching: FetchOptions = field(default_factory=FetchOptions)
    continuation: Continuation = Continuation.GO_ON


async def with_schemes(options: RecordOptions) -> RecordOptions:
    """The options with whole addresses: the entry page's is found out, and all others are of its site."""
    entry = await whole_address(options.entry, options.fetching)
    samples, unlike = (tuple(beside(each, entry) for each in given) for given in (options.samples, options.unlike))
    return replace(options, entry=entry, samples=samples, unlike=unlike)


def checked(options: RecordOptions) -> RecordOptions:
    """The options with normalised URLs that can be meant."""
    scope = Scope.of(options.entry, options.scope)
    entry = _url(options.entry)
    samples = tuple(dict.fromkeys(_url(each, entry) for each in options.samples))
    has_routes = any(map(has_named_route, samples))
    unlike = tuple(dict.fromkeys(_url(each, entry if has_routes else "") for each in options.unlike))
    for sample in samples:
        if sample == entry:
            raise UsageError(
                "The sample page is the entry page itself.",
                "Give the page where you would start as ENTRY, and one of the pages you want with --like.",
            )
        if sample in unlike:
            raise UsageError(
                f"{sample} cannot be both a page you want and one you do not want.",
                "Give it either with --like or with --unlike.",
            )
    for page in (*samples, *unlike):
        if not scope.contains(page):
            raise UsageError(
                f"The {'sample' if page in samples else 'page'} {page} is not on the site of the entry page ({scope}).",
                "Use --scope domain if it is on a sister host, or give an entry page of the sample's own site.",
            )
    return replace(options, entry=entry, samples=samples, unlike=unlike)


def _url(given: str, entry: str = "") -> str:
    url = given_address(given, entry)
    if url is None:
        raise UsageError(
            f"{given} is not an address this program can open.",
            "Give one such as example.org/page or https://example.org/page.",
        )
    return url


def kept_options(options: RecordOptions) -> Json:
    """What later crawls of this recording go by."""
    return {
        "scope": options.scope.value,
        "exhaustive": options.exhaustive,
        "threshold": options.threshold,
        "unlike": list(options.unlike),
        "forms": options.forms.value,
        "max_probes": options.max_probes,
        **rendering_kept(options.fetching),
        **session_kept(options.fetching.session),
    }


def as_before(recording: Recording, database: Path) -> RecordOptions:
    """What was asked when a site was recorded; databases from before there was a choice say nothing of it."""
    kept, choice = recording.options, load_choice(recording)
    threshold, probes = kept.get("threshold"), kept.get("max_probes")
    return RecordOptions(
        recording.entry_url,
        recording.samples,
        database,
        recording.name,
        unlike=recording.asked("unlike"),
        without=choice.without,
        only=choice.only,
        exhaustive=bool(kept.get("exhaustive")),
        threshold=float(threshold) if isinstance(threshold, (int, float)) else None,
        forms=FormChoice(str(kept.get("forms", FormChoice.SEARCH.value))),
        max_probes=probes if isinstance(probes, int) else MOST_PROBES,
        scope=ScopeKind(str(kept.get("scope", ScopeKind.HOST.value))),
    )


def as_told(recording: Recording, options: RecordOptions) -> RecordOptions:
    """A person who gives more samples, or other pages or groups that are not meant, has looked at what was found: that
    is judged anew by the pages that are stored, and only what is new is asked of the site. Groups stay left out until
    others are named.
    """
    asks_otherwise = bool(options.without or options.only) or set(options.unlike) != set(recording.asked("unlike"))
    if options.continuation is not Continuation.FRESH:
        options = replace(options, fetching=as_recorded(options.fetching, recording))
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
