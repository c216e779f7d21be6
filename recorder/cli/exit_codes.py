"""What the exit code of `recorder` tells a script. Every command returns one of these."""

from enum import IntEnum


class ExitCode(IntEnum):
    DONE = 0
    FAILED = 1
    """The work failed: nothing came where something was expected, the site drifted or could not be reached."""
    WRONG_USE = 2
    STOPPED = 3
    """Stopped at a limit or by the user, with everything saved."""
