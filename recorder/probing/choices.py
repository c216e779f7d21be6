"""What a person may say about forms."""

from enum import StrEnum

MOST_PROBES = 600
"""For all forms of a recording together, unless the person says otherwise."""


class FormChoice(StrEnum):
    """Which forms may be submitted while recording."""

    SEARCH = "search"
    ALL = "all"
    NONE = "none"
