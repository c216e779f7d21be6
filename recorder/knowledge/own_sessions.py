"""Whether a recording was made with a person's own session: without it, its site shows other pages, and every one of
them would look gone. Of the session itself nothing is kept.
"""

from recorder.fetching.options import FetchOptions
from recorder.runtime.errors import UsageError
from recorder.store.recordings import Recording
from recorder.store.rows import Json

_KEY = "own_session"


def session_kept(fetching: FetchOptions) -> Json:
    """What is kept of it with the options of a recording."""
    return {_KEY: True} if fetching.session else {}


def require_session(recording: Recording, fetching: FetchOptions) -> None:
    """`UsageError` where a session is needed and none is given."""
    if recording.options.get(_KEY) and not fetching.session:
        raise UsageError(
            f"{recording.name} was recorded with a session of yours: without one, the site shows other pages.",
            "Give it with --session FILE; `recorder session open` makes one.",
        )
