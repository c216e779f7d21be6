"""Notifications over whatever is looked at: what went wrong, with what to do about it, and what was done. And work in a
thread, whose errors end as notifications too.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from textual.app import App
from textual.screen import Screen, ScreenResultType
from textual.worker import get_current_worker

from recorder.runtime.errors import RecorderError
from recorder.tui.text import shown

_Found = TypeVar("_Found")


def notify_error(app: App[str], error: RecorderError) -> None:
    """What went wrong, and what to do about it."""
    app.notify(
        shown(f"{error.message} {error.hint}"), severity="error", timeout=12, markup=False, title="This cannot be done"
    )


def notify_text(app: App[str], text: str, seconds: float = 6) -> None:
    """What was done, or is to be known."""
    app.notify(shown(text), timeout=seconds, markup=False)


class NotifyingScreen(Screen[ScreenResultType]):
    """What areas and dialogs share."""

    def notify_error(self, error: RecorderError) -> None:
        notify_error(self.app, error)

    def notify_text(self, text: str, seconds: float = 6) -> None:
        notify_text(self.app, text, seconds)

    @contextmanager
    def errors_told(self) -> Iterator[None]:
        """What goes wrong in the block is told, and the rest of the block is not done."""
        try:
            yield
        except RecorderError as error:
            self.notify_error(error)
        except OSError as error:
            self.notify_error(RecorderError(f"{error.filename}: {error.strerror}"))

    def in_thread(self, group: str, work: Callable[[], _Found], show: Callable[[_Found], object]) -> None:
        """Do `work` in a thread, so that no key waits for it, and `show` what it found; what a later call of the same
        group has overtaken is not shown.
        """

        def work_and_show() -> None:
            worker = get_current_worker()
            try:
                found = work()
            except RecorderError as error:
                self.app.call_from_thread(self.notify_error, error)
                return
            if not worker.is_cancelled:
                self.app.call_from_thread(show, found)

        self.run_worker(work_and_show, group=group, thread=True, exclusive=True)
