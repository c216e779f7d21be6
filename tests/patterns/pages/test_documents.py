"""Any bytes make a document, and what a browser would read in them is read."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest
from tests.effort import Effort

CONTENT_TYPES = [
    None,
    "",
    "text/html",
    "text/html; charset=utf-8",
    "text/html; charset=nonsense",
    "text/html; charset=utf-16",
    "text/html; charset=base64",
    "text/html; charset=gb18030",
    "application/xhtml+xml",
    "text/xml; charset=shift_jis",
]
scraps = st.sampled_from(
    [
        *[b"<", b">", b"</", b"<!--", b"-->", b"<?", b"<![CDATA[", b"]]>", b"&nbsp;", b"&#", b"\0", b"\xff\xfe"],
        *[b"<html>", b"<p ", b"a='", b'"', b"<script>", b"</script>", b"<title>", b"<base href=", b"<meta charset="],
        *[b"<svg>", b"<frameset>", b"<template>", b"<?xml version='1.0' encoding='x'?>", b"<!DOCTYPE html>", b"text"],
        *[b"\xef\xbb\xbf", b"\xc3", b"\xe9"],
    ]
)


@given(
    st.binary() | st.lists(scraps).map(b"".join),
    st.sampled_from(CONTENT_TYPES),
    st.sampled_from(["", "http://a/b", "http://["]),
)
def test_no_bytes_are_refused(body, content_type, url):
    document = Document.parse(body, content_type=content_type, url=url)
    assert document.root.tag
    assert isinstance(document.title, str)
    assert isinstance(document.base, str)
    assert isinstance(document.text, str)
    codecs.lookup(document.encoding)
    assert Forest().tree(document).size >= 1
    assert Forest().tree(document, texts=True).size >= 1


@pytest.mark.parametrize("body", [b"", b" \n", b"<!-- nothing -->", b"<?php ?>"])
def test_an_empty_page_is_an_empty_document(body):
    document = Document.parse(body)
    assert [element.tag for element in document.root.iter()] == ["html", "head", "body"]
    assert (document.title, document.text, document.base) == ("", "", "")


CAFE = "<html><head><title>café €</title></head><body><p>naïve</p></body></html>"


@pytest.mark.parametrize(
    ("body", "content_type", "encoding"),
    [
        (CAFE.encode(), None, "utf-8"),
        (CAFE.encode("cp1252"), None, "cp1252"),
        (CAFE.encode("utf-8-sig"), "text/html; charset=koi8-r", "utf-8"),
        (codecs.BOM_UTF16_LE + CAFE.encode("utf-16-le"), None, "utf-16-le"),
        (codecs.BOM_UTF16_BE + CAFE.encode("utf-16-be"), "text/html; charset=utf-8", "utf-16-be"),
        (CAFE.encode("utf-16-le"), "text/html; charset=utf-16", "utf-16-le"),
        (CAFE.encode("utf-16-be"), "text/html; charset=utf-16", "utf-16-be"),
        (CAFE.encode("utf-16-be"), None, "utf-16-be"),
        (CAFE.encode("utf-32-le"), None, "utf-32-le"),
        (CAFE.encode("utf-32-be"), None, "utf-32-be"),
        (CAFE.encode("cp1252"), "text/html; charset=iso-8859-1", "cp1252"),
        (CAFE.encode("iso8859-15"), "text/html; charset=iso-8859-15", "iso8859-15"),
        (b"<meta charset=utf-8>" + CAFE.encode(), None, "utf-8"),
        (b"<meta charset=windows-1252>" + CAFE.encode("cp1252"), None, "cp1252"),
        (b'<meta charset="utf-16">' + CAFE.encode(), None, "utf-8"),
        (CAFE.encode(), "text/html; charset=utf-16", "utf-8"),
        (CAFE.encode(), "text/html; charset=nonsense", "utf-8"),
        (CAFE.encode(), "text/html; charset=base64", "utf-8"),
        (CAFE.encode("cp1252"), "text/html; charset=idna", "cp1252"),
        (CAFE.encode() + "éèàùç".encode() + b"\xff", None, "utf-8"),
        (b"<meta charset=bogus><meta charset=windows-1252>" + CAFE.encode("cp1252"), None, "cp1252"),
        (b"<!-- <meta charset=koi8-r> --><link title='<meta charset=koi8-r>'>" + CAFE.encode(), None, "utf-8"),
    ],
)
def test_the_encoding_is_found(body, content_type, encoding):
    document = Document.parse(body, content_type=content_type)
    assert document.title == "café €"
    assert document.text.startswith("naïve")
    assert document.encoding == encoding


@pytest.mark.parametrize("piece", [b"<!--", b"<!", b"<a ", b"<a b='", b"<meta content=charset ", b"<?xml encoding"])
def test_a_page_that_begins_many_things_and_ends_none_is_read_in_time(piece: bytes) -> None:
    effort = Effort()
    Document.parse(piece * 20_000)
    assert effort.millions < 20


def test_broken_sequences_cut_nothing_off():
    document = Document.parse(b"<p>a\xff\xffb</p><p>c</p>", content_type="text/html; charset=utf-8")
    assert document.text == "a\ufffd\ufffdb\nc"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (b"<title>t</title><main><p>one</p></main>", "one"),
        (b"<!doctype html><title>t</title><link rel=icon><article>one<p>two</article>three", "one\ntwo\nthree"),
        (b"<meta charset=utf-8><title>t</title><header>one</header>two<nav>three</nav>", "one\ntwo\nthree"),
        (b"<html><head><title>t</title><x-bar>one</x-bar><script>no</script></head><body>two</body>", "one\ntwo"),
        (b"<title>t</title><main>one</main>t\x01w\x0co", "one\ntwo"),
    ],
)
def test_a_body_that_nobody_wrote_begins_where_browsers_begin_it(html: bytes, text: str) -> None:
    document = Document.parse(html)
    assert (document.title, document.text) == ("t", text)
    [head, body] = document.root
    assert (head.tag, body.tag) == ("head", "body")
    assert {child.tag for child in head} <= {"title", "link", "meta"}


@pytest.mark.parametrize(
    ("html", "heading"),
    [
        (b"<title>t</title><h2>a</h2><h1> one <b>two</b> </h1><h1>three</h1>", "one two"),
        (b"<title>t</title><h1><img></h1><h1>said</h1>", "said"),
        (b"<title>t</title><h1> </h1><h2>a</h2>", "t"),
        (b"<h2>a</h2>", "a"),
        (b"", ""),
    ],
)
def test_what_stands_over_a_page_is_its_first_heading_or_its_title(html: bytes, heading: str) -> None:
    assert Document.parse(html).heading == heading


@pytest.mark.parametrize(
    ("html", "canonical"),
    [
        (b"<link rel=canonical href=/own?a=1>", "http://h/own?a=1"),
        (
            b"<link rel='alternate' href=/b><link rel='Canonical nofollow' href=own><link rel=canonical href=c>",
            "http://h/x/own",
        ),
        (b"<link rel=canonical><link rel=canonical href=mailto:a@b><link rel=next href=2>", ""),
        (b"<a rel=canonical href=/own>", ""),
    ],
)
def test_the_address_that_a_page_calls_its_own(html: bytes, canonical: str) -> None:
    assert Document.parse(html, url="http://h/x/y").canonical == canonical


def test_the_translations_that_a_page_names() -> None:
    html = b"""<link rel=alternate hreflang=de href=/de/eins><link rel="Alternate" hreflang=x-default href=one>
    <link rel=alternate type=application/rss+xml href=/feed><link rel=alternate hreflang=fr>
    <link rel=canonical hreflang=fr href=/fr/un><a rel=alternate hreflang=es href=/es/uno>ES</a>"""
    named = Document.parse(html, url="http://h/en/page").translations
    assert named == {"http://h/de/eins", "http://h/en/one"}


def test_the_visible_text():
    body = b"""<head><title> The \n title </title><style>s</style></head><body>One<b>two</b> <i>three</i>
    <script>x()</script><p>four<br>five<template><p>t</p></template> six</p><!-- c --><div hidden>h</div>
    <noscript>n</noscript>seven<svg><title>not this</title></svg></body>"""
    document = Document.parse(body)
    assert document.title == "The title"
    assert document.text == "Onetwo three\nfour\nfive\nsix\nseven\nnot this"


@pytest.mark.parametrize(
    ("href", "base"),
    [
        ("", "http://site/a/b.html"),
        ("<base>", "http://site/a/b.html"),
        ("<base href=' ../c/ '>", "http://site/c/"),
        ("<base target=x><base href=//other/><base href=/late/>", "http://other/"),
        ("<base href='http://['>", "http://site/a/b.html"),
    ],
)
def test_the_base(href, base):
    assert Document.parse(f"<head>{href}</head>".encode(), url="http://site/a/b.html").base == base


def test_framesets_keep_their_frames():
    document = Document.parse(b"<html><frameset cols='*,*'><frame src=a><frame src=b></frameset></html>")
    assert [element.get("src") for element in document.root.iter("frame")] == ["a", "b"]


XHTML = b"""<?xml version="1.0"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a&nbsp;&amp;&notin;</title><script src="x"/></head>
<body><div/><p>b&unknown;c<svg xmlns="http://www.w3.org/2000/svg"><g/></svg></p><!-- c --><?pi ?></body></html>"""


def test_xhtml_sent_as_xml_is_read_as_xml():
    document = Document.parse(XHTML, content_type="application/xhtml+xml; charset=utf-8")
    assert [element.tag for element in document.root.iter()] == [
        "html",
        "head",
        "title",
        "script",
        "body",
        "div",
        "p",
        "svg",
        "g",
    ]
    assert [child.tag for child in document.root[1]] == ["div", "p"]
    assert document.title == "a &∉"


def test_what_is_not_well_formed_is_read_as_html():
    document = Document.parse(XHTML.replace(b"</p>", b""), content_type="application/xhtml+xml")
    assert document.title.startswith("a &")
    assert next(document.root.iter("svg")) is not None


def test_an_entity_bomb_does_not_go_off():
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE html [<!ENTITY e0 "boom">{levels}]><html><p title="&e11;">&e11;</p></html>'
    assert len(Document.parse(bomb.encode(), content_type="text/xml").text) < 10_000


def test_attributes_without_end_are_left_out_and_the_page_goes_on():
    many = " ".join(f"a{number}=1" for number in range(300_000))
    document = Document.parse(f"<h1>before</h1><p {many}>here</p><h2>after</h2>".encode())
    assert document.text.split() == ["before", "here", "after"]
    assert not next(document.root.iter("p")).attrib


def test_tags_that_begin_and_never_end_cost_no_more_than_their_bytes():
    """Every one of them was read to the end of the stretch: a minute for a page of 10 MB."""
    page = (b"<a" * 49_000 + b">") * 20 + b"<p>here"
    effort = Effort()
    assert Document.parse(page).text.endswith("here")
    assert effort.millions < 60


def test_a_head_that_goes_on_without_end_costs_no_more_than_its_bytes():
    """Each of what stood there was put into the body by counting all before it."""
    effort = Effort()
    document = Document.parse(b"<title>t</title>" + b"<input name=q>" * 40_000)
    assert len(document.root.find("body")) == 40_000
    assert effort.millions < 20


def test_a_picture_written_into_a_tag_stays():
    picture = f"data:image/png;base64,{'iVBORw0 ' * 40_000}"
    document = Document.parse(f"<img alt='a' src='{picture}'><p>after".encode())
    assert next(document.root.iter("img")).get("src") == picture
    assert document.text == "after"


def test_a_document_is_not_parsed_before_it_is_asked():
    document = Document.parse(b"<p>a")
    assert "root" not in vars(document)
    assert document.root is document.root


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<table><tr><td>1<tr><td>2</table>", "<table><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>"),
        (
            "<table><thead><tr><th>h</thead><tr><td><table><tr><td>in</table></table>",
            "<table><thead><tr><th>h</th></tr></thead><tbody><tr><td><table><tbody><tr><td>in</td></tr></tbody></table>"
            "</td></tr></tbody></table>",
        ),
        ("<table><tbody><tr><td>1</table>", "<table><tbody><tr><td>1</td></tr></tbody></table>"),
    ],
)
def test_a_table_as_written_is_a_table_as_a_browser_gives_it_back(written: str, shown: str) -> None:
    forest = Forest()
    as_written, as_shown = (Document.parse(f"<html><body>{html}".encode()) for html in (written, shown))
    assert forest.tree(as_written) is forest.tree(as_shown)
    assert as_written.text == as_shown.text


def test_the_words_of_links_are_not_a_page_s_own() -> None:
    page = Document.parse(b"<p>Buy <b>two</b> +<a href=/x>more of <i>it</i></a>now, two<div><a href=/y>Buy</a></div>")
    assert page.own_words == {"buy": 1, "two": 2, "+": 1, "now,": 1}
