"""What to do about an earlier run of the same kind."""

from enum import Enum


class Continuation(Enum):
    """The default, `--resume` and `--fresh`; `REOPEN` is for mappings."""

    GO_ON = "go on with it, or begin a new one when there is none"
    RESUME = "go on with it, and never begin a new one"
    FRESH = "leave it, and begin a new one"
    REOPEN = "go on with the latest one even if it is done, as what is asked of it has changed"
