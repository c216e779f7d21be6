"""Plots as SVG, written by hand: points on two axes, each with its name on it. Knows nothing of trials."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT, _LEFT, _BELOW, _ABOVE = 560, 320, 56, 44, 28
_RIGHT = _WIDTH - 16
_TICKS = 5


@dataclass(frozen=True)
class Point:
    """`tone` chooses one of the few colours of the page."""

    x: float
    y: float
    name: str
    tone: str = ""


@dataclass(frozen=True)
class Axis:
    """From `low` to `high`; a logarithmic one begins at 1."""

    name: str
    low: float = 0.0
    high: float = 1.0
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Where a value stands between the two ends."""
        if self.logarithmic:
            return math.log10(max(1.0, value)) / max(1e-9, math.log10(max(10.0, self.high)))
        return (value - self.low) / ((self.high - self.low) or 1)

    def ticks(self) -> list[float]:
        if self.logarithmic:
            return [float(10**power) for power in range(math.floor(math.log10(max(10.0, self.high))) + 1)]
        return [self.low + (self.high - self.low) * step / _TICKS for step in range(_TICKS + 1)]


def plot(title: str, across: Axis, up: Axis, points: Sequence[Point], *, diagonal: bool = False) -> str:
    """The points over their axes."""
    parts = [_text(_LEFT, 18, title, css="title"), *_rows(up), *_columns(across)]
    parts.append(_text(_RIGHT, _HEIGHT - 8, across.name, "end"))
    parts.append(_text(_LEFT, _HEIGHT - 8, f"{up.name} ↑"))
    if diagonal:
        end = min(across.high, up.high)
        parts.append(_line(_x(across, across.low), _y(up, up.low), _x(across, end), _y(up, end)))
    parts += [_dot(_x(across, point.x), _y(up, point.y), point) for point in points]
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">{"".join(parts)}</svg>'


def _rows(up: Axis) -> list[str]:
    """The ticks of the axis that goes up, each with a line."""
    places = [(tick, _y(up, tick)) for tick in up.ticks()]
    return [_line(_LEFT, y, _RIGHT, y) + _text(_LEFT - 6, y + 4, f"{tick:,.4g}", "end") for tick, y in places]


def _columns(across: Axis) -> list[str]:
    floor = _HEIGHT - _BELOW + 16
    return [_text(_x(across, tick), floor, f"{tick:,.4g}", "middle") for tick in across.ticks()]


def _x(axis: Axis, value: float) -> float:
    return _LEFT + axis.share(value) * (_RIGHT - _LEFT)


def _y(axis: Axis, value: float) -> float:
    return _HEIGHT - _BELOW - axis.share(value) * (_HEIGHT - _BELOW - _ABOVE)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", css: str = "") -> str:
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _dot(x: float, y: float, point: Point) -> str:
    name = f"<title>{escape(point.name)}</title>"
    return f'<circle class="{point.tone}" cx="{x:.1f}" cy="{y:.1f}" r="3.5">{name}</circle>'
