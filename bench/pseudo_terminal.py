"""A bare terminal of the system: what is written to it are keys, what is read from it is drawn. It knows when each
byte came, which a terminal that draws on its own account does not tell.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from pathlib import Path


class PseudoTerminal:
    """`recorder` with these words; close it."""

    def __init__(self, folder: Path, *words: str, size: tuple[int, int] = (120, 40)) -> None:
        settings = {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(Path.cwd()), "TERM": "xterm-256color"}
        environment = {**os.environ, **settings}
        command = [sys.executable, "-m", "recorder", *words]
        self._pid, self._line = pty.fork()
        if self._pid == 0:
            os.execve(command[0], command, environment)
        fcntl.ioctl(self._line, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._line, keys.encode())

    def delay(self, keys: str, drawn: str, patience: float = 30.0) -> float:
        """Seconds from these keys until this is drawn, anywhere."""
        self.drain()
        began = time.monotonic()
        self.press(keys)
        self.until(drawn, patience)
        return time.monotonic() - began

    def until(self, drawn: str, patience: float = 30.0) -> None:
        """Read on until this is drawn."""
        seen, deadline = b"", time.monotonic() + patience
        while drawn.encode() not in seen:
            assert time.monotonic() < deadline, (drawn, seen[-2000:])
            seen += self._read(0.1)

    def drain(self) -> bytes:
        """All that was drawn since the last look."""
        seen = b""
        while more := self._read(0):
            seen += more
        return seen

    def close(self) -> int:
        """Leave as a person does, with `q`; the exit code."""
        self.press("\x1b")
        time.sleep(0.5)
        self.press("q")
        deadline = time.monotonic() + 60
        while True:
            self.drain()
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                os.close(self._line)
                return os.waitstatus_to_exitcode(status)
            assert time.monotonic() < deadline, "it did not end"
            time.sleep(0.05)

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._line], [], [], seconds)
        try:
            return os.read(self._line, 65_536) if ready else b""
        except OSError:  # the other end has closed
            return b""
