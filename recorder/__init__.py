"""The engine and the command line: fetching, mapping, crawling. Draws nothing; it announces events to listeners.

`from recorder import crawl, record, rows` gives what is in `recorder.api`, loaded when first asked for: the
command line begins without the engine.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from recorder.api import (
        RecorderError,
        Recording,
        aio,
        crawl,
        diff,
        export,
        extract,
        read,
        record,
        rows,
        show,
        why,
    )

__all__ = [
    "RecorderError",
    "Recording",
    "aio",
    "crawl",
    "diff",
    "export",
    "extract",
    "read",
    "record",
    "rows",
    "show",
    "why",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from recorder import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return __all__
