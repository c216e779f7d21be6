"""The log as JSON lines: what the engine announces, on stderr, one object an event, for programs that watch a run.

Pictures for a user interface are left out: they repeat, whole, what single events have told.
"""

import re
from dataclasses import asdict

from recorder.cli.terminal import write_log
from recorder.runtime.events import Activity, Event, PagesJudged, SiteSeen

_PICTURES = (Activity, PagesJudged, SiteSeen)


def write_event(event: Event) -> None:
    """A listener of the engine's events."""
    if not isinstance(event, _PICTURES):
        write_log(event_name(type(event)), asdict(event))


def event_name(kind: type) -> str:
    """`PageFetched` is told as `page_fetched`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
