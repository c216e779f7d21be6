"""Short news over whatever is looked at: trouble, with what to do about it, and what was done."""

from textual.app import App

from recorder.runtime.errors import RecorderError
from recorder.tui.site_text import shown


def tell(app: App[str], error: RecorderError) -> None:
    """What went wrong, and what to do about it."""
    app.notify(
        shown(f"{error.message} {error.hint}"), severity="error", timeout=12, markup=False, title="This cannot be done"
    )


def say(app: App[str], words: str, seconds: float = 6) -> None:
    """Something that was done, or is to be known."""
    app.notify(shown(words), timeout=seconds, markup=False)
