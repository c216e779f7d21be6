"""A real terminal to try the application in: a tmux server of our own, keys in, the screen out."""

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

_ALONE = 0.5
_NUMBERS = count(1)


class Terminal:
    """`recorder` with these words in a terminal of this size; `opened` closes it."""

    def __init__(self, folder: Path, *words: str, size: tuple[int, int] = (100, 30), **settings: str) -> None:
        if shutil.which("tmux") is None:
            pytest.skip("NOT RUN, so neither passed nor failed: a real terminal needs tmux (apt install tmux)")
        # A socket for each: the server of the terminal before may still be ending.
        self._socket = str(folder / f"tmux-{next(_NUMBERS)}")
        environment = {"XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": str(Path.cwd()), **settings}
        assignments = [f"{name}={value}" for name, value in environment.items()]
        command = shlex.join(["env", *assignments, sys.executable, "-m", "recorder", *words])
        # What is said at the end is to be seen: the shell stays.
        shell = f"cd {shlex.quote(str(folder))}; {command}; echo ENDED $?; sleep 600"
        self._tmux("new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), shell)

    def keys(self, *keys: str) -> None:
        """By the names tmux knows: Tab, C-r, Escape."""
        self._tmux("send-keys", *keys)
        if keys[-1] == "Escape":
            time.sleep(_ALONE)  # with the next key at once it would be that key with Alt

    def write(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def screen(self, *, raw: bool = False) -> str:
        return self._tmux("capture-pane", "-p", *(["-e"] if raw else []))

    def until(self, holds: Callable[[str], object], seconds: float = 120) -> str:
        """The first screen of which this is so."""
        deadline = time.monotonic() + seconds
        while not holds(seen := self.screen()):
            assert time.monotonic() < deadline, seen
            time.sleep(0.2)
        return seen

    def ended(self) -> str:
        """What stands there once the application has."""
        return self.until(lambda seen: "ENDED" in seen)

    def close(self) -> None:
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], capture_output=True)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-S", self._socket, "-f", "/dev/null", *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout


@contextmanager
def opened(folder: Path, *words: str, size: tuple[int, int] = (100, 30), **settings: str) -> Iterator[Terminal]:
    terminal = Terminal(folder, *words, size=size, **settings)
    try:
        yield terminal
    finally:
        terminal.close()
