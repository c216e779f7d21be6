"""`recorder export` of the pattern itself, as a file of other programs that open pages in a browser. Each format is a
module of its own: `devtools`, `playwright_script`, `browsertrix`.
"""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from recorder.exporting.browsertrix import browsertrix_configuration
from recorder.exporting.devtools import devtools_recording
from recorder.exporting.pattern_at_hand import PatternAtHand, pattern_at_hand
from recorder.exporting.playwright_script import playwright_script
from recorder.runtime.errors import told_errors
from recorder.runtime.files import refuse_to_replace, whole_file
from recorder.store.database import open_store


class PatternFormat(StrEnum):
    DEVTOOLS = "devtools"
    PLAYWRIGHT = "playwright"
    BROWSERTRIX = "browsertrix"


_WRITERS: dict[PatternFormat, Callable[[PatternAtHand], tuple[str, tuple[str, ...]]]] = {
    PatternFormat.DEVTOOLS: devtools_recording,
    PatternFormat.PLAYWRIGHT: playwright_script,
    PatternFormat.BROWSERTRIX: browsertrix_configuration,
}


def export_pattern(
    form: PatternFormat, database: Path, out: Path, name: str | None = None, *, anew: bool = False
) -> tuple[str, ...]:
    """Write the pattern in force; what the file lacks, in words for a person."""
    refuse_to_replace(out, database, anew=anew)
    with told_errors(), open_store(database, read_only=True) as store, store.at_this_moment() as moment:
        at_hand, left_out = pattern_at_hand(moment, name).without_sitemaps()
        text, lacks = _WRITERS[form](at_hand)
    with whole_file(out) as stream:
        stream.write(text.encode())
    return (*left_out, *lacks)
