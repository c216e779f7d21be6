"""How far a run is, shown in a notebook (Jupyter): a bar under the cell that waits for it. Elsewhere nothing is shown.
And tables as notebooks show them.

IPython is asked only where it is loaded already; it is no dependency.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from recorder.inspecting.report.markup import join, table, tag
from recorder.runtime.events import Event, Listener, Note, PageFetched, RunBegan, RunEnded, nobody
from recorder.runtime.plain_text import many


def listener_here() -> Listener:
    """A bar in a notebook; nobody elsewhere."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return _Bar() if getattr(shell, "kernel", None) is not None else nobody


class _Bar:
    """A listener. What it shows is replaced, not added to."""

    def __init__(self) -> None:
        self._shown: Any = None
        self._what = ""
        self._notes: list[str] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, RunBegan):
            self._what = f"{event.kind} of {event.entry}"
            self._show(bar_html(self._what, 0, None))
        elif isinstance(event, Note):
            self._notes.append(event.text)
        elif isinstance(event, PageFetched):
            all_pages = None if event.waiting is None else event.pages + event.waiting
            self._show(bar_html(f"{self._what}: {_counts(event)}", event.pages, all_pages))
        elif isinstance(event, RunEnded):
            self._show(bar_html(f"{self._what}: {event.status}, {_counts(event)}", 1, 1, self._notes))

    def _show(self, html: str) -> None:
        from IPython.display import HTML, display  # type: ignore[import-not-found]

        if self._shown is None:
            self._shown = display(HTML(html), display_id=True)
        else:
            self._shown.update(HTML(html))


def _counts(event: PageFetched | RunEnded) -> str:
    return f"{many(event.pages, 'page')}, {many(event.targets, 'target')}"


def bar_html(words: str, done: int, of: int | None, notes: Iterable[str] = ()) -> str:
    """A bar without end where nobody knows how much there is."""
    known = {} if of is None else {"value": done, "max": max(of, 1)}
    return join(tag("progress", **known), f" {words}", *(join(tag("br"), tag("small", note)) for note in notes))


def table_html(names: Sequence[str], rows: Iterable[Mapping[str, object]], caption: str = "") -> str:
    """Whatever a site writes is text in it."""
    texts = ([None if row.get(name) is None else str(row[name]) for name in names] for row in rows)
    return join(tag("p", tag("small", caption)) if caption else None, table(names, texts))
