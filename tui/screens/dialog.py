"""What all windows over an area have: they tell trouble and success as areas do, and Escape leaves them."""

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from recorder.runtime.errors import RecorderError
from recorder.tui import notifications as telling

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A window over an area; what it gives is what it was dismissed with."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def tell(self, error: RecorderError) -> None:
        telling.tell(self.app, error)

    def say(self, words: str, seconds: float = 6) -> None:
        telling.say(self.app, words, seconds)
