"""Numbers as bars: a histogram of similarities with a movable threshold, a line over time, and how much is done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

_EIGHTHS = " ▁▂▃▄▅▆▇█"
STEP = 0.01


class Histogram(Widget, can_focus=True):
    """How alike the pages are to the sample, from 0 to 1, and the cut from which they count as targets."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Lower the cut", tooltip="More pages count as targets"),
        Binding("right", "move(1)", "Raise the cut", tooltip="Fewer pages count as targets"),
        Binding("shift+left", "move(-10)", "Lower by 0.1", show=False),
        Binding("shift+right", "move(10)", "Raise by 0.1", show=False),
        Binding("backspace", "reset", "Learnt cut", tooltip="Back to the cut that was learnt", show=False),
        Binding("enter", "accept", "Use this cut"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"histogram--inside", "histogram--outside", "histogram--cut"}
    cut: reactive[float | None] = reactive(None)

    @dataclass
    class CutMoved(Message):
        """The cut stands elsewhere; nothing is decided yet."""

        cut: float

    @dataclass
    class Accepted(Message):
        """The person wants this cut."""

        cut: float

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._values: Sequence[float] = ()
        self._learnt: float | None = None
        self._bars: dict[tuple[int, int], list[int]] = {}
        """The heights of the bars by size, as every line of the screen asks for them."""

    @property
    def moved(self) -> bool:
        """Whether the cut stands elsewhere than the learnt one."""
        return self.cut is not None and self._learnt is not None and abs(self.cut - self._learnt) > STEP / 2

    def show(self, values: Sequence[float], learnt: float | None) -> None:
        """Other pages, and the cut that was learnt from them; one that was moved by hand stays."""
        moved = self.moved
        self._values, self._learnt = values, learnt
        self._bars.clear()
        if not moved:
            self.cut = learnt
        self.refresh()

    def inside(self) -> int:
        """How many pages are at least as alike as the cut."""
        return sum(value >= self.cut for value in self._values) if self.cut is not None else 0

    def action_move(self, steps: int) -> None:
        if self.cut is not None:
            self._put(self.cut + steps * STEP)

    def action_reset(self) -> None:
        if self._learnt is not None:
            self._put(self._learnt)

    def action_accept(self) -> None:
        if self.cut is not None:
            self.post_message(self.Accepted(self.cut))

    def on_click(self, event: events.Click) -> None:
        if self.cut is not None and self.size.width > 1:
            self._put(event.x / (self.size.width - 1))

    def _put(self, cut: float) -> None:
        self.cut = round(min(1.0, max(0.0, cut)), 4)
        self.refresh()
        self.post_message(self.CutMoved(self.cut))

    def render_line(self, y: int) -> Strip:
        width, rows = self.size.width, self.size.height - 2
        if y >= rows:
            return self._axis(width, marks=y == rows)
        heights = self._heights(width, rows)
        cut = width if self.cut is None else self._place(self.cut, width)
        inside, outside = self._style("inside"), self._style("outside")
        level = (rows - 1 - y) * 8
        return Strip(
            [
                Segment(_EIGHTHS[max(0, min(8, height - level))], inside if column >= cut else outside)
                for column, height in enumerate(heights)
            ],
            width,
        )

    def _heights(self, width: int, rows: int) -> list[int]:
        """In eighths of a row; whatever is there at all can be seen."""
        if (width, rows) not in self._bars:
            self._bars[width, rows] = self._counted(width, rows)
        return self._bars[width, rows]

    def _counted(self, width: int, rows: int) -> list[int]:
        counts = [0] * width
        for value in self._values:
            counts[self._place(value, width)] += 1
        most = max(counts, default=0)
        return [ceil(count / most * rows * 8) if count else 0 for count in counts] if most else counts

    def _axis(self, width: int, *, marks: bool) -> Strip:
        if marks:
            line = list("─" * width)
            if self.cut is not None:
                line[self._place(self.cut, width)] = "▲"
            return Strip([Segment("".join(line), self._style("cut"))], width)
        if self.cut is None:
            words = "no page has been compared yet"
        else:
            words = f"0{' ' * max(1, width - 10)}similar 1"
            text = f"cut {self.cut:.2f}{' (moved)' if self.moved else ''}"
            start = min(max(2, self._place(self.cut, width) - len(text) // 2), max(2, width - 11 - len(text)))
            words = words[:start] + text + words[start + len(text) :]
        return Strip([Segment(words[:width].ljust(width), self.rich_style)], width)

    def _place(self, value: float, width: int) -> int:
        return min(width - 1, max(0, int(value * width)))

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"histogram--{part}")


def spark(numbers: Sequence[float], width: int) -> str:
    """The last `width` numbers as a line of bars; the highest fills the line."""
    last = list(numbers)[-width:]
    most = max(last, default=0.0)
    return "".join(_EIGHTHS[1 + min(7, int(number / most * 7.99)) if most > 0 else 1] for number in last)


def curve(points: Sequence[tuple[int, int]], top: int, width: int, rows: int) -> list[str]:
    """A curve that rises from left to right, each point at its own place, as lines of bars: `top` fills them all."""
    end, heights, at = max(1, points[-1][0]), list[int](), 0
    for column in range(width):
        while at + 1 < len(points) and points[at + 1][0] * width <= (column + 1) * end:
            at += 1
        heights.append(ceil(min(1.0, points[at][1] / max(1, top)) * rows * 8))
    levels = [(rows - 1 - row) * 8 for row in range(rows)]
    return ["".join(_EIGHTHS[max(0, min(8, height - level))] for height in heights) for level in levels]


def progress_bar(done: float, width: int) -> Iterator[tuple[str, str]]:
    """A share from 0 to 1, as texts with their styles."""
    filled = int(done * width)
    yield "█" * filled, "$text-success"
    yield "░" * (width - filled), "dim"
    yield f" {done:4.0%}  ", "bold"
