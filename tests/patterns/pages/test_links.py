import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import TEXT_LENGTH, Link, links_of
from tests.effort import Effort


def links(html: str | bytes, url: str = "http://h/dir/page.html") -> tuple[Link, ...]:
    body = html.encode() if isinstance(html, str) else html
    return links_of(Document.parse(body, content_type="text/html; charset=utf-8", url=url))


def test_a_name_the_page_has_no_place_for_is_a_route_where_there_are_routes() -> None:
    places = "<h1 id='a b'>A</h1><a name=b></a>"
    page = f"{places}<a href='#a%20b'>A</a><a href='#b'>B</a><a href='#C%20d'>C</a><a href=#>D</a><a href=#Top>E</a>"
    document = Document.parse(page.encode(), content_type="text/html", url="http://h/")
    assert [link.url for link in links_of(document, named=True)] == ["http://h/#C%20d"]
    assert links_of(document) == ()


def test_a_link_knows_its_place_and_text() -> None:
    page = "<body><div><ul><li><a href='one.html'>First\n  <b>page</b></a><li><a href='/two'>Second</a></ul></div>"
    assert links(page) == (
        Link("http://h/dir/one.html", "html/body/div/ul/li/a", "First page"),
        Link("http://h/two", "html/body/div/ul/li/a", "Second"),
    )


def test_everything_that_leads_to_a_page() -> None:
    page = """<head><link rel="Next" href="p3"><link rel=stylesheet href=s.css><link rel="prev start" href=p1>
      <meta http-equiv=REFRESH content="5; URL='r.html'"><meta http-equiv=refresh content=30>
      <meta name=x content="1;url=no"></head><body><map><area href=area alt="The  map"></map>
      <iframe src=framed></iframe><a rel="nofollow previous" href=p1>back</a>"""
    assert [(link.url.rpartition("/")[2], link.kind, link.text) for link in links(page)] == [
        ("p3", "next", ""),
        ("p1", "prev", ""),
        ("r.html", "refresh", ""),
        ("area", "area", "The map"),
        ("framed", "iframe", ""),
        ("p1", "prev", "back"),
    ]
    assert [(x.url, x.kind) for x in links("<frameset><frame src=a></frameset>")] == [("http://h/dir/a", "frame")]


@pytest.mark.parametrize(
    "href",
    ["", " ", "#", "#top", "javascript:go()", "mailto:a@b.c", "tel:1", "data:text/html,x", "http://", "http://u:p@h/"],
)
def test_what_leads_to_no_page_is_dropped(href: str) -> None:
    assert links(f"<a href='{href}'>x</a><a>y</a><a name=z>z</a>") == ()


def test_routes_and_base() -> None:
    assert [x.url for x in links("<a href='#/r'>x</a><a href='#!y'>")] == [
        "http://h/dir/page.html#/r",
        "http://h/dir/page.html#!y",
    ]
    assert links("<base href='https://k/b/'><a href=x>")[0].url == "https://k/b/x"


def test_a_picture_is_named_by_its_description() -> None:
    assert links("<a href=x><img alt='A  cat'></a>")[0].text == "A cat"
    assert links("<a href=x aria-label=Next><i></i></a>")[0].text == "Next"
    assert links("<a href=x title=' '><img alt=''></a>")[0].text == ""


def test_text_is_short_even_around_half_the_page() -> None:
    [link] = links("<a href=x>" + "<b>word </b>" * 50_000 + "</a>")
    assert len(link.text) == TEXT_LENGTH


@given(
    st.one_of(
        st.binary(),
        st.text().map(
            lambda text: f"<a href='{text}'>{text}</a><meta http-equiv=refresh content='{text}'>".encode(
                "utf-8", "replace"
            )
        ),
    )
)
def test_never_raises(body: bytes) -> None:
    for link in links(body):
        assert link.url.startswith(("http://", "https://")) and link.place.startswith("html")


def test_deep_and_wide_pages_are_quick() -> None:
    wide = "<ul>" + "".join(f"<li><a href='/item/{n}?p={n}'>Item {n}</a>" for n in range(5_000)) + "</ul>"
    deep = "<div>" * 50_000 + "<a href=x>x</a>"
    unclosed = "<a href=x><p>" * 20_000
    read = [Document.parse(text.encode(), url="http://h/") for text in (wide, deep, unclosed)]
    assert all(document.root is not None for document in read)  # parsed outside the clock
    effort = Effort()
    assert len(links_of(read[0])) == 5_000
    links_of(read[1])
    assert len(links_of(read[2])) > 500
    assert effort.millions < 30


def test_letters_in_a_query_are_sent_as_the_page_is_written() -> None:
    """A site in windows-1251 reads its own addresses in windows-1251; the path of an address is UTF-8 everywhere."""
    page = "<a href='/залы/list?author=Ге&x=%41#top'>Ге</a><a href='?q=Ω'>Ω</a>"
    old = Document.parse(
        page.encode("cp1251", "xmlcharrefreplace"), content_type="text/html; charset=windows-1251", url="http://h/"
    )
    hall = "http://h/%D0%B7%D0%B0%D0%BB%D1%8B/list"
    assert [link.url for link in links_of(old)] == [f"{hall}?author=%C3%E5&x=A", "http://h/?q=%26%23937%3B"]
    new = Document.parse(page.encode(), content_type="text/html; charset=utf-8", url="http://h/")
    assert [link.url for link in links_of(new)] == [f"{hall}?author=%D0%93%D0%B5&x=A", "http://h/?q=%CE%A9"]


@given(st.sampled_from(["shift_jis", "gb18030", "big5", "euc-kr", "koi8-r", "iso-2022-jp", "x-user-defined", "utf-16"]))
def test_any_encoding_is_borne(encoding: str) -> None:
    page = f"<meta charset={encoding}><a href='?q=&#1044;&#26085;&#x1F600;&#55357;'>x</a>"
    (link,) = links_of(Document.parse(page.encode(), content_type=f"text/html; charset={encoding}", url="http://h/"))
    assert link.url.startswith("http://h/?q=")
