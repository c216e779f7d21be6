"""Texts beside blocks become blocks, and nothing is lost or moved."""

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from recorder.patterns.pages.blocks import laid_out
from recorder.patterns.pages.documents import Document

PIECES = ("<br>", "<br/> <br>", "one ", "two", "<b>three:</b>", "<a href=/4>four</a> and", "<p>five</p>", "<hr>")
MORE_PIECES = ("<table><tr><td>six<br>seven<p>eight</p></td></tr></table>", "<img src=9>", " ", "<div>ten</div>eleven")


def root_of(body: str) -> etree._Element:
    return Document.parse(f"<html><body>{body}</body></html>".encode()).root


def shape(element: etree._Element) -> str:
    """The tags and texts inside of it."""
    inside = "".join(f"<{child.tag}>{shape(child)}</{child.tag}>{(child.tail or '').strip()}" for child in element)
    return f"{(element.text or '').strip()}{inside}"


def all_of(root: etree._Element) -> tuple[str, list[str | None]]:
    """Its letters, and its links."""
    return "".join("".join(map(str, root.itertext())).split()), [each.get("href") for each in root.iter("a")]


def test_runs_of_text_between_blocks_and_double_breaks() -> None:
    laid = laid_out(root_of("<div>one<br>two<br> <br><b>three</b> four<p>five</p><br>six</div>"))
    assert shape(laid[-1][0]) == "<div>one<br></br>two</div><div><b>three</b>four</div><p>five</p><div>six</div>"


def test_each_line_with_a_label_in_bold_is_a_block() -> None:
    laid = laid_out(root_of("<div><b>One:</b> 1<br><b>Two</b>: 2<br>more<br><b>three</b><hr><p>five</p></div>"))
    fields = "<div><b>One:</b>1</div><div><b>Two</b>: 2<br></br>more<br></br><b>three</b></div>"
    assert shape(laid[-1][0]) == f"{fields}<hr></hr><p>five</p>"


def test_a_page_without_breaks_between_texts_and_blocks_is_left_as_it_is() -> None:
    for body in ("<div>one<p>two</p></div>", "<div>one<br>two</div>", "<div><br><b>one</b><p>two</p></div>"):
        root = root_of(body)
        assert laid_out(root) is root


@given(st.lists(st.sampled_from([*PIECES, *MORE_PIECES])))
def test_nothing_is_lost_or_moved(pieces: list[str]) -> None:
    root = root_of(f"<div>{''.join(pieces)}</div>")
    before = all_of(root)
    assert all_of(laid_out(root)) == before
    assert all_of(root) == before, "the page itself stays as it is"
