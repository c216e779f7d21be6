"""A sitemap as a page of links, however it is written."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import links_of
from recorder.patterns.pages.sitemaps import SITEMAP, as_page, is_sitemap, unpacked

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
PAGES = (
    f"{HEAD}<urlset {NAMESPACE}><url><loc> http://h/a </loc></url><url><loc>http://h/b?x=1&amp;y=2</loc></url></urlset>"
)
MOST = 1_000_000


def links(sitemap: bytes, most: int = MOST) -> list[tuple[str, str]]:
    page = Document.parse(as_page(unpacked(sitemap, most)), content_type="text/html", url="http://h/sitemap.xml")
    return [(link.url, link.kind) for link in links_of(page)]


@pytest.mark.parametrize("sitemap", [PAGES.encode(), gzip.compress(PAGES.encode()), b"\xef\xbb\xbf" + PAGES.encode()])
def test_its_addresses_are_links_in_their_order(sitemap: bytes) -> None:
    assert is_sitemap(sitemap)
    assert links(sitemap) == [("http://h/a", "a"), ("http://h/b?x=1&y=2", "a")]


@pytest.mark.parametrize(
    "text",
    [
        f"<!-- made by hand --><urlset {NAMESPACE}><url><lastmod>2024</lastmod><loc>http://h/a</loc></url></urlset>",
        "<urlset><url><loc><![CDATA[http://h/a]]></loc></url></urlset>",
        '<s:urlset xmlns:s="urn:x"><s:url><s:loc>http://h/a</s:loc></s:url></s:urlset>',
        f'<urlset {NAMESPACE} xmlns:i="urn:i"><url><loc>http://h/a</loc><i:image><i:loc>http://h/p</i:loc></i:image>'
        "</url></urlset>",
        "<urlset><url><loc>/a</loc></url><url><loc></loc></url><url/></urlset>",
        "<urlset><url><loc>http://h/a</loc></url><url><loc>http://h/b",
    ],
)
def test_however_it_is_written(text: str) -> None:
    assert is_sitemap(text.encode())
    assert links(text.encode())[0] == ("http://h/a", "a")
    assert not {url for url, _ in links(text.encode())} & {"http://h/p"}


@pytest.mark.parametrize("start", ["", "\ufeff", "\r\n "])
def test_plain_text_of_addresses_alone_is_one(start: str) -> None:
    text = f"{start}http://h/a\r\nhttps://h/b?x=1&y=2\n".encode()
    for sitemap in (text, gzip.compress(text)):
        assert is_sitemap(sitemap)
        assert links(sitemap) == [("http://h/a", "a"), ("https://h/b?x=1&y=2", "a")]
    assert is_sitemap(text + b"http://h/c\n" * 200)


def test_a_namespace_that_is_none_is_in_nobodys_way() -> None:
    assert links(b"<urlset xmlns='a}b/c'><url><loc>http://h/a</loc></url></urlset>") == [("http://h/a", "a")]


def test_an_index_leads_to_other_sitemaps() -> None:
    index = f"{HEAD}<sitemapindex {NAMESPACE}><sitemap><loc>http://h/1.xml.gz</loc></sitemap></sitemapindex>"
    assert links(index.encode()) == [("http://h/1.xml.gz", SITEMAP)]


@pytest.mark.parametrize(
    "other",
    [
        b"<html><p>urlset",
        b"<rss><urlset>",
        b"<?xml version='1.0'?><feed/>",
        b"\x1f\x8b\x00\x00",
        b"%PDF-1.4",
        b"",
        b"http://h/a page\n",
    ],
)
def test_other_files_are_none(other: bytes) -> None:
    assert not is_sitemap(other)


def test_of_a_packed_one_no_more_is_unpacked_than_may_be() -> None:
    many = "".join(f"<url><loc>http://h/{n}</loc></url>" for n in range(100_000))
    found = links(gzip.compress(f"<urlset>{many}</urlset>".encode()), 10_000)
    assert 100 < len(found) < 400


def test_entities_lead_nowhere() -> None:
    text = (
        '<!DOCTYPE urlset [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>http://h/&f;</loc></url></urlset>'
    )
    assert "root" not in as_page(text.encode()).decode()


@given(st.text())
def test_an_address_is_text_and_never_markup(text: str) -> None:
    sitemap = f"<urlset><url><loc>{text}</loc></url></urlset>".encode("utf-8", "replace")
    page = Document.parse(as_page(sitemap), content_type="text/html", url="http://h/")
    assert {str(element.tag) for element in page.root.iter()} <= {
        "html",
        "head",
        "meta",
        "title",
        "body",
        "ul",
        "li",
        "a",
    }
