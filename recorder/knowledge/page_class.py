"""The sample's page class, saved with its recording and loaded from it: the pages inside and outside it, its threshold,
the parameters that make no other page of it, whether the addresses count that pages call their own, and what of its
pages is volatile.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from recorder.knowledge.pages_again import PagesAgain
from recorder.patterns.classes.page_class import FALL_BACK, PageClass
from recorder.patterns.pages.trees import Tree
from recorder.patterns.pages.volatility import Shape, Volatility
from recorder.patterns.repeats.plain_addresses import Detour, IdleKind, PlainAddresses, RecordPart, Spelling
from recorder.patterns.urls.sorts import without_numbers
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.rows import Json

PAGES = ("exemplars", "counterparts", "unlike")


def save_class(
    store: Store,
    recording_id: int,
    learnt: PageClass,
    pages: Mapping[str, Sequence[int]],
    idle: PlainAddresses,
    named: bool,
    volatility: Volatility | None,
    more: Json,
) -> None:
    """Save the threshold with its evidence, the ids of the stored pages the class was learnt from (by what they are to
    it, `PAGES`), and the rest that is known of it; `volatility` is None if it was not looked for, `more` is as
    `groups_kept` and `beliefs_kept` give it.
    """
    evidence: dict[str, object] = {
        "margin": learnt.margin,
        "clear": learnt.is_clear,
        "because": list(learnt.evidence),
        **{name: list(pages[name]) for name in PAGES},
        "idle": sorted([list(kind.place), sorted(kind.more), sorted(kind.plain), kind.unseen] for kind in idle.kinds),
        "spellings": sorted([each.program, list(each.names)] for each in idle.spellings),
        "parts": sorted([list(part.program), sorted(part.beside), *part[2:]] for part in idle.parts),
        "programs": sorted(
            [each.program, list(each.names), kept.program, list(kept.names)] for each, kept in idle.programs
        ),
        "detours": sorted(map(list, idle.detours)),
        "caseless": idle.caseless,
        "routeless": idle.routeless,
        "named": named,
        "unsteady": None,
        **more,
    }
    if volatility is not None:
        evidence["unsteady"] = {
            "places": sorted(volatility.places),
            "shapes": sorted(list(shape) for shape in volatility.shapes),
            "links": sorted(volatility.links),
        }
    store.recordings.set_threshold(recording_id, learnt.threshold, evidence).result()


def load_class(recording: Recording, pages: PagesAgain) -> PageClass:
    """The class a recording has learnt; a person may have moved `Recording.threshold` since."""
    evidence = recording.threshold_evidence or {}
    exemplars, counterparts, opposed = (_trees(pages, evidence, name) for name in PAGES)
    threshold = FALL_BACK if recording.threshold is None else recording.threshold
    return PageClass(exemplars, threshold, counterparts=counterparts, opposed=opposed)


def load_plain_addresses(recording: Recording) -> PlainAddresses:
    """Those a recording has learnt; none in databases from before there were any."""
    kinds, spellings = _listed(recording, "idle"), _listed(recording, "spellings")
    return PlainAddresses(
        frozenset(
            IdleKind(without_numbers(tuple(place)), frozenset(more), frozenset(*plain[:1]), *plain[1:])
            for place, more, *plain in kinds
        ),
        frozenset(Spelling(program, tuple(names)) for program, names in spellings),
        frozenset(RecordPart(tuple(at), frozenset(beside), *said) for at, beside, *said in _listed(recording, "parts")),
        frozenset(
            (Spelling(program, tuple(names)), Spelling(kept, tuple(written)))
            for program, names, kept, written in _listed(recording, "programs")
        ),
        frozenset(Detour(*each) for each in _listed(recording, "detours")),
        _told(recording, "caseless"),
        _told(recording, "routeless"),
    )


def plain_addresses_of(store: Store, recording: Recording) -> PlainAddresses:
    """The same, where what was collected before is met again at the same address. At the one that pages call their own
    nobody may have looked yet.
    """
    found = load_plain_addresses(recording)
    for target in store.targets.list(recording.id) if found.remembers else ():
        if not found.own(target.url):
            found.plain(target.url)
    return found


def _listed(recording: Recording, name: str) -> list[Any]:
    kept = (recording.threshold_evidence or {}).get(name)
    return kept if isinstance(kept, list) else []


def _told(recording: Recording, name: str) -> bool:
    return bool((recording.threshold_evidence or {}).get(name))


def load_named(recording: Recording) -> bool:
    """Whether the addresses count that pages call their own."""
    return _told(recording, "named")


def load_volatility(recording: Recording) -> Volatility | None:
    """What a recording has learnt of it; None in databases from before it was looked for."""
    kept = (recording.threshold_evidence or {}).get("unsteady")
    if not isinstance(kept, Mapping):
        return None
    shapes = frozenset(Shape(*each) for each in kept["shapes"])
    return Volatility(frozenset(kept["places"]), shapes, frozenset(kept["links"]))


def _trees(pages: PagesAgain, evidence: Mapping[str, object], which: str) -> tuple[Tree, ...]:
    """The trees of stored pages; the same pages give the same class as on the day it was learnt."""
    page_ids = evidence.get(which)
    found = map(pages.page, page_ids if isinstance(page_ids, list) else ())
    return tuple(page.folded for page in found if page)
