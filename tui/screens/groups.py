"""The groups of targets that a mapping found, and the keys by which a person leaves some out or takes them in again."""

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from recorder.face import Recording, TargetGroup, load_groups
from recorder.tui.screens.dialogs import ReadText, TableDialog
from recorder.tui.text import shown
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_COLUMNS = (
    TableColumn("", 8),
    TableColumn("Group", 24),
    TableColumn("pages", 6, right=True),
    TableColumn("told by"),
)


class TargetGroups(TableDialog[tuple[str, ...] | None]):
    """Gives the names of the groups to leave out; None if all stays as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "turn", "Leave out / take in"),
        Binding("r", "learn", "Learn anew"),
    ]

    def __init__(self, recording: Recording) -> None:
        super().__init__(
            "Groups of targets",
            "What was found, by what the addresses differ in. x leaves a group out or takes it in again, Enter"
            " shows some of it, r learns the pattern anew from the pages that are stored.",
            LazyTable(_COLUMNS, "Nothing divides the addresses that were found.", id="groups"),
        )
        self._groups = load_groups(recording)
        self._before = self.left_out = frozenset(group.name for group in self._groups if not group.taken)

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        self.table.fill(listed(list(self._rows())))

    def _rows(self) -> Iterator[Row]:
        for group in self._groups:
            mark = ("left out", "faint") if group.name in self.left_out else ("taken", "good")
            yield (mark, shown(group.name), f"{group.pages:,}", group.by)

    def action_turn(self) -> None:
        group: TargetGroup | None = self.table.at_cursor(self._groups)
        if group is not None:
            self.left_out ^= {group.name}
            self._show()

    def action_learn(self) -> None:
        changed = self.left_out != self._before
        self.dismiss(tuple(group.name for group in self._groups if group.name in self.left_out) if changed else None)

    @on(LazyTable.Chosen, "#groups")
    def _examples(self, event: LazyTable.Chosen) -> None:
        group = self._groups[event.row]
        self.app.push_screen(ReadText(f"Targets of the group {group.name}, for example", *group.examples))
