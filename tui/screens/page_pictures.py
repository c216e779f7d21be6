"""How a page looks, beside the sample: what is stored, as the browser shows it by itself."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer

from recorder.tui.pictures import PictureWidget
from recorder.tui.screens.dialogs import Dialog
from recorder.tui.widgets.fields import Plain

_HINT = "As they are stored: without the styles and pictures that their site adds. No site was asked."


class PagePictures(Dialog[None]):
    """`pictures`: what each shows, its address, and a JPEG."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,enter,P", "dismiss", "Back", show=False)]

    def __init__(self, make: PictureWidget, pictures: Sequence[tuple[str, str, bytes]]) -> None:
        super().__init__()
        self._make, self._pictures = make, pictures

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog pictures"):
            yield Plain(_HINT, classes="hint")
            with Horizontal():
                for words, url, jpeg in self._pictures:
                    with Vertical():
                        yield Plain([(words, "bold")], [(url, "dim")])
                        yield self._make(jpeg)
        yield Footer(show_command_palette=False, compact=True)
