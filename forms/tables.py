"""Where a control stands in a table: the cells around its own. Forms are laid out in tables to this day."""

from collections.abc import Iterator

from lxml import etree

_WIDEST = 50
"""No form has more columns; a data table with a box in every row may."""


def cell_of(control: etree._Element) -> etree._Element | None:
    """The cell it stands in, if nearer than its form."""
    for around in control.iterancestors():
        if around.tag in ("td", "th"):
            return around
        if around.tag in ("form", "table", "body"):
            return None
    return None


def cells_to_the_left(cell: etree._Element) -> Iterator[etree._Element]:
    """Nearest first."""
    return (each for each in cell.itersiblings(preceding=True) if each.tag in ("td", "th"))


def next_cell(control: etree._Element) -> etree._Element | None:
    """The cell to the right of the one it stands in alone."""
    cell = cell_of(control)
    return None if cell is None else next((each for each in cell.itersiblings() if each.tag in ("td", "th")), None)


def cell_above(cell: etree._Element) -> etree._Element | None:
    """The cell of the same column, one row up; none where the rows are not cut alike."""
    row = cell.getparent()
    above = None if row is None else _row_above(row)
    if row is None or above is None:
        return None
    columns, upper = list(_columns(row)), list(_columns(above))
    column = next((number for number, each in columns if each is cell), 0)
    if len(upper) < 2 and len(columns) > 1:
        return None
    return next((each for number, each in upper if number == column), None)


def _row_above(row: etree._Element) -> etree._Element | None:
    above = next((each for each in row.itersiblings(preceding=True) if each.tag == "tr"), None)
    section = row.getparent()
    if above is not None or section is None or section.tag != "tbody":
        return above
    head = next((each for each in section.itersiblings(preceding=True) if each.tag == "thead"), None)
    return None if head is None else next((each for each in reversed(head) if each.tag == "tr"), None)


def _columns(row: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    column = 0
    for cell in row:
        if cell.tag not in ("td", "th"):
            continue
        yield column, cell
        width = cell.get("colspan", "1")
        column += int(width) if width.isdecimal() and len(width) < 4 else 1
        if column > _WIDEST:
            return
