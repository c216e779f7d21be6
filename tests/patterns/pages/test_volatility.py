"""What differs between two visits of a page that nobody has changed, and what is left of a page without it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import links_of
from recorder.patterns.pages.volatility import NOTHING_VOLATILE, Volatility, daily_volatility, volatility_between

HTML = st.text(alphabet="<>/ abdiphrulx=\"'&;1\n", max_size=400).map(
    lambda text: text.replace("x", "<div>").replace("u", "</div><p>").replace("r", "<b hidden>")
)
PROSE = "<h1>Pear</h1><p>A fruit.<p>It is sweet.<p>It has 12 seeds.<ul><li><a href=/apple>apple</a></ul>"


def page(html: str) -> Document:
    return Document.parse(html.encode(), url="http://h/pear")


def rest(volatility: Volatility, html: str) -> tuple[str, set[str]]:
    document = page(html)
    return volatility.stable_text(document), volatility.stable_links(document, links_of(document))


def learnt(before: str, after: str) -> Volatility:
    return volatility_between(page(PROSE + before), page(PROSE + after))


@given(HTML)
def test_blocks_are_the_lines_of_the_text(html: str) -> None:
    document = page(html)
    assert "\n".join(line for _, line in document.blocks()) == document.text


def test_xml_may_begin_with_what_is_no_block() -> None:
    document = Document(b"<em>one<div>two</div>three</em>", "application/xhtml+xml")
    assert [line for _, line in document.blocks()] == ["one", "two", "three"] == document.text.split("\n")


@given(HTML)
def test_a_page_that_is_the_same_is_steady_and_whole(html: str) -> None:
    document = page(html)
    assert volatility_between(document, page(html)) == NOTHING_VOLATILE
    assert NOTHING_VOLATILE.stable_text(document) == document.text
    assert NOTHING_VOLATILE.stable_links(document, links_of(document)) == {link.url for link in links_of(document)}


@given(HTML, HTML)
def test_learning_from_any_two_pages_ends(one: str, other: str) -> None:
    found = learnt(one, other)
    rest(found, PROSE + one)


@pytest.mark.parametrize(
    ("before", "after", "later", "changed"),
    [
        ("<p>Seen 17 times", "<p>Seen 18 times", "<p>Seen 2,041 times", "<p>Seen by 18 people"),
        ("<hr>0.12 s", "<hr>0.07 s", "<hr>1.31 s", "<hr>nothing"),
        ("<p class=quote>To be", "<p class=quote>Or not", "<p class=quote>That is", "<p>That is"),
        ("", "<div id=trail><a href=/x>x</a></div>", "<div id=trail><a href=/y>y</a></div>", "<p><a href=/y>y</a>"),
        (
            "<div class=box1><a href=/ad/1>buy</a></div>",
            "<div class=box2><a href=/ad/2>sell</a></div>",
            "<div class=box3><a href=/ad/3>keep</a></div>",
            "<div><a href=/ad/3>keep</a></div>",
        ),
        (
            "<a href=/out?token=ab1>Leave</a>",
            "<a href=/out?token=cd2>Leave</a>",
            "<a href=/out?token=ef3>Leave</a>",
            "<a href=/in?token=ef3>Leave</a>",
        ),
    ],
    ids=["counter", "time taken", "quotation", "trail", "advertisement", "token"],
)
def test_what_differs_by_the_visit_is_left_out_and_nothing_else(
    before: str, after: str, later: str, changed: str
) -> None:
    volatility = learnt(before, after)
    left = rest(volatility, PROSE + before)
    assert rest(volatility, PROSE + after) == rest(volatility, PROSE + later) == left
    assert rest(volatility, PROSE + changed) != left
    assert rest(volatility, PROSE.replace("sweet", "sour") + before) != left
    assert rest(volatility, PROSE.replace("12", "13") + before) != left
    assert rest(volatility, PROSE.replace("/apple", "/quince") + before) != left
    assert "It is sweet." in left[0] and "http://h/apple" in left[1]


def test_one_of_many_lines_of_a_place_is_no_reason_to_leave_them_all_out() -> None:
    assert learnt("<p>Today: a pear", "<p>Today: a plum") == NOTHING_VOLATILE


DAY = date(2026, 3, 9)


@pytest.mark.parametrize(
    ("today", "tomorrow"),
    [
        ("<div class=day>Monday, 9 March 2026", "<div class=day>Tuesday, 10 March 2026"),
        ("<p>Printed on 09.03.2026", "<p>Printed on 10.03.2026"),
        ("<p>2026-03-09 14:02", "<p>2026-03-10 08:59"),
        ("<div>2026年3月9日", "<div>2026年3月10日"),
    ],
)
def test_the_day_of_the_visit_is_left_out(today: str, tomorrow: str) -> None:
    others = ["<h1>Fig</h1><p>Also a fruit.", "<h1>Plum</h1><p>Another."]
    volatility = daily_volatility([page(html + today) for html in (PROSE, *others)], DAY)
    assert rest(volatility, PROSE + today) == rest(volatility, PROSE + tomorrow)
    assert rest(volatility, PROSE + today) == rest(volatility, PROSE)
    assert "It has 12 seeds." in rest(volatility, PROSE)[0]


@pytest.mark.parametrize(
    "pages",
    [
        ["<p>Monday, 9 March 2026"],
        ["<p>Monday, 9 March 2026", "<p>Sunday, 8 March 2026"],
        ["<p>Monday, 9 March 2026<p>A fruit.", "<p>Monday, 9 March 2026<p>Another."],
        ["<div>9 apples in 2025</div>", "<div>9 apples in 2025</div>"],
        ["<div>2026</div>", "<div>2026</div>"],
    ],
    ids=["one page", "another day", "among other lines", "another year", "a year alone"],
)
def test_other_dates_stay(pages: list[str]) -> None:
    assert daily_volatility([page(html) for html in pages], DAY) == NOTHING_VOLATILE


def test_nothing_is_learnt_from_another_page_under_the_same_address() -> None:
    assert volatility_between(page(PROSE), page("<h1>Sorry</h1><p>Come again later.")) == NOTHING_VOLATILE


def test_a_link_that_stands_elsewhere_as_well_stays() -> None:
    volatility = learnt("", "<div id=trail><a href=/quince>quince</a></div>")
    assert rest(volatility, f"{PROSE}<div id=trail><a href=/apple>apple</a><a href=/fig>fig</a></div>")[1] == {
        "http://h/apple"
    }
