"""Text beside blocks, in blocks of its own, as browsers lay it out: in `<td>Docket: 12<br>Judge: Doe<p>…</p></td>` the
first two lines are as much a block as the paragraph. Two breaks end one as well, and one does before a label in bold:
each of `<b>Credits:</b> 3<br><b>Hours:</b> 6` is a block. Only old pages write so; a page that has no breaks between
texts and blocks is left as it is.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import TypeGuard

from lxml import etree

_TAGS = """
    p div table ul ol dl h1 h2 h3 h4 h5 h6 center blockquote pre hr form fieldset section article header footer nav
    aside main figure
"""
_BLOCKS = _TAGS.split()
_BOLD = ("b", "strong")
_COLONS = (":", "：")
_MIXED = etree.XPath(f"//*[br][text()[normalize-space()]][{'|'.join(_BLOCKS)}]")

_Piece = str | etree._Element


def laid_out(root: etree._Element) -> etree._Element:
    """The page itself, or a copy where there are such texts."""
    if not _mixed(root):
        return root
    copy = deepcopy(root)
    for element in _mixed(copy):
        _lay_out(element)
    return copy


def _mixed(root: etree._Element) -> list[etree._Element]:
    found = _MIXED(root)
    return [each for each in found if isinstance(each, etree._Element)] if isinstance(found, list) else []


def _lay_out(element: etree._Element) -> None:
    pieces = list(_pieces(element))
    element.text = None
    element[:] = []
    run: list[_Piece] = []
    for place, piece in enumerate(pieces):
        if _is_a(piece, *_BLOCKS):
            _add_run(element, run)
            element.append(piece)
            run = []
        elif _is_a(piece, "br") and (_ends_with_a_break(run) or _begin_with_a_label(pieces[place + 1 : place + 4])):
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


def _is_a(piece: _Piece, *tags: str) -> TypeGuard[etree._Element]:
    return not isinstance(piece, str) and piece.tag in tags


def _ends_with_a_break(run: Sequence[_Piece]) -> bool:
    return _is_a(next(filter(_says_or_breaks, reversed(run)), ""), "br")


def _begin_with_a_label(pieces: Sequence[_Piece]) -> bool:
    """Whether words in bold come first, with a colon at their end or right after them."""
    first, after, *_ = (*filter(_says_or_breaks, pieces), "", "")
    if not _is_a(first, *_BOLD):
        return False
    said = "".join(map(str, first.itertext())).rstrip()
    return said.endswith(_COLONS) or (isinstance(after, str) and after.lstrip().startswith(_COLONS))


def _says_or_breaks(piece: _Piece) -> bool:
    """Not so the white space between breaks."""
    return not isinstance(piece, str) or bool(piece.strip())


def _add_run(element: etree._Element, run: list[_Piece]) -> None:
    """As a block, if there is anything but breaks in it."""
    said = [place for place, piece in enumerate(run) if _says_or_breaks(piece) and not _is_a(piece, "br")]
    if not said:
        return
    block = etree.SubElement(element, "div")
    for piece in run[said[0] : said[-1] + 1]:
        if not isinstance(piece, str):
            block.append(piece)
        elif len(block):
            block[-1].tail = (block[-1].tail or "") + piece
        else:
            block.text = (block.text or "") + piece
