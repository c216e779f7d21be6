"""`recorder export` of the pattern itself, as a file of other programs that open pages in a browser. Each format is a
module of its own: `devtools`, `playwright_script`, `browsertrix`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from recorder.exporting.browsertrix import browsertrix_configuration
from recorder.exporting.devtools import devtools_recording
from recorder.exporting.pattern_at_hand import PatternAtHand, pattern_at_hand
from recorder.exporting.playwright_script import playwright_script
from recorder.runtime.errors import told_errors
from recorder.runtime.files import Existing, is_gone_on_with, whole_file
from recorder.store.database import open_store


class PatternFormat(StrEnum):
    DEVTOOLS = "devtools"
    PLAYWRIGHT = "playwright"
    BROWSERTRIX = "browsertrix"


@dataclass(frozen=True)
class PatternOptions:
    database: Path
    format: PatternFormat
    out: Path
    name: str | None = None
    replace: bool = False


_WRITERS: dict[PatternFormat, Callable[[PatternAtHand], tuple[str, tuple[str, ...]]]] = {
    PatternFormat.DEVTOOLS: devtools_recording,
    PatternFormat.PLAYWRIGHT: playwright_script,
    PatternFormat.BROWSERTRIX: browsertrix_configuration,
}


def export_pattern(options: PatternOptions) -> tuple[str, ...]:
    """Write the pattern in force; what the file lacks, in words for a person."""
    is_gone_on_with(options.out, Existing.REPLACE if options.replace else Existing.REFUSE, options.database)
    with told_errors(), open_store(options.database, read_only=True) as store, store.at_this_moment() as moment:
        at_hand, left_out = pattern_at_hand(moment, options.name).without_sitemaps()
        text, lacks = _WRITERS[options.format](at_hand)
    with whole_file(options.out) as stream:
        stream.write(text.encode())
    return (*left_out, *lacks)


def formats() -> Iterator[str]:
    return (each.value for each in PatternFormat)
