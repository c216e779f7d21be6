"""Text beside blocks, in blocks of its own, as browsers lay it out: in `<td>Docket: 12<br>Judge: Doe<p>…</p></td>` the
first two lines are as much a block as the paragraph. Two breaks end one as well. Only old pages write so; a page without
breaks between texts and blocks is left as it is.
"""

from collections.abc import Iterator
from copy import deepcopy

from lxml import etree

_BLOCKS = ("p", "div", "table", "ul", "ol", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "center", "blockquote", "pre")
_BLOCKS += ("hr", "form", "fieldset", "section", "article", "header", "footer", "nav", "aside", "main", "figure")
_MIXED = etree.XPath(f"//*[br][text()[normalize-space()]][{'|'.join(_BLOCKS)}]")
BLOCK = "div"

_Piece = str | etree._Element


def laid_out(root: etree._Element) -> etree._Element:
    """The page itself, or a copy where there are such texts."""
    if not _MIXED(root):
        return root
    copy = deepcopy(root)
    for element in _MIXED(copy):
        _lay_out(element)
    return copy


def _lay_out(element: etree._Element) -> None:
    pieces = list(_pieces(element))
    element.text = None
    element[:] = []
    run: list[_Piece] = []
    for piece in pieces:
        is_element = not isinstance(piece, str)
        if is_element and piece.tag in _BLOCKS:
            _add_run(element, run)
            element.append(piece)
            run = []
        elif is_element and piece.tag == "br" and _ends_with_break(run):
            _add_run(element, run)
            run = []
        else:
            run.append(piece)
    _add_run(element, run)


def _pieces(element: etree._Element) -> Iterator[_Piece]:
    """Its texts and children, in their order."""
    if element.text:
        yield element.text
    for child in element:
        tail, child.tail = child.tail, None
        yield child
        if tail:
            yield tail


def _ends_with_break(run: list[_Piece]) -> bool:
    last = next((piece for piece in reversed(run) if not isinstance(piece, str) or piece.strip()), None)
    return last is not None and not isinstance(last, str) and last.tag == "br"


def _add_run(element: etree._Element, run: list[_Piece]) -> None:
    """As a block, if there is anything but breaks in it."""
    run = list(run)
    while run and _is_empty(run[0]):
        del run[0]
    while run and _is_empty(run[-1]):
        del run[-1]
    if not run:
        return
    block = etree.SubElement(element, BLOCK)
    for piece in run:
        if not isinstance(piece, str):
            block.append(piece)
        elif len(block):
            block[-1].tail = (block[-1].tail or "") + piece
        else:
            block.text = (block.text or "") + piece


def _is_empty(piece: _Piece) -> bool:
    return not piece.strip() if isinstance(piece, str) else piece.tag == "br"
