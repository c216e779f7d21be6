"""What to do about an unfinished run of the same kind."""

from enum import Enum


class Continuation(Enum):
    """The default, `--resume` and `--fresh`."""

    GO_ON = "go on with it, or begin a new one when there is none"
    RESUME = "go on with it, and never begin a new one"
    FRESH = "leave it, and begin a new one"
