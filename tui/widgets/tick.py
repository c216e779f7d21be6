"""A box to tick that shows whether it is ticked without colours, too."""

from textual.widgets import Checkbox


class Tick(Checkbox):
    """Textual's own shows a cross in either state, and tells them apart by colour alone. The brackets belong to the
    inside, as the sides are drawn in the colour of its background, and would not be seen.
    """

    BUTTON_LEFT = ""
    BUTTON_INNER = "[ ]"
    BUTTON_RIGHT = ""

    def watch_value(self) -> None:
        self.BUTTON_INNER = "[X]" if self.value else "[ ]"
        super().watch_value()
