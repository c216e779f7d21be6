"""`python leash.py SECONDS COMMAND …`: runs a command for as long as somebody holds the other end of stdin.

A worker that is killed, stopped or cut off from the queue must not leave a command behind that goes on asking a site:
another worker takes the site up after the lease. So a byte on stdin buys SECONDS more; when they are over, or stdin
ends, the command is asked to stop, and soon killed. Started without `site`, and imports nothing of `recorder`: there
is one such process for each command that runs.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time

STOP = b"s"
"""On stdin: ask the command to stop, and go on waiting for it."""

UNFED = 75
"""The exit code where the command was ended because nothing came any more."""

_GRACE = 0.25
"""What a command is given to stop in, of SECONDS."""
_TICK = 0.05
_DIE_WITH_PARENT = 1


def hold(seconds: float, command: list[str]) -> int:
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=_die_with_parent)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: child.send_signal(signal.SIGTERM))
    until, unfed = time.monotonic() + seconds, False
    while child.poll() is None:
        left = until - time.monotonic()
        readable = select.select([0, woken], [], [], max(left, 0))[0] if left > 0 else []
        if woken in readable:
            os.read(woken, 64)
        told = os.read(0, 64) if 0 in readable else None
        if left <= 0 or told == b"":
            unfed = True
            _end(child, seconds * _GRACE)
        elif told and STOP in told:
            child.terminate()
        if told:
            until = time.monotonic() + seconds
    if unfed:
        return UNFED
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def _end(child: "subprocess.Popen[bytes]", grace: float) -> None:
    child.terminate()
    last = time.monotonic() + grace
    while child.poll() is None and time.monotonic() < last:
        time.sleep(_TICK)
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _die_with_parent() -> None:
    """For when this process itself is killed; only Linux knows how."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(hold(float(sys.argv[1]), sys.argv[2:]))
