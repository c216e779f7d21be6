"""The pictures of a report, as SVG inside the page: the site as a tree of its links, the similarities with the cut, how
much is reached, and small bars. Colours are classes of `style.css`, so that both light and dark have their own.
"""

from collections.abc import Sequence
from itertools import groupby
from math import sqrt

from recorder.inspecting.report.markup import Html, join, tag
from recorder.runtime.events import LinkGroupSeen
from recorder.runtime.plain_text import many, shortened

_WIDE = 880
_BINS = 50
DRAWN = 26
"""Most groups of links that are drawn: those with targets first, then the largest."""
_ROW = 26
_SURE = 0.9
"""Share of the pages seen from which a group is said to lead to targets."""
_LABELS = 200
_NAME, _FOLDER = 44, 21
"""Most characters of the name of a group, and of its folder."""


def drawing(height: float, *parts: Html | Sequence[Html], says: str, kind: str = "picture") -> Html:
    """`says` is for those who do not see it. A `whole` one shrinks with the page, others are moved in it."""
    picture = tag("svg", tag("title", says), *parts, viewBox=f"0 0 {_WIDE} {height:.0f}", role="img", class_=kind)
    return tag("div", picture, class_="wide")


def site_map(groups: Sequence[LinkGroupSeen]) -> Html:
    """From the entry page to folders, from these to groups of links: the larger a circle, the more links."""
    shown = sorted(groups, key=lambda group: (-bool(group.targets), -bool(group.hubs), -group.known))[:DRAWN]
    shown.sort(key=lambda group: (group.folder, -group.known))
    largest = max((group.known for group in shown), default=1)
    lines, marks, row = list[Html](), list[Html](), 0
    root = len(shown) * _ROW / 2
    for folder, some in groupby(shown, key=lambda group: group.folder):
        members = list(some)
        middle = (row + len(members) / 2) * _ROW
        lines.append(_curve(70, root, 190, middle))
        marks.append(_words(200, middle + 4, _ending(f"/{folder}"), "folder"))
        for group in members:
            y = (row + 0.5) * _ROW
            lines.append(_curve(370, middle, 430, y))
            marks.append(_group(group, y, largest))
            row += 1
    entry = [tag("circle", cx=60, cy=f"{root:.1f}", r=9, class_="on-the-way"), _words(14, root + 26, "entry page", "")]
    return drawing(max(60, row * _ROW), lines, marks, entry, says="The links of the site, by folder")


def _group(group: LinkGroupSeen, y: float, largest: int) -> Html:
    radius = 3 + 8 * sqrt(group.known / largest)
    counts = f"{many(group.known, 'link')}, {group.seen:,} visited" + (f", {group.dead:,} dead" if group.dead else "")
    return join(
        tag(
            "circle",
            tag("title", "  ".join(group.examples[:3])),
            cx=442,
            cy=f"{y:.1f}",
            r=f"{radius:.1f}",
            class_=fate(group),
        ),
        _words(460, y + 4, shortened(group.name or "the folder itself", _NAME), ""),
        _words(_WIDE - 4, y + 4, counts, "faint", anchor="end"),
    )


def _ending(folder: str) -> str:
    """The end of a path says more than its beginning, which others share."""
    return folder if len(folder) <= _FOLDER else f"…{folder[1 - _FOLDER :]}"


def fate(group: LinkGroupSeen) -> str:
    """What its links lead to, as a class."""
    if group.targets:
        return "targets" if group.targets >= _SURE * group.seen else "some-targets"
    if group.hubs:
        return "on-the-way"
    return "nothing-new" if group.seen + group.dead >= min(3, group.known) else "undecided"


def histogram(similarities: Sequence[float], cut: float | None) -> Html:
    """Pages by their similarity to the sample, and the cut from which they are targets."""
    counts = [0] * _BINS
    for value in similarities:
        counts[min(_BINS - 1, max(0, int(value * _BINS)))] += 1
    most, step, floor = max(counts, default=0) or 1, _WIDE / _BINS, 150
    bars = [
        tag(
            "rect", tag("title", f"{at / _BINS:.2f} to {(at + 1) / _BINS:.2f}: {many(count, 'page')}"),
            x=f"{at * step + 1:.1f}", width=f"{step - 2:.1f}", rx=2,
            y=f"{floor - max(2, 130 * count / most):.1f}", height=f"{max(2, 130 * count / most):.1f}",
            class_="targets" if cut is not None and (at + 0.5) / _BINS >= cut else "nothing-new",
        )
        for at, count in enumerate(counts) if count
    ]  # fmt: skip
    axis = [tag("line", x1=0, x2=_WIDE, y1=floor, y2=floor, class_="axis"), _words(0, 172, "0 different", "faint")]
    axis.append(_words(_WIDE, 172, "1 similar", "faint wordy", anchor="end"))
    if cut is not None:
        x = cut * _WIDE
        axis.append(tag("line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=4, y2=floor + 6, class_="cut"))
        axis.append(_words(x, 172, f"cut {cut:.2f}", "strong", anchor="middle"))
    return drawing(
        180, bars, axis, kind="picture whole", says="How similar the pages that were compared are to the sample"
    )


def reach(low: int, estimate: int, high: int, marks: Sequence[tuple[str, int]]) -> Html:
    """The range of how many pages there are, and below it bars of how many are known, reached and collected."""
    top = max(high, *(count for _, count in marks), 1)
    wide = _WIDE - _LABELS - 60
    parts = [
        _words(0, 22, f"believed: {estimate:,}", "strong"),
        tag(
            "rect",
            x=f"{_LABELS + wide * low / top:.1f}",
            width=f"{max(3, wide * (high - low) / top):.1f}",
            y=8,
            height=18,
            rx=4,
            class_="range",
        ),
        tag(
            "line",
            x1=f"{_LABELS + wide * estimate / top:.1f}",
            x2=f"{_LABELS + wide * estimate / top:.1f}",
            y1=4,
            y2=30,
            class_="cut",
        ),
    ]
    for row, (name, count) in enumerate(marks, 1):
        y = row * 30 + 8
        parts.append(_words(0, y + 14, name, ""))
        parts.append(
            tag("rect", x=_LABELS, width=f"{max(2, wide * count / top):.1f}", y=y, height=18, rx=4, class_="targets")
        )
        parts.append(_words(_LABELS + 6 + wide * count / top, y + 14, f"{count:,}", "strong"))
    return drawing(len(marks) * 30 + 36, parts, kind="picture whole", says=f"About {estimate} pages, {low} to {high}")


def small_bars(counts: Sequence[int], says: str) -> Html:
    """A distribution as wide as a cell of a table."""
    most, step = max(counts, default=0) or 1, 120 / max(1, len(counts))
    bars = [
        tag(
            "rect", x=f"{at * step:.1f}", width=f"{max(1, step - 1):.1f}", class_="targets",
            y=f"{26 - max(1, 24 * count / most):.1f}", height=f"{max(1, 24 * count / most):.1f}",
        )
        for at, count in enumerate(counts) if count
    ]  # fmt: skip
    return tag("svg", tag("title", says), bars, viewBox="0 0 120 26", role="img", class_="small")


def _words(x: float, y: float, text: str, kind: str, anchor: str = "start") -> Html:
    return tag("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, class_=kind)


def _curve(x: float, y: float, to_x: float, to_y: float) -> Html:
    bend = (x + to_x) / 2
    return tag("path", d=f"M{x} {y:.1f} C{bend} {y:.1f} {bend} {to_y:.1f} {to_x} {to_y:.1f}", class_="branch")
