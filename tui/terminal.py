"""Between the terminal and the application: keys that come faster than the screen, and a terminal that goes away."""

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.message_pump import MessagePump

_PATIENCE = 5.0
"""Most seconds that a key waits for the work of the key before it. On a busy machine some windows open after one."""

_A_MOMENT = 0.002
"""Seconds between two looks whether that work is done."""


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
    """May go away before the program does. From then on nothing is drawn, and what runs is ended as by `q`. Textual's
    own thread for output dies of the first error, and whoever draws waits for it.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        file: Any = self._file
        self._file = _Lasting(file)  # type: ignore[assignment]


@dataclass
class _Passed(Message):
    """Goes the way of the key before it, from what had the focus up to the application, and so arrives after it."""

    key: int


class TypingAhead(App[str]):
    """An application whose keys, and texts that are pasted, may come ahead of what they are meant for: each is taken up
    once the work of the one before it is done.

    Otherwise a key would go to whatever has the focus when it arrives, though the key before it may be about to lead
    elsewhere: to another field, another area, a window that is opening. What a key does is not known here.
    """

    def __init__(self) -> None:
        super().__init__(driver_class=LastingTerminal)
        self._waiting: deque[events.Key | events.Paste] = deque()
        self._keys = 0
        self._at_work = False
        self._deadline: asyncio.TimerHandle | None = None

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, (events.Key, events.Paste)):
            await super().on_event(event)
        elif event.is_forwarded:
            await super().on_event(event)
            self._settle(self._keys)  # nobody below wanted it: it has come back, and what it asked for is done
        elif self._at_work:
            self._waiting.append(event)
        else:
            await self._take_up(event)

    async def _take_up(self, event: events.Key | events.Paste) -> None:
        self._at_work, self._keys = True, self._keys + 1
        number, target = self._keys, self.focused or self.screen
        self._deadline = asyncio.get_running_loop().call_later(_PATIENCE, self.call_later, self._go_on, number)
        await super().on_event(event)
        if not event.is_forwarded or not target.post_message(_Passed(number)):
            self._settle(number)  # the application dealt with it itself, or it has closed the window it was meant for

    def on__passed(self, message: _Passed) -> None:
        self._settle(message.key)

    def _settle(self, key: int) -> None:
        """Wait until what the key set going is done, too: a choice that changes its form, a window that opens."""
        if key == self._keys and self._at_work:
            widgets = self.screen.walk_children(with_self=True)
            if any(isinstance(one, MessagePump) and one.message_queue_size for one in widgets):
                # By way of the loop: from its own queue the application would take this again before all others move.
                asyncio.get_running_loop().call_later(_A_MOMENT, self._settle, key)
            else:
                self.call_later(self._go_on, key)

    async def _go_on(self, key: int) -> None:
        if key != self._keys or not self._at_work:
            return  # nobody waits for this one any more
        self._at_work = False
        if self._deadline is not None:
            self._deadline.cancel()
        if self._waiting:
            await self._take_up(self._waiting.popleft())
