"""A form around a whole page, as ASP.NET makes them: the search box, the log-in box and all others stand in one form,
and the button that is pressed tells the server which of them is meant. A person sees several forms, and so does this:
each box with a button of its own is a part, with which the rest of the form goes along as it stands.
"""

from collections.abc import Iterator, Sequence

from lxml import etree

from recorder.forms.boxes import Box, boxes
from recorder.forms.controls import is_button, kind_of
from recorder.forms.form import Field
from recorder.forms.submission import is_sent

_STATE = "__VIEWSTATE"


def parts(controls: Sequence[etree._Element]) -> list[Box]:
    """The boxes of such a form that have a button; none of a form that is one box, or of another kind."""
    if not any(each.get("name", "").startswith(_STATE) for each in controls):
        return []
    seen = [each for each in controls if kind_of(each) not in ("hidden", "reset")]
    found = [box for box in boxes(seen) if any(map(is_button, box.controls))]
    return [box for box in found if len(box.controls) < len(seen)]


def as_it_stands(field: Field) -> Iterator[Field]:
    """What a field that nobody touches adds to what is sent."""
    if is_sent(field) and field.kind != "file":
        yield from (Field(name=field.name, kind="hidden", value=value) for value in field.chosen)
