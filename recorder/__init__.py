"""The engine and the command line: fetching, mapping, crawling. Draws nothing; it announces events to listeners.

`from recorder import crawl, record, rows` gives what is in `recorder.api`, loaded when first asked for: the
command line begins without the engine.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from recorder.api import RecorderError, crawl, export, extract, read, record, rows, want

__all__ = ["RecorderError", "crawl", "export", "extract", "read", "record", "rows", "want"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from recorder import api

    return getattr(api, name)
