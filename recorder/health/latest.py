"""How the steps of a pattern did in the latest crawl, beside what it was compared with. Reads the store alone."""

from dataclasses import dataclass

from recorder.health.decline import Fade, find_fade
from recorder.health.step_health import Healths, by_position, histories, peers_before, reference
from recorder.patterns.navigation.notation import from_text
from recorder.store.database import Store
from recorder.store.patterns import SavedPattern
from recorder.store.runs import Run


@dataclass(frozen=True)
class LatestHealth:
    """What `run` saw now, and what the `earlier` one saw; without one, `before` is what the pattern says of itself."""

    run: Run
    now: Healths
    earlier: Run | None
    before: Healths
    fading: Fade | None


def latest_health(store: Store, recording_id: int, saved: SavedPattern) -> LatestHealth | None:
    """Of the latest crawl by this pattern that came to its end; None before there is any."""
    runs = store.runs.all(recording_id)
    crawls = [run for run in runs if run.kind == "crawl" and run.status in ("done", "failed")]
    if not crawls or crawls[-1].started_at < saved.created_at:
        return None
    run, pattern = crawls[-1], from_text(saved.text)
    peers = peers_before(runs, run, saved)
    earlier, before = reference(store, peers, runs, saved)
    now = by_position(store.health.of_run(run.id))
    return LatestHealth(run, now, earlier, before, find_fade(pattern, histories(store, (*peers, run))))
