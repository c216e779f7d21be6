"""What does not count when a page is compared with that of an earlier run, in words."""

from collections.abc import Iterator

from recorder.knowledge.page_class import load_unsteady
from recorder.runtime.plain_text import one_line
from recorder.store.recordings import Recording

_MOST = 12


def unsteady_lines(recording: Recording) -> Iterator[str]:
    """Nothing where nothing is left out."""
    unsteady = load_unsteady(recording)
    if not unsteady:
        return
    yield "what differed between two visits of the same page is left out:"
    shapes = [f"“{one_line(line)}” in {_named(place)}" for place, line in sorted(unsteady.shapes)]
    places = [f"all of {_named(place)}" for place in sorted(unsteady.places)]
    links = [f"links to {one_line(url)}" for url in sorted(unsteady.links)]
    parts = [*places, *shapes, *links]
    yield from parts[:_MOST]
    if len(parts) > _MOST:
        yield f"and {len(parts) - _MOST} more"


def _named(place: str) -> str:
    """The end of the tag path; its digest is not for people."""
    return one_line(place.partition(" ")[0])
