"""Pictures on terminals that can show them: by Kitty's protocol, or as Sixels (iTerm2, WezTerm, foot and others). The
terminal is asked once, before the keyboard is Textual's, and only where the extra is installed; where it cannot show
them, nothing is loaded.
"""

import os
import re
import sys
import termios
import tty
from collections.abc import Callable
from enum import Enum
from importlib.util import find_spec
from io import BytesIO
from select import select
from time import monotonic

from textual.widget import Widget


class Protocol(Enum):
    SIXEL = "sixel"
    KITTY = "kitty"


PictureWidget = Callable[[bytes], Widget]
"""Makes a widget of a JPEG."""

_QUESTIONS = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c"
"""Whether it knows Kitty's protocol, and what it is: every terminal answers the second one."""
_KITTY = "_Gi=31;OK"
_ATTRIBUTES = re.compile(r"\x1b\[\?([\d;]*)c")
_SIXEL = "4"
_SECONDS = 2.0
"""Longest wait for a terminal that answers nothing."""


def picture_widget() -> PictureWidget | None:
    """None where no pictures can be shown."""
    protocol = protocol_of(_answer()) if find_spec("textual_image") else None
    if protocol is None:
        return None
    try:
        from textual_image.widget import SixelImage, TGPImage
    except (ArithmeticError, OSError):  # it asks the terminal for its size, and not every one has any
        return None
    image = SixelImage if protocol is Protocol.SIXEL else TGPImage
    return lambda jpeg: image(BytesIO(jpeg))


def protocol_of(answer: str) -> Protocol | None:
    """By what a terminal says of itself. Sixels first: some know only half of Kitty's protocol."""
    attributes = _ATTRIBUTES.search(answer)
    if attributes is not None and _SIXEL in attributes[1].split(";"):
        return Protocol.SIXEL
    return Protocol.KITTY if _KITTY in answer else None


def _answer() -> str:
    if not sys.stdin.isatty() or not sys.stdout.isatty() or os.environ.get("TERM") in ("linux", "dumb"):
        return ""
    keyboard, answer, ends = sys.stdin.fileno(), "", monotonic() + _SECONDS
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)  # what was typed already stays
        sys.stdout.write(_QUESTIONS)
        sys.stdout.flush()
        while not _ATTRIBUTES.search(answer) and select([keyboard], [], [], max(0.0, ends - monotonic()))[0]:
            answer += os.read(keyboard, 1024).decode("ascii", "replace")
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
    return answer
