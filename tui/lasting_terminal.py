"""The terminal that the UI is drawn on, which may go away before the program does. From then on nothing is drawn, and
what runs is ended as by `q`. Textual's own thread for output dies of the first error, and whoever draws waits for it.
"""

from contextlib import suppress
from typing import IO, Any

from textual.drivers.linux_driver import LinuxDriver


class _Lasting:
    """A file that takes whatever is written, though there is nobody to read it any more."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


class LastingTerminal(LinuxDriver):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        file: Any = self._file
        self._file = _Lasting(file)  # type: ignore[assignment]
