"""Controls outside all forms -> the boxes that a script makes forms of: an input, and the button next to it."""

from dataclasses import dataclass

from lxml import etree

from recorder.forms.controls import is_button, kind_of

HIGHEST = 4
"""How many elements up the button may be: farther off it is the button of something else."""

_UNASKING = frozenset({"hidden", "reset"})
_LANDMARKS = frozenset({"search", "form"})


@dataclass(frozen=True, slots=True)
class Box:
    """What surrounds it, and the controls in it."""

    around: etree._Element
    controls: list[etree._Element]


def boxes(loose: list[etree._Element]) -> list[Box]:
    """In the order of their first controls. A button with nothing to fill in is none."""
    holders = _holders(loose)
    found: dict[etree._Element, list[etree._Element]] = {}
    for control in loose:
        holder = _box_around(control, holders)
        if holder is not None:
            found.setdefault(holder, []).append(control)
    return [Box(around, controls) for around, controls in found.items() if any(_asks(each) for each in controls)]


def _holders(loose: list[etree._Element]) -> dict[etree._Element, tuple[bool, bool]]:
    """For each element just above loose controls: whether it holds a question, and whether it holds a button."""
    holders: dict[etree._Element, tuple[bool, bool]] = {}
    for control in loose:
        asks, pushes = _asks(control), is_button(control)
        for around in _near(control):
            asked, pushed = holders.get(around, (False, False))
            holders[around] = (asked or asks, pushed or pushes)
    return holders


def _box_around(control: etree._Element, holders: dict[etree._Element, tuple[bool, bool]]) -> etree._Element | None:
    """The smallest element around it with a question and a button; for a search box also without a button."""
    near = _near(control)
    landmark = next((each for each in near if _is_landmark(each)), None)
    if landmark is not None:
        return landmark
    whole = next((each for each in near if holders[each] == (True, True)), None)
    if whole is not None or not _asks(control):
        return whole
    return control.getparent() if kind_of(control) in ("search", "text") else None


def _near(control: etree._Element) -> list[etree._Element]:
    found: list[etree._Element] = []
    for around in control.iterancestors():
        if around.tag in ("body", "html") or len(found) == HIGHEST:
            break
        found.append(around)
    return found or [each for each in (control.getparent(),) if each is not None]


def _is_landmark(element: etree._Element) -> bool:
    return element.tag == "search" or element.get("role", "").lower() in _LANDMARKS


def _asks(control: etree._Element) -> bool:
    return not is_button(control) and kind_of(control) not in _UNASKING
