"""Pictures of pages, on terminals that say they show them; on others there is no key for it, and nothing is loaded."""

import fcntl
import os
import pty
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from select import select
from signal import SIGKILL

import pytest

from recorder.tui.pictures import Protocol, protocol_of
from tests.tui.conftest import press, running, text_of

PLAIN, SIXEL = b"\x1b[?62;22c", b"\x1b[?62;4;22c"
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("answer", "protocol"),
    [
        ("", None),
        ("\x1b[?62;22c", None),
        ("\x1b[?64;14;44c", None),
        ("\x1b[?62;4;22c", Protocol.SIXEL),
        ("\x1b_Gi=31;OK\x1b\\\x1b[?62;c", Protocol.KITTY),
        ("\x1b_Gi=31;OK\x1b\\\x1b[?62;4c", Protocol.SIXEL),
        ("\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b[?62;c", None),
    ],
)
def test_a_terminal_says_what_it_shows(answer: str, protocol: Protocol | None) -> None:
    assert protocol_of(answer) is protocol


async def test_where_none_can_be_shown_there_is_no_key_for_it(full: Path) -> None:
    async with running(full) as pilot:
        await press(pilot, "6", "P")
        assert "Picture" not in text_of(pilot.app) and "browser draws" not in text_of(pilot.app)


class Graphic:
    """A terminal that answers as one with, or without, pictures does. What comes from the program is `seen`."""

    def __init__(self, attributes: bytes, *words: str, kitty: bool = False) -> None:
        self._attributes, self._kitty, self.seen = attributes, kitty, b""
        self._process, self._side = pty.fork()
        if self._process == 0:
            os.chdir(ROOT)
            os.execve(sys.executable, [sys.executable, *words], {**os.environ, "TERM": "xterm-256color"})
        fcntl.ioctl(self._side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 1200, 800))

    def keys(self, keys: str) -> None:
        os.write(self._side, keys.encode())

    def until(self, holds: Callable[[bytes], object], seconds: float = 120) -> bytes:
        """What came, as soon as this is so."""
        ends = time.monotonic() + seconds
        while not holds(self.seen):
            assert time.monotonic() < ends, self.seen[-2000:]
            if select([self._side], [], [], 0.2)[0]:
                came = os.read(self._side, 1 << 16)
                self.seen += came
                if self._kitty and b"_Gi=31,s=1" in came:
                    os.write(self._side, b"\x1b_Gi=31;OK\x1b\\")
                for _ in range(came.count(b"\x1b[c")):
                    os.write(self._side, self._attributes)
        return self.seen

    def close(self) -> None:
        os.kill(self._process, SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._side)


@contextmanager
def graphic(attributes: bytes, *words: str, kitty: bool = False) -> Iterator[Graphic]:
    terminal = Graphic(attributes, *words, kitty=kitty)
    try:
        yield terminal
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.parametrize(("attributes", "kitty", "begins"), [(SIXEL, False, b"\x1bP"), (PLAIN, True, b"\x1b_Ga=p")])
def test_the_page_is_shown_beside_the_sample(full: Path, attributes: bytes, kitty: bool, begins: bytes) -> None:
    if find_spec("textual_image") is None:
        pytest.skip("NOT RUN, so neither passed nor failed: textual-image is not here")
    with graphic(attributes, "-m", "recorder", "tui", "--db", str(full), kitty=kitty) as terminal:
        terminal.until(lambda seen: b"Records" in seen)
        terminal.keys("6")
        terminal.until(lambda seen: b"Picture" in seen and b"thing 0" in seen)  # a page is at hand once they are listed
        terminal.keys("\x1b[B")
        terminal.keys("P")
        terminal.until(lambda seen: b"This page" in seen and b"The sample" in seen)
        terminal.until(lambda seen: seen.count(begins) >= 2)


LOADED = """
import sys
from recorder.tui.pictures import picture_widget
print(picture_widget(), [name for name in ("PIL", "textual_image") if name in sys.modules])
"""


@pytest.mark.slow
def test_where_none_can_be_shown_nothing_is_loaded() -> None:
    with graphic(PLAIN, "-c", LOADED) as terminal:
        assert b"None []" in terminal.until(lambda seen: b"]" in seen and b"None" in seen)
